"""Makes the package `linkspan` importable from the repository if it is not installed, and sets up Spark."""

import importlib.util
import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

# The workers of Spark use this interpreter, and no other machine can reach the driver.
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
# Executors inherit it, so that a test finds those of this run. The first test that uses Spark starts the engine for all.
os.environ["LINKSPAN_TEST_RUN"] = str(os.getpid())

if importlib.util.find_spec("linkspan") is None:
    sys.path.insert(0, str(ROOT / "python"))
    # For the workers of Spark, too.
    paths = [str(ROOT / "python"), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)

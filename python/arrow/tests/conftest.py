"""Makes the package `linkspan` importable from the repository if it is not installed."""

import importlib.util
import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

if importlib.util.find_spec("linkspan") is None:
    sys.path.insert(0, str(ROOT / "python"))
    # For the workers of Spark, too.
    paths = [str(ROOT / "python"), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)

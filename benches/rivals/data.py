"""Measures the search in columns, and compares it with regular expressions in Polars, DuckDB and Spark.

    python/arrow/test --no-spark                                       # makes the virtual environment
    python/arrow/.venv/bin/python benches/rivals/data.py --record     # needs Java 17 for Spark

The texts are pages in a dozen scripts, made by the tests of the package. Rounds of all candidates are interleaved, and the
median counts. In one process, rows are counted per second of processor time, summed over its threads, because that
depends less on what else the machine does. Spark is a process of its own, so that its rows are counted per second.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "python" / "arrow" / "tests"), str(ROOT / "python")]
os.environ["PYTHONPATH"] = str(ROOT / "python")
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")

import duckdb
import polars as pl
import pyarrow as pa
from crawl import pages
from linkspan_arrow import ColumnFinder

#: What people write for URLs and email addresses. It finds fewer of them, and ends them elsewhere.
PATTERN = r"(?:https?://|www\.)[^\s<>\"]+|[\w.+-]+@[\w-]+\.[\w.-]+"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--no-spark", action="store_true")
    parser.add_argument("--record", action="store_true", help="write benches/record/data.md")
    args = parser.parse_args()
    dense = [page.text.decode() for page in pages(1, args.rows)]
    # As on most pages, there is a link in one of several paragraphs.
    texts = [PARAGRAPH + text.split("\n")[0] + PARAGRAPH for text in dense]
    megabytes = [sum(len(text.encode()) for text in column) / 1e6 for column in (texts, dense)]
    parts = [
        "# Links in columns\n\nWritten by `benches/rivals/data.py --record`, which says how it is measured. "
        f"{args.rows:,} texts in a dozen scripts: paragraphs with a link in some of them ({megabytes[0]:.1f} MB), and "
        f"lines that consist of links and little else ({megabytes[1]:.1f} MB). {os.cpu_count()} cores, "
        f"load of the machine {os.getloadavg()[0]:.1f} at the start. Medians of {args.rounds} interleaved rounds.\n",
        in_one_process("One process, paragraphs", texts, args.rounds),
        in_one_process("One process, links and little else", dense, args.rounds),
        threads(texts, args.rounds),
    ]
    if not args.no_spark:
        parts.append(in_spark(texts, max(args.rounds // 2, 3)))
    page = "\n".join(parts)
    print(page)
    if args.record:
        (ROOT / "benches" / "record" / "data.md").write_text(page)


#: Prose without links in several scripts, by the authors of linkspan.
PARAGRAPH = (
    "Text on the web is written in every script. A sentence ends with a full stop, and so may a URL; "
    "a reader sees the difference, and a program has to find it. Версия 1.2 вышла вчера, т.е. раньше срока. "
    "程序必须知道链接在哪里结束。句号不是链接的一部分。 यह वाक्य बिना कड़ी के है। "
)

Candidates = dict[str, Callable[[], int]]


def measure(
    candidates: Candidates, rounds: int, clock: Callable[[], float]
) -> tuple[dict[str, float], dict[str, int]]:
    """Returns the median time of each candidate, and what it counted."""
    times: dict[str, list[float]] = {name: [] for name in candidates}
    counts = {name: run() for name, run in candidates.items()}
    for _ in range(rounds):
        for name, run in candidates.items():
            start = clock()
            count = run()
            times[name].append(clock() - start)
            assert count == counts[name], name
    return {name: statistics.median(values) for name, values in times.items()}, counts


def table(title: str, unit: str, rows: int, times: dict[str, float], counts: dict[str, int]) -> str:
    slowest = max(times.values())
    lines = [f"## {title}\n", f"| | {unit} | ratio | links |", "|---|---|---|---|"]
    for name, seconds in times.items():
        lines.append(f"| {name} | {rows / seconds:,.0f} | {slowest / seconds:.1f} | {counts[name]:,} |")
    return "\n".join(lines) + "\n"


def in_one_process(title: str, texts: list[str], rounds: int) -> str:
    column = pa.array(texts)
    series = pl.Series("text", texts)
    database = duckdb.connect()
    database.register("arrow", pa.table({"text": column}))
    database.sql("CREATE TABLE texts AS SELECT * FROM arrow")
    expression = pl.col("text").str.extract_all(PATTERN)
    frame = series.to_frame()
    only_text = ColumnFinder(fields=["text"])
    some = ColumnFinder(fields=["start", "end", "kind", "text", "href", "host", "domain"])
    everything = ColumnFinder()
    python = re.compile(PATTERN)

    def polars_regex() -> int:
        return int(frame.select(expression.list.len().sum()).item())

    def duckdb_regex() -> int:
        sql = "SELECT sum(len(regexp_extract_all(text, ?))) FROM texts"
        return int(database.execute(sql, [PATTERN]).fetchall()[0][0])

    candidates: Candidates = {
        "linkspan, `text` (pyarrow)": lambda: only_text.find(column).num_links,
        "linkspan, `text` (Polars)": lambda: int(pl.Series(only_text.find(series)).list.len().sum()),
        "linkspan, all but `findings`": lambda: some.find(column).num_links,
        "linkspan, all fields": lambda: everything.find(column).num_links,
        "Polars, `str.extract_all`": polars_regex,
        "DuckDB, `regexp_extract_all`": duckdb_regex,
        "Python, `re.findall`": lambda: sum(len(python.findall(text)) for text in texts),
    }
    times, counts = measure(candidates, rounds, time.process_time)
    return table(title, "rows per second of processor time", len(texts), times, counts)


def threads(texts: list[str], rounds: int) -> str:
    column = pa.array(texts * 4)
    candidates: Candidates = {}
    for count in (1, 2):
        finder = ColumnFinder(fields=["text", "href", "host"], threads=count)
        candidates[f"{count} thread{'s' * (count > 1)}"] = lambda finder=finder: finder.find(column).num_links
    times, counts = measure(candidates, rounds, time.perf_counter)
    elapsed = table("Threads of the kernel", "rows per second", len(column), times, counts)
    processor, _ = measure(candidates, rounds, time.process_time)
    one, two = processor.values()
    # On a machine that does other things, this says more than the time that passed.
    return f"{elapsed}\nTwo threads need {two / one:.2f} times the processor time of one.\n"


def in_spark(texts: list[str], rounds: int) -> str:
    from linkspan.spark import find_links
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F

    folder = Path(os.environ.get("TMPDIR", "/tmp")) / f"linkspan-data-{os.getpid()}"
    table_of_texts = pa.table({"text": texts * 4})
    rows = table_of_texts.num_rows
    import pyarrow.parquet

    folder.mkdir()
    parts = 16
    for part in range(parts):
        piece = table_of_texts.slice(part * rows // parts, rows // parts)
        pyarrow.parquet.write_table(piece, folder / f"{part}.parquet")
    pattern = PATTERN
    times: dict[str, list[float]] = {}
    counts: dict[str, int] = {}
    for round_number in range(rounds):
        for cores in (1, 2):
            spark = (
                SparkSession.builder.master(f"local-cluster[{cores},1,1024]")
                .config("spark.ui.enabled", "false")
                .config("spark.log.level", "ERROR")
                .getOrCreate()
            )
            df = spark.read.parquet(str(folder))
            # Starts the executors and their Python workers.
            find_links(df, "text", fields=["text"]).limit(1000 * parts).count()

            @F.udf("array<string>")
            def regex(text: str) -> list[str]:
                return re.findall(pattern, text)

            def linkspan() -> int:
                found = find_links(df, "text", fields=["text"])
                return int(found.select(F.sum(F.size("links"))).first()[0])

            def udf() -> int:
                return int(df.select(F.sum(F.size(regex("text")))).first()[0])

            for name, run in [("linkspan", linkspan), ("Python UDF, `re.findall`", udf)]:
                key = f"{name}, {cores} worker{'s' * (cores > 1)}"
                start = time.perf_counter()
                counts[key] = run()
                times.setdefault(key, []).append(time.perf_counter() - start)
            spark.stop()
    medians = {name: statistics.median(values) for name, values in sorted(times.items())}
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    return table("Spark, workers with one core each", "rows per second", rows, medians, counts)


if __name__ == "__main__":
    main()

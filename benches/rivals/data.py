"""Measures the search in columns, and compares it with regular expressions in Polars, DuckDB and Spark.

    python/arrow/test --release --no-spark                             # makes the virtual environment
    python/arrow/.venv/bin/python benches/rivals/data.py --record      # needs Java 17 for Spark
    python/arrow/.venv/bin/python benches/rivals/data.py --record --only threads

The texts are pages in a dozen scripts, made by the tests of the package. Rounds of all candidates are interleaved, and the
median counts. In one process, rows are counted per second of processor time, summed over its threads, because that
depends less on what else the machine does. Threads and workers are measured by the time that passes, which says nothing
on a machine that does other things: the record has its load.

A worker of Spark has one core, but its process for Python and the threads of its JVM can use others. So that one worker
is not helped by the core of the second one, Spark with one worker is restricted to one core of the machine (the driver,
too), and Spark with two workers to two. All workers search a part of the texts first, so that the start of processes and
most of the compilation by the JVM are not measured. The processor time of a row is that of all processes: if it is the
same for one and for two workers, these do not wait for each other.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python" / "arrow" / "tests"))
os.environ["PYSPARK_PYTHON"] = sys.executable
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet
from crawl import pages
from linkspan_arrow import ColumnFinder

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

#: What people write for URLs and email addresses. It finds fewer of them, and ends them elsewhere.
PATTERN = r"(?:https?://|www\.)[^\s<>\"]+|[\w.+-]+@[\w-]+\.[\w.-]+"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=50_000, help="the number of different texts")
    parser.add_argument("--spark-rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", choices=PARTS, action="append", help="measure this part; others stay in the record")
    parser.add_argument("--record", action="store_true", help="write benches/record/data.md")
    args = parser.parse_args()
    dense = [page.text.decode() for page in pages(1, args.rows)]
    # As on most pages, there is a link in one of several paragraphs.
    texts = [PARAGRAPH + text.split("\n")[0] + PARAGRAPH for text in dense]
    measured = {}
    for part in args.only or PARTS:
        load = os.getloadavg()[0]
        if part == "paragraphs":
            page = in_one_process(texts, args.rounds)
        elif part == "links":
            page = in_one_process(dense, args.rounds)
        elif part == "threads":
            page = threads(texts, args.rounds)
        else:
            page = in_spark(texts, args.rounds, args.spark_rows)
        measured[part] = f"## {PARTS[part]}\n\n{page}\nLoad of the machine at the start: {load:.1f}.\n"
        print(measured[part], flush=True)
    if args.record:
        write_record(measured)


def write_record(measured: dict[str, str]) -> None:
    """Replaces the parts of the record that were measured."""
    before = RECORD.read_text() if RECORD.exists() else ""
    recorded = {section.split("\n")[0]: f"## {section.strip()}\n" for section in before.split("\n## ")[1:]}
    head = (
        "# Links in columns\n\nWritten by `benches/rivals/data.py --record`, which says how it is measured. Texts in a "
        f"dozen scripts, on a machine with {os.cpu_count()} cores.\n"
    )
    sections = [measured.get(part) or recorded.get(title) for part, title in PARTS.items()]
    RECORD.write_text("\n".join([head, *filter(None, sections)]))


RECORD = ROOT / "benches" / "record" / "data.md"

#: The parts of the record, and their titles.
PARTS = {
    "paragraphs": "One process, paragraphs",
    "links": "One process, links and little else",
    "threads": "Threads of the kernel",
    "spark": "Spark, workers with one core each",
}

#: Prose without links in several scripts, by the authors of linkspan.
PARAGRAPH = (
    "Text on the web is written in every script. A sentence ends with a full stop, and so may a URL; "
    "a reader sees the difference, and a program has to find it. Версия 1.2 вышла вчера, т.е. раньше срока. "
    "程序必须知道链接在哪里结束。句号不是链接的一部分。 यह वाक्य बिना कड़ी के है। "
)

SOME_FIELDS = ["start", "end", "kind", "text", "href", "host", "domain"]

Candidates = dict[str, Callable[[], int]]


def measure(candidates: Candidates, rounds: int, clock: Callable[[], float]) -> tuple[dict[str, float], dict[str, int]]:
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


def table(unit: str, rows: int, times: dict[str, float], counts: dict[str, int]) -> str:
    """The speed of each candidate, also as a multiple of that of the last one."""
    *_, (base, slowest) = times.items()
    lines = [f"| | {unit} | compared with {base} | links |", "|---|---|---|---|"]
    for name, seconds in times.items():
        lines.append(f"| {name} | {rows / seconds:,.0f} | {slowest / seconds:.2f} | {counts[name]:,} |")
    return "\n".join(lines) + "\n"


def amount(texts: list[str], rounds: int) -> str:
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    return f"{len(texts):,} texts ({megabytes:.1f} MB). Medians of {rounds} rounds.\n\n"


def in_one_process(texts: list[str], rounds: int) -> str:
    column = pa.array(texts)
    series = pl.Series("text", texts)
    database = duckdb.connect()
    database.register("arrow", pa.table({"text": column}))
    database.sql("CREATE TABLE texts AS SELECT * FROM arrow")
    expression = pl.col("text").str.extract_all(PATTERN)
    frame = series.to_frame()
    only_text = ColumnFinder(fields=["text"])
    some = ColumnFinder(fields=SOME_FIELDS)
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
    return amount(texts, rounds) + table("rows per second of processor time", len(texts), times, counts)


def threads(texts: list[str], rounds: int) -> str:
    column = pa.array(texts)
    finders = {}
    for fields in (["text"], ["text", "href", "host"], None):
        for count in (1, 2):
            name = "all fields" if fields is None else " ".join(f"`{field}`" for field in fields)
            finders[f"{name}, {count} thread{'s' * (count > 1)}"] = ColumnFinder(fields=fields, threads=count)
    candidates: Candidates = {
        name: lambda finder=finder: finder.find(column).num_links for name, finder in finders.items()
    }
    elapsed, counts = measure(candidates, rounds, time.perf_counter)
    lines = ["| | rows per second | two threads, compared with one | links |", "|---|---|---|---|"]
    one = 0.0
    for number, (name, seconds) in enumerate(elapsed.items()):
        ratio = f"{one / seconds:.2f}" if number % 2 else ""
        one = seconds
        lines.append(f"| {name} | {len(texts) / seconds:,.0f} | {ratio} | {counts[name]:,} |")
    loops, _ = measure(machine(), rounds, time.perf_counter)
    single, double = loops.values()
    note = f"What the machine gives: a loop without memory is {single / double:.2f} times as fast with two threads.\n"
    return amount(texts, rounds) + "\n".join(lines) + f"\n\n{note}"


def machine() -> Candidates:
    """A computation that two threads can share without any loss."""
    import hashlib
    from concurrent.futures import ThreadPoolExecutor

    block = bytes(1 << 16)

    def work(times: int) -> None:
        # It releases the interpreter lock.
        hashlib.pbkdf2_hmac("sha256", block, block, times)

    pool = ThreadPoolExecutor(2)

    def run(threads: int) -> int:
        list(pool.map(work, [400_000 // threads] * threads))
        return 0

    return {"one": lambda: run(1), "two": lambda: run(2)}


def in_spark(texts: list[str], rounds: int, spark_rows: int) -> str:
    """Runs Spark in processes of their own, since a process has one JVM, whose cores are those at its start."""
    folder = Path(os.environ.get("TMPDIR", "/tmp")) / f"linkspan-data-{os.getpid()}"
    folder.mkdir()
    repeat = max(spark_rows // len(texts), 1)
    table_of_texts = pa.table({"text": texts})
    for part in range(SPARK_FILES):
        start = part * len(texts) // SPARK_FILES
        piece = table_of_texts.slice(start, len(texts) // SPARK_FILES)
        pyarrow.parquet.write_table(pa.concat_tables([piece] * repeat), folder / f"{part:02}.parquet")
    times: dict[str, list[float]] = {}
    processor: dict[str, list[float]] = {}
    rows: dict[str, int] = {}
    links: dict[str, int] = {}
    try:
        for _ in range(max(rounds // 3, 1)):
            for workers in (1, 2):
                command = [sys.executable, __file__, "--spark-workers", str(workers), "--spark-folder", str(folder)]
                done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
                for name, seconds, processor_seconds, count, found in json.loads(done.stdout.splitlines()[-1]):
                    key = f"{name}, {workers} worker{'s' * (workers > 1)}"
                    times.setdefault(key, []).extend(seconds)
                    processor.setdefault(key, []).extend(processor_seconds)
                    rows[key], links[key] = count, found
    finally:
        shutil.rmtree(folder)
    speeds = {name: rows[name] / statistics.median(values) for name, values in sorted(times.items())}
    costs = {name: statistics.median(values) / rows[name] for name, values in processor.items()}
    slowest = min(speeds.values())
    lines = [
        "| | rows | rows per second | ratio | two workers, compared with one | processor time per row | links |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, speed in speeds.items():
        one = speeds.get(name.replace("2 workers", "1 worker"), speed)
        scale = f"{speed / one:.2f}" if one != speed else ""
        row = [f"{rows[name]:,}", f"{speed:,.0f}", f"{speed / slowest:.1f}", scale, f"{costs[name] * 1e6:.1f} µs"]
        lines.append(f"| {name} | {' | '.join(row)} | {links[name]:,} |")
    count = min(len(values) for values in times.values())
    note = f"Paragraphs in {SPARK_FILES} Parquet files. Medians of {count} passes or more, after one that is not counted.\n"
    return f"{note}\n" + "\n".join(lines) + "\n"


def processor_time() -> float:
    """The processor time of this process and all processes that it started, directly or not, in seconds."""
    parents, times = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(stat.parent.name)
        parents[pid] = int(fields[1])
        # User and system time, and those of children that ended.
        times[pid] = sum(map(int, fields[11:15]))
    total = 0
    for pid, ticks in times.items():
        ancestor = pid
        while ancestor in parents and ancestor != os.getpid():
            ancestor = parents[ancestor]
        total += ticks if ancestor == os.getpid() else 0
    return total / os.sysconf("SC_CLK_TCK")


SPARK_FILES = 16


def spark_worker(workers: int, folder: str) -> None:
    """Measures Spark with workers of one core each, on as many cores of the machine, and prints what was measured."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:workers])
    from linkspan.spark import find_links
    from pyspark.sql import SparkSession
    from pyspark.sql import functions as F

    spark = (
        SparkSession.builder.master(f"local-cluster[{workers},1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.log.level", "ERROR")
        .getOrCreate()
    )
    pattern = PATTERN

    @F.udf("array<string>")
    def regex(text: str) -> list[str]:
        return re.findall(pattern, text)

    def linkspan(df: DataFrame, *fields: str) -> int:
        found = find_links(df, "text", fields=fields)
        return int(found.select(F.sum(F.size("links"))).first()[0])

    def udf(df: DataFrame) -> int:
        return int(df.select(F.sum(F.size(regex("text")))).first()[0])

    some = spark.read.parquet(*[f"{folder}/{part:02}.parquet" for part in range(2)])
    every = spark.read.parquet(folder)
    candidates = [
        ("linkspan, `text`", lambda df: linkspan(df, "text"), every, 3),
        ("linkspan, all but `findings`", lambda df: linkspan(df, *SOME_FIELDS), every, 2),
        # It takes much longer.
        ("Python UDF, `re.findall`", udf, some, 1),
    ]
    measured = []
    for name, run, df, passes in candidates:
        run(some)
        times, processor = [], []
        for _ in range(passes):
            start, processor_start = time.perf_counter(), processor_time()
            links = run(df)
            times.append(time.perf_counter() - start)
            processor.append(processor_time() - processor_start)
        measured.append((name, times, processor, df.count(), links))
    spark.stop()
    print(json.dumps(measured))


if __name__ == "__main__":
    if "--spark-workers" in sys.argv:
        spark_worker(int(sys.argv[2]), sys.argv[4])
    else:
        main()

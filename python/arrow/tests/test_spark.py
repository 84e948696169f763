"""Spark: a cluster of processes, and one of them killed."""

import argparse
import gzip
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet
import pytest
from crawl import Page, member, pages, write_crawl
from linkspan_arrow import ColumnFinder

pyspark = pytest.importorskip("pyspark")

from pyspark.sql import SparkSession

from linkspan.spark import __main__ as program
from linkspan.spark import find_links, find_links_in_files, links_type

pytestmark = pytest.mark.spark

#: 20 files with 10,000 records each.
FILES, PAGES_PER_FILE = 20, 10_000
FIELDS = ["start", "end", "kind", "text", "href", "host", "domain"]


@pytest.fixture(scope="module")
def event_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("events")


@pytest.fixture(scope="module")
def spark(event_log: Path) -> Iterator[SparkSession]:
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .appName("linkspan tests")
        .config("spark.eventLog.enabled", "true")
        .config("spark.eventLog.dir", event_log.as_uri())
        .config("spark.eventLog.rolling.enabled", "false")
        .config("spark.eventLog.compress", "false")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .getOrCreate()
    )
    yield session
    session.stop()


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Page]]:
    return write_crawl(tmp_path_factory.mktemp("crawl"), FILES, PAGES_PER_FILE)


def run(spark: SparkSession, *arguments: object) -> dict:
    parsed: argparse.Namespace = program._parser().parse_args([str(item) for item in arguments])
    return program.run(spark, parsed)


def read(output: Path) -> pa.Table:
    """Returns the rows of a result in the order of their keys."""
    table = pyarrow.dataset.dataset(output, format="parquet", partitioning=None).to_table()
    return table.sort_by([("file", "ascending"), ("record", "ascending")])


def expected_rows(crawl: dict[str, list[Page]]) -> pa.Table:
    """Returns the rows that a result must have, computed without Spark."""
    finder = ColumnFinder(fields=FIELDS, offsets="code-points")
    keys = [(file, number, page) for file in sorted(crawl) for number, page in enumerate(crawl[file], 1)]
    return pa.table(
        {
            "file": [file for file, _, _ in keys],
            "record": [number for _, number, _ in keys],
            "uri": [page.uri for _, _, page in keys],
            "links": pa.array(finder.find(pa.array([page.text for _, _, page in keys], pa.large_binary()))),
        }
    )


def assert_equal(found: pa.Table, expected: pa.Table) -> None:
    assert found.num_rows == expected.num_rows
    for name in expected.column_names:
        column = found[name].combine_chunks()
        assert column.cast(expected[name].type).equals(expected[name].combine_chunks()), name


def executors() -> list[int]:
    """Returns the processes of the executors, which are children of this process's children."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
            environment = (folder / "environ").read_bytes()
        except OSError:
            continue
        marker = f"LINKSPAN_TEST_RUN={os.getpid()}".encode()
        if b"CoarseGrainedExecutorBackend" in command and marker in environment and b"java" in command:
            found.append(int(folder.name))
    return found


def test_a_killed_executor_loses_nothing(
    spark: SparkSession, crawl: dict[str, list[Page]], event_log: Path, tmp_path: Path
) -> None:
    # Both executors are there before the job starts.
    assert spark.range(4, numPartitions=4).count() == 4
    context = spark.sparkContext
    tracker = context.statusTracker()
    folder = Path(next(iter(crawl))).parent
    results: list[dict] = []
    arguments = [folder, "--output", tmp_path / "links", "--fields", ",".join(FIELDS), "--progress", "0.2"]
    job = threading.Thread(target=lambda: results.append(run(spark, *arguments)))
    job.start()
    killed = done = None
    deadline = time.monotonic() + 300
    while job.is_alive() and killed is None and time.monotonic() < deadline:
        for stage in tracker.getActiveStageIds():
            info = tracker.getStageInfo(stage)
            if info is None or info.numTasks != FILES or info.numActiveTasks < 2:
                continue
            if 3 <= info.numCompletedTasks <= FILES - 5:
                done = info.numCompletedTasks
                killed = executors()[0]
                os.kill(killed, signal.SIGKILL)
                break
        time.sleep(0.02)
    job.join(timeout=600)
    assert killed is not None, "the job ended before an executor was killed"
    assert results, "the job failed"

    expected = expected_rows(crawl)
    found = read(tmp_path / "links")
    assert_equal(found, expected)
    assert found["error"].null_count == found.num_rows
    links = sum(map(len, expected["links"].to_pylist()))
    # The counts do not include tasks that were repeated.
    counts = {name: results[0][name] for name in ("records", "bad_records", "links")}
    assert counts == {"records": FILES * PAGES_PER_FILE, "bad_records": 0, "links": links}

    lost = [event for event in events(event_log) if event.get("Event") == "SparkListenerExecutorRemoved"]
    failed = [
        event
        for event in events(event_log)
        if event.get("Event") == "SparkListenerTaskEnd" and event["Task End Reason"]["Reason"] == "ExecutorLostFailure"
    ]
    assert lost and failed
    print(
        f"\nkilled executor {killed} after {done} of {FILES} tasks; {len(lost)} executor lost, "
        f"{len(failed)} task repeated; {counts} in {results[0]['seconds']} s"
    )

    # A second run gives the same rows, and into the same folder, too.
    again = run(spark, *arguments[:2], tmp_path / "again", *arguments[3:])
    assert {name: again[name] for name in counts} == counts
    assert read(tmp_path / "again").equals(found)
    some = sorted(crawl)[:3]
    run(spark, *some, *arguments[1:])
    assert read(tmp_path / "links").equals(found)


def events(event_log: Path) -> list[dict]:
    """Returns the events of the application so far."""
    found = []
    for file in event_log.rglob("*"):
        if file.is_file():
            for line in file.read_text().splitlines():
                # The last line may be incomplete.
                if line.endswith("}"):
                    found.append(json.loads(line))
    return found


def test_bad_records_are_counted_and_kept(spark: SparkSession, tmp_path: Path) -> None:
    found = pages(1, 6)
    members = [member("conversion", page.uri, page.text) for page in found]
    members[2] = members[2][:-8] + b"\0" * 8
    members[4] = member("conversion", found[4].uri, b"\xff see example.com")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.warc.wet.gz").write_bytes(b"".join(members))
    (tmp_path / "in" / "b.warc.wet.gz").write_bytes(b"")
    counts = run(spark, tmp_path / "in", "--output", tmp_path / "out")
    rows = read(tmp_path / "out").to_pylist()
    assert (counts["records"], counts["bad_records"]) == (6, 2)
    assert [row["record"] for row in rows] == list(range(6))
    assert [row["error"] for row in rows] == [
        None,
        None,
        "gzip: incorrect data check",
        None,
        "UTF-8: invalid at byte 0 of the text",
        None,
    ]
    assert rows[2]["links"] is None
    assert [link["text"] for link in rows[4]["links"]] == ["example.com"]
    assert rows[2]["offset"] == len(members[0]) + len(members[1])


def test_lines_of_text_files(spark: SparkSession, tmp_path: Path) -> None:
    text = b"\n".join(page.text for page in pages(3, 2_000)) + b"\nbad \xff example.com\n"
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_bytes(text)
    (tmp_path / "in" / "b.txt.gz").write_bytes(gzip.compress(text))
    (tmp_path / "in" / "c.txt.gz").write_bytes(gzip.compress(text)[:-2000])
    df = find_links_in_files(spark, str(tmp_path / "in"), "text", fields=["text"], split_len=10_000)
    assert df.rdd.getNumPartitions() > 10
    rows = sorted(df.collect(), key=lambda row: (row.file, row.record))
    finder = ColumnFinder(fields=["text"])
    expected_lines = text.removesuffix(b"\n").split(b"\n")
    expected = pa.array(finder.find(pa.array(expected_lines, pa.binary()))).to_pylist()
    for name in ("a.txt", "b.txt.gz"):
        found = [row for row in rows if row.file.endswith(name)]
        assert [[link.asDict() for link in row.links] for row in found] == expected
        for row, line in zip(found, expected_lines, strict=True):
            assert text[row.record :].startswith(line)
        assert [row.error for row in found if row.error] == ["UTF-8: invalid at byte 4 of the text"]
    # What can be read of a damaged file is kept.
    damaged = [row for row in rows if row.file.endswith("c.txt.gz")]
    assert damaged[-1].error.startswith("gzip: ")
    assert [[link.asDict() for link in row.links] for row in damaged[:-1]] == expected[: len(damaged) - 1]
    assert len(damaged) > 1


def test_rows_of_parquet_files(spark: SparkSession, tmp_path: Path) -> None:
    texts = [b"see example.com", None, b"\xff example.org", b""]
    table = pa.table({"id": range(4), "page.body": pa.array(texts, pa.binary())})
    pyarrow.parquet.write_table(table, tmp_path / "a.parquet")
    pyarrow.parquet.write_table(table.slice(0, 1), tmp_path / "b.parquet")
    df = find_links_in_files(spark, str(tmp_path), "parquet", column="page.body", fields=["text"])
    assert df.columns == ["file", "record", "links", "error"]
    rows = sorted(df.collect(), key=lambda row: (row.file, row.record))
    assert [row.file.rpartition("/")[2] for row in rows] == ["a.parquet"] * 4 + ["b.parquet"]
    assert [row.record for row in rows] == [0, 1, 2, 3, 0]
    found = [row.links and [link.text for link in row.links] for row in rows]
    assert found == [["example.com"], None, ["example.org"], [], ["example.com"]]
    assert [row.error for row in rows] == [None, None, "UTF-8: invalid at byte 0 of the text", None, None]
    with pytest.raises(TypeError, match="strings or bytes, found 'id' of type bigint"):
        find_links_in_files(spark, str(tmp_path), "parquet", column="id")


def test_columns_of_data_frames(spark: SparkSession) -> None:
    texts = [(1, "見よ😀 https://例え.jp/と。"), (2, None), (3, ""), (4, "ann@example.com")]
    df = spark.createDataFrame(texts, "id long, body string")
    found = find_links(df, "body", name="found", fields=["start", "end", "text", "findings"])
    assert found.schema["found"].dataType == links_type(["start", "end", "text", "findings"])
    rows = {row.id: row for row in found.collect()}
    assert (rows[2].found, rows[3].found) == (None, [])
    # Offsets are those of SQL.
    found.createOrReplaceTempView("found")
    sql = "SELECT substring(body, link.start + 1, link.end - link.start) = link.text FROM (SELECT body, explode(found) AS link FROM found)"
    assert [row[0] for row in spark.sql(sql).collect()] == [True, True]


def test_strings_that_are_not_utf8(spark: SparkSession) -> None:
    df = spark.sql("SELECT CAST(unhex('FF206578616D706C652E636F6D') AS STRING) AS body")
    [row] = find_links(df, "body", fields=["text"]).select("links").collect()
    assert [link.text for link in row.links] == ["example.com"]


def test_errors_say_what_was_expected(spark: SparkSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    df = spark.createDataFrame([(1, "a")], "id long, body string")
    with pytest.raises(ValueError, match=r"\(id, body\), found 'text'"):
        find_links(df, "text")
    with pytest.raises(ValueError, match="'id', which is a column already"):
        find_links(df, "body", name="id")
    with pytest.raises(TypeError, match="strings or bytes, found 'id' of type bigint"):
        find_links(df, "id")
    with pytest.raises(ValueError, match='found "url"'):
        find_links(df, "body", fields=["url"])
    with pytest.raises(FileNotFoundError, match="found none"):
        find_links_in_files(spark, str(tmp_path / "missing"), "wet")
    with pytest.raises(ValueError, match="expected 'wet', 'text' or 'parquet', found 'csv'"):
        find_links_in_files(spark, str(tmp_path), "csv")
    for format in ("wet", "text", "parquet"):
        arguments = [str(tmp_path / "missing"), "--format", format, "--output", str(tmp_path / "out")]
        assert program.main(arguments) == 2
        assert str(tmp_path / "missing") in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_program_reads_parquet_and_shows_progress(tmp_path: Path) -> None:
    found = pages(5, 5_000)
    texts = [page.text.decode() for page in found]
    (tmp_path / "in").mkdir()
    for number in range(4):
        part = pa.table({"id": range(5_000), "body": texts})
        pyarrow.parquet.write_table(part, tmp_path / "in" / f"{number}.parquet")
    command = [
        *(sys.executable, "-m", "linkspan.spark", str(tmp_path / "in"), "--output", str(tmp_path / "out")),
        *("--format", "parquet", "--column", "body", "--fields", "text", "--option", "emails=skip"),
        *("--master", "local[2]", "--progress", "0.05", "--conf", "spark.ui.enabled=false"),
        *("--conf", "spark.sql.files.maxPartitionBytes=100000"),
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    expected = pa.array(ColumnFinder(fields=["text"], emails="skip").find(pa.array(texts))).to_pylist()
    counts = json.loads(done.stdout)
    assert (counts["records"], counts["bad_records"]) == (20_000, 0)
    assert counts["links"] == 4 * sum(map(len, expected))
    assert "tasks done" in done.stderr
    rows = read(tmp_path / "out").to_pylist()
    assert [row["record"] for row in rows[:5_000]] == list(range(5_000))
    assert [row["links"] for row in rows] == expected * 4

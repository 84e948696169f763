"""Links in files.

The result has a row for each record, with the keys ``file`` and ``record``. They depend only on the files, so that a
second run gives the same rows, whatever failed in the first one.

=========  ===================================================  ===========================================
format     ``record``                                           unit of retry
=========  ===================================================  ===========================================
wet        the number of the record in the file                 the file
text       the offset of the line, after decompression          a range of the file, or a compressed file
parquet    the number of the row in the file                    a range of the file, as Spark splits it
=========  ===================================================  ===========================================
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

import pyarrow as pa
from pyspark.sql import functions as F
from pyspark.sql.types import LongType, StringType, StructField, StructType

from linkspan.spark import storage, wet
from linkspan.spark.columns import check_column, column_finder, links_type
from linkspan.spark.lines import decompressed, is_compressed, lines

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from linkspan.arrow import ColumnFinder

Format = Literal["wet", "text", "parquet"]

#: The length of the ranges into which text files are split.
SPLIT_LEN = 64 << 20

#: A batch has at most so many records and about so many bytes of text.
_BATCH_ROWS = 4096
_BATCH_LEN = 8 << 20


@dataclass(frozen=True)
class _Task:
    """A file, or a range of a file."""

    file: str
    start: int = 0
    end: int | None = None


def find_links_in_files(
    spark: SparkSession,
    paths: str | Sequence[str],
    format: Format,
    *,
    column: str = "text",
    fields: Sequence[str] | None = None,
    profile: str = "prose",
    offsets: str = "code-points",
    split_len: int = SPLIT_LEN,
    **options: Any,
) -> DataFrame:
    """Find the links of all records of files.

    ``paths`` are files, folders or patterns, local or on a file system that pyarrow supports. ``column`` is the column
    of Parquet files. The result has the columns ``file``, ``record``, ``links`` and ``error``, for WET files also
    ``offset`` (where the record starts in the file) and ``uri``.

    A record that cannot be read is a row with an ``error`` and without links. A record that is not valid UTF-8 has an
    ``error`` and links.
    """
    paths = [paths] if isinstance(paths, str) else list(paths)
    finder = column_finder(profile=profile, fields=fields, offsets=offsets, options=options)
    if format == "parquet":
        return _parquet(spark, paths, column, fields, finder)
    if format == "wet":
        tasks = [_Task(file) for file in storage.list_files(paths)]
        return _map_tasks(spark, tasks, _WET_SCHEMA, fields, _wet_batches, finder)
    if format == "text":
        files = storage.list_files(paths)
        tasks = [task for file in files for task in _split(file, split_len)]
        return _map_tasks(spark, tasks, _TEXT_SCHEMA, fields, _text_batches, finder)
    raise ValueError(f"expected 'wet', 'text' or 'parquet', found {format!r}")


_KEYS = [StructField("file", StringType()), StructField("record", LongType())]
_WET_SCHEMA = [*_KEYS, StructField("offset", LongType()), StructField("uri", StringType())]
_TEXT_SCHEMA = _KEYS


@dataclass(frozen=True)
class _Batch:
    """Some records of a task."""

    #: The columns of the result by name, except the links and the errors.
    columns: dict[str, list[Any]]
    texts: list[bytes | None]
    errors: list[str | None]


def _map_tasks(
    spark: SparkSession,
    tasks: list[_Task],
    columns: list[StructField],
    fields: Sequence[str] | None,
    read: Callable[[_Task], Iterator[_Batch]],
    finder: ColumnFinder,
) -> DataFrame:
    """Search each task in a task of Spark."""
    schema = StructType(
        [
            *columns,
            StructField("links", links_type(fields)),
            StructField("error", StringType()),
        ]
    )

    def search(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for index in cast("list[int]", batch.column(0).to_pylist()):
                for found in read(tasks[index]):
                    links = finder.find(pa.array(found.texts, pa.large_binary()))
                    arrays = [
                        *(pa.array(values, _ARROW[name]) for name, values in found.columns.items()),
                        pa.array(links),  # type: ignore[call-overload]  # as in `columns`
                        pa.array(found.errors, pa.string()),
                    ]
                    yield pa.RecordBatch.from_arrays(arrays, [*found.columns, "links", "error"])

    # One partition per task.
    indices = spark.range(0, len(tasks), 1, max(len(tasks), 1))
    return indices.mapInArrow(search, schema)


_ARROW = {
    "file": pa.string(),
    "record": pa.int64(),
    "offset": pa.int64(),
    "uri": pa.string(),
}


def _wet_batches(task: _Task) -> Iterator[_Batch]:
    with storage.contents(task.file) as data:
        for batch in _batched(wet.records(data), lambda record: len(record.text or b"")):
            columns = {
                "file": [task.file] * len(batch),
                "record": [record.number for record in batch],
                "offset": [record.offset for record in batch],
                "uri": [record.uri for record in batch],
            }
            texts = [record.text for record in batch]
            yield _Batch(columns, texts, [record.error for record in batch])


def _text_batches(task: _Task) -> Iterator[_Batch]:
    with storage.open_file(task.file) as file:
        if is_compressed(task.file):
            found = _until_damage(lines(decompressed(file)))
        else:
            found = ((offset, line, None) for offset, line in lines(file, task.start, task.end))
        for batch in _batched(found, lambda line: len(line[1] or b"")):
            columns = {
                "file": [task.file] * len(batch),
                "record": [offset for offset, _, _ in batch],
            }
            errors = [error or wet.utf8_error(line or b"") for _, line, error in batch]
            yield _Batch(columns, [line for _, line, _ in batch], errors)


def _until_damage(
    found: Iterator[tuple[int, bytes]],
) -> Iterator[tuple[int, bytes | None, str | None]]:
    """Return the lines of a compressed file, and a bad record where it is damaged."""
    end = 0
    try:
        for offset, line in found:
            yield offset, line, None
            end = offset + len(line) + 1
    except (EOFError, OSError, zlib.error) as error:
        yield end, None, f"gzip: {error}"


def _batched(items: Iterable[Any], length: Callable[[Any], int]) -> Iterator[list[Any]]:
    batch: list[Any] = []
    total = 0
    for item in items:
        batch.append(item)
        total += length(item)
        if len(batch) >= _BATCH_ROWS or total >= _BATCH_LEN:
            yield batch
            batch, total = [], 0
    if batch:
        yield batch


def _split(file: str, split_len: int) -> list[_Task]:
    if is_compressed(file):
        return [_Task(file)]
    length = storage.file_len(file)
    starts = range(0, max(length, 1), split_len)
    return [_Task(file, start, min(start + split_len, length)) for start in starts]


def _parquet(
    spark: SparkSession, paths: list[str], column: str, fields: Sequence[str] | None, finder: ColumnFinder
) -> DataFrame:
    df = spark.read.parquet(*paths)
    check_column(df, column)
    rows = df.select(
        F.col("_metadata.file_path").alias("file"),
        F.col("_metadata.row_index").alias("record"),
        # Strings of Spark need not be UTF-8, so that they are kept as bytes.
        F.col(f"`{column.replace('`', '``')}`").cast("binary").alias("text"),
    )
    schema = StructType([*_KEYS, StructField("links", links_type(fields)), StructField("error", StringType())])

    def search(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            file, record, texts = batch.columns
            links = pa.array(finder.find(texts))  # type: ignore[call-overload]  # as in `columns`
            # The texts are not sent back, which would take as long as to search them.
            arrays = [file, record, links, _utf8_errors(texts)]
            yield pa.RecordBatch.from_arrays(arrays, ["file", "record", "links", "error"])

    return rows.mapInArrow(search, schema)


def _utf8_errors(texts: pa.Array[Any]) -> pa.Array[Any]:
    """Return what is wrong with each text, if anything is."""
    try:
        # It checks all texts at once, and nearly all of them are valid.
        texts.cast(pa.string())
    except pa.ArrowInvalid:
        return pa.array([None if text is None else wet.utf8_error(text) for text in texts.to_pylist()], pa.string())
    return pa.nulls(len(texts), pa.string())

"""Links of a column of a DataFrame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    LongType,
    StringType,
    StructField,
    StructType,
)

from linkspan.arrow import ColumnFinder

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_FINDING = StructType(
    [
        StructField("code", StringType()),
        StructField("level", StringType()),
        StructField("start", LongType()),
        StructField("end", LongType()),
        StructField("message", StringType()),
    ]
)

_TYPES = {
    "start": LongType(),
    "end": LongType(),
    "kind": StringType(),
    "text": StringType(),
    "href": StringType(),
    "host": StringType(),
    "domain": StringType(),
    "findings": ArrayType(_FINDING),
}


def links_type(fields: Sequence[str] | None = None) -> ArrayType:
    """Return the type of a column of links: an array of structs with these fields, by default all.

    >>> links_type(["start", "text"]).simpleString()
    'array<struct<start:bigint,text:string>>'
    """
    names = list(_TYPES) if fields is None else fields
    return ArrayType(StructType([StructField(name, _TYPES[name]) for name in names]))


def find_links(
    df: DataFrame,
    column: str,
    *,
    name: str = "links",
    fields: Sequence[str] | None = None,
    profile: str = "prose",
    offsets: str = "code-points",
    **options: Any,
) -> DataFrame:
    """Add a column with the links of a column of strings or bytes.

    Nulls stay nulls. ``start`` and ``end`` count code points, as ``substring`` of Spark does; ``offsets`` may also be
    "bytes" or "utf16". The other options are those of ``linkspan_arrow.ColumnFinder``.

    The batches of Spark are searched as they are, with ``mapInArrow``. It sends all columns of the DataFrame to the
    worker and back, so that it pays to select those that are needed before. Strings need not be valid UTF-8: invalid
    bytes hide no link.
    """
    check_column(df, column)
    if name in df.columns:
        raise ValueError(f"expected a new name for the column of links, found {name!r}, which is a column already")
    finder = column_finder(profile=profile, fields=fields, offsets=offsets, options=options)
    schema = StructType([*df.schema.fields, StructField(name, links_type(fields))])
    search = _search(finder, df.columns.index(column), name)
    return df.mapInArrow(search, schema)


def check_column(df: DataFrame, column: str) -> None:
    """Raise an error unless there is such a column, with texts."""
    if column not in df.columns:
        raise ValueError(f"expected the name of a column ({', '.join(df.columns)}), found {column!r}")
    found = df.schema[column].dataType
    if not isinstance(found, (StringType, BinaryType)):
        raise TypeError(f"expected a column of strings or bytes, found {column!r} of type {found.simpleString()}")


def column_finder(*, profile: str, fields: Sequence[str] | None, offsets: str, options: dict[str, Any]) -> ColumnFinder:
    """Return a finder with one thread: Spark runs one task per core."""
    finder: ColumnFinder = ColumnFinder(
        profile=profile,  # type: ignore[arg-type]  # checked at run time
        fields=None if fields is None else list(fields),  # type: ignore[arg-type]
        offsets=offsets,  # type: ignore[arg-type]
        threads=1,
        **options,
    )
    return finder


def _search(
    finder: ColumnFinder, index: int, name: str
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def search(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            # The stubs of pyarrow do not know that it accepts the protocol.
            links = pa.array(finder.find(batch.column(index)))  # type: ignore[call-overload]
            fields = [*batch.schema, pa.field(name, links.type)]
            yield pa.RecordBatch.from_arrays([*batch.columns, links], schema=pa.schema(fields))

    return search

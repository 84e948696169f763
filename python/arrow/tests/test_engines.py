"""The same function in each engine, with its own columns and without copies through Python objects."""

import daft
import datafusion
import duckdb
import polars as pl
import pyarrow as pa
import pytest
from linkspan_arrow import ColumnFinder, find_links

TEXTS = [
    "See https://example.com/α, or mail ann@example.org.",
    None,
    "",
    "請看例え.jp/と。谢谢",
    "no links",
    "https://аррӏе.com/ and http://[2001:DB8::1]/",
] * 1_000

FINDER = ColumnFinder()
TYPE = pa.field(FINDER).type


@pytest.fixture(scope="module")
def expected() -> list:
    return pa.array(FINDER.find(pa.array(TEXTS))).to_pylist()


def test_pyarrow(expected: list) -> None:
    table = pa.table({"text": pa.chunked_array([TEXTS[:10], TEXTS[10:]])})
    table = table.append_column("links", pa.chunked_array(find_links(table["text"])))
    assert table["links"].to_pylist() == expected


def test_polars_series(expected: list) -> None:
    texts = pl.Series("text", TEXTS)
    # A Series has only the stream.
    assert not hasattr(texts, "__arrow_c_array__")
    assert pl.Series(find_links(texts)).to_list() == expected


@pytest.mark.parametrize("dtype", [pl.String, pl.Binary, pl.Categorical], ids=str)
def test_polars_types(dtype: type, expected: list) -> None:
    assert pl.Series(find_links(pl.Series("text", TEXTS).cast(dtype))).to_list() == expected


def test_polars_chunks(expected: list) -> None:
    texts = pl.concat([pl.Series("text", TEXTS[:7]), pl.Series("text", TEXTS[7:])], rechunk=False)
    links = find_links(texts)
    assert links.num_chunks == 2
    assert pl.Series(links).to_list() == expected


def test_polars_expression(expected: list) -> None:
    dtype = pl.Series(FINDER.find(pl.Series([""]))).dtype
    search = pl.col("text").map_batches(lambda texts: pl.Series(FINDER.find(texts)), return_dtype=dtype)
    lazy = pl.LazyFrame({"text": TEXTS}).with_columns(search.alias("links"))
    assert lazy.collect()["links"].to_list() == expected


def test_duckdb_function(expected: list) -> None:
    database = duckdb.connect()
    database.create_function(
        "find_links",
        lambda texts: pa.array(FINDER.find(texts)),
        ["VARCHAR"],
        _duckdb_type(database),
        type="arrow",
    )
    texts = pa.table({"id": range(len(TEXTS)), "text": TEXTS})  # noqa: F841
    found = database.sql("SELECT find_links(text) AS links FROM texts ORDER BY id")
    assert found.to_arrow_table()["links"].to_pylist() == expected


def _duckdb_type(database: duckdb.DuckDBPyConnection) -> object:
    """The type of links in DuckDB, which it derives from an empty table."""
    empty = pa.table({"links": pa.array([], TYPE)})  # noqa: F841
    return database.sql("SELECT links FROM empty").types[0]


def test_duckdb_stream(expected: list) -> None:
    database = duckdb.connect()
    texts = pa.table({"id": range(len(TEXTS)), "text": TEXTS})  # noqa: F841
    database.sql("CREATE TABLE stored AS SELECT * FROM texts")
    # A connection has one open result at a time.
    relation = database.cursor().sql("SELECT * FROM stored ORDER BY id")
    reader = pa.RecordBatchReader.from_stream(FINDER.stream(relation, "text"))  # noqa: F841
    [(count,)] = database.sql("SELECT sum(len(links)) FROM reader").fetchall()
    assert count == sum(len(links) for links in expected if links)


def test_datafusion_function(expected: list) -> None:
    context = datafusion.SessionContext()
    function = datafusion.udf(
        lambda texts: pa.array(FINDER.find(texts)),
        [pa.string_view()],
        TYPE,
        "immutable",
        name="find_links",
    )
    context.register_udf(function)
    context.from_arrow(pa.table({"id": range(len(TEXTS)), "text": TEXTS}), name="texts")
    found = context.sql("SELECT find_links(text) AS links FROM texts ORDER BY id")
    assert found.to_arrow_table()["links"].to_pylist() == expected


def test_datafusion_stream(expected: list) -> None:
    context = datafusion.SessionContext()
    texts = context.from_arrow(pa.table({"text": TEXTS}))
    reader = pa.RecordBatchReader.from_stream(FINDER.stream(texts, "text"))
    assert reader.read_all()["links"].to_pylist() == expected


def test_daft_series(expected: list) -> None:
    texts = daft.Series.from_pylist(TEXTS)
    assert daft.Series.from_arrow(pa.array(find_links(texts))).to_pylist() == expected


def test_daft_function(expected: list) -> None:
    @daft.func.batch(return_dtype=daft.DataType.from_arrow_type(TYPE))
    def search(texts: daft.Series) -> daft.Series:
        return daft.Series.from_arrow(pa.array(FINDER.find(texts)))

    texts = daft.from_pydict({"text": TEXTS})
    found = texts.select(search(daft.col("text")).alias("links")).to_pydict()
    assert found["links"] == expected

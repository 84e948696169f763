"""Uses every function with its types. `mypy --strict` must accept it, and the comments are errors that it must find."""

import polars as pl
from linkspan_arrow import ColumnFinder, LinkArray, LinkReader, find_links


def arrays(texts: pl.Series, table: pl.DataFrame) -> tuple[LinkArray, LinkReader]:
    links: LinkArray = find_links(texts, profile="strict", fields=["text", "host"], emails="skip")
    finder = ColumnFinder(
        offsets="code-points", threads=2, schemes=["https"], never="a.com", refuse=["danger"], tlds=None
    )
    count: int = len(links) + links.num_links + links.num_chunks
    reader: LinkReader = finder.stream(table, "text", name=f"links {count}")
    again: LinkArray = finder.find(links)
    return again, reader


def errors(texts: pl.Series) -> None:
    find_links(texts, profile="proze")  # type: ignore[arg-type]
    find_links(texts, emails="no")  # type: ignore[arg-type]
    find_links(texts, fields=["url"])  # type: ignore[list-item]
    find_links(["a"])  # type: ignore[arg-type]

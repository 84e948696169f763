"""Finds links in columns of text, through the Arrow PyCapsule interface.

Any object with ``__arrow_c_array__`` or ``__arrow_c_stream__`` is a column: those of pyarrow, Polars, DuckDB, DataFusion
and Daft. The result has both methods, so that they read it without copying.

>>> import pyarrow as pa
>>> from linkspan_arrow import find_links
>>> pa.array(find_links(pa.array(["see example.com."]), fields=["text"])).to_pylist()
[[{'text': 'example.com'}]]
"""

from linkspan_arrow._native import (
    ColumnFinder,
    LinkArray,
    LinkReader,
    __version__,
    find_links,
)

__all__ = ["ColumnFinder", "LinkArray", "LinkReader", "__version__", "find_links"]

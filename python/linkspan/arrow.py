"""Finds links in columns of text, through the Arrow PyCapsule interface.

This module is that of the package ``linkspan-arrow``, which ``pip install linkspan[arrow]`` installs.

>>> import pyarrow as pa
>>> from linkspan.arrow import find_links
>>> pa.array(find_links(pa.array(["see example.com."]), fields=["text"])).to_pylist()
[[{'text': 'example.com'}]]
"""

from __future__ import annotations

try:
    from linkspan_arrow import ColumnFinder, LinkArray, LinkReader, find_links
except ModuleNotFoundError as error:
    if error.name != "linkspan_arrow":
        raise
    raise ModuleNotFoundError(
        "linkspan.arrow needs the package linkspan-arrow (to install it: pip install 'linkspan[arrow]')",
        name=error.name,
    ) from error

__all__ = ["ColumnFinder", "LinkArray", "LinkReader", "find_links"]

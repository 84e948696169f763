"""Lines of text files, in ranges that can be read independently."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from typing import BinaryIO, cast


def lines(file: BinaryIO, start: int = 0, end: int | None = None) -> Iterator[tuple[int, bytes]]:
    """Return the lines that start in a range of a file, each with its offset and without its line end.

    A line that starts in the range is returned whole, even if it ends outside. So each line of a file belongs to
    exactly one of several ranges that cover it.
    """
    offset = start
    if start > 0:
        # Whether a line starts at the start of the range depends on the byte before it.
        file.seek(start - 1)
        offset = start - 1 + len(file.readline())
    while end is None or offset < end:
        line = file.readline()
        if not line:
            return
        yield offset, line.removesuffix(b"\n").removesuffix(b"\r")
        offset += len(line)


def is_compressed(path: str) -> bool:
    """Return whether a file is compressed, so that it cannot be split."""
    return path.endswith(".gz")


def decompressed(file: BinaryIO) -> BinaryIO:
    """Return the contents of a compressed file as a file."""
    return cast(BinaryIO, gzip.GzipFile(fileobj=file))

"""Records of WET files: the text of web pages, as Common Crawl publishes it.

A WET file is a WARC file in which each record is a member of a gzip file. A damaged record does not hide those after it:
the next member is searched for.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import mmap

#: The most that one member of a gzip file may contain. A larger one is a bad record.
MAX_MEMBER_LEN = 1 << 30

_GZIP = b"\x1f\x8b\x08"
_VERSION = b"WARC/"
#: How much compressed data is decompressed at a time.
_CHUNK_LEN = 1 << 18


@dataclass(frozen=True)
class Record:
    """A record with text, or a bad one."""

    #: The number of the record in the file. All records count, also those without text.
    number: int
    #: Where its member starts in the file.
    offset: int
    uri: str | None
    #: The text as it is in the file. ``None`` if the record could not be read.
    text: bytes | None
    #: What is wrong with the record, if anything is.
    error: str | None


class _Damaged(Exception):
    """A record that cannot be read."""


def records(data: bytes | mmap.mmap) -> Iterator[Record]:
    """Return the records of a file that have text, and the bad ones."""
    number = 0
    for offset, member in _members(data):
        if isinstance(member, _Damaged):
            yield Record(number, offset, None, None, str(member))
            number += 1
            continue
        position = 0
        while position < len(member):
            try:
                header, text, position = _record(member, position)
            except _Damaged as error:
                yield Record(number, offset, None, None, str(error))
                number += 1
                # Nothing says where the next record of the same member starts.
                break
            if header.get("warc-type", "conversion") == "conversion":
                uri = header.get("warc-target-uri")
                yield Record(number, offset, uri, text, utf8_error(text))
            number += 1


def utf8_error(text: bytes) -> str | None:
    """Return what is wrong with a text that is not UTF-8."""
    try:
        text.decode()
    except UnicodeDecodeError as error:
        return f"UTF-8: invalid at byte {error.start} of the text"
    return None


def _members(
    data: bytes | mmap.mmap,
) -> Iterator[tuple[int, bytes | _Damaged]]:
    """Return the members of a file, each with its offset. A file without compression is one member."""
    if len(data) == 0:
        return
    if data[: len(_VERSION)] == _VERSION:
        yield 0, data[:]
        return
    offset = 0
    while offset < len(data):
        try:
            member, end = _decompress(data, offset)
        except _Damaged as error:
            yield offset, error
            end = _next_member(data, offset + 1)
        else:
            yield offset, member
        offset = end


def _decompress(data: bytes | mmap.mmap, offset: int) -> tuple[bytes, int]:
    """Return the contents of the member at an offset, and where it ends."""
    decompressor = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    parts = []
    left = MAX_MEMBER_LEN
    position = offset
    while not decompressor.eof:
        if position >= len(data):
            raise _Damaged("gzip: the file ends inside a member")
        chunk = data[position : position + _CHUNK_LEN]
        position += len(chunk)
        while chunk and not decompressor.eof:
            try:
                part = decompressor.decompress(chunk, left + 1)
            except zlib.error as error:
                raise _Damaged(f"gzip: {_reason(error)}") from error
            left -= len(part)
            if left < 0:
                raise _Damaged(f"gzip: a member of more than {MAX_MEMBER_LEN} bytes")
            parts.append(part)
            chunk = decompressor.unconsumed_tail
    return b"".join(parts), position - len(decompressor.unused_data)


def _reason(error: zlib.error) -> str:
    """Return the message of zlib without its number: 'Error -3 while decompressing data: incorrect data check'."""
    return str(error).rpartition(": ")[2]


def _next_member(data: bytes | mmap.mmap, offset: int) -> int:
    """Return where the next record starts, or the end of the file. The magic number may also occur inside a member, so
    the start of its contents is compared, too."""
    while (offset := data.find(_GZIP, offset)) >= 0:
        decompressor = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        try:
            start = decompressor.decompress(data[offset : offset + 4096], len(_VERSION))
        except zlib.error:
            start = b""
        if start == _VERSION:
            return offset
        offset += 1
    return len(data)


def _record(member: bytes, start: int) -> tuple[dict[str, str], bytes, int]:
    """Return the header fields and the contents of the record at a position, and where the next one starts."""
    header_end = member.find(b"\r\n\r\n", start)
    if member[start : start + len(_VERSION)] != _VERSION:
        found = member[start : start + 16]
        raise _Damaged(f"WARC: expected {_VERSION!r} at the start of a record, found {found!r}")
    if header_end < 0:
        raise _Damaged("WARC: the header of a record has no end")
    fields = {}
    for line in member[start:header_end].split(b"\r\n")[1:]:
        name, colon, value = line.partition(b":")
        if colon:
            decoded = value.strip().decode(errors="replace")
            fields[name.strip().lower().decode(errors="replace")] = decoded
    length = fields.get("content-length", "")
    if not (length.isascii() and length.isdigit()):
        raise _Damaged(f"WARC: expected a number as Content-Length, found {length!r}")
    text_start = header_end + 4
    text_end = text_start + int(length)
    if text_end > len(member):
        available = len(member) - text_start
        raise _Damaged(f"WARC: expected {length} bytes of text, found {available}")
    next_start = text_end
    while member[next_start : next_start + 2] == b"\r\n":
        next_start += 2
    return fields, member[text_start:text_end], next_start

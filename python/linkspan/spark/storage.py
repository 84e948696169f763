"""Files by path or URI: local ones, and those of the file systems that pyarrow supports (S3, GCS, HDFS)."""

from __future__ import annotations

import glob
import io
import mmap
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO, cast

from pyarrow import fs


def list_files(paths: Sequence[str]) -> list[str]:
    """Return the files of paths, folders and patterns, sorted, each once.

    As Spark does, it skips files in folders whose names start with ``_`` or ``.``.
    """
    files: set[str] = set()
    for path in paths:
        found = _list_uri(path) if "://" in path else _list_local(path)
        if not found:
            raise FileNotFoundError(f"expected files, found none: {path!r}")
        files.update(found)
    return sorted(files)


def _list_local(path: str) -> list[str]:
    found = []
    for match in [path] if os.path.exists(path) else glob.glob(path):
        absolute = os.path.abspath(match)
        if not os.path.isdir(absolute):
            found.append(absolute)
            continue
        for folder, folders, names in os.walk(absolute):
            folders[:] = [name for name in folders if not _is_hidden(name)]
            found += [os.path.join(folder, name) for name in names if not _is_hidden(name)]
    return found


def _list_uri(uri: str) -> list[str]:
    system, path = fs.FileSystem.from_uri(uri)
    prefix = uri.removesuffix(path)
    info = system.get_file_info(path)
    if info.type == fs.FileType.File:
        return [uri]
    if info.type == fs.FileType.NotFound:
        return []
    selector = fs.FileSelector(path, recursive=True)
    found = system.get_file_info(selector)
    return [prefix + file.path for file in found if file.type == fs.FileType.File and not _is_hidden(file.base_name)]


def _is_hidden(name: str) -> bool:
    return name.startswith(("_", "."))


def file_len(path: str) -> int:
    """Return the length of a file in bytes."""
    if "://" not in path:
        return os.path.getsize(path)
    system, name = fs.FileSystem.from_uri(path)
    return int(system.get_file_info(name).size)


@contextmanager
def open_file(path: str) -> Iterator[BinaryIO]:
    """Open a file for reading."""
    if "://" not in path:
        with open(path, "rb") as file:
            yield file
        return
    system, name = fs.FileSystem.from_uri(path)
    with system.open_input_file(name) as native:
        yield cast(BinaryIO, io.BufferedReader(native))


@contextmanager
def contents(path: str) -> Iterator[bytes | mmap.mmap]:
    """Read a file, a local one by mapping it into memory."""
    if "://" not in path and os.path.getsize(path) > 0:
        with (
            open(path, "rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        ):
            yield data
        return
    with open_file(path) as opened:
        yield opened.read()

"""Reading WET files and lines, without Spark."""

import gzip
import io
import random
from pathlib import Path

import pytest
from crawl import Page, member, pages, wet_file

pytest.importorskip("pyspark")

from linkspan.spark import storage, wet
from linkspan.spark.lines import decompressed, lines

PAGES = pages(7, 20)


def read(data: bytes) -> list[wet.Record]:
    return list(wet.records(data))


def test_records_have_keys_and_text() -> None:
    data = wet_file(PAGES)
    found = read(data)
    # The first record is about the file.
    assert [record.number for record in found] == list(range(1, 21))
    assert [Page(record.uri, record.text) for record in found] == PAGES
    assert all(record.error is None for record in found)
    assert all(data[record.offset :].startswith(b"\x1f\x8b") for record in found)


def test_a_file_without_compression_or_with_one_member() -> None:
    expected = [(record.number, record.uri, record.text) for record in read(wet_file(PAGES))]
    plain = gzip.decompress(wet_file(PAGES))
    for data in (plain, gzip.compress(plain)):
        assert [(record.number, record.uri, record.text) for record in read(data)] == expected


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[:-30] + b"\0" * 20 + data[-10:], "gzip: "),
        (lambda data: b"\0" * 10 + data[10:], "gzip: incorrect header check"),
        (lambda data: data[:-8] + b"\0\0\0\0" + data[-4:], "gzip: incorrect data check"),
        (lambda data: data[: len(data) // 2], "gzip: "),
    ],
)
def test_a_damaged_member_hides_no_other(damage, message: str) -> None:
    members = [member("conversion", page.uri, page.text) for page in PAGES]
    damaged = [*members]
    damaged[5] = damage(members[5])
    found = read(b"".join(damaged))
    bad = [record for record in found if record.error]
    assert [record.number for record in bad] == [5]
    assert bad[0].text is None
    assert bad[0].offset == sum(map(len, members[:5]))
    assert bad[0].error.startswith(message), bad[0].error
    good = [Page(record.uri, record.text) for record in found if not record.error]
    assert good == PAGES[:5] + PAGES[6:]


def test_a_truncated_file_ends_with_a_bad_record() -> None:
    found = read(wet_file(PAGES)[:-20])
    assert len(found) == 20
    assert found[-1].error == "gzip: the file ends inside a member"


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\n", "WARC: expected b'WARC/' at the start of a record, found b'HTTP/1.1"),
        (b"WARC/1.0\r\nWARC-Type: conversion\r\n", "WARC: the header of a record has no end"),
        (b"WARC/1.0\r\nA: b\r\n\r\nabc", "WARC: expected a number as Content-Length, found ''"),
        (b"WARC/1.0\r\nContent-Length: -1\r\n\r\nabc", "as Content-Length, found '-1'"),
        (b"WARC/1.0\r\nContent-Length: 9\r\n\r\nabc", "WARC: expected 9 bytes of text, found 3"),
    ],
)
def test_bad_records_say_what_was_expected(contents: bytes, message: str) -> None:
    good = member("conversion", "https://a.example/", b"text")
    found = read(good + gzip.compress(contents) + good)
    assert [record.number for record in found] == [0, 1, 2]
    assert message in found[1].error
    assert [found[0].text, found[2].text] == [b"text", b"text"]


def test_text_that_is_not_utf8_is_kept() -> None:
    [record] = read(member("conversion", "https://a.example/", b"see \xff example.com"))
    assert record.text == b"see \xff example.com"
    assert record.error == "UTF-8: invalid at byte 4 of the text"


def test_a_member_of_excessive_length_is_a_bad_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wet, "MAX_MEMBER_LEN", 10_000)
    small = member("conversion", "https://a.example/", b"text")
    found = read(small + member("conversion", "https://b.example/", b"x" * 20_000) + small)
    assert [record.error for record in found] == [
        None,
        "gzip: a member of more than 10000 bytes",
        None,
    ]


def test_random_damage_is_never_an_exception() -> None:
    source = random.Random(1)
    data = wet_file(PAGES)
    for _ in range(300):
        damaged = bytearray(data)
        for _ in range(source.randint(1, 5)):
            damaged[source.randrange(len(damaged))] = source.randrange(256)
        found = read(bytes(damaged[: source.randint(0, len(damaged))]))
        numbers = [record.number for record in found]
        assert numbers == sorted(set(numbers))
        texts = {page.text for page in PAGES}
        assert all(record.text in texts or record.error for record in found)


def test_ranges_of_lines_cover_a_file_exactly_once() -> None:
    text = b"first\n\nthird\r\n" + b"x" * 50 + "\nйожик\nlast".encode()
    whole = list(lines(io.BytesIO(text)))
    assert [line for _, line in whole] == [line.removesuffix(b"\r") for line in text.split(b"\n")]
    assert all(text[offset:].startswith(line) for offset, line in whole)
    for split in range(1, len(text) + 2):
        ranges = [(start, min(start + split, len(text))) for start in range(0, len(text), split)]
        parts = [line for start, end in ranges for line in lines(io.BytesIO(text), start, end)]
        assert parts == whole, split
    assert list(lines(decompressed(io.BytesIO(gzip.compress(text))))) == whole


def test_files_are_listed_as_spark_lists_them(tmp_path: Path) -> None:
    for name in ["b.txt", "a.txt", "_SUCCESS", ".hidden", "sub/c.txt", "_temporary/d.txt"]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"x")

    def names(*paths: str) -> list[str]:
        files = storage.list_files(paths)
        return [file.removeprefix("file://").removeprefix(f"{tmp_path}/") for file in files]

    assert names(str(tmp_path)) == ["a.txt", "b.txt", "sub/c.txt"]
    assert names(str(tmp_path / "*.txt"), str(tmp_path / "a.txt")) == ["a.txt", "b.txt"]
    assert names(f"file://{tmp_path}/a.txt") == ["a.txt"]
    with pytest.raises(FileNotFoundError, match="expected files, found none"):
        storage.list_files([str(tmp_path / "missing")])
    uri = f"file://{tmp_path}/a.txt"
    assert storage.file_len(uri) == 1
    with storage.contents(uri) as data:
        assert data[:] == b"x"
    with storage.open_file(uri) as file:
        assert file.readline() == b"x"

"""A small crawl: WET files with text in many scripts."""

import gzip
import random
from dataclasses import dataclass
from pathlib import Path

TEXTS = [
    "The report is at https://example.com/report?year=2026#page-{n}, and questions go to ann@example.org.",
    "詳しくはhttps://例え.jp/記事/{n}をご覧ください。",
    "请访问 https://example.cn/文档/{n}，或者发邮件至 info@example.cn。",
    "Смотри пример.рф/страница/{n}!",
    "ดูเพิ่มเติมที่ https://example.co.th/หน้า/{n} ครับ",
    "راجع https://example.com/مقال/{n}، شكرا",
    "ראו https://example.co.il/דף/{n}.",
    "अधिक जानकारी: https://example.in/लेख/{n}।",
    "더 보기: https://example.kr/글/{n}",
    "Δείτε το www.example.gr/σελίδα/{n}.",
    "No link in line {n}: version 1.2.{n}, e.g. this one.",
    "Two: http://www.example.com/{n} (and http://example.net/a_(b)/{n}).",
]


@dataclass(frozen=True)
class Page:
    """A record: where its page is, and its text, as it is in the file."""

    uri: str
    text: bytes


def pages(seed: int, count: int) -> list[Page]:
    """Returns pages with 1 to 4 lines each, always the same for a seed."""
    source = random.Random(seed)
    found = []
    for number in range(count):
        lines = source.choices(TEXTS, k=source.randint(1, 4))
        text = "\n".join(line.format(n=source.randrange(10_000)) for line in lines)
        found.append(Page(f"https://site-{seed}.example/{number}", text.encode()))
    return found


def member(kind: str, uri: str, text: bytes) -> bytes:
    """Returns a record as a member of a gzip file."""
    header = f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nContent-Length: {len(text)}\r\n\r\n"
    return gzip.compress(header.encode() + text + b"\r\n\r\n", compresslevel=1, mtime=0)


def wet_file(found: list[Page]) -> bytes:
    """Returns a WET file, which starts with a record about the file itself."""
    info = member("warcinfo", "", b"Software-Info: tests\r\n")
    return info + b"".join(member("conversion", page.uri, page.text) for page in found)


def write_crawl(folder: Path, files: int, pages_per_file: int) -> dict[str, list[Page]]:
    """Writes WET files, and returns their pages by path."""
    folder.mkdir(parents=True, exist_ok=True)
    crawl = {}
    for number in range(files):
        path = folder / f"CC-TEST-{number:05}.warc.wet.gz"
        found = pages(number, pages_per_file)
        path.write_bytes(wet_file(found))
        crawl[str(path)] = found
    return crawl

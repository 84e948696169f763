"""A fuzz target for `python/fuzz`: what must hold for every text.

An input is a byte, which chooses the finder, and a text. Bytes that are not UTF-8 become lone surrogates.
"""

from __future__ import annotations

import html
import json
import os
import pickle
import re
import subprocess
import sys
import warnings

import atheris

# The compiled module is not instrumented. Coverage is that of the adapters.
with atheris.instrument_imports(include=["linkspan"]):
    import linkspan
    import linkspan.bleach
    import linkspan.bs4
    import linkspan.jinja2
    import linkspan.lxml
    import linkspan.markdown
    import linkspan.markdown_it

import bs4
import markdown
from jinja2 import Environment
from markdown_it import MarkdownIt

#: Arguments of `Finder`, and of the program.
FINDERS: list[tuple[dict[str, str], list[str]]] = [
    ({}, []),
    ({"profile": "uts58"}, ["--profile", "uts58"]),
    ({"profile": "source"}, ["--profile", "source"]),
    ({"profile": "terminal"}, ["--profile", "terminal"]),
    ({"profile": "strict"}, ["--profile", "strict"]),
    (
        {"profile": "prose", "userinfo": "link", "unknown_schemes": "link"},
        ["--userinfo", "link", "--unknown-schemes", "link"],
    ),
]
CONTROL_SEQUENCE_START = re.compile("[\x1b\x80-\x9f]")
#: A process takes as long as hundreds of texts.
BATCH_LEN = 500


class Program:
    """Compares links with those that the program finds, many texts at a time."""

    def __init__(self, finder: linkspan.Finder, arguments: list[str]) -> None:
        self._finder = finder
        path = os.environ["LINKSPAN_PROGRAM"]
        profile = [] if "--profile" in arguments else ["--profile", "prose"]
        options = ["--no-config", "--json", "--full", "--lines", "-E", "utf-8"]
        self._command = [path, "find", *options, *profile, *arguments]
        self._lines: list[str] = []

    def compare(self, text: str) -> None:
        """Compares each line of a text, now or later.

        The program removes a carriage return at the end of a line. It searches the text that a terminal shows, so that
        control sequences have no width there, and are left out here.
        """
        text = CONTROL_SEQUENCE_START.sub(" ", text.replace("\r", " "))
        self._lines += text.split("\n")
        if len(self._lines) >= BATCH_LEN:
            self.compare_all()

    def compare_all(self) -> None:
        # A byte order mark at the start of the input is not text.
        lines, self._lines = ["first line", *self._lines], []
        given = "\n".join(lines).encode("utf-8", "surrogatepass")
        done = subprocess.run(self._command, input=given, capture_output=True, check=False)
        # 2 is the status for input that is not UTF-8, which is searched all the same.
        assert done.returncode in (0, 1, 2), done.stderr
        found: dict[int, list[tuple[object, ...]]] = {}
        for record in map(json.loads, done.stdout.decode().splitlines()):
            fields = tuple(record[name] for name in ("start", "end", "kind", "text", "href", "display"))
            found.setdefault(record["line"], []).append(fields)
        for number, line in enumerate(lines, 1):
            expected = [
                (link.byte_start, link.byte_end, link.kind, link.text, link.href, link.display)
                for link in self._finder.find(line)
            ]
            assert found.get(number, []) == expected, f"{self._command}: {line!r}"


# Texts that look like a URL are what this is about.
warnings.simplefilter("ignore", bs4.MarkupResemblesLocatorWarning)

TARGETS = [(finder := linkspan.Finder(**options), Program(finder, arguments)) for options, arguments in FINDERS]
TEMPLATE = Environment(extensions=[linkspan.jinja2.LinkspanExtension]).from_string("{{ text|urlize }}")
MARKDOWN_IT = MarkdownIt("commonmark").use(linkspan.markdown_it.linkspan_plugin)
MARKDOWN = markdown.Markdown(extensions=[linkspan.markdown.LinkspanExtension()])


def check(data: bytes) -> None:
    """Raises an error if something does not hold for an input."""
    if not data:
        return
    text = data[1:].decode("utf-8", "surrogateescape")
    finder, program = TARGETS[data[0] % len(TARGETS)]
    program.compare(text)
    check_links(finder, text)
    check_html(finder, text)
    if not any("\ud800" <= character <= "\udfff" for character in text):
        check_bytes(finder, text)
        check_adapters(text)


def check_links(finder: linkspan.Finder, text: str) -> None:
    links = finder.find(text)
    encoded = text.encode("utf-8", "surrogatepass")
    end = 0
    for link in links:
        assert end <= link.start < link.end
        end = link.end
        assert text[link.start : link.end] == link.text
        assert encoded[link.byte_start : link.byte_end].decode() == link.text
        assert link.href.isascii()
        for part in ("scheme", "userinfo", "local_part", "host", "domain", "port", "path", "query", "fragment"):
            span = link.span(part)
            assert (span is None) == (getattr(link, part) is None)
            assert span is None or text[span[0] : span[1]] == getattr(link, part)
        assert pickle.loads(pickle.dumps(link)) == link
        assert finder.link_at(text, link.start) == link
    assert list(finder.find_iter(text)) == links
    assert finder.is_match(text) == bool(links)
    assert [found.link for found in finder.explain(text) if found.link] == links
    assert [found.link for found in finder.assess(text) if found.rejection is None] == links
    live = linkspan.LiveText(text, finder)
    middle = len(text) // 2
    live.edit(middle, middle, "a.com\ud800 b")
    edited = text[:middle] + "a.com\ud800 b" + text[middle:]
    assert [live.get(link) for link in live.links()] == finder.find(edited)


def check_bytes(finder: linkspan.Finder, text: str) -> None:
    """UTF-8 has the same links, at byte offsets."""
    found = finder.find(text.encode())
    expected = finder.find(text)
    assert [(link.start, link.end, link.href) for link in found] == [
        (link.byte_start, link.byte_end, link.href) for link in expected
    ]


def without_anchors(html: str) -> str:
    return re.sub(r'<a href="[^"]*">|</a>', "", html)


def check_html(finder: linkspan.Finder, text: str) -> None:
    found = finder.linkify(text, rel=None, isolation="never")
    # A document cannot contain NUL.
    assert html.unescape(without_anchors(found)) == text.replace("\0", "\ufffd")
    # An address that runs a script is never linked.
    hrefs = [link.href.lower() for link in finder.find(text)]
    assert found.count("<a ") == sum(not href.startswith(("javascript:", "vbscript:", "data:")) for href in hrefs)
    rewritten = finder.linkify_html(text, rel=None, isolation="never")
    if "<a" not in text and "</a" not in text:
        assert without_anchors(rewritten) == text
    same = finder.linkify_html(text, rel=None, isolation="never", callbacks=[lambda attributes, link: attributes])
    assert same == rewritten
    finder.linkify_markdown(text)


def check_adapters(text: str) -> None:
    linkspan.bleach.linkify(text)
    try:
        soup = bs4.BeautifulSoup(text, "html.parser")
    except bs4.ParserRejectedMarkup:
        pass
    else:
        before = soup.get_text()
        linkspan.bs4.linkify(soup)
        assert soup.get_text() == before
    TEMPLATE.render(text=text)
    MARKDOWN_IT.render(text)
    MARKDOWN.reset()
    MARKDOWN.convert(text)


if __name__ == "__main__":
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()

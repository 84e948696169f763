"""HTML: what links look like, callbacks, skipped elements, and hostile text."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkspan
from linkspan import Finder

HOSTILE = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "https://example.com/\"onmouseover=\"alert(1)",
    "https://example.com/'onmouseover='alert(1)",
    "https://example.com/?<svg/onload=alert(1)>",
    "javascript:alert(1)",
    "javascript://example.com/%0aalert(1)",
    "JaVaScRiPt://a.com/%0dalert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data://example.com/text/html,<script>alert(1)</script>",
    "vbscript://example.com/x",
    "&lt;script&gt;alert(1)&lt;/script&gt; a.com",
    "a.com</a><script>alert(1)</script>",
    "\u202ehttps://example.com/\u2066<b>",
    "ann@example.com<script>",
    "http://a.com/`onclick=alert(1)`",
    "a.com\x00<b>",
]  # fmt: skip


class Elements(HTMLParser):
    """The elements and attributes that a parser sees."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("options", [{}, {"profile": "terminal", "userinfo": "link"}])
def test_text_never_becomes_markup(text, options):
    for element, attributes in Elements(linkspan.linkify(text, **options)).found:
        assert element in ("a", "bdi")
        assert set(attributes) <= {"href", "rel"}
        assert element == "bdi" or attributes["href"].split(":")[0] in ("http", "https", "mailto")


def test_appearance():
    def written(**options):
        return linkspan.linkify("example.com/%C3%A4", **options)

    href = '<a href="https://example.com/%C3%A4"'
    assert written() == f'{href} rel="nofollow noopener ugc">example.com/%C3%A4</a>'
    assert written(rel=None) == written(rel="") == written(rel=[]) == f"{href}>example.com/%C3%A4</a>"
    assert written(rel="external nofollow") == written(rel={"nofollow", "external"})
    assert written(rel=None, title=True) == f'{href} title="example.com/ä">example.com/%C3%A4</a>'
    assert written(rel=None, title='"<') == f'{href} title="&quot;&lt;">example.com/%C3%A4</a>'
    assert written(rel=None, show="readable") == f"{href}>example.com/ä</a>"
    assert written(rel=None, show=12) == f"{href}>example.com…</a>"
    assert written(rel=None, attributes={"data-from": "chat"}) == f'{href} data-from="chat">example.com/%C3%A4</a>'
    assert linkspan.linkify("1\n2", newlines="break") == "1<br>\n2"
    assert linkspan.linkify("אתר.קום", rel=None, isolation="never").startswith("<a ")
    assert linkspan.linkify("אתר.קום", rel=None).startswith("<bdi><a ")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"rel": "follow"}, ValueError, "expected one of nofollow, .* for 'rel', found 'follow'"),
        ({"attributes": {"onclick": "x"}}, ValueError, "found 'onclick'"),
        ({"attributes": "x"}, TypeError, "expected a dict for 'attributes', found str"),
        ({"show": 0}, TypeError, "expected 'written', 'readable' or an int of at least 1"),
        ({"show": "short"}, ValueError, "found 'short'"),
        ({"newlines": "x"}, ValueError, "expected one of keep, break, paragraphs for 'newlines', found 'x'"),
        ({"title": 1.5}, TypeError, "expected a bool or a str for 'title', found float"),
    ],
)
def test_bad_appearance_is_an_error(arguments, error, message):
    with pytest.raises(error, match=message):
        linkspan.linkify("", **arguments)


def test_callbacks_change_or_refuse_links():
    seen = []

    def callback(attributes, link):
        seen.append((link.start, link.end, link.text, attributes["_text"]))
        if link.kind == "email":
            return None
        return {**attributes, "href": "/go?" + link.host, "_text": link.host + "<"}

    html = "<p>ä &amp; a.com/?b&amp;c, ann@b.com</p>"
    written = linkspan.linkify_html(html, callbacks=[callback], rel=None)
    assert written == '<p>ä &amp; <a href="/go?a.com">a.com&lt;</a>, ann@b.com</p>'
    assert seen == [(11, 25, "a.com/?b&c", "a.com/?b&c"), (27, 36, "ann@b.com", "ann@b.com")]
    assert html[11:25] == "a.com/?b&amp;c"


def test_callbacks_run_in_order_and_can_use_all_settings():
    def add(suffix):
        return lambda attributes, link: {**attributes, "title": attributes["title"] + suffix}

    written = Finder().linkify_html(
        "a.com/%C3%A4", callbacks=[add("1"), add("2")], rel="ugc", target="x", class_="c", title=True, show="readable",
        attributes={"data-a": "b"},
    )  # fmt: skip
    assert written == (
        '<a href="https://a.com/%C3%A4" rel="ugc" target="x" class="c" title="a.com/ä12" data-a="b">a.com/ä</a>'
    )


@pytest.mark.parametrize(
    "href", ["javascript:alert(1)", " JaVa\tscript:alert(1)", "\x01data:text/html,x", "vbscript:x"]
)
def test_callbacks_cannot_make_links_that_run_scripts(href):
    written = linkspan.linkify_html("<p>a.com b</p>", callbacks=[lambda attributes, link: {**attributes, "href": href}])
    assert written == "<p>a.com b</p>"


def test_errors_of_callbacks():
    with pytest.raises(ZeroDivisionError):
        linkspan.linkify_html("a.com", callbacks=[lambda attributes, link: 1 / 0])
    with pytest.raises(TypeError, match="expected a dict or None from a callback, found str"):
        linkspan.linkify_html("a.com", callbacks=[lambda attributes, link: "x"])
    with pytest.raises(ValueError, match="found 'onclick'"):
        linkspan.linkify_html("a.com", callbacks=[lambda attributes, link: {**attributes, "onclick": "x"}])
    with pytest.raises(ValueError, match="expected a str for the attribute 'title'"):
        linkspan.linkify_html("a.com", callbacks=[lambda attributes, link: {**attributes, "title": 1}])
    with pytest.raises(TypeError, match="expected functions for 'callbacks', found int"):
        linkspan.linkify_html("a.com", callbacks=[1])


def test_skipped_elements():
    html = "<pre>a.com</pre><i class=x>b.com</i><a href=/>c.com</a>"
    link = '<a href="https://{0}">{0}</a>'
    assert linkspan.linkify_html(html, rel=None) == html.replace("b.com", link.format("b.com"))
    everything = html.replace("b.com", link.format("b.com")).replace("a.com", link.format("a.com"))
    assert linkspan.linkify_html(html, rel=None, skip_tags=[]) == everything
    assert linkspan.linkify_html(html, rel=None, skip_tags=["pre", ".x"]) == html
    with pytest.raises(TypeError, match="expected an iterable of str for 'skip_tags', found str"):
        linkspan.linkify_html(html, skip_tags="pre")
    for document in (html, "a.com"):
        with pytest.raises(ValueError, match="expected a list of CSS selectors"):
            linkspan.linkify_html(document, skip_tags=["p:last-child"])


@given(
    st.lists(st.sampled_from([*HOSTILE, "a.com", "b.org/'x", " ", "\r\n", "\x00", ">", "אתר.קום", "例え.jp"])).map(
        "".join
    )
)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_documents_without_markup_need_no_parser(text):
    """A document without tags takes a fast path. An empty element before it leads to the parser."""
    text = text.replace("<", "").replace("&", "")
    for arguments in ({}, {"rel": None, "show": "readable", "isolation": "always"}, {"callbacks": [lambda a, link: a]}):
        parsed = linkspan.linkify_html("<i></i>" + text, profile="terminal", **arguments)
        assert linkspan.linkify_html(text, profile="terminal", **arguments) == parsed.removeprefix("<i></i>")

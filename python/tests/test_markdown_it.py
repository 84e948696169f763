"""The adapter inside the real markdown-it-py."""

from __future__ import annotations

import pytest
from linkify_it import LinkifyIt
from markdown_it import MarkdownIt
from test_html import HOSTILE, Elements

from linkspan import Finder
from linkspan.markdown_it import Linkify, linkspan_plugin


def md(**options):
    return MarkdownIt("commonmark", {"html": False}).use(linkspan_plugin, **options)


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("see example.com.", '<p>see <a href="https://example.com">example.com</a>.</p>\n'),
        ("**https://example.com/a_b_c**", '<p><strong><a href="https://example.com/a_b_c">https://example.com/a_b_c</a></strong></p>\n'),
        ("https://example.com/*a*", '<p><a href="https://example.com/*a">https://example.com/*a</a>*</p>\n'),
        ("`a.com` [a.com](b) <https://a.com>", '<p><code>a.com</code> <a href="b">a.com</a> <a href="https://a.com">https://a.com</a></p>\n'),
        ("ann@example.com", '<p><a href="mailto:ann@example.com">ann@example.com</a></p>\n'),
        ("詳見https://example.com/臺北。", '<p>詳見<a href="https://example.com/%E8%87%BA%E5%8C%97">https://example.com/臺北</a>。</p>\n'),
        ("пример.рф", '<p><a href="https://xn--e1afmkfd.xn--p1ai">пример.рф</a></p>\n'),
        ("http\\://example.com", "<p>http://example.com</p>\n"),
        ("//example.com/a b", '<p><a href="//example.com/a">//example.com/a</a> b</p>\n'),
        ("HTTPS://EXAMPLE.com/%C3%A4 x", '<p><a href="HTTPS://EXAMPLE.com/%C3%A4">HTTPS://EXAMPLE.com/ä</a> x</p>\n'),
    ],
)  # fmt: skip
def test_rendering(source, html):
    assert md().render(source) == html


def test_the_plugin_takes_options_and_finders():
    assert "<a " not in md(bare_domains="skip").render("a.com")
    assert "<a " not in md(finder=Finder(bare_domains="skip")).render("a.com")
    with pytest.raises(TypeError, match="either a finder or options"):
        Linkify(Finder(), profile="prose")


def test_the_interface_is_that_of_linkify_it():
    ours, theirs = Linkify(implied_scheme="http"), LinkifyIt()
    for text in (
        "see example.com/a, and",
        "http://example.com/a",
        "HTTPS://example.com",
        "ann@example.com",
        "mailto:ann@example.com",
    ):
        assert ours.test(text) is theirs.test(text) is True
        assert ours.pretest(text) and theirs.pretest(text)
        (one,), (other,) = ours.match(text), theirs.match(text)
        assert (one.index, one.last_index, one.raw, one.text) == (other.index, other.last_index, other.raw, other.text)
        assert one.url.lower() == other.url.lower() and one.schema == other.schema.lower()
    for text in ("http://example.com/a b", "x http://example.com", "example.com", ""):
        one, other = ours.match_at_start(text), theirs.match_at_start(text)
        assert (one is None) == (other is None)
        assert one is None or (one.index, one.last_index, one.url) == (other.index, other.last_index, other.url)
    assert ours.match("nothing") is theirs.match("nothing") is None
    assert not ours.pretest("nothing")


def test_longer_links_than_the_limit_are_not_at_the_start():
    linkify = Linkify(length_limit=30)
    assert linkify.match_at_start("https://example.com/" + "a" * 10) is not None
    assert linkify.match_at_start("https://example.com/" + "a" * 11) is None


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text(text):
    allowed = {"p", "a", "code"}
    for element, attributes in Elements(md(profile="terminal").render(text)).found:
        assert element in allowed
        assert set(attributes) <= {"href"}
        assert element != "a" or attributes["href"].split(":")[0] in ("http", "https", "mailto")

"""Links in the trees of the real Beautiful Soup and lxml, and in the real Python-Markdown."""

from __future__ import annotations

import lxml.etree
import lxml.html
import markdown
import pytest
from bs4 import BeautifulSoup, Comment
from test_html import HOSTILE, Elements

from linkspan import Finder
from linkspan import bs4 as linkspan_bs4
from linkspan import lxml as linkspan_lxml
from linkspan.markdown import LinkspanExtension

HTML = (
    '<p>see a.com, <b>b.com</b> and c.com<br>d.com</p><!-- e.com --><pre>f.com</pre><a href="/">g.com <i>h.com</i></a>'
    '<script>i.com</script><style>j.com</style><textarea>k.com</textarea><p title="l.com">x</p>'
)
LINKED = ["a.com", "b.com", "c.com", "d.com"]


def anchors(html):
    return [attributes["href"] for element, attributes in Elements(html).found if element == "a"]


@pytest.mark.parametrize("parser", ["html.parser", "lxml", "html5lib"])
def test_beautiful_soup(parser):
    soup = BeautifulSoup(HTML, parser)
    text = soup.get_text()
    assert linkspan_bs4.linkify(soup) == 4
    assert soup.get_text() == text
    found = [a for a in soup.find_all("a") if a["href"] != "/"]
    assert [(a["href"], a.string) for a in found] == [(f"https://{host}", host) for host in LINKED]
    assert found[0]["rel"] == "nofollow noopener ugc" or found[0]["rel"] == ["nofollow", "noopener", "ugc"]
    assert soup.find(string=lambda node: isinstance(node, Comment)) == " e.com "
    assert linkspan_bs4.linkify(soup) == 0, "a second run changes nothing"


def test_beautiful_soup_settings():
    soup = BeautifulSoup("<div><p>a.com</p><code>b.com</code></div> c.com", "html.parser")
    assert linkspan_bs4.linkify(soup.div, rel=None, target="x", class_="y", skip_tags=["p"]) == 1
    linked = '<a class="y" href="https://b.com" target="x">b.com</a>'
    assert str(soup) in (f"<div><p>a.com</p><code>{order}</code></div> c.com" for order in (
        linked, '<a href="https://b.com" target="x" class="y">b.com</a>'
    ))  # fmt: skip
    assert linkspan_bs4.linkify(soup, finder=Finder(bare_domains="skip")) == 0
    assert linkspan_bs4.linkify(soup.a) == 0, "inside of a link"


def test_lxml():
    tree = lxml.html.document_fromstring(HTML)
    text = tree.text_content()
    assert linkspan_lxml.linkify(tree) == 4
    assert tree.text_content() == text
    found = [a for a in tree.iter("a") if a.get("href") != "/"]
    assert [(a.get("href"), a.text) for a in found] == [(f"https://{host}", host) for host in LINKED]
    assert found[0].get("rel") == "nofollow noopener ugc"
    assert linkspan_lxml.linkify(tree) == 0, "a second run changes nothing"
    assert linkspan_lxml.linkify(found[0]) == 0, "inside of a link"


def test_lxml_texts_around_elements_stay_in_order():
    source = "<p>0 a.com 1 b.com 2<i>3 c.com</i>4 d.com 5<!-- e.com -->6 f.com 7</p>"
    tree = lxml.html.fragment_fromstring(source)
    assert linkspan_lxml.linkify(tree, rel=None) == 5
    expected = source
    for host in ("a.com", "b.com", "c.com", "d.com", "f.com"):
        expected = expected.replace(host, f'<a href="https://{host}">{host}</a>')
    assert lxml.html.tostring(tree, encoding="unicode") == expected


def test_lxml_xhtml():
    tree = lxml.etree.fromstring('<p xmlns="http://www.w3.org/1999/xhtml">a.com<code>b.com</code></p>')
    assert linkspan_lxml.linkify(tree, rel=None, class_="x") == 1
    written = lxml.etree.tostring(tree, encoding="unicode")
    assert '<a href="https://a.com" class="x">a.com</a><code>b.com</code>' in written


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_in_trees(text):
    finder = Finder(profile="terminal", userinfo="link")
    soup = BeautifulSoup("<p></p>", "html.parser")
    soup.p.string = text
    linkspan_bs4.linkify(soup, finder=finder)
    tree = lxml.html.fragment_fromstring("<p></p>")
    # XML has no place for these characters.
    tree.text = text.replace("\x00", "")
    linkspan_lxml.linkify(tree, finder=finder)
    for html in (str(soup), lxml.html.tostring(tree, encoding="unicode")):
        for element, attributes in Elements(html).found:
            assert element in ("p", "a")
            assert set(attributes) <= {"href", "rel"}
            assert attributes.get("href", "http:").split(":")[0] in ("http", "https", "mailto")


def md(source, **config):
    return markdown.markdown(source, extensions=[LinkspanExtension(**config)])


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("see a.com.", 'see <a href="https://a.com">a.com</a>.'),
        ("https://a.com/b_c_d_e", '<a href="https://a.com/b_c_d_e">https://a.com/b_c_d_e</a>'),
        ("**https://a.com/** *b.com*", '<strong><a href="https://a.com/">https://a.com/</a></strong> <em><a href="https://b.com">b.com</a></em>'),
        ("`a.com` [b.com](/c) ![d.com](/e) <https://f.com>", '<code>a.com</code> <a href="/c">b.com</a> <img alt="d.com" src="/e" /> <a href="https://f.com">https://f.com</a>'),
        ('<a href="https://a.com">a.com</a> b.com', '<a href="https://a.com">a.com</a> <a href="https://b.com">b.com</a>'),
        ("<code>a.com</code> <b>b.com</b>", '<code>a.com</code> <b><a href="https://b.com">b.com</a></b>'),
        ('<img alt="a.com"> x', '<img alt="a.com"> x'),
        ("http://a.com/?b=c&d", '<a href="http://a.com/?b=c&amp;d">http://a.com/?b=c&amp;d</a>'),
        ("ann@example.com or пример.рф", '<a href="mailto:ann@example.com">ann@example.com</a> or <a href="https://xn--e1afmkfd.xn--p1ai">пример.рф</a>'),
        ("a.com b.com\nc.com", '<a href="https://a.com">a.com</a> <a href="https://b.com">b.com</a>\n<a href="https://c.com">c.com</a>'),
        ("[a.com][x] no\n\n[x]: /y", '<a href="/y">a.com</a> no'),
        ("README.md and src/main.rs", "README.md and src/main.rs"),
    ],
)  # fmt: skip
def test_python_markdown(source, html):
    assert md(source) == f"<p>{html}</p>"


def test_python_markdown_blocks():
    assert md("# a.com") == '<h1><a href="https://a.com">a.com</a></h1>'
    assert md("    a.com") == "<pre><code>a.com\n</code></pre>"
    assert md("<div>a.com</div>") == "<div>a.com</div>"
    assert md("- a.com\n- b.com").count("<a ") == 2


def test_python_markdown_settings():
    written = md("a.com b@c.com", options={"emails": "skip"}, rel="nofollow", target="_blank", class_="x")
    assert written == '<p><a class="x" href="https://a.com" rel="nofollow" target="_blank">a.com</a> b@c.com</p>'
    by_name = markdown.markdown(
        "a.com", extensions=["linkspan.markdown"], extension_configs={"linkspan.markdown": {"rel": "ugc"}}
    )
    assert by_name == '<p><a href="https://a.com" rel="ugc">a.com</a></p>'
    with pytest.raises(ValueError, match="bare_domains"):
        md("", options={"bare_domains": "x"})


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_in_python_markdown(text):
    # Python-Markdown passes on raw HTML by design, so only what the extension adds is examined.
    before = Elements(markdown.markdown(text)).found
    for element, attributes in Elements(md(text, options={"profile": "terminal", "userinfo": "link"})).found:
        if (element, attributes) not in before:
            assert (element, set(attributes)) == ("a", {"href"})
            assert attributes["href"].split(":")[0] in ("http", "https", "mailto")

"""``linkspan.bleach`` beside the real bleach: what its documentation shows gives the same result, or a listed one."""

from __future__ import annotations

from functools import partial
from urllib.parse import quote, urlparse

import bleach
import pytest
from bleach import linkifier
from test_html import HOSTILE, Elements

import linkspan.bleach as ours

HREF = (None, "href")


def set_title(attrs, new=False):
    attrs[(None, "title")] = "from a user"
    return attrs


def open_elsewhere(attrs, new=False):
    if urlparse(attrs[HREF]).netloc in ("here.com", "also-here.com"):
        attrs.pop((None, "target"), None)
    else:
        attrs[(None, "target")] = "_blank"
        attrs[(None, "class")] = "external"
    return attrs


def only_some(attrs, new=False):
    kept = [HREF, (None, "target"), (None, "rel"), (None, "title"), "_text"]
    return {key: value for key, value in attrs.items() if key in kept}


def without_title(attrs, new=False):
    attrs.pop((None, "title"), None)
    return attrs


def shorten_new(attrs, new=False):
    if new and len(attrs["_text"]) > 25:
        attrs["_text"] = attrs["_text"][:22] + "..."
    return attrs


def bounce(attrs, new=False):
    if urlparse(attrs.get(HREF)).netloc not in ("example.com", "www.example.com", ""):
        attrs[HREF] = "http://bounce.example/?to=" + quote(attrs[HREF])
    return attrs


def no_python_files(attrs, new=False):
    text = attrs["_text"]
    return None if new and text.endswith(".py") and not text.startswith(("http:", "https:")) else attrs


def no_mailto(attrs, new=False):
    return None if attrs[HREF].startswith("mailto:") else attrs


def rename_all(attrs, new=False):
    attrs["_text"] = "<new>" if new else "<old>"
    return attrs


# Every kind of example in the documentation of bleach: text, and arguments of `linkify`.
EXAMPLES = [
    ("abc http://example.com def", {}),
    ("abc http://example.com def", {"callbacks": [set_title]}),
    ('<a title="x" href="http://example.com">y</a>', {"callbacks": [set_title]}),
    ("abc http://example.com http://here.com def", {"callbacks": [open_elsewhere]}),
    ('<a target="_blank" href="http://here.com">x</a>', {"callbacks": [open_elsewhere]}),
    ('<a style="color: red;" href="http://example.com">link</a>', {"callbacks": [only_some]}),
    ('<a href="http://example.com">link</a>', {"callbacks": [without_title]}),
    ('<a title="bad" href="http://example.com">link</a>', {"callbacks": [without_title]}),
    ("http://example.com/longlonglonglonglongurl", {"callbacks": [shorten_new]}),
    ('<a href="/">http://example.com/longlonglonglonglongurl</a>', {"callbacks": [shorten_new]}),
    ("http://example.com http://foo.com", {"callbacks": [bounce]}),
    ("abc http://example.com models.py def", {"callbacks": [no_python_files]}),
    ('<a href="mailto:janet@example.com">mail janet!</a>', {"callbacks": [no_mailto]}),
    ('<a href="mailto:janet@example.com">mail <b>janet</b> &amp; me</a>', {"callbacks": [no_mailto]}),
    ("<pre>http://a.com</pre> http://b.com", {"skip_tags": ["pre"]}),
    ("<pre>http://a.com</pre> http://b.com", {"skip_tags": {"code", "pre"}}),
    ("<pre>http://a.com</pre> http://b.com", {}),
    ('<pre><a href="http://a.com">x</a></pre>', {"skip_tags": ["pre"]}),
    ("write to janet@example.com", {}),
    ("write to janet@example.com", {"parse_email": True}),
    ("write to janet@example.com", {"parse_email": True, "callbacks": [no_mailto]}),
    ('<a href="mailto:janet@example.com">janet@example.com</a>', {"parse_email": True}),
    ("a b c http://example.com d e f", {"skip_tags": {"pre"}}),
    ("http://a.com http://b.com", {"callbacks": []}),
    ("http://a.com", {"callbacks": None}),
    ("http://a.com", {"callbacks": [linkifier.DEFAULT_CALLBACKS[0], bleach.callbacks.target_blank]}),
    ('<a href="/x" rel="me">http://b.com</a> a.com', {"callbacks": [rename_all]}),
    ('<a rel="nofollow" href="/x">x</a> <a href="/y" rel="ugc">y</a> <a name="z">z</a>', {}),
    ('<img alt="http://a.com" src="http://b.com/x.png"> http://c.com', {}),
    ("", {}),
    ("just text", {}),
    ("http://a.com?x&amp;y=1", {}),
    ("(http://a.com), http://b.com.", {}),
]  # fmt: skip


@pytest.mark.parametrize(("text", "arguments"), EXAMPLES)
def test_documented_examples_give_the_result_of_bleach(text, arguments):
    expected = bleach.linkify(text, **arguments)
    # bleach closes nothing here, but writes `<img>` in its own way.
    assert ours.linkify(text, **arguments) == expected
    assert ours.Linker(**arguments).linkify(text) == linkifier.Linker(**arguments).linkify(text)


# The documentation of bleach restricts domains and schemes with regular expressions; the options are names here.
RESTRICTED = [
    (
        "no https://example.com",
        {"url_re": linkifier.build_url_re(tlds=["fish"])},
        {"tlds": "fish", "scheme_tld": "listed"},
    ),
    (
        "https://example.fish",
        {"url_re": linkifier.build_url_re(tlds=["fish"])},
        {"tlds": "fish", "scheme_tld": "listed"},
    ),
    ("no gopher://example.link", {"url_re": linkifier.build_url_re(protocols=["https"])}, {"schemes": ["https"]}),
    ("https://example.com/", {"url_re": linkifier.build_url_re(protocols=["https"])}, {"schemes": ["https"]}),
    (
        "no foo@example.com, but foo@example.fish",
        {"email_re": linkifier.build_email_re(tlds=["fish"]), "parse_email": True},
        {"tlds": "fish", "parse_email": True},
    ),
]


@pytest.mark.parametrize(("text", "theirs", "options"), RESTRICTED)
def test_restricted_domains_and_schemes(text, theirs, options):
    assert ours.Linker(**options).linkify(text) == linkifier.Linker(**theirs).linkify(text)


# Where the results differ on purpose: text, arguments, ours, theirs. `docs/migrate/bleach.md` explains each.
DIFFERENT = [
    ("https://дайтрафик.рф/", {},
     '<a href="https://xn--80aaksdi3bpu.xn--p1ai/" rel="nofollow">https://дайтрафик.рф/</a>', "https://дайтрафик.рф/"),
    ("<P CLASS=x>Tom & Jerry<br/>", {}, "<P CLASS=x>Tom & Jerry<br/>", '<p class="x">Tom &amp; Jerry<br></p>'),
    ("<script>x</script>", {}, "<script>x</script>", "<script>x</script>"),
    ("<unknown>x", {}, "<unknown>x", "&lt;unknown&gt;x"),
    ("src/main.rs", {}, "src/main.rs", 'src/<a href="http://main.rs" rel="nofollow">main.rs</a>'),
    ("(see https://example.com/a_(b))", {},
     '(see <a href="https://example.com/a_(b)" rel="nofollow">https://example.com/a_(b)</a>)',
     '(see <a href="https://example.com/a_(b))" rel="nofollow">https://example.com/a_(b))</a>'),
    ("https://example.com/a?", {}, '<a href="https://example.com/a" rel="nofollow">https://example.com/a</a>?',
     '<a href="https://example.com/a?" rel="nofollow">https://example.com/a?</a>'),
    ('<a href="mailto:a@b.com">mail &lt;me&gt;</a>', {"callbacks": [no_mailto]}, "mail &lt;me&gt;", "mail me"),
    ('<a href=/x>x', {}, '<a href="/x" rel="nofollow">x', '<a href="/x" rel="nofollow">x</a>'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "arguments", "own", "other"), DIFFERENT)
def test_listed_differences(text, arguments, own, other):
    assert bleach.linkify(text, **arguments) == other
    assert ours.linkify(text, **arguments) == own


def test_arguments_of_bleach_that_do_not_exist():
    for name in ("url_re", "email_re", "recognized_tags"):
        with pytest.raises(TypeError, match=f"unexpected option '{name}'"):
            ours.Linker(**{name: "x"})
    with pytest.raises(TypeError, match="argument must be of text type"):
        ours.linkify(b"a.com")


def test_existing_links_stay_as_they_are_written():
    html = "<A HREF='/x'  class=y >http://a.com &amp; <B>b.com</B></A >, <a name=z>c.com</a>"
    assert ours.linkify(html, callbacks=[]) == html
    assert ours.linkify(html + " d.com", callbacks=[]) == html + ' <a href="http://d.com">d.com</a>'


def test_links_without_an_end_tag_end_at_the_next_one():
    html = "<a href=/x>a <a href=/y>b</a> c.com"
    assert ours.linkify(html, callbacks=[no_mailto]) == html.replace("c.com", '<a href="http://c.com">c.com</a>')


def test_pages_cannot_forge_the_places_of_links():
    html = '<!--linkspan-0-0--> <a href="/x">x</a> <!--linkspan-1-0-->'
    assert ours.linkify(html, callbacks=[]) == html


def test_filter_in_a_cleaner():
    def clean(text, **arguments):
        return bleach.Cleaner(tags={"pre", "a"}, filters=[partial(ours.LinkifyFilter, **arguments)]).clean(text)

    assert clean("<pre>http://example.com</pre>") == (
        '<pre><a href="http://example.com" rel="nofollow">http://example.com</a></pre>'
    )
    assert clean("<pre>http://example.com</pre>", skip_tags={"pre"}) == "<pre>http://example.com</pre>"
    assert clean("a.com <b>b@c.com", parse_email=True, callbacks=[]) == (
        '<a href="http://a.com">a.com</a> &lt;b&gt;<a href="mailto:b@c.com">b@c.com</a>'
    )
    assert clean("(example.dev/a_(b))", callbacks=[], implied_scheme="https") == (
        '(<a href="https://example.dev/a_(b)">example.dev/a_(b)</a>)'
    )
    assert clean("a.com x", callbacks=[lambda attrs, new: None]) == "a.com x"
    assert clean('<a href="/x">a.com</a>') == bleach.Cleaner(tags={"a"}, filters=[linkifier.LinkifyFilter]).clean(
        '<a href="/x">a.com</a>'
    )


def test_attribute_names_are_checked():
    with pytest.raises(ValueError, match="expected the name of an attribute"):
        ours.linkify("a.com", callbacks=[lambda attrs, new: {**attrs, (None, "x><script>"): "y"}])


@pytest.mark.parametrize("href", ["javascript:alert(1)", "\x01java\nscript:alert(1)", "data:text/html,x"])
def test_callbacks_cannot_make_new_links_that_run_scripts(href):
    assert ours.linkify("a.com", callbacks=[lambda attrs, new: {**attrs, HREF: href}]) == "a.com"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text(text):
    """After a sanitizer, as its documentation demands, linkify adds nothing but links."""
    cleaned = bleach.clean(text)
    before = Elements(cleaned).found
    linker = ours.Linker(parse_email=True, profile="terminal", userinfo="link")
    for element, attributes in Elements(linker.linkify(cleaned)).found:
        if (element, attributes) not in before:
            assert element == "a" and set(attributes) <= {"href", "rel"}
            assert attributes["href"].split(":")[0] in ("http", "https", "mailto")


def test_malformed_attributes_of_existing_links():
    # The second quotation mark ends the value of the first link, and the third one is part of a name.
    html = '<a href="https://b.com/ b.com</a> <a href="https://c.com">c.com</a>'
    found = ours.linkify(html)
    assert found == '<a href="https://b.com/ b.com&lt;/a&gt; &lt;a href=" https:="" rel="nofollow">c.com</a>'
    assert found.replace("&lt;", "<").replace("&gt;", ">") == bleach.linkify(html)
    # A callback must not add such a name.
    with pytest.raises(ValueError, match="expected the name of an attribute"):
        ours.linkify("a.com", callbacks=[lambda attributes, new: {**attributes, (None, 'x"'): ""}])


def test_marked_sections_are_comments():
    html = '<a href="https://a.com/" rel="nofollow">a</a> <![a.com]> b.com'
    found = ours.linkify(html)
    assert found == html.replace("b.com", '<a href="http://b.com" rel="nofollow">b.com</a>')

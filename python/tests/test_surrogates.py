"""Texts with lone surrogates, and offsets of all texts, compared with slow and obvious implementations."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkspan
from linkspan import Finder, LiveText

PIECES = [
    "a.com", "https://", "例え.jp/と", "ann@", "example.org", "/", "?", "(", ")", ".", " ", "\n", "é", "👍", "\u0080",
    "\ud800", "\udfff", "\udc80", "<", "&amp;", "&", "\"", "'", "<b>", "</b>", "mailto:", "www.", "\u202e", "אתר.קום",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
FINDERS = [
    Finder(),
    Finder(profile="uts58"),
    Finder(profile="terminal", userinfo="link", quoted_local_parts="link"),
]


def pieces(text: str) -> list[tuple[int, str]]:
    """The texts between lone surrogates, with their indices."""
    found, start = [], 0
    for index, character in enumerate(text + "\ud800"):
        if "\ud800" <= character <= "\udfff":
            found.append((start, text[start:index]))
            start = index + 1
    return found


@given(TEXTS)
@settings(max_examples=400, deadline=None, derandomize=True)
def test_links_are_those_between_surrogates(text):
    for finder in FINDERS:
        expected = []
        for start, piece in pieces(text):
            expected += [(start + link.start, start + link.end, link.text, link.href) for link in finder.find(piece)]
        links = finder.find(text)
        assert [(link.start, link.end, link.text, link.href) for link in links] == expected
        assert list(finder.find_iter(text)) == links
        encoded = text.encode("utf-8", "surrogatepass")
        for link in links:
            assert text[link.start : link.end] == link.text
            assert encoded[link.byte_start : link.byte_end].decode() == link.text
            assert finder.link_at(text, link.start) == link
        assert [candidate.link for candidate in finder.explain(text) if candidate.link] == links
        assert [assessed.link for assessed in finder.assess(text) if assessed.rejection is None] == links


@given(TEXTS)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_html_keeps_surrogates(text):
    finder = Finder(delimiters="standard")
    escaped = (
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("'", "&#39;")
    )
    html = finder.linkify(text, rel=None, isolation="never")
    assert without_anchors(html) == escaped
    rewritten = finder.linkify_html(text, rel=None, isolation="never")
    assert without_anchors(rewritten) == text
    again = finder.linkify_html(text, rel=None, isolation="never", callbacks=[lambda attributes, link: attributes])
    assert again == rewritten
    finder.linkify_markdown(text)


def without_anchors(html: str) -> str:
    import re

    return re.sub(r'<a href="[^"]*">|</a>', "", html)


def test_surrogates_in_linkify():
    assert (
        linkspan.linkify("a.com\ud800\u0080\udfff<", rel=None)
        == '<a href="https://a.com">a.com</a>\ud800\u0080\udfff&lt;'
    )
    assert linkspan.linkify_html("<p>\udfffa.com", rel=None) == '<p>\udfff<a href="https://a.com">a.com</a>'


@given(TEXTS, st.lists(st.tuples(st.integers(0, 30), st.integers(0, 6), TEXTS), max_size=6))
@settings(max_examples=150, deadline=None, derandomize=True)
def test_live_text_has_the_links_of_a_search(text, edits):
    for finder in FINDERS:
        live = LiveText(text, finder)
        current, known = text, {link.id: link for link in live.links()}
        for start, length, replacement in edits:
            start = min(start, len(current))
            end = min(start + length, len(current))
            changes = live.edit(start, end, replacement)
            current = current[:start] + replacement + current[end:]
            assert live.text == current and len(live) == len(current)
            expected = [(link.start, link.end, link.kind) for link in finder.find(current)]
            assert [(link.start, link.end, link.kind) for link in live.links()] == expected
            assert [live.get(link) for link in live.links()] == finder.find(current)
            # The changes lead from the links before to the links after.
            for removed in changes.removed:
                del known[removed]
            moved = {
                id: (link[0] + changes.shift_by, link[1] + changes.shift_by) if link[0] >= changes.shift_from else link
                for id, link in (
                    (id, link if isinstance(link, tuple) else (link.start, link.end)) for id, link in known.items()
                )
            }
            known = {**moved, **{link.id: (link.start, link.end) for link in changes.added}}
            assert sorted(known.values()) == [(start, end) for start, end, _ in expected]


def test_edits_outside_of_the_text_are_errors():
    live = LiveText("a.com")
    for start, end in ((0, 6), (6, 6), (3, 2)):
        with pytest.raises(IndexError, match="expected a range inside of the 5 characters of the text, found"):
            live.edit(start, end, "")
    assert live.text == "a.com"


def test_live_text_commands():
    text = "see example.com and example.com"
    live = LiveText(text)
    first, second = live.links()
    assert live.link_at(4) == first and live.link_at(15) is None and live.link_at(99) is None
    assert live.links(16, 31) == [second]
    assert live.unlink(20, 31).removed == [second.id]
    stored = live.unlinked()
    assert [unlinked.as_dict()["occurrence"] for unlinked in stored] == [1]
    other = LiveText("New: a.com. Now " + text)
    assert len(other.restore(stored).removed) == 1
    assert [(link.start, link.end) for link in other.links()] == [(5, 10), (20, 31)]
    assert live.relink(20, 31).added[0].start == 20
    assert len(live.set_linking(False).removed) == 2 and live.links() == []
    assert len(live.set_linking(True).added) == 2
    live.set_finder(Finder(never="example.com"))
    assert live.links() == []
    with pytest.raises(ValueError, match="either a finder or options"):
        LiveText("", Finder(), profile="prose")

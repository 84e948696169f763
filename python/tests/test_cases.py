"""The cases of ``testdata/*.toml`` give the results that they give in Rust."""

from __future__ import annotations

import pytest
from data import TESTDATA, cases, find_cases, read

import linkspan
from linkspan import Finder, uts58

MARKS = str.maketrans("", "", "⸠⸡")
PERMISSIVE = {
    "profile": "uts58",
    "schemes": ["http", "https", "ftp", "ws", "wss", "tel", "urn", "xmpp"],
    "unknown_schemes": "link",
    "userinfo": "link",
    "quoted_local_parts": "link",
    "code_names": "link",
}


def mark(finder: Finder, text: str) -> str:
    """The text with its links in marks."""
    pieces, end = [], 0
    for link in finder.find(text):
        assert text[link.start : link.end] == link.text
        pieces += [text[end : link.start], "⸠", link.text, "⸡"]
        end = link.end
    return "".join([*pieces, text[end:]])


def by_name(case):
    return case["name"] if isinstance(case, dict) else case


@pytest.mark.parametrize(("file", "case"), find_cases(), ids=by_name)
def test_find(file, case):
    options = {"profile": "uts58", **case.get("options", {})}
    finder = Finder(**options)
    text = case["text"].translate(MARKS)
    assert mark(finder, text) == case["text"], case["why"]
    # All ways to search agree.
    links = finder.find(text)
    assert list(finder.find_iter(text)) == links == linkspan.find(text, **options)
    assert finder.is_match(text) == bool(links)
    assert [candidate.link for candidate in finder.explain(text) if candidate.link] == links
    for link in links:
        assert finder.link_at(text, link.start) == finder.link_at(text, link.end - 1) == link
    encoded = text.encode()
    for link, other in zip(links, finder.find(encoded), strict=True):
        assert (other.start, other.end) == link.byte_span() == (link.byte_start, link.byte_end)
        assert (other.text, other.href, other.kind) == (link.text, link.href, link.kind)
        assert encoded[other.start : other.end].decode() == link.text
    assert list(finder.find_iter(encoded)) == finder.find(encoded)


@pytest.mark.parametrize("case", cases("terminate.toml"), ids=by_name)
def test_terminate(case):
    host = case.get("host", "example.com")
    text = host + case["tail"] + case.get("rest", "")
    assert text[len(host) : uts58.terminate(text, len(host))] == case["tail"], case["why"]


@pytest.mark.parametrize("case", cases("correct.toml"), ids=by_name)
def test_correct_span(case):
    text, given = case["text"], case["given"]
    at = text.index(given)
    start, end = linkspan.correct_span(text, at, at + len(given))
    assert (start, text[start:end]) == (at, case["corrected"]), case["why"]


@pytest.mark.parametrize("case", cases("format.toml"), ids=by_name)
def test_format(case):
    assert linkspan.to_readable(case["url"]) == case["readable"], case["why"]
    assert linkspan.to_readable(case["readable"]) == case["readable"]
    if "ascii" in case:
        assert linkspan.to_ascii(case["url"]) == case["ascii"], case["why"]


@pytest.mark.parametrize("case", cases("format.toml", "built"), ids=by_name)
def test_build_url(case):
    query = case.get("query")
    built = linkspan.build_url(
        case["host"],
        scheme=case.get("scheme"),
        port=case.get("port"),
        path=case.get("path"),
        query=None if query is None else [pair[0] if len(pair) == 1 else tuple(pair) for pair in query],
        fragment=case.get("fragment"),
        directives=case.get("directives"),
    )
    assert built == case["readable"], case["why"]


@pytest.mark.parametrize("case", cases("format.toml", "refused"), ids=by_name)
def test_refused_urls(case):
    with pytest.raises(ValueError) as error:
        linkspan.to_readable(case["url"])
    assert str(error.value) == case["error"], case["why"]


@pytest.mark.parametrize("case", cases("email.toml", "found"), ids=by_name)
def test_local_parts(case):
    before, mailto = case.get("before", ""), case.get("mailto", "")
    text = f"{before}{mailto}{case['local']}@example.com"
    start = len(before) + len(mailto)
    found = uts58.local_part(text, start + len(case["local"]))
    assert (found.link_start, found.start) == (len(before), start), case["why"]


@pytest.mark.parametrize("case", cases("email.toml", "refused"), ids=by_name)
def test_refused_local_parts(case):
    with pytest.raises(ValueError) as error:
        uts58.local_part(case["text"], case["text"].rindex("@"))
    assert str(error.value) == case["error"], case["why"]


@pytest.mark.parametrize("case", cases("email.toml", "quoted"), ids=by_name)
def test_quoting(case):
    assert linkspan.quote_local_part(case["local"]) == case["quoted"], case["why"]
    assert linkspan.unquote_local_part(case["quoted"]) == case["local"]


@pytest.mark.parametrize("case", cases("email.toml", "misquoted"), ids=by_name)
def test_misquoted_local_parts(case):
    with pytest.raises(ValueError) as error:
        linkspan.unquote_local_part(case["text"])
    assert str(error.value) == case["error"], case["why"]


@pytest.mark.parametrize("case", cases("html/cases.toml"), ids=by_name)
def test_html_documents(case):
    expected = case.get("out", case["html"])
    assert linkspan.linkify_html(case["html"], rel=None, **PERMISSIVE) == expected, case["why"]
    # A callback that changes nothing gives the same result, although the document is written in another way.
    same = linkspan.linkify_html(case["html"], rel=None, callbacks=[lambda attributes, link: attributes], **PERMISSIVE)
    assert same == expected, case["why"]


@pytest.mark.parametrize("case", cases("render/documents.toml"), ids=by_name)
def test_markdown_documents(case):
    finder = Finder(**PERMISSIVE)
    angle = case.get("angle", case["markdown"])
    assert finder.linkify_markdown(case["markdown"]) == angle, case["why"]
    readable = case.get("readable", angle)
    assert finder.linkify_markdown(case["markdown"], style="readable") == readable, case["why"]


@pytest.mark.parametrize("file", sorted((TESTDATA / "cli/texts").glob("*.txt")), ids=lambda file: file.stem)
def test_rendered_texts(file):
    text = file.read_text("utf-8")
    written = linkspan.linkify(text, profile="uts58", newlines="paragraphs", title=True)
    assert written == (TESTDATA / "render" / f"{file.stem}.html").read_text("utf-8")


@pytest.mark.parametrize("case", cases("assess/attacks.toml"), ids=by_name)
def test_attacks(case):
    found = linkspan.assess(case["text"], profile="uts58", file_names="link")
    codes = {finding.code for assessed in found for finding in assessed.findings}
    assert codes == set(case["codes"]), case["why"]
    linked = any(assessed.rejection is None for assessed in found if assessed.findings)
    assert linked == case.get("linked", True), case["why"]


@pytest.mark.parametrize("case", cases("assess/benign.toml"), ids=by_name)
def test_benign_links(case):
    found = linkspan.assess(case["text"], profile="uts58")
    assert found
    assert [finding for assessed in found for finding in assessed.findings] == [], case["why"]


@pytest.mark.parametrize("case", cases("assess/anchors.toml"), ids=by_name)
def test_anchors(case):
    findings = Finder(profile="uts58").assess_anchor(case["text"], case["href"], base=case.get("base"))
    findings = [finding for finding in findings if finding.code == "other-host"]
    assert [finding.level for finding in findings] == ([case["level"]] if "level" in case else []), case["why"]
    if "shown" in case:
        assert case["text"][findings[0].start : findings[0].end] == case["shown"]


def test_protected_names():
    data = read("assess/names.toml")
    finder = Finder(profile="uts58", names=data["names"])
    for case in data["case"]:
        findings = [
            f for assessed in finder.assess(case["text"]) for f in assessed.findings if f.code == "host-imitates"
        ]
        expected = [(case["level"], case["message"])] if "level" in case else []
        assert [(finding.level, finding.message) for finding in findings] == expected, case["name"]
    for case in data["malformed"]:
        with pytest.raises(ValueError) as error:
            Finder(names=case["text"])
        assert str(error.value) == case["error"], case["name"]


def test_idn_tables():
    data = read("assess/tables.toml")
    folder = TESTDATA / "assess/tables"
    tables = [((folder / table["file"]).read_text("utf-8"), table.get("domain")) for table in data["table"]]
    finder = Finder(profile="uts58", idn_tables=tables)
    for case in data["case"]:
        found = finder.assess(case["text"])
        assert found
        findings = [f for assessed in found for f in assessed.findings if f.code == "host-not-in-table"]
        expected = [("warn", case["message"])] if "message" in case else []
        assert [(finding.level, finding.message) for finding in findings] == expected, case["name"]
    for case in data["malformed"]:
        with pytest.raises(ValueError) as error:
            Finder(idn_tables=[(case["table"], case.get("domain"))])
        assert str(error.value) == case["error"], case["name"]

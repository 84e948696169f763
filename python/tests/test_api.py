"""Links, finders and functions: types, errors, pickling, threads."""

from __future__ import annotations

import copy
import pickle
import sys
import threading

import pytest
from data import find_cases

import linkspan
from linkspan import Finder, Link
from linkspan._linkspan import _option_names

TEXT = "Siehe „https://ann:b@bücher.example.com:8080/größe?seite=2#a:~:text=d“ oder jörg@example.org."


def test_parts_and_their_spans():
    link, email = linkspan.find(TEXT, userinfo="link")
    assert (link.kind, link.scheme, link.userinfo, link.host) == ("url", "https", "ann:b", "bücher.example.com")
    assert (link.domain, link.port, link.path) == ("example.com", "8080", "/größe")
    assert (link.query, link.fragment, link.directive, link.local_part) == ("seite=2", "a", "text=d", None)
    assert (email.kind, email.local_part, email.host, email.domain) == ("email", "jörg", "example.org", "example.org")
    assert (email.scheme, email.port, email.path, email.query) == (None, None, "", None)
    encoded = TEXT.encode()
    for found in (link, email):
        for part in (
            "scheme",
            "userinfo",
            "local_part",
            "host",
            "domain",
            "port",
            "path",
            "query",
            "fragment",
            "directive",
        ):
            text = getattr(found, part)
            if text is None:
                assert found.span(part) is None and found.byte_span(part) is None
            else:
                start, end = found.span(part)
                assert TEXT[start:end] == text
                start, end = found.byte_span(part)
                assert encoded[start:end].decode() == text
        assert found.span() == (found.start, found.end)
    with pytest.raises(ValueError, match="expected one of scheme, .* for 'part', found 'hots'"):
        link.span("hots")


def test_spans_of_bytes_are_bytes():
    encoded = TEXT.encode()
    link, _ = linkspan.find(encoded, userinfo="link")
    start, end = link.span("path")
    assert encoded[start:end].decode() == link.path == "/größe"
    assert link.span("path") == link.byte_span("path")
    assert isinstance(link.text, str)


def test_bytes_need_not_be_utf8():
    found = linkspan.find(b"a.com \xff b.com/\xe4\xff c.com")
    assert [(link.start, link.end, link.text) for link in found] == [
        (0, 5, "a.com"),
        (8, 14, "b.com/"),
        (17, 22, "c.com"),
    ]


def test_links_are_immutable_comparable_and_hashable():
    one, other = linkspan.find("a.com")[0], linkspan.find("a.com")[0]
    assert one == other and hash(one) == hash(other) and len({one, other}) == 1
    assert one != linkspan.find(" a.com")[0]
    assert one != linkspan.find(b"a.com")[0], "offsets of another unit"
    assert one != linkspan.find("a.com", implied_scheme="http")[0], "another target"
    assert one != "a.com"
    assert repr(one) == "<Link url 0:5 'a.com'>" and str(one) == "a.com"
    with pytest.raises(AttributeError):
        one.start = 1
    with pytest.raises(TypeError):
        Link()


def test_pickled_links_are_equal():
    texts = [case["text"].translate(str.maketrans("", "", "⸠⸡")) for _, case in find_cases()]
    finders = [
        Finder(profile="terminal", userinfo="link", quoted_local_parts="link"),
        Finder(implied_scheme="http"),
        Finder(tlds="com\nexample\norg", scheme_tld="any"),
    ]
    count = 0
    for finder in finders:
        for text in (*texts, TEXT, "a.com \ud800 b.com"):
            for link in finder.find(text):
                protocol = 2 + count % (pickle.HIGHEST_PROTOCOL - 1)
                read = pickle.loads(pickle.dumps(link, protocol))
                assert read == link and hash(read) == hash(link) and repr(read) == repr(link)
                for part in (
                    "scheme",
                    "host",
                    "domain",
                    "port",
                    "path",
                    "query",
                    "fragment",
                    "directive",
                    "local_part",
                ):
                    assert read.span(part) == link.span(part)
                assert (read.href, read.display) == (link.href, link.display)
                assert copy.deepcopy(link) == link
                count += 1
    assert count > 1000


def test_a_forged_pickle_is_an_error():
    restore = linkspan._linkspan._restore_link
    with pytest.raises(ValueError, match="of the same link"):
        restore((0, 11, 0, False), (0, "url", "example.com", "https://evil.example"), None)
    with pytest.raises(ValueError, match="the text of a link"):
        restore((0, 11, 0, False), (0, "email", "example.com", "mailto:example.com"), None)


def test_finders_are_pickled_and_shown():
    finder = Finder(profile="strict", schemes=(scheme for scheme in ["https", "gemini://"]), never="a.com\n")
    assert repr(finder) == "Finder(profile='strict', schemes=['https', 'gemini://'], never='a.com\\n')"
    text = "gemini://b.com http://c.com https://a.com https://d.com"
    for other in (finder, pickle.loads(pickle.dumps(finder)), copy.copy(finder)):
        assert [link.text for link in other.find(text)] == ["gemini://b.com", "https://d.com"]
    finder.options["profile"] = "none"
    assert finder.options["profile"] == "strict"
    assert repr(Finder()) == "Finder()"


def test_unknown_options_are_errors():
    for call in (
        Finder,
        lambda **options: linkspan.find("", **options),
        lambda **options: linkspan.linkify("", **options),
    ):
        with pytest.raises(TypeError, match="unexpected option 'profil'; expected one of profile, literal, schemes, "):
            call(profil="prose")
    with pytest.raises(TypeError, match="unexpected argument 'profile'; expected one of rel, target"):
        Finder().linkify("", profile="prose")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"profile": "chat"},
            ValueError,
            r'expected a profile \(uts58, prose, source, terminal, strict\), found "chat"',
        ),
        ({"profile": 1}, TypeError, "expected a str for 'profile', found int"),
        ({"bare_domains": "no"}, ValueError, "expected one of link, skip for 'bare_domains', found 'no'"),
        ({"code_names": True}, TypeError, "expected a str for 'code_names', found bool"),
        ({"schemes": "https"}, TypeError, "expected an iterable of str for 'schemes', found str"),
        ({"schemes": [1]}, TypeError, "expected an iterable of str for 'schemes', found int"),
        ({"schemes": ["a b"]}, ValueError, "scheme"),
        ({"length_limit": -1}, TypeError, "expected an int of at least 1 for 'length_limit', found int"),
        (
            {"refuse": ["evil"]},
            ValueError,
            "expected one of info, warn, danger, tld-invalid, .* for 'refuse', found 'evil'",
        ),
        ({"tlds": "a b"}, ValueError, "line 1"),
        ({"idn_tables": [1]}, TypeError, "for 'idn_tables', found int"),
    ],
)
def test_bad_values_are_errors(options, error, message):
    with pytest.raises(error, match=message):
        Finder(**options)


def test_every_option_changes_something():
    """Each option is passed on: some text has other links with it."""
    effects = {
        "profile": ("terminal", "foo://bar/baz"),
        "literal": (True, "seen example.com/a?"),
        "schemes": (["gemini"], "gemini://example.com"),
        "length_limit": (10, "example.com"),
        "tlds": ("corp", "intranet.corp"),
        "never": (["example.com"], "example.com"),
        "names": None,
        "idn_tables": None,
        "refuse": (["host-mixed-scripts"], "https://pаypal.com"),
        "unknown_schemes": ("link", "foo://bar/baz"),
        "bare_domains": ("skip", "example.com"),
        "emails": ("skip", "ann@example.com"),
        "userinfo": ("link", "http://ann@example.com/"),
        "ip_hosts": ("skip", "http://192.0.2.1/"),
        "one_label_hosts": ("skip", "http://localhost:3000/"),
        "scheme_tld": ("listed", "http://a.example"),
        "bare_tld": ("syntactic", "a.example"),
        "bracketed_tld": ("listed", "Ann <ann@mail.internal>"),
        "code_names": ("link", "iter.next()"),
        "file_names": ("link", "README.md"),
        "remote_paths": ("link", "git@example.com:ann/notes"),
        "script_boundaries": ("ignore", "請看example.com"),
        "delimiters": ("standard", '"https://example.com/a",x'),
        "trailing_question": ("keep", "seen example.com/a?"),
        "attached_words": ("keep", "example.com/docs了解更多"),
        "unmatched_openers": ("keep", "example.com/a(("),
        "bad_dots": ("recover", "a..b@example.com"),
        "quoted_local_parts": ("link", '"ann lee"@example.com'),
        "local_part_start": ("standard", "user=jane@example.com"),
        "mailto_query": ("trim", "<mailto:ann@example.com?subject=hi>"),
        "implied_scheme": ("http", "example.com"),
        "linking": ("off", "example.com"),
    }
    assert sorted(effects) == sorted(_option_names())
    for option, effect in effects.items():
        if effect is not None:
            value, text = effect
            assert linkspan.find(text, **{option: value}) != linkspan.find(text), option
            assert linkspan.find(text, **{option: None}) == linkspan.find(text), option
    assert linkspan.assess("https://paypa1.com", names=["paypal.com"])[0].level == "danger"
    assert linkspan.assess("https://bûcher.com", idn_tables=[("0061-007A\n00FC", "com")])[0].level == "warn"


def test_levels_can_be_refused_with_codes():
    text = "https://pаypal.com http://intranet.corp https://example.com"
    assert [link.text for link in linkspan.find(text, refuse=["warn"])] == [
        "http://intranet.corp",
        "https://example.com",
    ]
    refused = linkspan.find(text, refuse=["danger", "tld-unlisted"])
    assert [link.text for link in refused] == ["https://example.com"]


def test_domains_are_those_of_the_list_of_the_finder():
    text = "https://www.ann.blog.example/"
    assert linkspan.find(text)[0].domain == "blog.example"
    own = linkspan.find(text, tlds="// ===BEGIN ICANN DOMAINS===\nexample\nblog.example\n// ===END ICANN DOMAINS===\n")[
        0
    ]
    assert (own.domain, own.span("domain")) == ("ann.blog.example", (12, 28))
    assert pickle.loads(pickle.dumps(own)).domain == "ann.blog.example"
    assert linkspan.find("http://192.0.2.1/")[0].domain is None
    assert linkspan.find("http://www.example.com./a")[0].domain == "example.com"


def test_other_types_are_errors():
    for function in (linkspan.find, linkspan.find_iter, Finder().find, Finder().is_match):
        with pytest.raises(TypeError, match="expected str or bytes, found int"):
            function(1)
    with pytest.raises(TypeError):
        linkspan.linkify(b"a.com")
    with pytest.raises(TypeError, match="expected a Link or a str, found int"):
        linkspan.safe_display(1)


def test_subclasses_of_str_are_texts():
    class Shouted(str):
        def __len__(self):
            return 0

    assert linkspan.find(Shouted("a.com b.com"))[1].start == 6


def test_iterators_search_step_by_step():
    text = "a.com " * 1000
    iterator = linkspan.find_iter(text)
    assert iter(iterator) is iterator
    del text
    first = next(iterator)
    assert (first.start, first.end) == (0, 5)
    assert len(list(iterator)) == 999
    assert list(iterator) == []


def test_safe_display_of_links_and_texts():
    link = linkspan.find("see https://www.аррӏе.com/a")[0]
    assert linkspan.safe_display(link) == linkspan.safe_display(link.text) == "https://www.xn--80ak6aa92e.com/a"
    assert linkspan.safe_display("ann@example.com") == "ann@example.com"
    assert linkspan.safe_display("http://אתר.example.com/", isolation="never") == "http://אתר.example.com/"
    assert linkspan.safe_display("http://אתר.example.com/")[0] == "\u2068"
    with pytest.raises(ValueError, match="expected"):
        linkspan.safe_display("not a url")
    with pytest.raises(ValueError, match="right-to-left, always, never"):
        linkspan.safe_display("a.com", isolation="no")


def test_defanging_round_trips():
    for text in ("https://evil.example.com/a", "ann@example.com", "例え。jp"):
        assert linkspan.find(linkspan.defang(text)) == []
        assert linkspan.refang(linkspan.defang(text)) == text


def test_threads_share_a_finder():
    finder = Finder(profile="prose")
    text = "see https://example.com/α, ann@example.org " * 2000
    expected = finder.find(text)
    results: list[list[Link]] = []
    threads = [threading.Thread(target=lambda: results.append(finder.find(text))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8 and all(result == expected for result in results)


def test_other_threads_run_while_a_long_text_is_searched():
    """The interpreter lock is released: another thread makes progress during one call."""
    text = "see https://example.com/α and a.b.c.d, " * 50_000
    finder = Finder()
    ticks = 0
    stop = threading.Event()

    def tick():
        nonlocal ticks
        # Waiting releases the lock, and getting it back is a tick.
        while not stop.wait(0.0001):
            ticks += 1

    interval = sys.getswitchinterval()
    thread = threading.Thread(target=tick)
    thread.start()
    try:
        # Nobody takes the lock from a thread that does not release it.
        sys.setswitchinterval(1000)
        before = ticks
        found = finder.linkify_html(text)
        after = ticks
    finally:
        sys.setswitchinterval(interval)
        stop.set()
        thread.join()
    assert found.count("<a ") == 50_000
    assert after > before


def test_the_version_is_that_of_the_package():
    from importlib.metadata import version

    assert linkspan.__version__ == version("linkspan")
    assert set(linkspan.__all__) <= set(dir(linkspan))

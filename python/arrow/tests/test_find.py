"""The API of the package."""

import pickle
import threading
import time

import linkspan_arrow
import pyarrow as pa
import pytest
from linkspan_arrow import ColumnFinder, find_links

FIELDS = ["start", "end", "kind", "text", "href", "host", "domain", "findings"]
TEXTS = ["See http://BÜCHER.example.com:1234/ä, or mail ann@example.org.", None, "", "請看 例え.jp。"]


def rows(links: object) -> list:
    return pa.array(links).to_pylist()


def test_all_fields() -> None:
    found = rows(find_links(pa.array(TEXTS)))
    assert found[1:3] == [None, []]
    assert list(found[0][0]) == FIELDS
    finding = found[0][0].pop("findings")[0]
    assert found[0][0] == {
        "start": 4,
        "end": 38,
        "kind": "url",
        "text": "http://BÜCHER.example.com:1234/ä",
        "href": "http://xn--bcher-kva.example.com:1234/%C3%A4",
        "host": "bücher.example.com",
        "domain": "example.com",
    }
    assert list(finding) == ["code", "level", "start", "end", "message"]
    assert TEXTS[0].encode()[finding["start"] : finding["end"]] == b"1234"
    assert found[3][0]["text"] == "例え.jp"


def test_the_type_is_that_of_the_arrow_kernel() -> None:
    string = pa.string()
    finding = pa.struct({"code": string, "level": string, "start": pa.int64(), "end": pa.int64(), "message": string})
    types = [pa.int64(), pa.int64(), string, string, string, string, string, pa.list_(finding)]
    expected = pa.list_(pa.struct(list(zip(FIELDS, types, strict=True))))
    assert pa.field(ColumnFinder()).type == expected
    assert pa.array(find_links(pa.array(TEXTS))).type == expected


@pytest.mark.parametrize(
    "type",
    [
        pa.string(),
        pa.large_string(),
        pa.string_view(),
        pa.binary(),
        pa.large_binary(),
        pa.binary_view(),
        pa.dictionary(pa.int8(), pa.string()),
        pa.dictionary(pa.uint32(), pa.large_string()),
    ],
    ids=str,
)
def test_types_of_columns(type: pa.DataType) -> None:
    texts = [text if text is None else text * 3 for text in TEXTS] * 2
    if pa.types.is_dictionary(type):
        column = pa.array(texts, type.value_type).dictionary_encode().cast(type)
    else:
        column = pa.array(texts, pa.string()).cast(type)
    expected = rows(find_links(pa.array(texts)))
    assert rows(find_links(column)) == expected
    assert rows(find_links(column.slice(3, 4))) == expected[3:7]


def test_chunks_stay_chunks() -> None:
    column = pa.chunked_array([TEXTS, [], TEXTS[:1]])
    links = find_links(column)
    assert (len(links), links.num_chunks, links.num_links) == (5, 3, 5)
    chunks = pa.chunked_array(links)
    assert [len(chunk) for chunk in chunks.chunks] == [4, 0, 1]
    # As one array, they are concatenated.
    assert rows(links) == chunks.to_pylist()


def test_nulls_and_nothing() -> None:
    assert rows(find_links(pa.nulls(2))) == [None, None]
    assert rows(find_links(pa.array([], pa.string()))) == []
    empty = pa.chunked_array([], pa.string())
    assert rows(find_links(empty)) == []
    assert pa.chunked_array(find_links(empty)).type == pa.field(ColumnFinder()).type


def test_bytes_that_are_not_utf8_hide_no_link() -> None:
    text = b"\xff see example.com \xe9\xe9 and example.org"
    for type in (pa.binary(), pa.string()):
        # A string of Arrow should be UTF-8, but not every engine checks it.
        column = pa.array([text], pa.binary()).view(type)
        [links] = rows(find_links(column, fields=["text", "start", "end"]))
        assert [link["text"] for link in links] == ["example.com", "example.org"]
        for link in links:
            assert text[link["start"] : link["end"]].decode() == link["text"]
        [links] = rows(find_links(column, fields=["text", "start"], offsets="code-points"))
        decoded = text.decode(errors="replace")
        assert [link["start"] for link in links] == [
            decoded.index("example.com"),
            decoded.index("example.org"),
        ]


def test_offsets() -> None:
    text = "😀 例え.jp"
    for offsets, start in [("bytes", 5), ("code-points", 2), ("utf16", 3)]:
        [[link]] = rows(find_links(pa.array([text]), offsets=offsets))
        assert link["start"] == start


def test_options() -> None:
    texts = pa.array(["http://localhost ann@example.com foo://bar/ example.com asp.net"])

    def found(**options: object) -> list[str]:
        [links] = rows(find_links(texts, fields=["text"], **options))
        return [link["text"] for link in links]

    everything = ["http://localhost", "ann@example.com", "example.com", "asp.net"]
    assert found() == everything
    assert found(profile="strict") == everything[1:]
    assert found(emails="skip") == [everything[0], *everything[2:]]
    assert found(schemes=["foo"], bare_domains="skip") == ["ann@example.com", "foo://bar/"]
    assert found(never=["asp.net", "localhost"]) == everything[1:3]
    assert found(length_limit=11) == everything[2:]
    assert found(implied_scheme="http") == everything


def test_links_can_be_refused() -> None:
    texts = pa.array(["https://аррӏе.com/ https://example.com:1234/"])
    assert find_links(texts).num_links == 2
    assert find_links(texts, refuse=["danger"]).num_links == 1
    assert find_links(texts, refuse=["danger", "odd-port"]).num_links == 0
    with pytest.raises(
        ValueError, match="refuse: expected some of info, warn, danger, tld-invalid, .*found \\['evil'\\]"
    ):
        find_links(texts, refuse=["evil"])


#: Each option of the package `linkspan`, with a value and a text whose links change.
EFFECTS = {
    "profile": ("terminal", "foo://bar/baz"),
    "literal": (True, "seen example.com/a?"),
    "schemes": (["gemini://"], "gemini://example.com"),
    "length_limit": (10, "example.com"),
    "tlds": ("corp", "intranet.corp"),
    "never": ("example.com", "example.com"),
    "names": (["paypal.com"], "https://paypa1.com"),
    "idn_tables": ([("0061-007A\n00FC", "com")], "https://bûcher.com"),
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


def test_the_options_are_those_of_the_main_package() -> None:
    linkspan = pytest.importorskip("linkspan")
    assert sorted(EFFECTS) == sorted(linkspan._linkspan._option_names())
    for option, (value, text) in EFFECTS.items():
        column = pa.array([text])
        [found] = rows(find_links(column, **{option: value}))
        assert [found] != rows(find_links(column)), option
        assert rows(find_links(column)) == rows(
            find_links(column, **{option: "prose" if option == "profile" else None})
        )
        links = linkspan.find(text, **{option: value})
        assert [(link["text"], link["href"]) for link in found] == [(link.text, link.href) for link in links], option


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"profile": "proze"}, ValueError, "profile: expected a profile"),
        ({"emails": "no"}, ValueError, 'emails: expected "link" or "skip", found \'no\''),
        ({"emails": True}, ValueError, 'emails: expected "link" or "skip", found True'),
        ({"fields": ["url"]}, ValueError, 'expected one of start, end,.*; found "url"'),
        ({"fields": []}, ValueError, "expected at least one field, found none"),
        ({"fields": ["text", "text"]}, ValueError, 'each field once, found "text" twice'),
        ({"offsets": "chars"}, ValueError, 'expected one of bytes, code-points, utf16; found "chars"'),
        ({"threads": 0}, ValueError, "expected at least one thread, found 0"),
        ({"length_limit": 0}, ValueError, "length_limit: expected a number of bytes"),
        ({"schemes": ["ht tp"]}, ValueError, "schemes: expected a scheme of ASCII letters"),
        ({"tlds": "a b"}, ValueError, "tlds: .*line 1"),
        ({"idn_tables": [1]}, ValueError, "idn_tables: expected a list of strings, or of pairs"),
        ({"schemes": 1}, ValueError, "schemes: expected a list of strings, found 1"),
        ({"colour": "red"}, TypeError, 'unknown option: "colour"'),
    ],
)
def test_errors_say_what_was_expected(options: dict, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        ColumnFinder(**options)
    with pytest.raises(error, match=message):
        find_links(pa.array(["a"]), **options)


def test_other_objects_are_errors() -> None:
    with pytest.raises(TypeError, match="__arrow_c_array__ or __arrow_c_stream__.*found list"):
        find_links(["example.com"])
    with pytest.raises(ValueError, match=r"expected a column of text \(Utf8,.*found Int64"):
        find_links(pa.array([1]))
    with pytest.raises(ValueError, match="found Struct"):
        find_links(pa.table({"text": ["example.com"]}))


def test_results_do_not_depend_on_threads() -> None:
    texts = pa.array([f"text {i} https://example.com/{i} {'x' * (i % 50)}" for i in range(20_000)])
    expected = pa.array(find_links(texts, threads=1))
    for threads in (2, 3, 8):
        assert pa.array(find_links(texts, threads=threads)).equals(expected)


def test_memory_is_shared() -> None:
    texts = pa.array(["https://example.com/"] * 10_000)
    allocated = pa.total_allocated_bytes()
    links = find_links(texts)
    first, second = pa.array(links), pa.chunked_array(links).chunk(0)
    # pyarrow allocates nothing: the texts are read where they are, and both results are the same memory.
    assert pa.total_allocated_bytes() == allocated

    def address(array: pa.ListArray) -> int:
        return array.values.field("text").buffers()[2].address

    assert address(first) == address(second)
    # The result keeps its memory without its owner.
    del links, second
    assert first[9_999].as_py()[0]["text"] == "https://example.com/"


def test_requested_schema() -> None:
    links = find_links(pa.array(["example.com"]), fields=["text"])
    wanted = pa.large_list(pa.struct({"text": pa.large_string()}))
    assert pa.array(links, wanted).type == wanted


def test_other_threads_run_during_a_search() -> None:
    texts = pa.array(["https://example.com/ " * 2_000] * 1_000)
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    find_links(texts, threads=1)
    seconds = time.perf_counter() - start
    seen = ticks
    done.set()
    thread.join()
    # With the lock, the thread would not run at all.
    assert seen > 3, f"{seen} ticks in {seconds:.2f} s"


def test_finders_can_be_pickled() -> None:
    finder = ColumnFinder(fields=["text"], emails="skip", schemes=["https"])
    again = pickle.loads(pickle.dumps(finder))
    assert repr(again) == repr(finder)
    assert repr(finder).startswith("ColumnFinder(emails='skip', fields=['text'], offsets='bytes'")
    texts = pa.array(["ann@example.com http://a.org https://b.org"])
    assert rows(again.find(texts)) == [[{"text": "https://b.org"}]]


def test_stream() -> None:
    batches = [
        pa.record_batch({"id": [1], "text": ["see example.com"]}),
        pa.record_batch({"id": [2], "text": pa.array([None], pa.string())}),
    ]
    read = []

    def source():
        for batch in batches:
            read.append(batch)
            yield batch

    reader = pa.RecordBatchReader.from_batches(batches[0].schema, source())
    stream = ColumnFinder(fields=["host"]).stream(reader, "text", name="found")
    result = pa.RecordBatchReader.from_stream(stream)
    assert result.schema.names == ["id", "text", "found"]
    first = result.read_next_batch()
    # Batches are searched when they are read.
    assert len(read) == 1
    assert first.to_pylist() == [{"id": 1, "text": "see example.com", "found": [{"host": "example.com"}]}]
    assert result.read_all().to_pylist() == [{"id": 2, "text": None, "found": None}]
    with pytest.raises(ValueError, match="not read yet"):
        pa.RecordBatchReader.from_stream(stream)


def test_errors_of_streams() -> None:
    table = pa.table({"id": [1], "text": ["a"]})
    finder = ColumnFinder()
    with pytest.raises(ValueError, match=r'the name of a column \(id, text\), found "body"'):
        finder.stream(table, "body")
    with pytest.raises(ValueError, match='found "id", which is a column already'):
        finder.stream(table, "text", name="id")
    with pytest.raises(TypeError, match="expected a table.*found an array of Int64"):
        finder.stream(table["id"], "text")
    # A column that is not text is an error when it is read.
    with pytest.raises(Exception, match="expected a column of text"):
        pa.RecordBatchReader.from_stream(finder.stream(table, "id")).read_all()

    def broken():
        yield from table.to_batches()
        raise RuntimeError("the disk is gone")

    reader = pa.RecordBatchReader.from_batches(table.schema, broken())
    with pytest.raises(Exception, match="the disk is gone"):
        pa.RecordBatchReader.from_stream(finder.stream(reader, "text")).read_all()


def test_the_extra_of_the_main_package() -> None:
    from linkspan import arrow

    assert arrow.find_links is linkspan_arrow.find_links


def test_a_missing_extra_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.delitem(sys.modules, "linkspan.arrow", raising=False)
    monkeypatch.setitem(sys.modules, "linkspan_arrow", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'linkspan\[arrow\]'"):
        import linkspan.arrow  # noqa: F401

from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias, final

from typing_extensions import TypedDict, Unpack

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

_Arrow: TypeAlias = _ArrowArray | _ArrowStream
_Profile: TypeAlias = Literal["uts58", "prose", "source", "terminal", "strict"]
_Offsets: TypeAlias = Literal["bytes", "code-points", "utf16"]
_Field: TypeAlias = Literal["start", "end", "kind", "text", "href", "host", "domain", "findings"]
_Link: TypeAlias = Literal["link", "skip"]
_Keep: TypeAlias = Literal["keep", "trim"]
_TopLevel: TypeAlias = Literal["listed", "syntactic", "any"]

class _Options(TypedDict, total=False):
    schemes: Sequence[str]
    unknown_schemes: _Link
    bare_domains: _Link
    emails: _Link
    userinfo: _Link
    ip_hosts: _Link
    one_label_hosts: _Link
    scheme_tld: _TopLevel
    bare_tld: _TopLevel
    bracketed_tld: _TopLevel
    code_names: Literal["link", "skip", "skip-words"]
    file_names: _Link
    remote_paths: _Link
    script_boundaries: Literal["split", "ignore"]
    delimiters: Literal["standard", "quotes", "code"]
    trailing_question: _Keep
    attached_words: _Keep
    unmatched_openers: _Keep
    local_part_start: Literal["standard", "after-separator"]
    mailto_query: _Keep
    bad_dots: Literal["skip", "recover"]
    quoted_local_parts: _Link
    implied_scheme: Literal["https", "http"]
    refuse_from: Literal["info", "warn", "danger"]
    length_limit: int
    never: Sequence[str]

__all__ = ["ColumnFinder", "LinkArray", "LinkReader", "__version__", "find_links"]

__version__: str

@final
class LinkArray:
    @property
    def num_chunks(self) -> int: ...
    @property
    def num_links(self) -> int: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class LinkReader:
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class ColumnFinder:
    def __new__(
        cls,
        *,
        profile: _Profile = "prose",
        fields: Sequence[_Field] | None = None,
        offsets: _Offsets = "bytes",
        threads: int | None = None,
        **options: Unpack[_Options],
    ) -> ColumnFinder: ...
    def find(self, texts: _Arrow) -> LinkArray: ...
    def stream(self, batches: _Arrow, column: str, *, name: str = "links") -> LinkReader: ...
    def __arrow_c_schema__(self) -> object: ...
    def __getnewargs_ex__(self) -> tuple[tuple[()], dict[str, object]]: ...

def find_links(
    texts: _Arrow,
    *,
    profile: _Profile = "prose",
    fields: Sequence[_Field] | None = None,
    offsets: _Offsets = "bytes",
    threads: int | None = None,
    **options: Unpack[_Options],
) -> LinkArray: ...

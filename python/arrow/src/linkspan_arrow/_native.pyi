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
    literal: bool | None
    schemes: Sequence[str] | None
    unknown_schemes: _Link | None
    bare_domains: _Link | None
    emails: _Link | None
    userinfo: _Link | None
    ip_hosts: _Link | None
    one_label_hosts: _Link | None
    scheme_tld: _TopLevel | None
    bare_tld: _TopLevel | None
    bracketed_tld: _TopLevel | None
    code_names: Literal["link", "skip", "skip-words"] | None
    file_names: _Link | None
    remote_paths: _Link | None
    script_boundaries: Literal["split", "ignore"] | None
    delimiters: Literal["standard", "quotes", "code"] | None
    trailing_question: _Keep | None
    attached_words: _Keep | None
    unmatched_openers: _Keep | None
    local_part_start: Literal["standard", "after-separator"] | None
    mailto_query: _Keep | None
    bad_dots: Literal["skip", "recover"] | None
    quoted_local_parts: _Link | None
    implied_scheme: Literal["https", "http"] | None
    linking: Literal["on", "off"] | None
    length_limit: int | None
    tlds: str | Sequence[str] | None
    never: str | Sequence[str] | None
    names: str | Sequence[str] | None
    idn_tables: Sequence[str | tuple[str, str | None]] | None
    refuse: Sequence[str] | None

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

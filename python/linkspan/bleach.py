"""``linkify`` and ``Linker`` as in `bleach <https://pypi.org/project/bleach/>`_, without ``html5lib``.

Callbacks, ``skip_tags`` and ``parse_email`` are those of bleach. Links are found by linkspan, and everything that is not
a link stays as it is. ``docs/migrate/bleach.md`` lists the differences.

>>> from linkspan.bleach import linkify
>>> linkify("an http://example.com url")
'an <a href="http://example.com" rel="nofollow">http://example.com</a> url'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape, unescape
from html.parser import HTMLParser
from typing import Any, TypeAlias

from linkspan import Finder
from linkspan._linkspan import _html_links, _runs_script

__all__ = ["DEFAULT_CALLBACKS", "Linker", "linkify", "nofollow", "target_blank"]

Attributes: TypeAlias = dict[Any, str]
"""The attributes of a link by ``(None, name)``, and its text by ``"_text"``."""

Callback: TypeAlias = Callable[[Attributes, bool], "Attributes | None"]
"""Returns the attributes of a link, or ``None`` for no link. The second argument is whether the link is new."""

_HREF = (None, "href")
_ATTRIBUTE_NAME = re.compile(r"[^\s\"'<>/=\x00-\x1f\x7f]+")
_ANCHOR = re.compile(r"<a[\s/>]", re.IGNORECASE)


def nofollow(attrs: Attributes, new: bool = False) -> Attributes:
    """A callback: ``rel="nofollow"``, except for email addresses."""
    if _HREF not in attrs or attrs[_HREF].startswith("mailto:"):
        return attrs
    values = attrs.get((None, "rel"), "").split()
    if "nofollow" not in (value.lower() for value in values):
        values.append("nofollow")
    attrs[(None, "rel")] = " ".join(values)
    return attrs


def target_blank(attrs: Attributes, new: bool = False) -> Attributes:
    """A callback: ``target="_blank"``, except for email addresses."""
    if _HREF in attrs and not attrs[_HREF].startswith("mailto:"):
        attrs[(None, "target")] = "_blank"
    return attrs


DEFAULT_CALLBACKS: list[Callback] = [nofollow]


class Linker:
    """Adds links to HTML fragments, and runs existing links through the callbacks.

    Options are those of :class:`linkspan.Finder`. As in bleach, links without a scheme lead to ``http://``, and email
    addresses are linked only with ``parse_email``.

    >>> from linkspan.bleach import Linker, target_blank
    >>> linker = Linker(callbacks=[target_blank], skip_tags=["pre"], parse_email=True)
    >>> linker.linkify("<pre>a.com</pre> b.com c@d.com")
    '<pre>a.com</pre> <a href="http://b.com" target="_blank">b.com</a> <a href="mailto:c@d.com">c@d.com</a>'
    """

    def __init__(
        self,
        callbacks: Iterable[Callback] | None = DEFAULT_CALLBACKS,
        skip_tags: Iterable[str] | None = None,
        parse_email: bool = False,
        **options: Any,
    ) -> None:
        self.callbacks = list(callbacks or ())
        self.skip_tags = [tag.lower() for tag in skip_tags or ()]
        emails = "link" if parse_email else "skip"
        self.finder = Finder(**{"implied_scheme": "http", "emails": emails, **options})

    def linkify(self, text: str) -> str:
        """The fragment with links."""
        if not isinstance(text, str):
            raise TypeError("argument must be of text type")
        if not _ANCHOR.search(text):
            return self._add_links(text)
        # Existing links are taken out while new ones are added, so that no callback sees a link twice.
        stash = _Stash(text)
        pieces, end = [], 0
        for anchor in _anchors(text):
            pieces += [text[end : anchor.start], stash.put(self._existing(anchor))]
            end = anchor.end
        return stash.restore(self._add_links("".join([*pieces, text[end:]])))

    def _add_links(self, html: str) -> str:
        pieces, end = [], 0
        for link in _html_links(self.finder, html, self.skip_tags):
            if _runs_script(link.href):
                continue
            attributes = self._call({_HREF: link.href, "_text": link.text}, True)
            if attributes is None:
                continue
            text = str(attributes.pop("_text", ""))
            if _runs_script(str(attributes.get(_HREF, ""))):
                continue
            # Character references in the source stay as they are.
            source = html[link.start : link.end]
            shown = source if text == link.text else escape(text, quote=False)
            pieces += [html[end : link.start], _start_tag(attributes), shown, "</a>"]
            end = link.end
        return "".join([*pieces, html[end:]])

    def _existing(self, anchor: _Anchor) -> str:
        attributes = self._call({**anchor.attributes, "_text": anchor.text}, False)
        if attributes is None:
            return escape(anchor.text, quote=False)
        text = str(attributes.pop("_text", ""))
        start_tag = anchor.start_tag
        if attributes != anchor.attributes:
            # Malformed markup has attributes whose names cannot be written, such as `b"` in `<a href="a"b">`.
            written = {
                key: value
                for key, value in attributes.items()
                if key not in anchor.attributes or _is_attribute_name(key)
            }
            start_tag = _start_tag(written)
        content = anchor.content if text == anchor.text else escape(text, quote=False)
        return f"{start_tag}{content}{anchor.end_tag}"

    def _call(self, attributes: Attributes, new: bool) -> Attributes | None:
        result: Attributes | None = attributes
        for callback in self.callbacks:
            if result is None:
                return None
            result = callback(result, new)
        return result


def linkify(
    text: str,
    callbacks: Iterable[Callback] | None = DEFAULT_CALLBACKS,
    skip_tags: Iterable[str] | None = None,
    parse_email: bool = False,
) -> str:
    """An HTML fragment with links. A :class:`Linker` is faster for many fragments."""
    return Linker(callbacks, skip_tags, parse_email).linkify(text)


def _name(key: tuple[str | None, str] | str) -> str:
    return key[1] if isinstance(key, tuple) else key


def _is_attribute_name(key: tuple[str | None, str] | str) -> bool:
    return _ATTRIBUTE_NAME.fullmatch(_name(key)) is not None


def _start_tag(attributes: Attributes) -> str:
    tag = ["<a"]
    for key, value in attributes.items():
        name = _name(key)
        if not _is_attribute_name(key):
            raise ValueError(f"expected the name of an attribute, found {name!r}")
        tag.append(f' {name}="{escape(str(value), quote=False).replace(chr(34), "&quot;")}"')
    return "".join(tag) + ">"


class _Anchor:
    """An existing link, and where it is."""

    def __init__(self, start: int, start_tag: str, attributes: Attributes) -> None:
        self.start = start
        self.start_tag = start_tag
        self.attributes = attributes
        self.content_end = self.end = start + len(start_tag)
        self.content = self.end_tag = self.text = ""

    def close(self, html: str, content_end: int, end: int, text: str) -> _Anchor:
        self.content = html[self.start + len(self.start_tag) : content_end]
        self.end_tag = html[content_end:end]
        self.content_end, self.end, self.text = content_end, end, text
        return self


class _AnchorParser(HTMLParser):
    """Finds existing links. One without an end tag ends where the next one starts, or at the end."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self.html = html
        self.line_starts = [0] + [line_end.end() for line_end in re.finditer("\n", html)]
        self.anchors: list[_Anchor] = []
        self.open: _Anchor | None = None
        self.texts: list[str] = []

    def _position(self) -> int:
        line, column = self.getpos()
        return self.line_starts[line - 1] + column

    def _close(self, content_end: int, end: int) -> None:
        if self.open is not None:
            self.anchors.append(self.open.close(self.html, content_end, end, "".join(self.texts)))
        self.open, self.texts = None, []

    def parse_marked_section(self, i: int, report: int = 1) -> int:
        # As HTML says, `<![` starts a comment here. Some versions of the parser fail on an unknown keyword.
        return self.parse_bogus_comment(i, False)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            at = self._position()
            self._close(at, at)
            attributes: Attributes = {(None, name): value or "" for name, value in attrs}
            self.open = _Anchor(at, self.get_starttag_text() or "", attributes)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        # A slash at the end of a start tag has no meaning in HTML.
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            at = self._position()
            self._close(at, self.html.index(">", at) + 1)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def handle_entityref(self, name: str) -> None:
        self.texts.append(unescape(f"&{name};"))

    def handle_charref(self, name: str) -> None:
        self.texts.append(unescape(f"&#{name};"))


def _anchors(html: str) -> list[_Anchor]:
    parser = _AnchorParser(html)
    parser.feed(html)
    parser.close()
    parser._close(len(html), len(html))
    return parser.anchors


class _Stash:
    """Pieces of HTML that are taken out of a document, with a comment in the place of each. No link crosses one."""

    def __init__(self, html: str) -> None:
        number = 0
        while f"<!--linkspan-{number}-" in html:
            number += 1
        self.prefix = f"<!--linkspan-{number}-"
        self.pieces: list[str] = []

    def put(self, piece: str) -> str:
        self.pieces.append(piece)
        return f"{self.prefix}{len(self.pieces) - 1}-->"

    def restore(self, html: str) -> str:
        return re.sub(f"{self.prefix}(\\d+)-->", lambda place: self.pieces[int(place[1])], html)


def __getattr__(name: str) -> Any:
    # Only this class needs bleach itself.
    if name == "LinkifyFilter":
        from linkspan._bleach_filter import LinkifyFilter

        return LinkifyFilter
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

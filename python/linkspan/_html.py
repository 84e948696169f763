"""What the adapters share: HTML without a document parser."""

from __future__ import annotations

import re
from collections.abc import Iterable

from linkspan._linkspan import Link

DEFAULT_SCHEMES = ("http", "https", "ftp", "ws", "wss")

DEFAULT_REL = "nofollow noopener ugc"

# The link types that the compiled module knows.
LINK_TYPES = frozenset(("nofollow", "noopener", "noreferrer", "ugc", "sponsored", "external"))

# Elements with text in which nobody expects links, and existing links.
SKIPPED_TAGS = frozenset(
    ("a", "button", "code", "math", "pre", "script", "select", "style", "svg", "textarea", "title", "template")
)

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9.+-]*:(?://)?")


def is_scheme(text: str) -> bool:
    """Whether a text is a scheme with its colon, such as ``tel:`` or ``myapp://``."""
    return _SCHEME.fullmatch(text) is not None


def anchor_attributes(link: Link, rel: str | None, target: str | None, class_: str | None) -> dict[str, str]:
    """The attributes of a new link."""
    attributes = {"href": link.href}
    if rel:
        attributes["rel"] = rel
    if target:
        attributes["target"] = target
    if class_:
        attributes["class"] = class_
    return attributes


def skipped(skip_tags: Iterable[str] | None) -> frozenset[str]:
    """The elements whose text is not searched. Existing links are always among them."""
    if skip_tags is None:
        return SKIPPED_TAGS
    return frozenset(tag.lower() for tag in skip_tags) | {"a", "script", "style"}

"""The records that functions of the compiled module return, and the types of their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from linkspan._linkspan import Link, LinkId, LiveLink


class Candidate(NamedTuple):
    """Something that could have been a link, and whether it is one."""

    offset: int
    """The index of the character that made it a candidate: a dot, the colon of ``://``, an ``@``."""
    link: Link | None
    """The link, or ``None`` if it was rejected."""
    reason: str | None
    """Why it was rejected."""
    rule: str | None
    """The clause of UTS #58, or the rule of this package, that rejected it."""


class Finding(NamedTuple):
    """Something about a link that may deceive its reader."""

    code: str
    """The kind of finding, such as ``"host-mixed-scripts"``. ``docs/safety.md`` describes each of them."""
    level: str
    """``"info"``, ``"warn"`` or ``"danger"``."""
    start: int
    """Where it starts in the text."""
    end: int
    """Where it ends in the text."""
    message: str
    """What was found, in one sentence."""


class AssessedLink(NamedTuple):
    """A link with its findings."""

    link: Link
    """The link, or what would be one if it were not rejected."""
    findings: tuple[Finding, ...]
    """What may deceive about it."""
    level: str | None
    """The highest level of the findings. ``None`` if there are none."""
    rejection: str | None
    """Why it is not linked. ``None`` if it is."""


class Changes(NamedTuple):
    """What an edit of a :class:`~linkspan.LiveText` changes."""

    removed: list[LinkId]
    """The ids of the links that are no more."""
    added: list[LiveLink]
    """The links that are new, at their places after the edit."""
    shift_from: int
    """Links at or after this index, in the text before the edit, move."""
    shift_by: int
    """By how many characters they move."""


class LocalPart(NamedTuple):
    """Where the local part of an email address is."""

    link_start: int
    """Where the link starts: before ``mailto:``, if it is there."""
    start: int
    """Where the local part starts."""

"""Links for `markdown-it-py <https://pypi.org/project/markdown-it-py/>`_, in place of ``linkify-it-py``.

>>> from markdown_it import MarkdownIt
>>> from linkspan.markdown_it import linkspan_plugin
>>> md = MarkdownIt().use(linkspan_plugin)
>>> md.render("(see пример.рф/a_b_(c))")
'<p>(see <a href="https://xn--e1afmkfd.xn--p1ai/a_b_(c)">пример.рф/a_b_(c)</a>)</p>\\n'
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from linkspan import Finder, Link

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

__all__ = ["Linkify", "Match", "linkspan_plugin"]

# Everything that a link contains at least one of.
_TRIGGERS = frozenset(".:@。．｡")


@dataclass(frozen=True)
class Match:
    """A link, with the names that ``linkify-it-py`` uses."""

    schema: str
    """The scheme with its colon, ``"mailto:"`` for an email address, or an empty string."""
    index: int
    """Where the link starts."""
    last_index: int
    """Where the link ends."""
    raw: str
    """The link as written."""
    text: str
    """The link as written."""
    url: str
    """The target."""

    @classmethod
    def of(cls, link: Link, text: str) -> Match:
        """The match of a link in a text."""
        start, written, url = link.start, link.text, link.href
        if link.kind == "email":
            schema = "mailto:"
        elif link.scheme is not None:
            schema = f"{link.scheme.lower()}:"
        elif text.startswith("//", start - 2) and start >= 2:
            # A URL without a scheme. If its colon is escaped, as in `http\://`, markdown-it leaves it alone, which it
            # knows by where the slashes are.
            schema, start, written = "//", start - 2, f"//{written}"
            url = f"//{url.partition('://')[2]}"
        else:
            schema = ""
        return cls(schema, start, link.end, written, written, url)


class Linkify:
    """What ``MarkdownIt.linkify`` must be: it finds the links of a text.

    >>> from linkspan.markdown_it import Linkify
    >>> linkify = Linkify()
    >>> linkify.test("see example.com"), linkify.match("nothing here")
    (True, None)
    >>> linkify.match("see example.com")[0].url
    'https://example.com'
    """

    def __init__(self, finder: Finder | None = None, **options: Any) -> None:
        if finder is not None and options:
            raise TypeError("expected either a finder or options, found both")
        self.finder = Finder(**options) if finder is None else finder

    def pretest(self, text: str) -> bool:
        """Whether a text may contain a link. It is fast, and never wrong if the answer is no."""
        return not _TRIGGERS.isdisjoint(text)

    def test(self, text: str) -> bool:
        """Whether a text contains a link."""
        return self.finder.is_match(text)

    def match(self, text: str) -> list[Match] | None:
        """All links of a text, or ``None``."""
        return [Match.of(link, text) for link in self.finder.find(text)] or None

    def match_at_start(self, text: str) -> Match | None:
        """The URL with a scheme at the start of a text, or ``None``."""
        # Longer links are not linked, so a longer text does not change the answer.
        link = self.finder.link_at(text[: _longest_link(self.finder)], 0)
        if link is None or link.start != 0 or link.kind != "url" or link.scheme is None:
            return None
        # markdown-it counts the characters of the URL to know where the link ends.
        return replace(Match.of(link, text), url=link.text)


def _longest_link(finder: Finder) -> int:
    """More characters than the longest link has."""
    limit = finder.options.get("length_limit", 8192)
    return int(limit) + 64


def linkspan_plugin(md: MarkdownIt, finder: Finder | None = None, **options: Any) -> None:
    """A plugin for ``MarkdownIt.use``: links are found by linkspan. Options are those of :class:`linkspan.Finder`."""
    md.linkify = Linkify(finder, **options)
    md.options["linkify"] = True
    md.enable("linkify")

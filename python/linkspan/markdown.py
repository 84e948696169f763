"""An extension for `Python-Markdown <https://pypi.org/project/Markdown/>`_: bare links become links.

>>> import markdown
>>> markdown.markdown("(see **пример.рф/a_b_(c)**)", extensions=["linkspan.markdown"])
'<p>(see <strong><a href="https://xn--e1afmkfd.xn--p1ai/a_b_(c)">пример.рф/a_b_(c)</a></strong>)</p>'
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import HTML_PLACEHOLDER_RE, INLINE_PLACEHOLDER_RE, AtomicString

from linkspan import Finder, Link
from linkspan._html import SKIPPED_TAGS, anchor_attributes
from linkspan._linkspan import _runs_script

__all__ = ["LinkspanExtension", "makeExtension"]

# A character that a link contains, with no need to know where the link starts.
_TRIGGER = r"[.:@。．｡]"

_TAG = re.compile(r"<(/?)([A-Za-z][^\s/>]*)")


class _LinkProcessor(InlineProcessor):
    ANCESTOR_EXCLUDES = tuple(SKIPPED_TAGS)

    def __init__(self, md: Markdown, finder: Finder, rel: str, target: str, class_: str) -> None:
        super().__init__(_TRIGGER, md)
        self.finder = finder
        self.attributes = (rel or None, target or None, class_ or None)

    # The return type is that of the method of this name; its stub has another one.
    def handleMatch(  # type: ignore[override]
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        link = self.finder.link_at(data, m.start())
        if link is None or _runs_script(link.href) or self._is_in_skipped_html(data, link):
            return None, None, None
        anchor = Element("a", anchor_attributes(link, *self.attributes))
        # No other syntax is searched for inside.
        anchor.text = AtomicString(link.text)
        return anchor, link.start, link.end

    def _is_in_skipped_html(self, data: str, link: Link) -> bool:
        """Whether raw HTML before the link, in the same text, opens an element such as ``<a>``."""
        is_open = False
        # What was found before is taken out of the text. In its place is the number of a node, which for raw HTML is in
        # turn a text with the number of the HTML.
        nodes: dict[str, Any] = self.md.treeprocessors["inline"].stashed_nodes  # type: ignore[attr-defined]
        for place in INLINE_PLACEHOLDER_RE.finditer(data, 0, link.start):
            node = nodes.get(place[1])
            html = HTML_PLACEHOLDER_RE.search(node) if isinstance(node, str) else None
            tag = _TAG.match(str(self.md.htmlStash.rawHtmlBlocks[int(html[1])])) if html else None
            if tag and tag[2].lower() in SKIPPED_TAGS:
                is_open = not tag[1]
        return is_open


class LinkspanExtension(Extension):
    """Makes links of bare links. ``options`` are those of :class:`linkspan.Finder`."""

    def __init__(self, **kwargs: Any) -> None:
        self.config = {
            "options": [{}, "The options of the finder"],
            "rel": ["", "The attribute rel of new links"],
            "target": ["", "The attribute target of new links"],
            "class_": ["", "The attribute class of new links"],
        }
        super().__init__(**kwargs)

    def extendMarkdown(self, md: Markdown) -> None:
        """Registers the processor: after code, links and raw HTML, before emphasis."""
        finder = Finder(**self.getConfig("options"))
        appearance = (self.getConfig("rel"), self.getConfig("target"), self.getConfig("class_"))
        md.inlinePatterns.register(_LinkProcessor(md, finder, *appearance), "linkspan", 85)


def makeExtension(**kwargs: Any) -> LinkspanExtension:
    """The extension, for ``extensions=["linkspan.markdown"]``."""
    return LinkspanExtension(**kwargs)

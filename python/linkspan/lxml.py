"""Links in the trees of `lxml <https://pypi.org/project/lxml/>`_: HTML and XHTML.

>>> import lxml.html
>>> from linkspan.lxml import linkify
>>> tree = lxml.html.fragment_fromstring("<p>see <b>пример.рф</b>, a.com <code>b.com</code></p>")
>>> linkify(tree, rel=None)
2
>>> lxml.html.tostring(tree, encoding="unicode")
'<p>see <b><a href="https://xn--e1afmkfd.xn--p1ai">пример.рф</a></b>, <a href="https://a.com">a.com</a> <code>b.com</code></p>'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from linkspan import Finder, Link
from linkspan._html import DEFAULT_REL, anchor_attributes, skipped
from linkspan._linkspan import _runs_script

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = ["linkify"]


def linkify(
    tree: _Element,
    *,
    finder: Finder | None = None,
    rel: str | None = DEFAULT_REL,
    target: str | None = None,
    class_: str | None = None,
    skip_tags: Iterable[str] | None = None,
) -> int:
    """Adds links to the text of an element and its descendants, in place, and returns their number.

    Comments, existing links, scripts and styles are left alone, as is the text of the elements ``skip_tags``: by default
    code, and elements in which nobody expects links. The text after ``tree`` is not part of it.
    """
    finder = finder or Finder()
    names = skipped(skip_tags)
    count = 0
    if any(_name(ancestor) in names for ancestor in tree.iterancestors()):
        return 0
    pending = [tree]
    while pending:
        element = pending.pop()
        if _name(element) in names:
            continue
        children = list(element)
        # From the end, so that places of earlier children do not change.
        for index in range(len(children), 0, -1):
            child = children[index - 1]
            texts, anchors = _split(element, child.tail, finder, rel, target, class_)
            if anchors:
                child.tail = texts[0]
                element[index:index] = _with_tails(anchors, texts)
                count += len(anchors)
        texts, anchors = _split(element, element.text, finder, rel, target, class_)
        if anchors:
            element.text = texts[0]
            element[0:0] = _with_tails(anchors, texts)
            count += len(anchors)
        # Comments and processing instructions have no name.
        pending.extend(child for child in children if isinstance(child.tag, str))
    return count


def _name(element: _Element) -> str:
    """The name without a namespace, in lower case."""
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def _split(
    parent: _Element, text: str | None, finder: Finder, rel: str | None, target: str | None, class_: str | None
) -> tuple[list[str], list[_Element]]:
    """The texts around links, and a new element for each link."""
    if not text:
        return [], []
    links: list[Link] = [link for link in finder.find(text) if not _runs_script(link.href)]
    texts, anchors, end = [], [], 0
    namespace = str(parent.tag).rpartition("}")[0]
    for link in links:
        anchor = parent.makeelement(f"{namespace}}}a" if namespace else "a")
        for name, value in anchor_attributes(link, rel, target, class_).items():
            anchor.set(name, value)
        anchor.text = link.text
        texts.append(text[end : link.start])
        anchors.append(anchor)
        end = link.end
    texts.append(text[end:])
    return texts, anchors


def _with_tails(anchors: list[_Element], texts: list[str]) -> list[_Element]:
    for anchor, text in zip(anchors, texts[1:], strict=True):
        anchor.tail = text
    return anchors

"""Links in the trees of `Beautiful Soup <https://pypi.org/project/beautifulsoup4/>`_.

>>> from bs4 import BeautifulSoup
>>> from linkspan.bs4 import linkify
>>> soup = BeautifulSoup("<p>see <b>пример.рф</b>, <code>a.com</code></p>", "html.parser")
>>> linkify(soup, rel=None)
1
>>> str(soup)
'<p>see <b><a href="https://xn--e1afmkfd.xn--p1ai">пример.рф</a></b>, <code>a.com</code></p>'
"""

from __future__ import annotations

from collections.abc import Iterable

from bs4 import BeautifulSoup
from bs4.element import NavigableString, PageElement, Tag

from linkspan import Finder
from linkspan._html import DEFAULT_REL, anchor_attributes, skipped
from linkspan._linkspan import _runs_script

__all__ = ["linkify"]


def linkify(
    tree: Tag,
    *,
    finder: Finder | None = None,
    rel: str | None = DEFAULT_REL,
    target: str | None = None,
    class_: str | None = None,
    skip_tags: Iterable[str] | None = None,
) -> int:
    """Adds links to the text of a tree, in place, and returns their number.

    Comments, existing links, scripts and styles are left alone, as is the text of the elements ``skip_tags``: by default
    code, and elements in which nobody expects links.
    """
    finder = finder or Finder()
    names = skipped(skip_tags)
    count = 0
    for node in list(tree.find_all(string=True)):
        # Comments, doctypes, scripts and others are subclasses.
        if type(node) is not NavigableString or any(parent.name.lower() in names for parent in node.parents):
            continue
        links = [link for link in finder.find(str(node)) if not _runs_script(link.href)]
        if not links:
            continue
        pieces: list[PageElement] = []
        text, end = str(node), 0
        for link in links:
            if link.start > end:
                pieces.append(NavigableString(text[end : link.start]))
            anchor = _new_anchor(tree, anchor_attributes(link, rel, target, class_))
            anchor.string = link.text
            pieces.append(anchor)
            end = link.end
        if end < len(text):
            pieces.append(NavigableString(text[end:]))
        node.replace_with(*pieces)
        count += len(links)
    return count


def _new_anchor(tree: Tag, attributes: dict[str, str]) -> Tag:
    ancestors = (tree, *tree.parents)
    soup = next((node for node in ancestors if isinstance(node, BeautifulSoup)), None)
    if soup is None:
        return Tag(name="a", attrs=attributes)
    anchor = soup.new_tag("a")
    anchor.attrs.update(attributes)
    return anchor

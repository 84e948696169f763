"""Finds links in plain text in every writing system, and formats URLs so that people can read them (UTS #58).

>>> import linkspan
>>> text = "（參見 https://zh.wikipedia.org/wiki/臺北市_(消歧義)）。Или пишите: почта@пример.рф!"
>>> [link.text for link in linkspan.find(text)]
['https://zh.wikipedia.org/wiki/臺北市_(消歧義)', 'почта@пример.рф']

The functions take the options of :class:`Finder` as keyword arguments. A :class:`Finder` has its options built in and is
faster for many texts. Adapters for other packages are modules of their own: ``linkspan.bleach``, ``linkspan.bs4``,
``linkspan.django``, ``linkspan.jinja2``, ``linkspan.lxml``, ``linkspan.markdown``, ``linkspan.markdown_it``.
"""

from linkspan import uts58
from linkspan._linkspan import (
    Finder,
    Link,
    LinkId,
    LinkIterator,
    LiveLink,
    LiveText,
    Unlinked,
    __version__,
    assess,
    assess_anchor,
    build_url,
    correct_span,
    defang,
    explain,
    find,
    find_iter,
    linkify,
    linkify_html,
    linkify_markdown,
    path_to_readable,
    quote_local_part,
    refang,
    safe_display,
    to_ascii,
    to_readable,
    unquote_local_part,
)
from linkspan._types import AssessedLink, Candidate, Changes, Finding

__all__ = [
    "AssessedLink",
    "Candidate",
    "Changes",
    "Finder",
    "Finding",
    "Link",
    "LinkId",
    "LinkIterator",
    "LiveLink",
    "LiveText",
    "Unlinked",
    "__version__",
    "assess",
    "assess_anchor",
    "build_url",
    "correct_span",
    "defang",
    "explain",
    "find",
    "find_iter",
    "linkify",
    "linkify_html",
    "linkify_markdown",
    "path_to_readable",
    "quote_local_part",
    "refang",
    "safe_display",
    "to_ascii",
    "to_readable",
    "unquote_local_part",
    "uts58",
]

"""The filter for ``bleach.Cleaner``: that of bleach, with the links of linkspan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bleach import linkifier

from linkspan import Finder
from linkspan._linkspan import _runs_script
from linkspan.bleach import DEFAULT_CALLBACKS, Attributes, Callback


class LinkifyFilter(linkifier.LinkifyFilter):
    """A filter that adds links, for ``Cleaner(filters=[LinkifyFilter])``."""

    def __init__(
        self,
        source: Any,
        callbacks: Iterable[Callback] | None = DEFAULT_CALLBACKS,
        skip_tags: Iterable[str] | None = None,
        parse_email: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(source, callbacks=callbacks, skip_tags=skip_tags, parse_email=parse_email)  # type: ignore[arg-type]
        emails = "link" if parse_email else "skip"
        self.finder = Finder(**{"implied_scheme": "http", "emails": emails, **options})

    def handle_email_addresses(self, src_iter: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Nothing: addresses are found together with URLs."""
        yield from src_iter

    def handle_links(self, src_iter: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """The tokens with links in their text."""
        for token in src_iter:
            if token["type"] != "Characters":
                yield token
                continue
            text, end = token["data"], 0
            for link in self.finder.find(text):
                attributes: Attributes | None = None
                if not _runs_script(link.href):
                    new: Any = {(None, "href"): link.href, "_text": link.text}
                    attributes = self.apply_callbacks(new, True)  # type: ignore[assignment]
                if attributes is None:
                    continue
                if link.start > end:
                    yield {"type": "Characters", "data": text[end : link.start]}
                shown = str(attributes.pop("_text", ""))
                yield {"type": "StartTag", "name": "a", "data": attributes}
                yield {"type": "Characters", "data": shown}
                yield {"type": "EndTag", "name": "a"}
                end = link.end
            if end < len(text):
                yield {"type": "Characters", "data": text[end:]}

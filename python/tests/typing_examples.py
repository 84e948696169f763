"""Uses of the package that ``mypy --strict`` must accept, or reject where a comment says so."""

from __future__ import annotations

import linkspan
from linkspan import Changes, Finder, Finding, Link, LiveText

links: list[Link] = linkspan.find("see example.com", profile="prose", schemes=["https"], bare_domains="skip")
for link in linkspan.find_iter(b"see example.com"):
    start: int = link.start
    host: str = link.host
    port: str | None = link.port
    span: tuple[int, int] | None = link.span("host")
finder = Finder(profile="terminal", length_limit=100)
html: str = finder.linkify("a.com", rel=["nofollow"], title=True, show=20)


def callback(attributes: dict[str, str], link: Link) -> dict[str, str] | None:
    """Links of URLs only."""
    return attributes if link.kind == "url" else None


document: str = linkspan.linkify_html("<p>a.com", callbacks=[callback], skip_tags=["pre"], profile="strict")
findings: tuple[Finding, ...] = linkspan.assess("a.com")[0].findings
changes: Changes = LiveText("a.com", finder).insert(0, " ")

linkspan.find("", profil="prose")  # type: ignore[call-arg]
linkspan.find("", profile="chat")  # type: ignore[arg-type]
linkspan.find(1)  # type: ignore[arg-type]
links[0].start = 1  # type: ignore[misc]
links[0].span("hots")  # type: ignore[arg-type]

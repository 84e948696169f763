"""The filter ``urlize`` of `Jinja2 <https://pypi.org/project/Jinja2/>`_, with the links of linkspan.

>>> from jinja2 import Environment
>>> env = Environment(autoescape=True, extensions=["linkspan.jinja2.LinkspanExtension"])
>>> env.from_string("{{ text|urlize }}").render(text="<b>пример.рф</b>")
'&lt;b&gt;<a href="https://xn--e1afmkfd.xn--p1ai" rel="noopener">пример.рф</a>&lt;/b&gt;'
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial
from html import escape
from typing import TYPE_CHECKING, Any

from jinja2 import pass_eval_context
from jinja2.exceptions import FilterArgumentError
from jinja2.ext import Extension
from markupsafe import Markup

from linkspan import Finder, Link
from linkspan._html import DEFAULT_SCHEMES, LINK_TYPES, is_scheme

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.nodes import EvalContext

__all__ = ["LinkspanExtension", "urlize"]


@lru_cache(maxsize=32)
def _finder(extra_schemes: tuple[str, ...]) -> Finder:
    if not extra_schemes:
        return Finder()
    return Finder(schemes=[*DEFAULT_SCHEMES, *extra_schemes])


@pass_eval_context
def urlize(
    eval_ctx: EvalContext,
    value: Any,
    trim_url_limit: int | None = None,
    nofollow: bool = False,
    target: str | None = None,
    rel: str | None = None,
    extra_schemes: Iterable[str] | None = None,
) -> str:
    """Text as HTML with links. The arguments and policies are those of the filter of Jinja2.

    Text is escaped. A value that is safe already, such as ``Markup``, is read as HTML: its text gets links, its markup
    and its links stay as they are.
    """
    policies = eval_ctx.environment.policies
    link_types = set((rel or "").split()) | set((policies["urlize.rel"] or "").split())
    if nofollow:
        link_types.add("nofollow")
    if target is None:
        target = policies["urlize.target"]
    if extra_schemes is None:
        extra_schemes = policies["urlize.extra_schemes"] or ()
    extra_schemes = tuple(extra_schemes)
    for scheme in extra_schemes:
        if not is_scheme(scheme):
            raise FilterArgumentError(f"{scheme!r} is not a valid URI scheme prefix.")

    try:
        finder = _finder(extra_schemes)
    except ValueError as error:
        raise FilterArgumentError(str(error)) from error
    show: Any = "written" if trim_url_limit is None else max(1, trim_url_limit)
    is_html = hasattr(value, "__html__")
    text = str(value.__html__()) if is_html else str(value)
    if link_types <= LINK_TYPES:
        write = finder.linkify_html if is_html else finder.linkify
        linked = write(text, rel=link_types, target=target, show=show)
    else:
        # Other link types than those of linkspan, such as "me".
        set_rel = partial(_set_rel, " ".join(sorted(link_types)))
        html = text if is_html else escape(text)
        linked = finder.linkify_html(html, callbacks=[set_rel], rel=None, target=target, show=show)
    return Markup(linked) if eval_ctx.autoescape else linked


def _set_rel(rel: str, attributes: dict[str, str], _link: Link) -> dict[str, str]:
    href = {"href": attributes["href"], "rel": rel}
    return href | attributes


class LinkspanExtension(Extension):
    """Replaces the filter ``urlize`` of an environment."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        environment.filters["urlize"] = urlize

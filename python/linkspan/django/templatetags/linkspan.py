"""The template library ``linkspan``."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.template.defaultfilters import stringfilter
from django.utils.safestring import SafeData, SafeString, mark_safe

from linkspan import Finder

register = template.Library()

# The finder with the options of the settings, and these options. Settings may change, at least in tests.
_configured: tuple[dict[str, Any], Finder] = ({}, Finder())


def _finder() -> Finder:
    global _configured  # noqa: PLW0603
    options = getattr(settings, "LINKSPAN", {})
    if options != _configured[0]:
        _configured = (dict(options), Finder(**options))
    return _configured[1]


def _linkify(value: str, autoescape: bool, show: Any) -> SafeString:
    finder = _finder()
    # Text that is safe, or that the template declares to be safe by turning escaping off, is HTML.
    is_html = isinstance(value, SafeData) or not autoescape
    write = finder.linkify_html if is_html else finder.linkify
    return mark_safe(write(value, rel="nofollow", show=show))


@register.filter(is_safe=True, needs_autoescape=True)
@stringfilter
def urlize(value: str, autoescape: bool = True) -> SafeString:
    """Text as HTML with links."""
    return _linkify(value, autoescape, "written")


@register.filter(is_safe=True, needs_autoescape=True)
@stringfilter
def urlizetrunc(value: str, limit: str | int, autoescape: bool = True) -> SafeString:
    """Text as HTML with links whose text has at most ``limit`` characters, or as few as their domain needs."""
    return _linkify(value, autoescape, max(1, int(limit)))

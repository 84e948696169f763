"""The filter inside the real Jinja2."""

from __future__ import annotations

import pytest
from jinja2 import Environment
from jinja2.exceptions import FilterArgumentError
from markupsafe import Markup
from test_html import HOSTILE, Elements


def render(text, arguments="", autoescape=True, policies=None):
    env = Environment(autoescape=autoescape, extensions=["linkspan.jinja2.LinkspanExtension"])
    env.policies.update(policies or {})
    return env.from_string("{{ text|urlize" + arguments + " }}").render(text=text)


def test_links_have_the_attributes_of_the_policies():
    assert render("a.com") == '<a href="https://a.com" rel="noopener">a.com</a>'
    assert render("a.com", policies={"urlize.rel": None}) == '<a href="https://a.com">a.com</a>'
    policies = {"urlize.rel": "nofollow ugc", "urlize.target": "_blank"}
    assert render("a.com", policies=policies) == '<a href="https://a.com" rel="nofollow ugc" target="_blank">a.com</a>'


def test_arguments():
    assert render("a.com", "(nofollow=true)") == '<a href="https://a.com" rel="nofollow noopener">a.com</a>'
    assert render("a.com", "(target='x')") == '<a href="https://a.com" rel="noopener" target="x">a.com</a>'
    assert render("a.com & b", "(rel='me')") == '<a href="https://a.com" rel="me noopener">a.com</a> &amp; b'
    assert render("example.com/path", "(12)") == '<a href="https://example.com/path" rel="noopener">example.com…</a>'


def test_extra_schemes():
    assert render("tel:+12015550123") == "tel:+12015550123"
    linked = '<a href="tel:+12015550123" rel="noopener">tel:+12015550123</a>'
    assert render("tel:+12015550123", "(extra_schemes=['tel:'])") == linked
    assert render("tel:+12015550123", policies={"urlize.extra_schemes": ["tel:"]}) == linked
    assert render("https://a.com", "(extra_schemes=['tel:'])").startswith('<a href="https://a.com"')
    for scheme in ("a b:", "tel", ":", "1x:"):
        with pytest.raises(FilterArgumentError, match="is not a valid URI scheme prefix"):
            render("a.com", f"(extra_schemes=['{scheme}'])")
    with pytest.raises(FilterArgumentError, match="expected a scheme with '//', or one of .*; found \"javascript\""):
        render("a.com", "(extra_schemes=['javascript:'])")


def test_markup_is_html_and_text_is_escaped():
    html = "<b>a.com</b> &amp; <a href=/>b.com</a>"
    linked = '<b><a href="https://a.com" rel="noopener">a.com</a></b> &amp; <a href=/>b.com</a>'
    assert render(Markup(html)) == linked
    assert "&lt;b&gt;" in render(html) and "<b>" not in render(html)
    # Without autoescaping, the filter of Jinja2 escapes text, too.
    assert "&lt;b&gt;" in render(html, autoescape=False)
    assert render(5) == "5"


def test_the_result_is_not_escaped_again():
    env = Environment(autoescape=True, extensions=["linkspan.jinja2.LinkspanExtension"])
    template = env.from_string("{% set linked = text|urlize %}{{ linked }}")
    assert template.render(text="a.com").startswith("<a ")


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("arguments", ["", "(5)", "(rel='me')", "(extra_schemes=['tel:', 'myapp://'])"])
def test_hostile_text(text, arguments):
    for element, attributes in Elements(render(text, arguments)).found:
        assert element in ("a", "bdi")
        assert set(attributes) <= {"href", "rel"}
        assert attributes.get("href", "http:").split(":")[0] in ("http", "https", "mailto")

"""The filters inside the template engine of a real, configured Django."""

from __future__ import annotations

import django
import pytest
from django.conf import settings
from test_html import HOSTILE, Elements

if not settings.configured:
    settings.configure(
        INSTALLED_APPS=["linkspan.django"],
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}],
    )
    django.setup()

from django.template import Context, Template
from django.test.utils import override_settings
from django.utils.safestring import SafeString, mark_safe


def render(source, text, **context):
    return Template("{% load linkspan %}" + source).render(Context({"text": text, **context}))


LINK = '<a href="https://{0}" rel="nofollow">{0}</a>'


def test_text_is_escaped():
    assert render("{{ text|urlize }}", "<b>a.com</b> & c") == f"&lt;b&gt;{LINK.format('a.com')}&lt;/b&gt; &amp; c"


def test_safe_data_is_html():
    html = "<b>a.com</b> &amp; <a href=/>b.com</a>"
    linked = f"<b>{LINK.format('a.com')}</b> &amp; <a href=/>b.com</a>"
    assert render("{{ text|urlize }}", mark_safe(html)) == linked
    assert render("{{ text|safe|urlize }}", html) == linked


def test_text_stays_as_it_is_without_autoescaping():
    source = "{% autoescape off %}{{ text|urlize }}{% endautoescape %}"
    assert render(source, "<b>a.com</b> & c") == f"<b>{LINK.format('a.com')}</b> & c"


def test_the_result_is_safe():
    from linkspan.django.templatetags.linkspan import urlize, urlizetrunc

    assert isinstance(urlize("a.com"), SafeString) and isinstance(urlizetrunc("a.com", 5), SafeString)
    assert render("{{ text|urlize|lower }}", "A.com") == LINK.format("a.com")
    assert render("{{ text|upper|urlize }}", "see a.com").startswith("SEE <a ")
    assert render("{% filter urlize %}{{ text }}{% endfilter %}", "a.com <") == f"{LINK.format('a.com')} &lt;"


def test_other_values_are_texts():
    assert render("{{ text|urlize }}", 5) == "5"
    assert render("{{ text|urlize }}", None) == "None"


def test_urlizetrunc():
    text = "example.com/a/long/path"
    short = '<a href="https://example.com/a/long/path" rel="nofollow">example.com…</a>'
    assert render("{{ text|urlizetrunc:12 }}", text) == short
    assert render("{{ text|urlizetrunc:limit }}", text, limit="12") == short
    # The domain is never cut.
    assert ">example.com</a>" in render("{{ text|urlizetrunc:0 }}", text)
    assert render("{{ text|urlizetrunc:100 }}", text) == LINK.format(text)


def test_filters_of_django_are_replaced_only_where_the_library_is_loaded():
    source = "{{ text|urlize }}"
    assert "пример.рф</a>" not in Template(source).render(Context({"text": "пример.рф"}))
    assert "пример.рф</a>" in render(source, "пример.рф")


def test_the_setting():
    with override_settings(LINKSPAN={"bare_domains": "skip"}):
        assert render("{{ text|urlize }}", "a.com") == "a.com"
    assert render("{{ text|urlize }}", "a.com") == LINK.format("a.com")


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("source", ["{{ text|urlize }}", "{{ text|urlizetrunc:5 }}"])
def test_hostile_text(text, source):
    for options in ({}, {"profile": "terminal", "userinfo": "link"}):
        with override_settings(LINKSPAN=options):
            for element, attributes in Elements(render(source, text)).found:
                assert element in ("a", "bdi")
                assert set(attributes) <= {"href", "rel"}
                assert attributes.get("href", "http:").split(":")[0] in ("http", "https", "mailto")

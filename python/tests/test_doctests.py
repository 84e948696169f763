"""The examples of docstrings, also of the compiled module, and of the documentation pages."""

from __future__ import annotations

import doctest
import importlib
import re
from collections.abc import Iterator

import pytest
from data import ROOT

MODULES = ["", ".uts58", ".bleach", ".bs4", ".jinja2", ".lxml", ".markdown", ".markdown_it"]
PAGES = ["docs/python.md", "python/README.md", "docs/migrate/bleach.md"]


def run(name: str, text: str) -> int:
    """Runs the examples of a text, and returns their number."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    failures: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(test, out=failures.append)
    assert not failures, "".join(failures)
    return len(test.examples)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_of_modules(name):
    module = importlib.import_module(f"linkspan{name}")
    tests = doctest.DocTestFinder(exclude_empty=True).find(module, globs={})
    assert sum(run(test.name, test.docstring) for test in tests if test.docstring) > 0


def compiled_docstrings() -> Iterator[tuple[str, str]]:
    """The docstrings of the compiled module, in which the finder of doctest finds nothing."""
    module = importlib.import_module("linkspan._linkspan")
    for name, item in vars(module).items():
        if name.startswith("_"):
            continue
        yield name, item.__doc__ or ""
        if isinstance(item, type):
            for attribute, value in vars(item).items():
                if not attribute.startswith("_"):
                    yield f"{name}.{attribute}", value.__doc__ or ""


@pytest.mark.parametrize(("name", "docstring"), list(compiled_docstrings()))
def test_docstrings_of_the_compiled_module(name, docstring):
    assert docstring, f"{name} has no docstring"
    run(name, docstring)


def test_functions_and_classes_have_examples():
    without = {"LinkId", "LinkIterator", "LiveLink"}
    for name, docstring in compiled_docstrings():
        assert ">>> " in docstring or "." in name or name in without, f"{name} has no example"


def test_readme():
    """The examples of the main page in Python are programs with assertions."""
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, "README.md", "exec"), {})


@pytest.mark.parametrize("page", PAGES)
def test_pages(page):
    blocks = re.findall(r"^```pycon\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    # The examples of a page build on one another.
    assert run(page, "\n".join(blocks)) > 0

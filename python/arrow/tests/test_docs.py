"""The Python examples of the documents and docstrings."""

import doctest
import re
from pathlib import Path

import linkspan_arrow
import pytest

ROOT = Path(__file__).parents[3]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run_page(path: Path, marker: str, is_selected: bool) -> None:
    """Runs the blocks of a page one after the other, with common variables. Those from the marker on need Spark."""
    text = path.read_text()
    position = text.index(marker) if marker in text else len(text)
    namespace: dict = {"__name__": "__main__"}
    blocks = [match for match in BLOCK.finditer(text) if (match.start() >= position) == is_selected]
    assert blocks, f"{path} has no examples"
    for match in blocks:
        line = text.count("\n", 0, match.start(1))
        code = "\n" * line + match.group(1)
        exec(compile(code, str(path), "exec"), namespace)


@pytest.mark.parametrize("page", ["docs/data.md", "python/arrow/README.md"])
def test_examples(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(ROOT / page, "## Spark", is_selected=False)


@pytest.mark.spark
def test_examples_with_spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(ROOT / "docs/data.md", "## Spark", is_selected=True)
    plot = tmp_path / "hosts.png"
    assert plot.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "item",
    [linkspan_arrow.ColumnFinder, linkspan_arrow.LinkArray, linkspan_arrow.find_links],
    ids=lambda item: item.__name__,
)
def test_docstrings(item: object) -> None:
    runner = doctest.DocTestRunner()
    examples = 0
    for test in doctest.DocTestFinder().find(item, item.__name__, module=False):
        examples += runner.run(test).attempted
    assert examples > 0
    assert runner.summarize().failed == 0

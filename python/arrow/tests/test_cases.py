"""The data cases of the library: a column finds the same links as every other binding."""

from pathlib import Path

import pyarrow as pa
import pytest
import tomllib
from linkspan_arrow import ColumnFinder

FOLDER = Path(__file__).parents[3] / "testdata" / "find"


def read_cases(file: Path) -> list[dict]:
    return tomllib.loads(file.read_text())["case"]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.toml")), ids=lambda file: file.stem)
def test_links_are_those_of_the_case(file: Path) -> None:
    for case in read_cases(file):
        marked = case["text"]
        text = marked.replace("⸠", "").replace("⸡", "")
        expected = [part.partition("⸡")[0] for part in marked.split("⸠")[1:]]
        options = {"profile": "uts58", **case.get("options", {})}
        finder = ColumnFinder(fields=["start", "end", "text"], offsets="code-points", **options)
        [links] = pa.array(finder.find(pa.array([text]))).to_pylist()
        assert [link["text"] for link in links] == expected, case["name"]
        assert [text[link["start"] : link["end"]] for link in links] == expected, case["name"]


def test_there_are_cases() -> None:
    assert sum(len(read_cases(file)) for file in FOLDER.glob("*.toml")) > 500

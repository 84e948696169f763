"""The cases of ``testdata/``, which every language runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import tomllib

ROOT = Path(__file__).resolve().parents[2]
TESTDATA = ROOT / "testdata"


def read(name: str) -> dict[str, Any]:
    """A file of cases."""
    return tomllib.loads((TESTDATA / name).read_text("utf-8"))


def cases(name: str, kind: str = "case") -> list[dict[str, Any]]:
    """The cases of a file."""
    found = read(name)[kind]
    assert found, f"{name} has no cases"
    return found


def find_cases() -> list[tuple[str, dict[str, Any]]]:
    """The cases of ``testdata/find/``, with the names of their files."""
    files = sorted((TESTDATA / "find").glob("*.toml"))
    assert len(files) >= 10
    return [(file.stem, case) for file in files for case in cases(f"find/{file.name}")]

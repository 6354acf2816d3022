"""The reference pages say what the code says."""

from __future__ import annotations

from pathlib import Path

from orchestration.graph.diff import DiffCode
from orchestration.graph.diff.registry import OPERATIONS
from orchestration.graph.importers import NoteCode
from orchestration.graph.nodes import KINDS
from orchestration.graph.problems import ProblemCode
from orchestration.management.reference import reference_pages
from tests.orchestration.commands import manage


def test_the_pages_are_up_to_date() -> None:
    found = manage("reference_docs", "--check", "--json")
    assert (found.code, found.json) == (0, {"stale": []}), "run manage.py reference_docs"


def test_a_stale_page_is_named_and_written_anew(tmp_path: Path) -> None:
    folder = ("--folder", str(tmp_path))
    assert manage("reference_docs", *folder).code == 0
    assert manage("reference_docs", "--check", *folder).code == 0
    (tmp_path / "diffs.md").write_text("old")
    found = manage("reference_docs", "--check", *folder, "--json")
    assert (found.code, found.json) == (1, {"stale": ["diffs.md"]})
    assert (tmp_path / "diffs.md").read_text() == "old"


def test_every_kind_operation_and_code_has_its_place() -> None:
    pages = reference_pages()
    assert all(f"## `{kind}`" in pages["graph-document.md"] for kind in KINDS)
    assert all(f"## `{op}`" in pages["diffs.md"] for op in OPERATIONS)
    assert all(
        code.meaning.endswith(".") and f"| `{code}` | {code.meaning}" in pages["diffs.md"]
        for code in DiffCode
    )
    for code in (*ProblemCode, *NoteCode):
        assert code.meaning.endswith(".")
        assert f"| `{code}` | {code.meaning}" in pages["problems.md"]

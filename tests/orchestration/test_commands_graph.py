"""The commands on graph files: validating, importing, changing and exporting them."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orchestration.graph.importers import FORMATS, Format
from orchestration.models import Graph
from tests.graph.importers.test_import_document import SAMPLES
from tests.orchestration.commands import manage
from tests.orchestration.embedded import node

Write = Callable[..., str]

GRAPH = {"name": "Mine", "nodes": [node("a", "stage.note"), node("b", "stage.note", "a")]}
RENAME = {"op": "rename_node", "id": "b", "new_id": "c"}


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a value, or a text as it is, into a file and give its path."""

    def make(content: Any, name: str = "graph.json") -> str:
        file = tmp_path / name
        if isinstance(content, bytes):
            file.write_bytes(content)
        else:
            file.write_text(content if isinstance(content, str) else json.dumps(content))
        return str(file)

    return make


def stdin_of(monkeypatch: pytest.MonkeyPatch, value: Any) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(value).encode())))


# ── graph_validate ──


@pytest.mark.parametrize("format", FORMATS)
def test_validate_says_as_what_it_read_a_file(format: Format, write: Write) -> None:
    file = write(SAMPLES[format])
    assert manage("graph_validate", file).out.startswith(f"Read as {format}.\n")
    found = manage("graph_validate", file, "--format", format, "--json")
    assert (found.code, found.json["format"]) == (0, format)
    assert found.json["graph_hash"].startswith("sha256:")


def test_a_file_of_another_format_than_announced_is_refused(write: Write) -> None:
    found = manage("graph_validate", write(GRAPH), "--format", "zeph")
    assert found.code == 1
    assert "tasks" in found.out


# ── graph_diff ──


def test_diff_prints_the_changed_graph(write: Write) -> None:
    found = manage("graph_diff", write(GRAPH), write([RENAME], "diffs.json"), "--json")
    assert found.code == 0
    assert set(found.json) == {"document", "graph_hash"}
    assert [item["id"] for item in found.json["document"]["nodes"]] == ["a", "c"]
    checked = manage("graph_validate", write(found.json["document"]), "--json")
    assert checked.json["graph_hash"] == found.json["graph_hash"]
    shown = manage("graph_diff", write(GRAPH), write([RENAME], "diffs.json"))
    assert json.loads(shown.out) == found.json["document"]


def test_no_change_leaves_the_hash_alone(write: Write) -> None:
    found = manage("graph_diff", write(GRAPH), write([], "diffs.json"), "--json")
    assert found.json["graph_hash"] == manage("graph_validate", write(GRAPH), "--json").json["graph_hash"]


@pytest.mark.parametrize("piped", ["file", "diffs"])
def test_either_file_may_come_through_a_pipe(
    piped: str, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    stdin_of(monkeypatch, GRAPH if piped == "file" else [RENAME])
    file = "-" if piped == "file" else write(GRAPH)
    diffs = "-" if piped == "diffs" else write([RENAME], "diffs.json")
    assert manage("graph_diff", file, diffs, "--json").code == 0


def test_both_files_cannot_come_through_one_pipe() -> None:
    found = manage("graph_diff", "-", "-", "--json")
    assert (found.code, found.json["error"]["code"]) == (1, "usage")


@pytest.mark.parametrize(
    ("diffs", "code", "index", "named"),
    [
        ([RENAME, {"op": "remove_node", "id": "b"}], "node_not_found", 1, "b"),
        ([{"op": "add_edge", "node_id": "a", "dep": "b"}], "cycle", 0, "a"),
        ([{"op": "shuffle"}], "unknown_op", 0, None),
        ([RENAME, {"op": "remove_node", "id": "a", "colour": 1}], "malformed_diff", 1, None),
        ({"op": "remove_node", "id": "a"}, "malformed_diff", 0, None),
        ([{"op": "wrap_in_team", "ids": [], "team_id": "t"}], "invalid_team", 0, "t"),
        ("[", "malformed_diff", 0, None),
        (f'[{json.dumps(RENAME)}, {{"op": "remove_node", "id": NaN}}]', "malformed_diff", 1, None),
        ("[" * 300 + "]" * 300, "malformed_diff", 0, None),
    ],
)
def test_a_refused_change_is_told_with_its_number(
    diffs: Any, code: str, index: int, named: str | None, write: Write
) -> None:
    found = manage("graph_diff", write(GRAPH), write(diffs, "diffs.json"), "--json")
    assert found.code == 1
    error = found.json["error"]
    assert set(error) == {"code", "diff_index", "node", "message"}
    assert (error["code"], error["diff_index"], error["node"]) == (code, index, named)
    assert error["message"] in found.err or "problems" in found.json


# ── graph_export ──


@pytest.mark.django_db
def test_export_gives_back_what_was_imported(write: Write) -> None:
    schema = {"type": "object", "properties": {"zebra": {"type": "string"}, "apple": {"type": "number"}}}
    manage("graph_import", write(GRAPH | {"input_schema": schema}), "--name", "mine")
    manage("graph_import", write(GRAPH | {"goal": "Other"}), "--name", "mine")
    latest, first = manage("graph_export", "mine"), manage("graph_export", "mine", "--revision", "1")
    nodes = [
        {"id": "a", "kind": "tool", "tool": "stage.note"},
        {"id": "b", "kind": "tool", "depends_on": ["a"], "tool": "stage.note"},
    ]
    assert latest.json == {"schema_version": 1, "name": "Mine", "goal": "Other", "nodes": nodes}
    assert list(first.json["input_schema"]["properties"]) == ["zebra", "apple"]
    again = manage("graph_import", write(latest.out), "--name", "mine", "--json")
    assert again.json["revision"] == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing"], "There is no graph “nothing”. There is: mine."),
        (["mine", "--revision", "7"], "“mine” has no revision 7."),
        (["mine", "--revision", "0"], "“mine” has no revision 0."),
        (["mine", "--revision", str(10**30)], "“mine” has no revision 1000"),
    ],
)
def test_what_is_not_there_cannot_be_exported(arguments: list[str], words: str, write: Write) -> None:
    manage("graph_import", write(GRAPH), "--name", "mine")
    found = manage("graph_export", *arguments, "--json")
    assert (found.code, found.json["error"]["code"]) == (1, "not_found")
    assert words in found.err


# ── files that are no graphs, for every command that reads one ──


NO_GRAPHS = {
    "malformed_json": "{",
    "not_utf_8": b"\xff{}",
    "unknown_field": {**GRAPH, "colour": 1},
    "document_too_large": b'{"name": "' + b"x" * (4 * 1024 * 1024) + b'", "nodes": []}',
    "nested_too_deep": '{"name": "a", "nodes": ' + "[" * 200 + "]" * 200 + "}",
    "nested_far_too_deep": "[" * 100_000,
    "duplicate_key": '{"name": "a", "name": "b", "nodes": []}',
    "not_finite": '{"name": "a", "nodes": [], "input_schema": {"maximum": NaN}}',
    "integer_too_large": '{"name": "a", "nodes": [], "input_schema": {"maximum": 9007199254740993}}',
    "integer_of_many_digits": '{"name": "a", "nodes": [], "input_schema": {"maximum": ' + "9" * 9_000 + "}}",
    "invalid_text": r'{"name": "\ud800", "nodes": []}',
    "a_list": [1],
}
CODES = {
    "not_utf_8": "malformed_json",
    "nested_far_too_deep": "nested_too_deep",
    "integer_of_many_digits": "integer_too_large",
    "a_list": "invalid_value",
}


@pytest.mark.django_db
@pytest.mark.parametrize("what", NO_GRAPHS)
@pytest.mark.parametrize("command", ["graph_validate", "graph_import", "graph_diff"])
def test_what_is_no_graph_is_refused_with_its_problem(command: str, what: str, write: Write) -> None:
    more = [write([], "diffs.json")] if command == "graph_diff" else []
    file = write(NO_GRAPHS[what])
    found = manage(command, file, *more, "--json")
    assert found.code == 1
    assert CODES.get(what, what) in {problem["code"] for problem in found.json["problems"]}
    assert all(problem["path"].startswith("$") and problem["message"] for problem in found.json["problems"])
    told = manage(command, file, *more)
    assert told.code == 1
    assert f"[{CODES.get(what, what)}]" in told.out + told.err
    assert "Traceback" not in told.err
    assert not Graph.objects.exists()

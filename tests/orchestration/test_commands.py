"""The command line as scripts use it: one JSON object, and an exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from examples.models import LedgerEntry
from orchestration.backends.embedded import EmbeddedEngine
from orchestration.graph.importers import FORMATS, Format, NoteCode
from orchestration.leases import engine_is_live
from orchestration.models import Graph, Revision, Run, RunEvent
from tests.graph.importers.test_import_document import SAMPLES
from tests.orchestration.commands import manage
from tests.orchestration.embedded import node, stage

EXAMPLES = Path(settings.BASE_DIR, "examples", "graphs")


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., str]:
    """Write a graph of these nodes into a file and give its path."""

    def make(*nodes: dict[str, Any], **fields: Any) -> str:
        file = tmp_path / "graph.json"
        document = {"schema_version": 1, "name": "Mine", "nodes": list(nodes), **fields}
        file.write_text(json.dumps(document))
        return str(file)

    return make


@pytest.fixture
def examples(transactional_db: None) -> None:
    assert manage("load_examples").code == 0


# ── graph_validate ──


@pytest.mark.parametrize("name", ["dispute-refund", "document-pipeline"])
def test_the_examples_are_without_a_problem(name: str) -> None:
    found = manage("graph_validate", str(EXAMPLES / f"{name}.json"), "--json")
    assert found.code == 0
    assert found.json["problems"] == []
    assert found.json["graph_hash"].startswith("sha256:")


def test_validate_lists_what_keeps_a_graph_from_running(write: Callable[..., str]) -> None:
    found = manage("graph_validate", write(node("a", "stage.note", "missing")), "--json")
    assert found.code == 1
    (problem,) = found.json["problems"]
    assert problem["code"] == "unknown_dependency"
    assert set(problem) == {"code", "level", "node", "path", "message", "suggestion"}


def test_validate_only_warns_about_unregistered_tools(write: Callable[..., str]) -> None:
    found = manage("graph_validate", write(node("a", "no.such_tool")), "--json")
    assert found.code == 0
    assert [problem["level"] for problem in found.json["problems"]] == ["environment"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema_version": 1, "name": "x", "nodes": [], "x": NaN}'])
def test_validate_reports_what_is_no_graph(text: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text)
    found = manage("graph_validate", str(file), "--json")
    assert found.code == 1
    assert found.json["graph_hash"] is None
    assert found.json["problems"]


def test_a_file_that_is_not_there_is_said_in_words() -> None:
    found = manage("graph_validate", "nowhere.json")
    assert found.code == 1
    assert "nowhere.json cannot be read" in found.err
    assert "Traceback" not in found.err


# ── graph_import ──


@pytest.mark.django_db
def test_import_publishes_revisions(write: Callable[..., str]) -> None:
    first = manage("graph_import", write(node("a", "stage.note")), "--name", "mine", "--json")
    assert (first.code, first.json["slug"], first.json["revision"]) == (0, "mine", 1)
    assert set(first.json) == {"slug", "revision", "created", "graph_hash", "notes"}
    again = manage("graph_import", write(node("a", "stage.note")), "--name", "mine", "--json")
    assert again.json == {**first.json, "created": False}
    changed = manage("graph_import", write(node("b", "no.such_tool")), "--name", "mine", "--json")
    assert changed.json["revision"] == 2
    assert [set(note) for note in changed.json["notes"]] == [{"code", "node", "message"}]
    assert Revision.objects.count() == 2


@pytest.mark.django_db
def test_import_refuses_with_all_problems(write: Callable[..., str]) -> None:
    found = manage(
        "graph_import", write(node("a", "stage.note", "a"), node("b", "stage.note", "c")), "--json"
    )
    assert found.code == 1
    assert len(found.json["problems"]) == 2
    assert not Graph.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("announced", [True, False])
def test_import_reads_the_files_of_other_systems(format: Format, announced: bool, tmp_path: Path) -> None:
    file = tmp_path / "theirs.json"
    file.write_text(json.dumps(SAMPLES[format]))
    arguments = ["--format", format] if announced else []
    found = manage("graph_import", str(file), "--name", "mine", *arguments, "--json")
    assert found.code == 0, found.err
    assert (found.json["slug"], found.json["revision"]) == ("mine", 1)
    assert all(set(note) == {"code", "node", "message"} for note in found.json["notes"])
    codes = {note["code"] for note in found.json["notes"]}
    # What differs from the file stands beside what is not registered here.
    assert format == "native" or codes & set(NoteCode)
    assert format in ("gglib", "zeph", "wfformat") or "unknown_tool" in codes


@pytest.mark.django_db
@pytest.mark.parametrize("value", [{"nodes": [node("a", "stage.note")]}, SAMPLES["salvor"]])
def test_a_graph_without_a_name_is_called_after_its_file(value: Any, tmp_path: Path) -> None:
    file = tmp_path / "monthly-report.json"
    file.write_text(json.dumps(value))
    found = manage("graph_import", str(file), "--json")
    assert (found.code, found.json["slug"]) == (0, "monthly-report")
    assert "name_made" in {note["code"] for note in found.json["notes"]}
    assert Graph.objects.get().name == "monthly-report"


# ── run_start, run_show, replay_run ──


@pytest.mark.usefixtures("examples")
def test_a_small_dispute_settles_itself() -> None:
    found = manage(
        "run_start",
        "dispute-refund",
        "--input",
        '{"dispute_id": "D-1", "amount_usd": 40}',
        "--wait",
        "--json",
    )
    assert found.code == 0
    assert set(found.json) == {"run", "status", "output", "refusal", "waiting", "nodes"}
    assert found.json["status"] == "completed"
    assert found.json["nodes"]["settle_refund"] == {"status": "skipped", "attempt": 0}
    assert found.json["nodes"]["settle_small"] == {"status": "completed", "attempt": 1}
    assert "40.00 USD" in found.json["output"]["message"]
    assert list(LedgerEntry.objects.values_list("kind", flat=True)) == ["refund", "notice"]
    shown = manage("run_show", str(found.json["run"]), "--json")
    assert (shown.code, shown.json) == (0, found.json)
    replayed = manage("replay_run", str(found.json["run"]), "--json")
    assert replayed.json == {"events": RunEvent.objects.count(), "divergence": None}
    assert not engine_is_live()


@pytest.mark.usefixtures("examples")
def test_a_large_dispute_waits_for_people() -> None:
    found = manage(
        "run_start",
        "dispute-refund",
        "--input",
        '{"dispute_id": "D-1", "amount_usd": 300}',
        "--wait",
        "--json",
    )
    assert (found.code, found.json["status"]) == (0, "waiting")
    assert found.json["waiting"] == [{"node": "approve_refund", "cause": "gate"}]


@pytest.mark.usefixtures("examples")
def test_the_pipeline_survives_its_stubborn_archive() -> None:
    value = json.dumps({"text": "The harbour opened on 12 March 1887. " * 9, "pace": 0, "title": "Harbour"})
    found = manage("run_start", "document-pipeline", "--input", value, "--wait", "--json")
    assert found.json["status"] == "completed", found.json
    assert found.json["nodes"]["fetch_pages"] == {"status": "completed", "attempt": 3}
    assert "1887-03-12" in found.json["output"]["text"]
    assert LedgerEntry.objects.count() == 4


@pytest.mark.usefixtures("examples")
def test_without_wait_the_run_is_left_to_an_engine() -> None:
    found = manage(
        "run_start", "dispute-refund", "--input", '{"dispute_id": "D-1", "amount_usd": 40}', "--json"
    )
    assert (found.code, found.json["status"]) == (0, "running")
    assert not LedgerEntry.objects.exists()


def test_wait_leaves_the_work_to_a_live_engine(engine: EmbeddedEngine, write: Callable[..., str]) -> None:
    manage("graph_import", write(node("a", "stage.note")), "--name", "mine")
    found = manage("run_start", "mine", "--wait", "--json")
    assert found.json["status"] == "completed"
    assert engine.running


@pytest.mark.django_db(transaction=True)
def test_a_run_that_is_refused_ends_with_one(write: Callable[..., str]) -> None:
    manage("graph_import", write(node("a", "no.such_tool")), "--name", "mine")
    found = manage("run_start", "mine", "--wait", "--json")
    assert (found.code, found.json["status"]) == (1, "stalled")
    assert found.json["refusal"]["code"] == "unknown_tool"


@pytest.mark.django_db(transaction=True)
def test_wait_gives_up_after_its_timeout(write: Callable[..., str]) -> None:
    stage.clear()
    manage("graph_import", write(node("a", "stage.hold_async")), "--name", "mine")
    found = manage("run_start", "mine", "--wait", "--timeout", "0.5", "--json")
    assert (found.code, found.json["status"]) == (1, "running")
    assert "still at work" in found.err


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nothing"], "There is no graph “nothing”"),
        (["dispute-refund", "--input", "{"], "--input is not the JSON"),
        (["dispute-refund", "--input", '{"a": 1, "a": 2}'], "--input is not the JSON"),
        (["dispute-refund", "--input", "[NaN]"], "--input is not the JSON"),
        (["dispute-refund", "--input", '{"dispute_id": "D-1"}'], "amount_usd"),
        (["dispute-refund", "--revision", "9"], "revision 9"),
        (["dispute-refund", "--label", "odd"], "NAME=TEXT"),
    ],
)
def test_what_cannot_start_says_why(arguments: list[str], words: str) -> None:
    for flags in ([], ["--json"]):
        found = manage("run_start", *arguments, *flags)
        assert found.code == 1
        assert words in found.err
        assert not flags or found.json["error"]["code"]
    assert not Run.objects.exists()


@pytest.mark.django_db
def test_without_any_graph_it_says_what_to_do() -> None:
    found = manage("run_start", "nothing")
    assert (found.code, found.err.strip()) == (
        1,
        "There is no graph “nothing”. There are no graphs yet; import one first.",
    )


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["run_show", "replay_run"])
@pytest.mark.parametrize("number", ["1", "x", "²", "9" * 40])
def test_an_unknown_run_is_said_in_words(command: str, number: str) -> None:
    found = manage(command, number)
    assert (found.code, found.err.strip()) == (1, f"There is no run {number}.")


@pytest.mark.usefixtures("examples")
def test_replay_names_the_first_difference() -> None:
    started = manage(
        "run_start", "dispute-refund", "--input", '{"dispute_id": "D-1", "amount_usd": 40}', "--json"
    )
    run = str(started.json["run"])
    event = RunEvent.objects.get(run_id=run, kind="NodeEntered")
    event.payload = event.payload.replace("D-1", "D-2")
    event.save(update_fields=["payload"])
    found = manage("replay_run", run, "--json")
    assert found.code == 1
    assert found.json["divergence"]["position"] == event.seq
    assert "D-2" in found.json["divergence"]["recorded"]
    assert "D-1" in found.json["divergence"]["derived"]


# ── load_examples, and a real process ──


@pytest.mark.usefixtures("examples")
def test_examples_are_loaded_once(write: Callable[..., str]) -> None:
    assert set(Graph.objects.values_list("slug", flat=True)) == {"dispute-refund", "document-pipeline"}
    manage("graph_import", write(node("a", "stage.note")), "--name", "dispute-refund")
    assert manage("load_examples", "--json").json == {"graphs": []}
    assert Revision.objects.count() == 3


def test_a_fresh_folder_needs_no_preparation(tmp_path: Path) -> None:
    def process(*arguments: str, input: str | None = None) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "TRACKSIDE_DATA": str(tmp_path / "data")}
        environment.pop("DATABASE_URL", None)
        return subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=settings.BASE_DIR,
            env=environment,
            input=input,
            capture_output=True,
            text=True,
            check=False,
        )

    text = (EXAMPLES / "dispute-refund.json").read_text()
    imported = process("graph_import", "-", "--json", input=text)
    assert imported.returncode == 0, imported.stderr
    assert json.loads(imported.stdout)["slug"] == "dispute-refund"
    started = process(
        "run_start", "dispute-refund", "--input", "-", "--wait", "--json",
        input='{"dispute_id": "D-7", "amount_usd": 12.5}',
    )  # fmt: skip
    assert started.returncode == 0, started.stderr
    assert json.loads(started.stdout)["status"] == "completed"
    assert started.stderr == ""


def test_tools_that_cannot_be_imported_are_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "broken_tools.py").write_text("import nothing_of_this_name\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "TRACKSIDE_TOOL_MODULES": "broken_tools"}
    for command in (["graph_validate", "-"], ["serve", "--port", "0"]):
        found = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=settings.BASE_DIR,
            env={**environment, "TRACKSIDE_DATA": str(tmp_path / "data")},
            input="",
            capture_output=True,
            text=True,
            check=False,
        )
        assert found.returncode == 1
        assert "The tools cannot be loaded: ModuleNotFoundError" in found.stderr
        assert "Traceback" not in found.stderr

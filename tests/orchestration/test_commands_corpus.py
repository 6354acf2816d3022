"""Real files of other systems, through the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from orchestration.eventlog import document_of
from orchestration.graph.topology import Topology
from orchestration.models import Graph
from tests.corpus import CORPUS, READABLE, REFUSED, needs_corpus
from tests.orchestration.commands import manage

pytestmark = needs_corpus


def test_each_file_is_expected_to_be_read_or_refused() -> None:
    files = {file.relative_to(CORPUS).as_posix() for file in CORPUS.rglob("*.json")}
    assert files == READABLE.keys() | REFUSED.keys()


@pytest.mark.django_db
@pytest.mark.parametrize("name", READABLE)
def test_a_real_file_is_published(name: str) -> None:
    format, nodes = READABLE[name]
    file = str(CORPUS / name)
    checked = manage("graph_validate", file, "--json")
    assert (checked.code, checked.json["format"]) == (0, format)
    found = manage("graph_import", file, "--json")
    assert (found.code, found.json["revision"]) == (0, 1), found.err
    assert found.json["graph_hash"] == checked.json["graph_hash"]
    assert found.json["notes"]
    assert len(Topology(document_of(found.json["graph_hash"])).nodes) == nodes


@pytest.mark.django_db
@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("command", ["graph_import", "graph_validate"])
def test_a_file_that_is_no_sound_graph_is_refused(command: str, name: str) -> None:
    found = manage(command, str(CORPUS / name), "--json")
    assert found.code == 1
    (problem,) = found.json["problems"]
    assert problem["code"] == REFUSED[name]
    assert not Graph.objects.exists()


@pytest.mark.django_db
def test_changes_of_the_other_system_apply_to_the_imported_graph(tmp_path: Path) -> None:
    diffs = str(CORPUS / "taskgraph/brief-diffs.json")
    found = manage("graph_diff", str(CORPUS / "taskgraph/brief.json"), diffs, "--json")
    assert found.code == 0, found.err
    nodes = {node["id"]: node for node in found.json["document"]["nodes"]}
    assert "synthesizer" not in nodes
    assert [node["id"] for node in nodes["writing"]["nodes"]] == ["outline", "draft"]
    assert nodes["writing"]["nodes"][1]["role"] == "writer"
    # The same by way of a published graph and its file.
    slug = manage("graph_import", str(CORPUS / "taskgraph/brief.json"), "--json").json["slug"]
    exported = tmp_path / "exported.json"
    exported.write_text(manage("graph_export", slug).out)
    assert manage("graph_diff", str(exported), diffs, "--json").json == found.json

"""Real files of other systems, beside the repository where someone has put them."""

from __future__ import annotations

import pytest

from orchestration.graph.importers import Imported, NoteCode, detect, import_document
from orchestration.graph.jsontext import load_json
from orchestration.graph.problems import DocumentInvalid
from orchestration.graph.topology import Topology
from orchestration.graph.validation import validate
from tests.corpus import CORPUS, READABLE, needs_corpus

pytestmark = needs_corpus


def read(name: str) -> Imported:
    return import_document((CORPUS / name).read_bytes())


@pytest.mark.parametrize("name", READABLE)
def test_a_real_file_becomes_a_document_that_can_be_published(name: str) -> None:
    format, nodes = READABLE[name]
    assert detect(load_json((CORPUS / name).read_bytes())[0]) == format
    result = read(name)
    assert len(Topology(result.document).nodes) == nodes
    assert validate(result.document) == []
    assert result.notes


def test_the_cycle_of_the_invalid_file_is_named() -> None:
    with pytest.raises(DocumentInvalid) as caught:
        read("salvor/invalid-cycle.json")
    (problem,) = caught.value.problems
    assert problem.code == "cycle"
    assert "draft → critique → draft" in problem.message


def test_changes_are_no_graph() -> None:
    with pytest.raises(DocumentInvalid, match="changes"):
        read("taskgraph/brief-diffs.json")


def test_the_brief_keeps_both_teams_and_says_what_it_renamed() -> None:
    result = read("taskgraph/brief.json")
    told = {(note.code, note.node) for note in result.notes}
    assert {
        (NoteCode.ID_CHANGED, "research-2"),
        (NoteCode.ID_CHANGED, "attack-plan"),
        (NoteCode.DEBATE_AS_AGENT, "debate"),
        (NoteCode.GATE_ADDED, "approve-plan"),
        (NoteCode.RUN_STATE, "team-risk"),
    } <= told

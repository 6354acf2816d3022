"""`POST /api/import/`"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from orchestration.models import Graph, Revision
from tests.corpus import CORPUS, READABLE, REFUSED, needs_corpus
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import ids, read
from tests.dashboard.graph_calls import document, post, refusal
from tests.dashboard.samples import DOCUMENT


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Editor")


def test_a_file_becomes_a_draft(client: Client) -> None:
    answer = post(client, "import/", {"text": DOCUMENT})
    assert answer.status_code == 201 and answer.headers["Location"] == "/api/graphs/refund/"
    made = answer.json()
    assert (made["slug"], made["name"], made["notes"]) == ("refund", "Refund", [])
    assert made["problems"]["runnable"] is True
    assert ids(client) == ["approve"] and read(client)["latest_revision"] is None
    assert not Revision.objects.exists()


def test_what_is_exported_can_be_imported_again(client: Client, graph: Graph) -> None:
    text = client.get("/api/graphs/refund/export/").content.decode()
    slug = post(client, "import/", {"text": text}).json()["slug"]
    assert slug == "refund-2"
    assert client.get(f"/api/graphs/{slug}/export/").content.decode() == text


def test_a_file_without_a_name_is_called_as_the_file(client: Client) -> None:
    text = json.dumps({"nodes": [], "schema_version": 1})
    made = post(client, "import/", {"text": text, "name": "quarterly report"}).json()
    assert (made["slug"], made["name"]) == ("quarterly-report", "quarterly report")
    assert made["notes"] == ["The file names no graph; it is called “quarterly report”."]
    named = post(client, "import/", {"text": DOCUMENT, "name": "other"}).json()
    assert named["name"] == "Refund"


def test_a_draft_may_have_what_keeps_it_from_running(client: Client) -> None:
    value = document(nodes=[{"id": "a", "kind": "tool", "tool": "nowhere"}, {"id": "b", "kind": "branch"}])
    problems = post(client, "import/", {"text": json.dumps(value)}).json()["problems"]
    assert problems["runnable"] is False
    assert {found["code"] for found in problems["problems"]} == {"no_cases", "unknown_tool"}


@needs_corpus
@pytest.mark.parametrize("file", [*READABLE, *REFUSED])
def test_files_of_other_systems_come_with_notes(client: Client, file: str) -> None:
    path = CORPUS / file
    answer = post(client, "import/", {"text": path.read_text(), "name": path.stem})
    if file in REFUSED:
        assert refusal(answer) == (422, "document_invalid")
        return
    made = answer.json()
    assert answer.status_code == 201 and made["notes"]
    assert client.get(f"/api/graphs/{made['slug']}/").json()["node_count"] == READABLE[file][1]
    assert client.get(f"/graphs/{made['slug']}/").status_code == 200


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("{", ["$"]),
        ("", ["$"]),
        ("[]", ["$"]),
        ('[{"op": "add_node"}]', ["$"]),
        ('{"name": "a", "nodes": [{"id": "A B", "kind": "tool"}, {"id": "b", "kind": "what"}]}', None),
        ('{"name": "a", "name": "b", "nodes": []}', ["$.name"]),
        (json.dumps(document(nodes=[{"id": "a", "kind": "delay", "seconds": 1, "depends_on": ["a"]}])), None),
    ],
)
def test_what_cannot_be_read_is_refused_with_every_place(
    client: Client, text: str, places: list[str] | None
) -> None:
    answer = post(client, "import/", {"text": text})
    assert refusal(answer) == (422, "document_invalid")
    found = [error["path"] for error in answer.json()["errors"]]
    assert found and (places is None or found == places)
    assert not Graph.objects.exists()


def test_all_problems_are_told(client: Client) -> None:
    nodes = [{"id": f"N{number}", "kind": "tool", "tool": "x"} for number in range(60)]
    body = post(client, "import/", {"text": json.dumps(document(nodes=nodes))}).json()
    assert body["errors_total"] == len(body["errors"]) == 60


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 422),
        ({"text": 5}, 422),
        ({"text": DOCUMENT, "format": "yaml"}, 422),
        ({"text": DOCUMENT, "name": " "}, 422),
        ({"text": DOCUMENT, "name": "a\0"}, 422),
        ([], 400),
    ],
)
def test_requests_that_are_none(client: Client, body: Any, status: int) -> None:
    assert post(client, "import/", body).status_code == status
    assert not Graph.objects.exists()


def test_a_foreign_format_can_be_insisted_on(client: Client) -> None:
    assert refusal(post(client, "import/", {"text": DOCUMENT, "format": "zeph"})) == (422, "document_invalid")


def test_a_text_that_a_database_could_not_hold(client: Client) -> None:
    made = post(client, "import/", {"text": json.dumps(document(name="a\0b", goal="\0"))})
    assert made.status_code == 201 and made.json()["name"] == "a\ufffdb"


def test_a_document_at_its_limit_fits_into_the_request(client: Client, settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = len(DOCUMENT) + 100
    assert post(client, "import/", {"text": DOCUMENT}).status_code == 201
    assert post(client, "import/", {"text": DOCUMENT * 3}).status_code == 413


def test_the_same_key_imports_once(client: Client) -> None:
    for _ in range(2):
        answer = post(client, "import/", {"text": DOCUMENT}, key="k")
    assert answer.json()["slug"] == "refund" and Graph.objects.count() == 1


def test_only_editors_import(enter: Enter) -> None:
    assert refusal(post(enter("bob", "Viewer"), "import/", {"text": DOCUMENT})) == (403, "forbidden")

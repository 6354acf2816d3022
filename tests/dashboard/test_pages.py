"""Pages of runs and graphs, the start page, and pages for what went wrong."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from orchestration.models import Approval, Graph, Run
from orchestration.services.archiving import graph_archive
from orchestration.services.graphs import graph_import
from orchestration.services.new_graphs import graph_create
from orchestration.services.runs import run_start
from tests.conftest import Person
from tests.dashboard.conftest import Enter
from tests.dashboard.samples import DOCUMENT


def text_of(client: Client, address: str) -> str:
    page = client.get(address)
    assert page.status_code == 200
    return page.content.decode()


# ── the frame ───────────────────────────────────────────────────────────────────────────────


def test_the_frame_says_where_one_is_and_how_much_waits(enter: Enter, approval: Approval) -> None:
    page = text_of(enter("ada", "Approver"), "/runs/")
    assert re.search(r'href="/runs/" aria-current="page"', page)
    assert re.search(r"data-approvals-badge>1<", page)
    assert '<html lang="en"' in page and 'name="csrf-token"' in page and 'href="#main"' in page


def test_people_without_view_are_not_shown_ways_that_are_closed(enter: Enter, run: Run) -> None:
    page = text_of(enter("ada"), "/")
    assert 'href="/approvals/"' in page
    assert 'href="/runs/"' not in page and 'href="/graphs/"' not in page


# ── home ────────────────────────────────────────────────────────────────────────────────────


def test_the_first_visit_says_what_to_do(enter: Enter, graph: Graph) -> None:
    page = text_of(enter("ada", "Operator"), "/")
    assert "No run yet" in page and "Look and start" in page and "Refund" in page


def test_without_any_graph_home_says_how_to_get_one(enter: Enter) -> None:
    client = enter("ada", "Operator")
    for address in ("/", "/graphs/"):
        assert "load_examples" in text_of(client, address)


def test_home_shows_what_waits_and_what_is_live(enter: Enter, run: Run) -> None:
    page = text_of(enter("ada", "Admin"), "/")
    assert "Waiting for you" in page and f"<bdi>Refund</bdi> #{run.pk}" in page


def test_a_stalled_run_can_be_retried_from_home(enter: Enter, run: Run) -> None:
    refusal = {"code": "unknown_tool", "message": "A tool is not here.", "permanent": False, "node": None}
    Run.objects.update(status="stalled", refusal=refusal)
    page = text_of(enter("ada", "Operator"), "/")
    assert "A tool is not here." in page and f'action="/runs/{run.pk}/retry/"' in page
    assert "/retry/" not in text_of(enter("bob", "Viewer"), "/")


# ── runs ────────────────────────────────────────────────────────────────────────────────────


def test_the_list_filters_and_says_so_when_nothing_fits(enter: Enter, run: Run) -> None:
    client = enter("ada", "Viewer")
    for query in ("", "?status=waiting", "?graph=refund", "?q=north", f"?q=%23{run.pk}"):
        assert f"#{run.pk}</span>" in text_of(client, f"/runs/{query}"), query
    assert "No run fits this filter" in text_of(client, "/runs/?status=failed")


def test_a_run_without_javascript_has_its_nodes_and_verbs(enter: Enter, run: Run) -> None:
    page = text_of(enter("ada", "Operator"), f"/runs/{run.pk}/")
    noscript = page.split("<noscript>", 1)[1]
    assert "Approve refund" in noscript and "Waiting" in page
    assert f'data-snapshot-url="/api/runs/{run.pk}/view/"' in page
    assert f'action="/runs/{run.pk}/pause/"' in noscript and 'data-can-control="true"' in page
    assert "/pause/" not in text_of(enter("bob", "Viewer"), f"/runs/{run.pk}/")


def test_verbs_as_forms(enter: Enter, run: Run) -> None:
    client = enter("ada", "Operator")
    page = client.post(f"/runs/{run.pk}/pause/", follow=True).content.decode()
    assert "is paused" in page and "Paused" in page
    page = client.post(f"/runs/{run.pk}/pause/", follow=True).content.decode()
    assert "Nothing was changed" in page
    client.post(f"/runs/{run.pk}/continue/")
    client.post(f"/runs/{run.pk}/cancel/")
    run.refresh_from_db()
    assert run.status == "canceled"


# ── graphs ──────────────────────────────────────────────────────────────────────────────────


def test_starting_a_run_from_the_plain_form(enter: Enter, graph: Graph) -> None:
    client = enter("ada", "Operator")
    page = text_of(client, "/graphs/refund/")
    plain = page.rsplit("<noscript>", 1)[-1]
    assert "Give money back" in plain and "<th" in plain and 'action="/graphs/refund/start/"' in plain
    answer = client.post("/graphs/refund/start/", {"input": '{"amount": 5}', "revision": "1"})
    run = Run.objects.get()
    assert answer.headers["Location"] == f"/runs/{run.pk}/"


@pytest.mark.parametrize(
    ("input", "said"),
    [('{"amount": -1}', "<strong>Amount</strong>"), ("{", "not acceptable JSON"), ("", "$")],
)
def test_an_input_that_does_not_fit_is_explained(enter: Enter, graph: Graph, input: str, said: str) -> None:
    page = enter("ada", "Operator").post("/graphs/refund/start/", {"input": input})
    assert page.status_code == 422 and said in page.content.decode()
    assert not Run.objects.exists()


def test_a_form_of_an_older_revision_does_not_start_the_newer_one(
    enter: Enter, graph: Graph, admin: User
) -> None:
    document = json.loads(DOCUMENT) | {"goal": "Another goal"}
    graph_import(text=json.dumps(document), name="refund", actor=admin)
    client = enter("ada", "Operator")
    page = client.post("/graphs/refund/start/", {"input": '{"amount": 5}', "revision": "1"})
    assert page.status_code == 422 and "newer revision" in page.content.decode()


def test_without_a_script_a_graph_says_why_it_cannot_be_run(enter: Enter, graph: Graph, admin: User) -> None:
    client = enter("ada", "Operator")
    blank = graph_create(name="Blank", actor=admin)
    page = text_of(client, f"/graphs/{blank.slug}/").rsplit("<noscript>", 1)[-1]
    assert "no nodes yet" in page and "never published" in page and "<form" not in page
    graph_archive(graph=graph, actor=admin)
    page = text_of(client, "/graphs/refund/").rsplit("<noscript>", 1)[-1]
    assert "is archived" in page and "Approve refund" in page and "<form" not in page


def test_the_plain_table_of_a_large_graph_ends_and_leads_on(enter: Enter, admin: User) -> None:
    """It is in every answer: drawn by a script or not, thousands of rows would be waited for."""
    delays = [{"id": f"d{i}", "kind": "delay", "seconds": 1} for i in range(203)]
    graph_import(
        text=json.dumps({"schema_version": 1, "name": "Large", "nodes": delays}), name="large", actor=admin
    )
    page = text_of(enter("ada", "Viewer"), "/graphs/large/").rsplit("<noscript>", 1)[-1]
    assert page.count("<code") == 200 and '<span class="num">3</span> more' in page
    assert 'href="/api/graphs/large/export/"' in page


# ── approvals of people who may see nothing else ────────────────────────────────────────────


def test_somebody_who_is_named_sees_and_decides_their_gate_alone(enter: Enter, person: Person) -> None:
    document = json.loads(DOCUMENT)
    document["nodes"][0]["assignees"] = ["cfo"]
    root = person("root", "Admin")
    slug = graph_import(text=json.dumps(document), actor=root).slug
    run_start(graph=Graph.objects.get(slug=slug), input={"amount": 1}, actor=root)
    theirs = Approval.objects.get()
    client = enter("cfo")
    assert "Which refund" in text_of(client, "/approvals/")
    assert "Which refund" in text_of(client, "/approvals/?tab=all")
    assert "Which refund" not in text_of(enter("other"), "/approvals/?tab=all")
    assert f'href="/runs/{theirs.run_id}/"' not in text_of(client, f"/approvals/{theirs.pk}/")
    client.post(f"/approvals/{theirs.pk}/", {"outcome": "approve", "input": '{"refund": 1}'})
    theirs.refresh_from_db()
    assert (theirs.status, theirs.decided_by) == ("approved", "cfo")
    assert "Receipt" in text_of(client, f"/approvals/{theirs.pk}/")
    assert client.get(f"/runs/{theirs.run_id}/").status_code == 403


# ── what went wrong ─────────────────────────────────────────────────────────────────────────


def test_nothing_here(enter: Enter, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = enter("ada", "Viewer")
    page = ada.get("/nothing/")
    text = page.content.decode()
    assert page.status_code == 404 and "Look for it in the lists" in text and 'href="/runs/"' in text
    assert 'class="sidebar' in text and 'class="sidebar' not in client.get("/nothing/").content.decode()
    # What the frame shows may be what fails; the message does not depend on it.
    monkeypatch.setattr("dashboard.views.frame._places", lambda request: 1 / 0)
    page = ada.get("/nothing/")
    assert page.status_code == 404 and "Look for it in the lists" in page.content.decode()


def test_not_allowed_says_whom_to_ask(enter: Enter) -> None:
    page = enter("ada").get("/runs/")
    assert page.status_code == 403 and "Ask an administrator" in page.content.decode()


@pytest.mark.parametrize("address", ["broken/", "api/broken/"])
def test_a_fault_of_ours_says_what_is_kept_and_nothing_private(
    enter: Enter, settings: Any, address: str
) -> None:
    settings.ROOT_URLCONF = "tests.dashboard.broken_urls"
    client = enter("ada")
    client.raise_request_exception = False
    page = client.get(f"/{address}")
    assert page.status_code == 500
    text = page.content.decode()
    assert "What was accepted before is kept" in text and "secret" not in text
    if address.startswith("api"):
        assert page.json()["code"] == "server_error"

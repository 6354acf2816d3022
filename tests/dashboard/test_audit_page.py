"""`/settings/audit/` and its files."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.contrib.auth.models import User
from django.test import AsyncClient, Client

from dashboard.pagination import PIECE
from orchestration.models import Graph, Run
from orchestration.models.about import About
from orchestration.models.audit import Verb
from orchestration.services.audit import audit_record
from orchestration.services.new_graphs import graph_create
from tests.conftest import Person
from tests.dashboard.conftest import Enter

PAGE, CSV, JSON = "/settings/audit/", "/settings/audit/export.csv", "/settings/audit/export.json"


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Admin")


def shown(client: Client, query: str = "") -> str:
    answer = client.get(f"{PAGE}?{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def lines(client: Client, query: str = "") -> list[dict[str, str]]:
    answer = client.get(f"{CSV}?{query}")
    assert answer.status_code == 200
    return list(csv.DictReader(io.StringIO(answer.getvalue().decode())))


def test_objects_lead_to_their_pages_while_they_exist(client: Client, run: Run, admin: User) -> None:
    graph_create(name="Short-lived", actor=admin)
    assert f'href="/runs/{run.pk}/"' in shown(client)
    assert 'href="/graphs/short-lived/"' in shown(client)
    Graph.objects.filter(slug="short-lived").delete()
    assert "Short-lived" in shown(client)
    assert 'href="/graphs/short-lived/"' not in shown(client)


def test_accounts_lead_to_the_admin_for_those_who_get_in_there(client: Client, admin_client: Client) -> None:
    assert "/admin/auth/user/" not in shown(client)
    assert "/admin/auth/user/" in shown(admin_client)


def test_what_people_wrote_is_text(client: Client, admin: User) -> None:
    graph_create(name="<b>bold</b>\u202edrow", actor=admin)
    page = shown(client, "verb=graph.create")
    assert "<b>bold" not in page and "&lt;b&gt;bold&lt;/b&gt;\\u202Edrow" in page


def test_filters_stay_in_the_form_and_in_the_way_to_the_files(client: Client, run: Run) -> None:
    page = shown(client, "person=root&verb=run&via=command+line")
    assert 'value="root"' in page and '<option value="run" selected>' in page
    assert "export.csv?person=root&amp;verb=run&amp;via=command+line" in page
    assert "Start the run" in page and "Import the graph" not in page.partition("<tbody>")[2]


def test_a_filter_that_is_none_is_passed_over_and_said(client: Client) -> None:
    page = shown(client, "from=yesterday")
    assert "passed over" in page and 'value="yesterday"' not in page


def test_nothing_fits(client: Client) -> None:
    assert "Nothing fits this filter" in shown(client, "person=nobody")
    assert client.get(f"{PAGE}?cursor=x").status_code == 404


@pytest.mark.parametrize("address", [PAGE, CSV, JSON])
@pytest.mark.parametrize("role", ["Viewer", "Editor", "Operator", "Approver"])
def test_it_is_for_administrators(enter: Enter, address: str, role: str) -> None:
    assert enter("eve", role).get(address).status_code == 403


# ── files ──


def test_the_files_hold_what_the_filters_let_through(client: Client, run: Run) -> None:
    (row,) = lines(client, "verb=run")
    (same,) = json.loads(client.get(f"{JSON}?verb=run").getvalue())
    assert (row["verb"], row["object_kind"], row["object_id"]) == ("run.start", "run", str(run.pk))
    assert (same["verb"], same["object"]["kind"]) == ("run.start", "run")
    assert row["graph_hash"] == same["graph_hash"] == run.graph_hash
    assert (row["event"], same["event"]) == ("0", 0)
    assert json.loads(row["detail"]) == same["detail"] == {"revision": 1}


def test_they_are_downloads(client: Client) -> None:
    for address, type in ((CSV, "text/csv; charset=utf-8"), (JSON, "application/json")):
        answer = client.get(address)
        assert answer.headers["Content-Type"] == type
        assert answer.headers["Content-Disposition"].startswith('attachment; filename="audit-')


def test_no_file_is_made_of_a_filter_that_is_none(client: Client) -> None:
    assert client.get(f"{CSV}?from=yesterday").status_code == 400


def test_an_empty_file_is_still_one(client: Client) -> None:
    assert lines(client, "person=nobody") == []
    assert json.loads(client.get(f"{JSON}?person=nobody").getvalue()) == []


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_is_a_formula(client: Client, start: str) -> None:
    name = f"{start}HYPERLINK(1)"
    audit_record(verb=Verb.GRAPH_CREATE, actor=None, about=About("graph", "g", name))
    assert lines(client, "verb=graph")[0]["object_label"] == f"'{name}"
    assert json.loads(client.get(f"{JSON}?verb=graph").getvalue())[0]["object"]["label"] == name


def test_a_long_audit_comes_whole_and_in_order(client: Client) -> None:
    for number in range(2 * PIECE):
        audit_record(verb=Verb.GRAPH_CREATE, actor=None, about=About("graph", str(number)))
    wanted = [str(number) for number in reversed(range(2 * PIECE))]
    assert [line["object_id"] for line in lines(client, "verb=graph")] == wanted
    entries = json.loads(client.get(f"{JSON}?verb=graph").getvalue())
    assert [entry["object"]["id"] for entry in entries] == wanted


@pytest.mark.django_db(transaction=True)
async def test_a_server_that_waits_for_nothing_sends_the_same(person: Person) -> None:
    ada = await User.objects.acreate(username="ada", is_superuser=True)
    client = AsyncClient()
    await client.aforce_login(ada)
    answer = await client.get(JSON)
    body = b"".join([piece async for piece in answer.streaming_content])  # type: ignore[attr-defined]
    assert [entry["verb"] for entry in json.loads(body)] == ["account.signin"]

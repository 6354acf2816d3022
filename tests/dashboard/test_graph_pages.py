"""Graphs as pages: the list, new ones by plain forms, history, comparison, restore."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from orchestration.models import Graph, Revision, Run
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import add, change, ids, send, title, version
from tests.dashboard.graph_calls import document, post, publish, step
from tests.dashboard.samples import DOCUMENT


@pytest.fixture
def client(enter: Enter) -> Client:
    return enter("ada", "Editor")


def text_of(client: Client, address: str) -> str:
    page = client.get(address)
    assert page.status_code == 200, address
    return str(page.content.decode())


def row(page: str, slug: str) -> str:
    rows = page.split("<tbody>")[1].split("<tr>")
    (found,) = [one for one in rows if f'href="/graphs/{slug}/"' in one]
    return found


# ── the list ────────────────────────────────────────────────────────────────────────────────


def test_what_the_list_says_of_a_graph(client: Client, run: Run) -> None:
    change(client, 0, add("a"))
    change(client, 1, add("b"))
    post(client, "graphs/", {"name": "Blank"})
    page = text_of(client, "/graphs/")
    refund = row(page, "refund")
    assert "2 changes" in refund and "/graphs/refund/compare/1/draft/" in refund
    assert "/runs/?graph=refund" in refund and "data-relative" in refund
    blank = row(page, "blank")
    assert "Draft only" in blank and "data-relative" not in blank


def test_the_last_used_graph_stands_first(client: Client, graph: Graph) -> None:
    for name in ("one", "two"):
        post(client, "graphs/", {"name": name})
    change(client, 0, add("a"))
    page = text_of(client, "/graphs/")
    places = [page.index(f'href="/graphs/{slug}/"') for slug in ("refund", "two", "one")]
    assert places == sorted(places)


def test_finding_a_graph(client: Client, graph: Graph) -> None:
    post(client, "graphs/", {"name": "Other"})
    page = text_of(client, "/graphs/?q=othe")
    assert 'href="/graphs/other/"' in page and 'href="/graphs/refund/"' not in page
    assert "No graph is called like that" in text_of(client, "/graphs/?q=%00zzz&archived=on")


def test_every_graph_is_on_one_page_of_the_list(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dashboard.views.graphs.SIZE", 2)
    for name in "abcde":
        post(client, "graphs/", {"name": name})
    pages = [text_of(client, f"/graphs/?page={number}") for number in (1, 2, 3)]
    found = [slug for page in pages for slug in "edcba" if f'href="/graphs/{slug}/"' in page]
    assert found == list("edcba")
    assert "page=2" in pages[0] and "page=1" in pages[1]
    assert text_of(client, "/graphs/?page=nine") and text_of(client, "/graphs/?page=99")


def test_who_may_not_edit_is_offered_nothing(enter: Enter, graph: Graph) -> None:
    page = text_of(enter("bob", "Viewer"), "/graphs/")
    for address in ("/new/", "/import/", "/duplicate/", "/archive/"):
        assert f'{address}"' not in page
    assert "/api/graphs/refund/export/" in page


def test_an_empty_list_says_what_to_do(enter: Enter) -> None:
    assert 'href="/new/"' in text_of(enter("ada", "Editor"), "/graphs/")
    assert "group Editor" in text_of(enter("bob", "Viewer"), "/graphs/")


def test_home_shows_drafts_and_leads_to_them(client: Client) -> None:
    assert 'href="/new/"' in text_of(client, "/")
    post(client, "graphs/", {"name": "Blank"})
    page = text_of(client, "/")
    assert "Draft only" in page and "Open the draft" in page


def test_runs_are_filtered_by_graphs_that_have_some(client: Client, run: Run) -> None:
    post(client, "graphs/", {"name": "Blank"})
    page = text_of(client, "/runs/")
    assert '<option value="refund"' in page and '<option value="blank"' not in page
    assert '<option value="blank" selected' in text_of(client, "/runs/?graph=blank")


# ── new ones ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("address", ["/new/", "/import/", "/graphs/refund/duplicate/"])
def test_a_form_that_was_not_sent_complains_of_nothing(client: Client, graph: Graph, address: str) -> None:
    assert 'class="field-error"' not in text_of(client, address)


def test_a_blank_graph_by_form(client: Client, graph: Graph) -> None:
    answer = client.post("/new/", {"name": " Mine ", "template": ""})
    assert answer.headers["Location"] == "/graphs/mine/"
    assert text_of(client, "/graphs/mine/")
    client.post("/new/", {"name": "Copy", "template": "refund"})
    assert ids(client, "copy") == ["approve"]


@pytest.mark.parametrize(
    "form", [{}, {"name": "  "}, {"name": "a" * 201}, {"name": "a\0"}, {"name": "a", "template": "nothing"}]
)
def test_a_form_that_makes_no_graph_says_why(client: Client, form: dict[str, str]) -> None:
    page = client.post("/new/", form)
    assert page.status_code == 422 and 'class="field-error"' in page.content.decode()
    assert not Graph.objects.exists()


def test_duplicating_by_form(client: Client, graph: Graph) -> None:
    assert 'value="Copy of Refund"' in text_of(client, "/graphs/refund/duplicate/")
    client.post("/graphs/refund/duplicate/", {"name": "Copy of Refund"})
    assert ids(client, "copy-of-refund") == ["approve"]
    assert client.get("/graphs/nothing/duplicate/").status_code == 404


def upload(text: str | bytes, name: str = "order.json") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text, "application/json")


def test_importing_a_file_by_form(client: Client) -> None:
    page = client.post("/import/", {"file": upload('{"schema_version": 1, "nodes": []}')}, follow=True)
    assert page.redirect_chain == [("/graphs/order/", 302)]
    said = page.content.decode()
    assert "“order” is imported" in said and "It came with 1 note" in said
    assert said.count('class="banner banner-') == 1
    assert re.search(
        r"<details[^>]*><summary>[^<]*1 note</summary><ul><li[^>]*>The file names no graph", said
    )


def test_however_much_differs_from_a_file_one_line_says_so(client: Client) -> None:
    nodes = {
        f"n{number}": {"id": f"n{number}", "goal": "x", "depends_on": [], "status": "running"}
        for number in range(20)
    }
    page = client.post("/import/", {"text": json.dumps({"goal": "Many", "nodes": nodes})}, follow=True)
    said = page.content.decode()
    assert said.count('class="banner banner-') == 1 and said.count("data-dismiss") == 1


def test_importing_pasted_text_by_form(client: Client) -> None:
    assert client.post("/import/", {"text": DOCUMENT}).headers["Location"] == "/graphs/refund/"


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({}, "Choose a file"),
        ({"text": "   "}, "Choose a file"),
        ({"text": "{"}, "Nothing was imported"),
        ({"text": json.dumps(document(nodes=[{"id": "A!", "kind": "delay"}]))}, "$.nodes[0]"),
        ({"file": upload(b"\xff\xfe")}, "not UTF-8"),
        ({"file": upload(b"")}, "empty"),
        ({"file": upload(b" " * (9 * 2**20))}, "at most"),
    ],
)
def test_what_cannot_be_imported_is_explained(client: Client, form: dict[str, Any], said: str) -> None:
    page = client.post("/import/", form)
    assert page.status_code == 422 and said in page.content.decode()
    assert not Graph.objects.exists()


# ── out of use and back ─────────────────────────────────────────────────────────────────────


def test_archived_and_back_by_form(client: Client, graph: Graph, enter: Enter) -> None:
    page = client.post("/graphs/refund/archive/", follow=True).content.decode()
    assert "“Refund” is archived" in page and 'href="/graphs/refund/"' not in page
    assert 'href="/graphs/refund/"' in text_of(client, "/graphs/?archived=on")
    started = enter("bob", "Operator").post("/graphs/refund/start/", {"input": '{"amount": 1}'})
    assert started.status_code == 422 and not Run.objects.exists()
    assert "Nothing was changed" in client.post("/graphs/refund/archive/", follow=True).content.decode()
    assert "is back in the list" in client.post("/graphs/refund/unarchive/", follow=True).content.decode()
    assert 'href="/graphs/refund/"' in text_of(client, "/graphs/")


def test_starting_a_draft_by_form_says_what_to_do(client: Client, enter: Enter) -> None:
    post(client, "graphs/", {"name": "Blank"})
    page = enter("bob", "Operator").post("/graphs/blank/start/", {"input": ""})
    assert page.status_code == 422 and not Run.objects.exists()


# ── history ─────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def two(graph: Graph) -> None:
    publish(document(goal="Second", nodes=[*document()["nodes"], step("pay", "approve", title="Pay <b>")]))
    Revision.objects.filter(number=2).update(message="Pay at the end")


@pytest.mark.usefixtures("two")
def test_the_history_with_what_can_be_done(client: Client) -> None:
    change(client, 0, title("approve", "Ask"))
    page = text_of(client, "/graphs/refund/history/")
    assert "Pay at the end" in page and "1 unpublished change" in page
    for address in (
        "/graphs/refund/compare/1/2/",
        "/graphs/refund/compare/1/draft/",
        "/graphs/refund/compare/2/draft/",
        "/api/graphs/refund/export/?revision=1",
        "/graphs/refund/restore/1/",
    ):
        assert f'"{address}"' in page
    assert Revision.objects.get(number=2).graph_hash[7:15] in page


def test_a_history_of_nothing_says_what_will_stand_there(client: Client) -> None:
    post(client, "graphs/", {"name": "Blank"})
    assert "Nothing is published yet" in text_of(client, "/graphs/blank/history/")
    assert client.get("/graphs/nothing/history/").status_code == 404


@pytest.mark.usefixtures("two")
def test_viewers_and_archived_graphs_restore_nothing(client: Client, enter: Enter) -> None:
    assert "/restore/" not in text_of(enter("bob", "Viewer"), "/graphs/refund/history/")
    post(client, "graphs/refund/archive/", {})
    page = text_of(client, "/graphs/refund/history/")
    assert "/restore/" not in page and "This graph is archived" in page


@pytest.mark.usefixtures("two")
def test_every_page_counts_the_changes_that_stand(client: Client) -> None:
    base = version(client)
    change(client, base, title("approve", "One"))
    change(client, base + 1, title("approve", "Two"))
    send(client, "draft/undo", {})
    assert client.get("/api/graphs/refund/").json()["unpublished"] == 1
    assert "1 unpublished change<" in text_of(client, "/graphs/refund/history/")
    assert "1 change<" in text_of(client, "/graphs/")
    send(client, "draft/redo", {})
    assert client.get("/api/graphs/refund/").json()["unpublished"] == 2
    send(client, "draft/discard", {"base_version": version(client)})
    send(client, "draft/undo", {})
    # The undo of a discard is all that the draft differs by, as the editor says.
    assert client.get("/api/graphs/refund/").json()["unpublished"] == 1


@pytest.mark.usefixtures("two")
def test_restoring_by_form(client: Client) -> None:
    seen = version(client)
    answer = client.post("/graphs/refund/restore/1/", {"base_version": str(seen)})
    assert answer.headers["Location"] == "/graphs/refund/"
    assert ids(client) == ["approve"] and version(client) == seen + 1


@pytest.mark.usefixtures("two")
def test_unpublished_changes_go_only_after_a_question_that_names_whose_they_are(
    client: Client, enter: Enter
) -> None:
    change(client, version(client), title("approve", "Mine"))
    change(enter("bob", "Editor"), version(client), add("extra"))
    seen = version(client)
    form = {"base_version": str(seen)}
    asked = client.post("/graphs/refund/restore/1/", form)
    assert asked.status_code == 200 and version(client) == seen
    text = asked.content.decode()
    assert "2 unpublished changes" in text and "1 is by <bdi>bob</bdi>" in text
    answer = client.post("/graphs/refund/restore/1/", {**form, "sure": "yes"})
    assert answer.headers["Location"] == "/graphs/refund/"
    assert ids(client) == ["approve"]


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("base", ["", "x", "70", "-3", "9" * 30])
def test_a_restore_that_does_not_fit_changes_nothing(client: Client, base: str) -> None:
    seen = version(client)
    page = client.post("/graphs/refund/restore/1/", {"base_version": base}, follow=True)
    assert "was not restored" in page.content.decode()
    assert client.post("/graphs/refund/restore/9/", {"base_version": str(seen)}).status_code == 404
    assert version(client) == seen


# ── comparison ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("two")
def test_a_comparison_without_a_script(client: Client) -> None:
    page = text_of(client, "/graphs/refund/compare/1/2/")
    plain = page.split("<noscript>")[-1].split("</noscript>")[0]
    assert "Added tool “Pay &lt;b&gt;”" in plain and "<bdi>Pay &lt;b&gt;</bdi>" in plain
    assert "time.sleep" in plain and "Second" in plain
    assert 'href="/graphs/refund/compare/2/1/"' in page
    overlay = json.loads(page.split('id="comparison" type="application/json">')[1].split("</script>")[0])
    assert [node["mark"] for node in overlay["nodes"]] == ["same", "added"]


@pytest.mark.usefixtures("two")
def test_nothing_differs(client: Client) -> None:
    for pair in ("1/1", "2/draft", "draft/draft"):
        assert "Nothing differs" in text_of(client, f"/graphs/refund/compare/{pair}/")


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("pair", ["1/3", "0/1", "x/1", "1/DRAFT", "%00/1", f"{'9' * 40}/1"])
def test_there_is_no_such_state(client: Client, pair: str) -> None:
    assert client.get(f"/graphs/refund/compare/{pair}/").status_code == 404


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize(
    ("query", "pair"),
    [
        ("old=2&new=1", "2/1"),
        ("state=2&state=1", "1/2"),
        ("state=draft&state=1", "1/draft"),
        ("state=1&state=draft", "1/draft"),
    ],
)
def test_two_states_are_picked(client: Client, query: str, pair: str) -> None:
    answer = client.get(f"/graphs/refund/compare/?{query}")
    assert answer.headers["Location"] == f"/graphs/refund/compare/{pair}/"


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("query", ["", "state=1", "state=1&state=1", "state=1&state=2&state=draft"])
def test_anything_but_two_is_asked_again(client: Client, query: str) -> None:
    page = client.get(f"/graphs/refund/compare/?{query}", follow=True)
    assert "Select two states" in page.content.decode()
    assert client.get("/graphs/refund/compare/?old=1&new=..").status_code == 404

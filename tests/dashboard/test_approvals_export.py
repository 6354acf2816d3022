"""`/approvals/export.csv` and `/approvals/export.json`"""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from django.test import Client

from orchestration.models import Approval, RunEvent
from orchestration.services.approvals import approval_decide
from tests.conftest import Person
from tests.dashboard.conftest import Enter


def read(client: Client, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(client.get(f"/approvals/export.json{query}").getvalue())
    return found


def test_a_decision_comes_with_its_event_and_the_graphs_hash(
    enter: Enter, person: Person, approval: Approval
) -> None:
    client, bob = enter("ada", "Approver"), person("bob", "Approver")
    approval_decide(approval=approval, actor=bob, outcome="approve", input={"refund": 100}, reason="=Fine")
    (line,) = read(client)
    event = RunEvent.objects.get(run_id=approval.run_id, kind="DecisionRecorded")
    assert (line["event"], line["graph_hash"]) == (event.seq, approval.run.graph_hash)
    assert (line["status"], line["decided_by"], line["input"]) == ("approved", "bob", {"refund": 100})
    text = client.get("/approvals/export.csv").getvalue().decode()
    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["event"], row["graph_hash"]) == (str(event.seq), approval.run.graph_hash)
    assert (row["reason"], row["input"]) == ("'=Fine", '{"refund": 100}')


def test_an_open_one_has_no_end_yet(enter: Enter, approval: Approval) -> None:
    client = enter("ada", "Approver")
    assert read(client) == []
    (line,) = read(client, "?tab=mine")
    assert (line["id"], line["status"], line["event"], line["input"]) == (approval.pk, "open", None, None)


def test_people_take_along_what_their_list_shows(enter: Enter, approval: Approval) -> None:
    assert read(enter("eve"), "?tab=all") == []
    assert len(read(enter("vic", "Viewer"), "?tab=all")) == 1

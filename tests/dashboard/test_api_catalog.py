"""`/api/catalog/`"""

from __future__ import annotations

from django.contrib.auth.models import Group, User
from django.test import Client

from orchestration.graph.kind_forms import KIND_WORDS
from orchestration.leases import heartbeat_beat, heartbeat_tools
from tests.dashboard.conftest import Enter


def test_what_can_be_put_into_a_graph(enter: Enter) -> None:
    body = enter("ada", "Viewer").get("/api/catalog/").json()
    assert [kind["kind"] for kind in body["kinds"]] == list(KIND_WORDS)
    tools = {tool["name"]: tool for tool in body["tools"]}
    assert tools["time.sleep"]["description"] and tools["time.sleep"]["input_schema"]["type"] == "object"
    assert [*tools] == sorted(tools)
    assert (body["agents"], body["roles"]) == ([], [])
    assert body["operations"]["add_edge"]["title"] == "Add an edge"
    assert "input_schema" in body["graph_form"]["properties"]


def test_a_tool_that_only_an_engine_elsewhere_has(enter: Enter) -> None:
    heartbeat_beat("elsewhere")
    heartbeat_tools("elsewhere", {"far.away": {"effect": "read", "input_schema": {}, "output_schema": None}})
    tools = {tool["name"]: tool for tool in enter("ada", "Viewer").get("/api/catalog/").json()["tools"]}
    assert tools["far.away"] == {
        "name": "far.away",
        "effect": "read",
        "description": "",
        "input_schema": {},
        "output_schema": None,
    }


def test_people_who_can_be_asked(enter: Enter) -> None:
    client = enter("ada", "Viewer")
    User.objects.create_user("bob")
    User.objects.create_user("gone", is_active=False)
    Group.objects.create(name="finance")
    body = client.get("/api/catalog/").json()
    assert body["people"] == ["ada", "bob"]
    assert "finance" in body["groups"] and body["groups"] == sorted(body["groups"])


def test_only_for_people_who_may_look(enter: Enter, db: None) -> None:
    assert Client().get("/api/catalog/").status_code == 401
    assert enter("eve").get("/api/catalog/").status_code == 403

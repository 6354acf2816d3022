"""`/api/tools/`, `/api/agents/`, `/api/roles/`."""

from __future__ import annotations

from orchestration.tools import registered
from tests.dashboard.conftest import Enter


def test_tools_are_those_of_the_catalog(enter: Enter) -> None:
    client = enter("vera", "Viewer")
    page = client.get("/api/tools/").json()
    assert page == {"results": client.get("/api/catalog/").json()["tools"], "next": None}
    assert {tool["name"] for tool in page["results"]} == set(registered())


def test_one_tool_with_its_schemas(enter: Enter) -> None:
    client = enter("vera", "Viewer")
    tool = client.get("/api/tools/time.sleep/").json()
    assert (tool["name"], tool["input_schema"]["type"]) == ("time.sleep", "object")
    missing = client.get("/api/tools/fly/")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")


def test_there_are_no_agents_and_roles_yet(enter: Enter) -> None:
    client = enter("vera", "Viewer")
    for address in ("/api/agents/", "/api/roles/"):
        assert client.get(address).json() == {"results": [], "next": None}


def test_they_are_only_read(enter: Enter) -> None:
    client = enter("root", "Admin")
    assert client.post("/api/tools/", {}, "application/json").status_code == 405
    assert client.get("/api/tools/?cursor=x").json()["code"] == "malformed"

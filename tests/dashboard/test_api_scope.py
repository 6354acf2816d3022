"""`/api/graphs/<slug>/draft/nodes/<node>/scope/`"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from orchestration import runtime
from orchestration.models import Graph, Run
from orchestration.services.runs import run_start
from tests.conftest import Person
from tests.dashboard.conftest import Enter
from tests.dashboard.editing import address
from tests.orchestration.graphs import Calls, gate, publish, tool


@pytest.fixture
def calls() -> Iterator[Calls]:
    kept = Calls()
    runtime.register_dispatcher(kept)
    yield kept
    runtime.register_dispatcher(None)


@pytest.fixture
def graph(db: None) -> Graph:
    schema = {"type": "object", "properties": {"id": {"type": "string"}}}
    return publish(
        tool("look"),
        gate("approve", "look"),
        tool("both", "look", "approve"),
        tool("asked", output_schema={"type": "object", "properties": {"n": {"type": "number"}}}),
        tool("after", "asked"),
        {"id": "slept", "kind": "tool", "tool": "text.template", "depends_on": ["look"]},
        tool("last", "slept"),
        name="Scope",
        input_schema=schema,
    )


@pytest.fixture
def client(enter: Enter, graph: Graph) -> Client:
    return enter("vic", "Viewer")


def scope(client: Client, node: str, field: str = "") -> dict[str, Any]:
    answer = client.get(address(f"draft/nodes/{node}/scope", "scope"), {"field": field})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def paths(client: Client, node: str) -> dict[str, str]:
    return {one["path"]: one["type"] for one in scope(client, node)["paths"]}


def run(graph: Graph, calls: Calls, input: Any, output: Any, **labels: str) -> Run:
    started = run_start(graph=graph, input=input, labels=labels, actor=None)
    mine = [call for call, (number, _) in calls.open.items() if number == started.pk]
    for call in mine:
        if call.startswith("look"):
            calls.answer(call, output)
    return started


def test_paths_from_the_schemas_around(client: Client) -> None:
    assert paths(client, "look") == {
        "value": "object",
        "value.id": "text",
        "run.input": "object",
        "run.input.id": "text",
        "run.labels": "object",
    }
    assert paths(client, "after")["value.n"] == "number"
    # What a tool promises.
    assert paths(client, "last")["value"] == "text"
    assert scope(client, "last")["samples"] == []


def test_samples_of_recent_runs(client: Client, graph: Graph, calls: Calls) -> None:
    first = run(graph, calls, {"id": "x"}, {"amount": 5, "lines": [{"a": "b"}]}, team="north")
    second = run(graph, calls, {"id": "y"}, {"amount": 7})
    run(graph, calls, {"id": "y"}, {"amount": 7})
    found = scope(client, "approve")
    assert [(one["value"], one["input"]) for one in found["samples"]] == [
        ({"amount": 7}, {"id": "y"}),
        ({"amount": 5, "lines": [{"a": "b"}]}, {"id": "x"}),
    ]
    assert [one["run"] for one in found["samples"]] == [second.pk + 1, first.pk]
    assert found["samples"][1]["title"] == f"Run {first.pk} (north)"
    seen = {one["path"]: one["type"] for one in found["paths"]}
    assert (seen["value.amount"], seen["value.lines[0].a"]) == ("number", "text")
    # Of several dependencies those that have come through.
    assert scope(client, "both")["samples"][0]["value"] == {"look": {"amount": 7}}
    assert scope(client, "look")["samples"][0]["value"] == {"id": "y"}
    assert scope(client, "after")["samples"] == []


def test_where_value_is_an_output(client: Client, graph: Graph, calls: Calls) -> None:
    run(graph, calls, {"id": "x"}, {"amount": 5})
    found = scope(client, "look", "verify_predicate.value")
    assert [one["value"] for one in found["samples"]] == [{"amount": 5}]
    assert {one["path"] for one in found["paths"]} >= {"value.amount", "run.input.id"}
    assert scope(client, "approve", "verify_predicate.value")["samples"] == []
    # Not a fold: there is no pass.
    assert scope(client, "look", "stop_when")["samples"] == []
    assert scope(client, "look", "][\0" + "x" * 3000)["samples"] != []


def test_at_most_five_and_none_that_is_large(client: Client, graph: Graph, calls: Calls) -> None:
    for number in range(7):
        run(graph, calls, {"id": str(number)}, "x" * (70_000 if number == 5 else 10))
    assert [one["input"]["id"] for one in scope(client, "approve")["samples"]] == ["6", "4", "3", "2", "1"]


@pytest.mark.parametrize("node", ["nothing", "x" * 500, "%00", "%F0%9F%98%80"])
def test_an_unknown_node(client: Client, node: str) -> None:
    assert client.get(address(f"draft/nodes/{node}/scope", "scope")).status_code == 404


def test_who_may_look(client: Client, person: Person) -> None:
    where = address("draft/nodes/look/scope", "scope")
    assert Client().get(where).status_code == 401
    stranger = Client()
    stranger.force_login(person("eve"))
    assert stranger.get(where).status_code == 403
    assert client.get(address("draft/nodes/look/scope", "nothing")).status_code == 404

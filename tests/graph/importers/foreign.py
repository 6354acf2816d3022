"""Small files in the formats of other systems, written for these tests, and short ways to read files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from orchestration.graph.importers import Format, Imported, NoteCode, import_document
from orchestration.graph.problems import DocumentInvalid, Problem

HASH = "sha256:" + "ab" * 32


def imported(value: Any) -> Imported:
    """The format is found out, as people leave it to."""
    return import_document(json.dumps(value))


def written(value: Any) -> Any:
    return imported(value).document.to_value()


def notes(value: Any) -> list[tuple[NoteCode, str | None]]:
    return [(note.code, note.node) for note in imported(value).notes]


def problems(value: Any, format: Format | None = None) -> list[Problem]:
    with pytest.raises(DocumentInvalid) as caught:
        import_document(json.dumps(value), format or "auto")
    return caught.value.problems


def found(value: Any, format: Format | None = None) -> list[tuple[str, str]]:
    return [(problem.code.value, problem.path) for problem in problems(value, format)]


def salvor(*nodes: dict[str, Any], edges: list[Any] | None = None) -> dict[str, Any]:
    return {"schema_version": 1, "nodes": list(nodes), "edges": edges or []}


def salvor_node(kind: str, id: str, **fields: Any) -> dict[str, Any]:
    return {"kind": kind, "payload": {"id": id, **fields}}


def edge(source: str, target: str, label: str | None = None) -> dict[str, Any]:
    return {"from": source, "to": target} | ({} if label is None else {"label": label})


def case(name: str, condition: str | None) -> dict[str, Any]:
    """A condition of None leaves the decision to a model."""
    when = {"kind": "model_decision"} if condition is None else {"kind": "expression", "value": condition}
    return {"name": name, "when": when}


def gglib(nodes: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"goal": "Plan a garden", "hitl_mode": "none", "nodes": nodes, **fields}


def leaf(id: str, *needs: str, **fields: Any) -> dict[str, Any]:
    own = {"goal": f"Do {id}", "depends_on": list(needs), "tool_allowlist": [], "status": "pending"}
    return {"id": id, **own, **fields}


def team(id: str, nodes: dict[str, Any], *needs: str, **fields: Any) -> dict[str, Any]:
    subgraph = {"goal": f"Do {id}", "hitl_mode": "none", "nodes": nodes, **fields}
    return leaf(id, *needs, kind={"team": {"subgraph": subgraph}})


def zeph(*tasks: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"goal": "Bake bread", "tasks": list(tasks), **fields}


def task(id: int, title: str, *needs: int, **fields: Any) -> dict[str, Any]:
    return {"id": id, "title": title, "description": f"{title}.", "depends_on": list(needs), **fields}


def wfformat(*tasks: dict[str, Any], **seconds: float) -> dict[str, Any]:
    times = [{"id": id, "runtimeInSeconds": value} for id, value in seconds.items()]
    workflow = {"specification": {"tasks": list(tasks)}, "execution": {"tasks": times}}
    return {"name": "Sky map", "schemaVersion": "1.5", "workflow": workflow}


def step(id: str, parents: list[str], children: list[str], **fields: Any) -> dict[str, Any]:
    return {"name": id, "id": id, "parents": parents, "children": children, **fields}


SALVOR = salvor(
    salvor_node("tool", "Fetch order", tool="orders.get", input={"id": "start.order"}),
    salvor_node(
        "branch",
        "size",
        name="How large?",
        on="Fetch order.total",
        cases=[case("large", "lines.0.price >= 100 && !(paid)"), case("small", "true")],
    ),
    salvor_node("gate", "ask", prompt="Ship it?", approval_schema={"type": "object"}),
    salvor_node("delay", "rest", seconds=60),
    salvor_node("map", "pack", over="lines", concurrency=2, body={"kind": "node", "value": "box"}),
    salvor_node("tool", "box", tool="box.pack", output_schema={"type": "object"}),
    salvor_node(
        "fold",
        "wording",
        body={"kind": "subgraph", "value": salvor(salvor_node("agent", "box", agent_hash=HASH))},
        max_iterations=4,
        stop_when="score > 0.9",
        join={"kind": "best_by", "value": "score"},
        accumulator_schema={"type": "object", "properties": {"score": {"type": "number"}}},
    ),
    edges=[
        edge("Fetch order", "size"),
        edge("size", "ask", "large"),
        edge("size", "rest", "small"),
        edge("ask", "pack"),
        edge("rest", "pack"),
        edge("pack", "wording"),
    ],
)

GGLIB = gglib(
    {
        "Soil": leaf("Soil", role="researcher", tool_allowlist=["web_search"]),
        "beds": team(
            "beds",
            {"soil": leaf("soil"), "plan": leaf("plan", "soil", status="done", output="6 beds")},
            "Soil",
        ),
        "taste": leaf("taste", "beds", kind={"debate": {"config": {"rounds": 2, "agents": []}}}),
        "end": leaf("end", "beds", "taste", kind="leaf"),
    },
    hitl_mode="approve_plan",
)

ZEPH = zeph(
    task(0, "Knead dough", agent_hint="baker", status="completed", result={"output": "done"}, retry_count=2),
    task(1, "Wait", 0, execution_mode="sequential", failure_strategy="ask", max_retries=5),
    task(2, "Wait", 0, verify_predicate={"kind": "natural", "value": "It has doubled"}),
    task(3, "Bake", 1, 2, status="pending", result=None, failure_strategy=None, max_retries=0),
    id="0f0f",
    status="paused",
    default_failure_strategy="retry",
    default_max_retries=1,
)

WFFORMAT = wfformat(
    step("Project_1", [], ["join"], inputFiles=["a.fits"]),
    step("project_1", [], ["join"]),
    step("join", ["Project_1", "project_1"], [], command="x"),
    Project_1=1.25,
    project_1=400.0,
    join=0,
)

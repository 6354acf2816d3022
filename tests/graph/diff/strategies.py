"""Random well-formed documents with teams, bodies and labelled edges, and diffs that often fit them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from orchestration.graph.diff.contents import contents_of, walk
from orchestration.graph.document import Document, document_from_value
from tests.graph.strategies import json_values

NAMES = ["a", "b", "c", "d", "e", "f", "g", "h", "a-1", "b_2"]
texts = st.sampled_from(["value", "value.a", 'value["a-1"].b', "value.b.c > 2.0", "true", "run.input.a"])
titles = st.none() | st.sampled_from(["One", "Two"])


@st.composite
def documents(draw: st.DrawFn) -> Document:
    """Well-formed by construction: each node needs only nodes before it, then each level is shuffled."""
    free = draw(st.permutations(NAMES))[: draw(st.integers(0, 10))]
    nodes = draw(_level(list(free), 1))
    extra = draw(
        st.fixed_dictionaries(
            {},
            optional={
                "goal": st.just("Goal"),
                "budget": st.just({"tokens": 5}),
                "defaults": st.just({"max_retries": 1}),
                "input_schema": st.dictionaries(st.text(max_size=3), json_values, max_size=2),
            },
        )
    )
    return document_from_value({"name": "Test", "nodes": nodes, **extra})


@st.composite
def _level(draw: st.DrawFn, free: list[str], depth: int) -> list[dict[str, Any]]:
    """`free` holds unused ids; those used are taken out."""
    nodes: list[dict[str, Any]] = []
    count = draw(st.integers(min(len(free), 1 if depth == 1 else 0), len(free)))
    while count > 0 and free:
        node = draw(_node(free.pop(), [node for node in nodes if not node.get("is_body")], free, depth))
        if node["kind"] in ("map", "fold") and node["body"] == {}:
            if not free:
                node["body"] = {"graph": {}}
            else:
                body = draw(_node(free.pop(), [], free, depth + 1))
                if body.get("body") == {}:
                    body["body"] = {"graph": {"nodes": []}}
                node["body"] = {"node": body["id"]}
                nodes.append({**body, "is_body": True})
        nodes.append(node)
        count -= 1
    shuffled = draw(st.permutations(nodes))
    return [{key: value for key, value in node.items() if key != "is_body"} for node in shuffled]


@st.composite
def _node(
    draw: st.DrawFn, id: str, before: list[dict[str, Any]], free: list[str], depth: int
) -> dict[str, Any]:
    kinds = ["tool", "agent", "branch", "delay", "gate"] + (["team", "map", "fold"] if depth < 4 else [])
    kind = draw(st.sampled_from(kinds))
    node: dict[str, Any] = {"id": id, "kind": kind, "title": draw(titles)}
    if before:
        sources = draw(st.lists(st.sampled_from(before), max_size=3, unique_by=lambda one: one["id"]))
        node["depends_on"] = [
            {"node": one["id"], "case": draw(st.sampled_from(["yes", "no"]))}
            if one["kind"] == "branch" and draw(st.booleans())
            else one["id"]
            for one in sources
        ]
    match kind:
        case "tool":
            node |= {"tool": "note", "input": draw(st.none() | st.dictionaries(texts, texts, max_size=2))}
        case "agent":
            node |= {
                "role": draw(st.none() | st.just("writer")),
                "tool_allowlist": draw(st.none() | st.just([])),
            }
        case "branch":
            when = {"kind": "expression", "value": draw(texts)}
            node["cases"] = [{"name": "yes", "when": when}, {"name": "no", "when": when}]
        case "delay":
            node["seconds"] = draw(st.sampled_from([1, 2.5]))
        case "gate":
            node["input_schema"] = draw(st.none() | st.just({"required": ["a"], "properties": {"a": True}}))
        case "team":
            node["nodes"] = draw(_level(free, depth + 1))
        case "map" | "fold":
            graph = draw(st.booleans())
            node["body"] = {"graph": {"nodes": draw(_level(free, depth + 1))}} if graph else {}
            node |= (
                {"over": draw(texts)} if kind == "map" else {"max_iterations": 2, "stop_when": draw(texts)}
            )
    return node


@st.composite
def diff_values(draw: st.DrawFn, document: Document) -> dict[str, Any]:
    """One diff as JSON; it may well be refused."""
    known = [node.id for node, _, _ in walk(document.nodes)]
    holders = [node.id for node, _, _ in walk(document.nodes) if contents_of(node) is not None]
    id = st.sampled_from(known or NAMES) | st.sampled_from(NAMES)
    new_id = st.sampled_from(NAMES) | st.sampled_from(["new", "new-1", "1st"])
    case = st.none() | st.sampled_from(["yes", "no"])
    at = st.none() | st.integers(0, 4)
    op = draw(st.sampled_from(OPS))
    match op:
        case "add_node":
            team = draw(st.none() | st.sampled_from(holders or ["a"]))
            return {"op": op, "node": draw(_given(known, draw(new_id))), "team": team, "at": draw(at)}
        case "remove_node":
            return {"op": op, "id": draw(id), "bridge": draw(st.booleans())}
        case "split_node":
            old = draw(id)
            ids = draw(st.lists(new_id | st.just(old), min_size=1, max_size=3, unique=True))
            return {"op": op, "id": old, "into": [draw(_given([*known, *ids], one)) for one in ids]}
        case "reroute_edge":
            edge = draw(_edge(document, id, case))
            return {
                "op": op,
                "node_id": edge[0],
                "old_dep": edge[1],
                "old_case": edge[2],
                "new_dep": draw(id),
                "new_case": draw(case),
            }
        case "set_role":
            return {"op": op, "id": draw(id), "role": draw(st.none() | st.just("critic"))}
        case "set_tools":
            return {
                "op": op,
                "id": draw(id),
                "tool_allowlist": draw(st.lists(st.sampled_from("xyx"), max_size=3)),
            }
        case "wrap_in_team":
            level = draw(st.sampled_from([known, *_levels(document)]))
            ids = draw(st.lists(st.sampled_from(level or ["a"]), min_size=1, max_size=4, unique=True))
            return {"op": op, "ids": ids, "team_id": draw(new_id), "team_goal": "Goal"}
        case "add_edge":
            return {"op": op, "node_id": draw(id), "dep": draw(id), "case": draw(case), "at": draw(at)}
        case "remove_edge":
            edge = draw(_edge(document, id, case))
            return {"op": op, "node_id": edge[0], "dep": edge[1], "case": edge[2]}
        case "update_node":
            return {"op": op, "id": draw(id), **draw(_updates(id))}
        case "rename_node":
            return {"op": op, "id": draw(id), "new_id": draw(new_id)}
        case "unwrap_team":
            return {"op": op, "id": draw(st.sampled_from(holders) if holders else id)}
        case "set_graph":
            return {
                "op": op,
                "set": draw(st.sampled_from([{"name": "Other"}, {"goal": "x"}])),
                "unset": ["budget"],
            }
        case _:
            placed: st.SearchStrategy[Any] = st.none() | st.fixed_dictionaries(
                {"node": st.just({})}, optional={"team": id, "at": at}
            )
            nodes = {one: draw(placed) for one in draw(st.lists(id, min_size=1, max_size=3, unique=True))}
            for one, entry in nodes.items():
                if entry is not None:
                    entry["node"] = draw(_given(known, one))
            return {"op": "restore", "nodes": nodes}


OPS = [
    "add_node",
    "remove_node",
    "split_node",
    "reroute_edge",
    "set_role",
    "set_tools",
    "wrap_in_team",
    "wrap_in_team",
    "add_edge",
    "remove_edge",
    "update_node",
    "rename_node",
    "unwrap_team",
    "set_graph",
    "restore",
]


def _levels(document: Document) -> list[list[str]]:
    found: dict[str | None, list[str]] = {}
    for node, owner, _ in walk(document.nodes):
        found.setdefault(owner, []).append(node.id)
    return list(found.values())


@st.composite
def _edge(draw: st.DrawFn, document: Document, id: Any, case: Any) -> tuple[str, str, str | None]:
    edges = [
        (node.id, edge.node, edge.case) for node, _, _ in walk(document.nodes) for edge in node.depends_on
    ]
    some: tuple[str, str, str | None] = (draw(id), draw(id), draw(case))
    return draw(st.sampled_from([some, *edges, *edges]))


@st.composite
def _given(draw: st.DrawFn, known: list[str], id: str) -> dict[str, Any]:
    needs = draw(st.lists(st.sampled_from(known or ["a"]), max_size=2))
    kind = draw(st.sampled_from(["tool", "tool", "team", "map", "fold"]))
    node = {"id": id, "kind": kind, "depends_on": needs}
    inner = {"id": draw(st.sampled_from(["in-1", "in-2", "a"])), "kind": "tool", "tool": "note"}
    body = (
        {"node": draw(st.sampled_from(known or ["a"]))}
        if draw(st.booleans())
        else {"graph": {"nodes": [inner]}}
    )
    match kind:
        case "tool":
            return {**node, "tool": "note"}
        case "team":
            return {**node, "nodes": draw(st.sampled_from([[], [inner]]))}
        case "map":
            return {**node, "over": "value", "body": body}
        case _:
            return {**node, "max_iterations": 1, "body": body}


@st.composite
def _updates(draw: st.DrawFn, id: Any) -> dict[str, Any]:
    inner = {"id": draw(id), "kind": "tool", "tool": "note"}
    return draw(
        st.sampled_from(
            [
                {"set": {"title": "New"}},
                {"set": {"title": None, "output_schema": {"const": True}}},
                {"unset": ["title", "description"]},
                {"set": {"kind": "tool", "tool": "note"}},
                {"set": {"kind": "team", "nodes": [inner]}},
                {"set": {"kind": "map", "over": "value", "body": {"node": inner["id"]}}},
                {"set": {"body": {"graph": {"nodes": [inner]}}}},
                {"set": {"nodes": []}},
                {"set": {"body": {"node": inner["id"]}}},
                {"set": {"tool": 1}},
            ]
        )
    )

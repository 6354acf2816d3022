from __future__ import annotations

import json
from typing import Any

import pytest

from orchestration.graph.importers import NoteCode, import_document
from orchestration.graph.validation import validate
from tests.graph.importers.foreign import (
    HASH,
    SALVOR,
    case,
    edge,
    found,
    imported,
    notes,
    problems,
    salvor,
    salvor_node,
    written,
)


def tool(id: str, **fields: Any) -> dict[str, Any]:
    return salvor_node("tool", id, tool="t", **fields)


def branch(id: str, *cases: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return salvor_node("branch", id, cases=list(cases), **fields)


def fold(id: str, **fields: Any) -> dict[str, Any]:
    body = {"kind": "node", "value": "x"}
    own = {"body": body, "max_iterations": 2, "stop_when": "done", "join": {"kind": "last"}}
    return salvor_node("fold", id, **own | fields)


def test_a_whole_file() -> None:
    assert written(SALVOR) == {
        "schema_version": 1,
        "name": "Imported graph",
        "nodes": [
            {"id": "fetch-order", "kind": "tool", "title": "Fetch order", "tool": "orders.get"},
            {
                "id": "size",
                "kind": "branch",
                "title": "How large?",
                "depends_on": ["fetch-order"],
                "cases": [
                    {
                        "name": "large",
                        "when": {
                            "kind": "expression",
                            "value": "value.lines[0].price >= 100 && "
                            "!(has(value.paid) && value.paid == true)",
                        },
                    },
                    {"name": "small", "when": {"kind": "expression", "value": "true"}},
                ],
            },
            {
                "id": "ask",
                "kind": "gate",
                "depends_on": [{"node": "size", "case": "large"}],
                "prompt": "Ship it?",
                "approval_schema": {"type": "object"},
            },
            {
                "id": "rest",
                "kind": "delay",
                "depends_on": [{"node": "size", "case": "small"}],
                "seconds": 60,
            },
            {
                "id": "pack",
                "kind": "map",
                "depends_on": ["ask", "rest"],
                # There the map got the output of the one of the two that was not skipped.
                "over": "(has(value.ask) ? value.ask : value.rest).lines",
                "concurrency": 2,
                "body": {"node": "box"},
            },
            {"id": "box", "kind": "tool", "tool": "box.pack", "output_schema": {"type": "object"}},
            {
                "id": "wording",
                "kind": "fold",
                "depends_on": ["pack"],
                "output_schema": {"type": "object", "properties": {"score": {"type": "number"}}},
                "body": {
                    "graph": {"nodes": [{"id": "box-2", "kind": "agent", "title": "box", "agent_hash": HASH}]}
                },
                "max_iterations": 4,
                "stop_when": "value.score > 0.9",
                "join": {"best_by": "value.score"},
            },
        ],
    }


def test_everything_that_changed_is_told() -> None:
    assert notes(SALVOR) == [
        (NoteCode.ID_CHANGED, "fetch-order"),
        (NoteCode.INPUT_MERGED, "pack"),
        (NoteCode.IGNORED_THERE, "fetch-order"),
        (NoteCode.IGNORED_THERE, "size"),
        (NoteCode.NEGATED_TYPE, "size"),
        (NoteCode.EXPRESSION_TRANSLATED, "size"),
        (NoteCode.EXPRESSION_TRANSLATED, "size"),
        (NoteCode.EXPRESSION_TRANSLATED, "pack"),
        (NoteCode.EXPRESSION_TRANSLATED, "wording"),
        (NoteCode.EXPRESSION_TRANSLATED, "wording"),
        (NoteCode.SCHEMA_MOVED, "wording"),
        (NoteCode.ID_CHANGED, "box-2"),
        (NoteCode.AGENT_HASH_KEPT, "box-2"),
        (NoteCode.NAME_MADE, None),
    ]


def test_what_is_left_out_stands_in_its_note() -> None:
    messages = {note.node: note.message for note in imported(SALVOR).notes if note.code == "ignored_there"}
    assert '{"id": "start.order"}' in messages["fetch-order"]
    assert "Fetch order.total" in messages["size"]


def test_the_result_can_be_published() -> None:
    assert validate(imported(SALVOR).document) == []


def test_a_branch_with_an_agent_is_decided_by_it_even_where_a_case_has_an_expression() -> None:
    value = salvor(
        branch("pick", case("a", "x > 1"), case("b", None), agent_hash=HASH),
        tool("left"),
        tool("right"),
        edges=[edge("pick", "left", "a"), edge("pick", "right", "b")],
    )
    pick = written(value)["nodes"][0]
    assert pick["agent_hash"] == HASH
    assert [case["when"] for case in pick["cases"]] == [{"kind": "model_decision"}] * 2
    told = [note for note in imported(value).notes if note.code is NoteCode.CASE_BY_MODEL]
    assert [(note.node, "x > 1" in note.message) for note in told] == [("pick", True)]
    assert validate(imported(value).document) == []


def test_both_cases_of_a_branch_may_lead_to_one_node() -> None:
    value = salvor(
        branch("pick", case("a", "x > 1"), case("b", "true")),
        branch("next", case("c", "x > 2")),
        tool("end"),
        edges=[edge("pick", "next", "a"), edge("pick", "next", "b"), edge("next", "end", "c")],
    )
    following = written(value)["nodes"][1]
    assert following["depends_on"] == [{"node": "pick", "case": "a"}, {"node": "pick", "case": "b"}]
    # Two dependencies make an object by id, even of one node; the branch passed its own value on.
    assert following["cases"][0]["when"]["value"] == "value.pick.x > 2"


def test_the_smallest_id_that_surely_ran_is_read() -> None:
    value = salvor(
        tool("b"), tool("a-1"), branch("pick", case("x", "n == 1")), tool("end"),
        edges=[edge("b", "pick"), edge("a-1", "pick"), edge("pick", "end", "x")],
    )  # fmt: skip
    assert written(value)["nodes"][2]["cases"][0]["when"]["value"] == 'value["a-1"].n == 1'


def test_a_value_is_followed_through_what_only_passes_it_on() -> None:
    value = salvor(
        tool("a"), tool("b"), salvor_node("delay", "rest", seconds=1),
        branch("pick", case("x", "n")), tool("z"),
        edges=[edge("b", "rest"), edge("a", "rest"), edge("rest", "pick"), edge("pick", "z", "x")],
    )  # fmt: skip
    assert written(value)["nodes"][3]["cases"][0]["when"]["value"] == "value.a.n"


def test_a_value_that_came_from_too_many_places_is_told_and_not_spelled_out() -> None:
    sources = [branch(f"s{number}", case("go", "true")) for number in range(40)]
    edges = [edge(f"s{number}", "pick", "go") for number in range(40)]
    value = salvor(
        *sources, branch("pick", case("x", "n")), tool("z"), edges=[*edges, edge("pick", "z", "x")]
    )
    assert (NoteCode.VALUE_UNCLEAR, "pick") in notes(value)
    assert written(value)["nodes"][40]["cases"][0]["when"]["value"] == "value.n"


@pytest.mark.parametrize(
    ("edges", "expected", "note"),
    [
        ([edge("a", "b"), edge("a", "b")], ["a"], NoteCode.DUPLICATE_EDGE),
        ([edge("a", "b", "done")], ["a"], NoteCode.LABEL_DROPPED),
        ([edge("pick", "b")], ["pick"], NoteCode.UNLABELLED_EDGE),
        ([{**edge("a", "b"), "port": 1}], ["a"], NoteCode.UNKNOWN_FIELD),
    ],
)
def test_odd_edges(edges: list[Any], expected: list[Any], note: NoteCode) -> None:
    value = salvor(tool("a"), tool("b"), branch("pick", case("x", "true")), edges=edges)
    assert written(value)["nodes"][1]["depends_on"] == expected
    assert (note, "b") in notes(value)


def test_a_body_runs_for_its_owner_only() -> None:
    value = salvor(
        tool("before"),
        fold("first", body={"kind": "node", "value": "work"}),
        fold("second", body={"kind": "node", "value": "work"}),
        tool("work"),
        edges=[edge("before", "work")],
    )
    nodes = written(value)["nodes"]
    assert [node["id"] for node in nodes] == ["before", "first", "second", "work", "work-2"]
    assert [node.get("body") for node in nodes] == [None, {"node": "work"}, {"node": "work-2"}, None, None]
    assert nodes[4] == nodes[3] | {"id": "work-2"}
    assert {(NoteCode.BODY_EDGE, "work"), (NoteCode.BODY_COPIED, "work-2")} <= set(notes(value))


def test_all_passes_are_described_by_a_list_of_the_schema() -> None:
    value = salvor(fold("f", join={"kind": "all"}, accumulator_schema={"type": "object"}), tool("x"))
    made = written(value)["nodes"][0]
    assert made["join"] == "all"
    assert made["output_schema"] == {"type": "array", "items": {"type": "object"}}


def test_a_text_that_is_no_expression_there_stays_as_it_is() -> None:
    value = salvor(fold("f", stop_when="size(value.items) > 3"), tool("x"))
    assert written(value)["nodes"][0]["stop_when"] == "size(value.items) > 3"
    assert (NoteCode.EXPRESSION_NOT_UNDERSTOOD, "f") in notes(value)


def test_ids_that_are_slugs_stay_whatever_comes_before_them() -> None:
    value = salvor(tool("Work"), tool("work"), tool("WORK"), tool("日本"))
    assert [node["id"] for node in written(value)["nodes"]] == ["work-2", "work", "work-3", "node"]
    assert [node.get("title") for node in written(value)["nodes"]] == ["Work", None, "WORK", "日本"]


def test_a_cycle_is_named() -> None:
    value = salvor(tool("A"), tool("b"), tool("c"), edges=[edge("A", "b"), edge("b", "c"), edge("c", "A")])
    (problem,) = problems(value)
    assert (problem.code, problem.path, problem.node) == ("cycle", "$.edges[2]", "A")
    assert problem.message == "A cycle: A → c → b → A (each needs the next)."


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (
            {"schema_version": 2, "nodes": [], "edges": []},
            [("unsupported_schema_version", "$.schema_version")],
        ),
        ({"nodes": [], "edges": []}, [("unsupported_schema_version", "$.schema_version")]),
        (salvor({"kind": "tool"}), [("missing_field", "$.nodes[0].payload")]),
        (salvor(salvor_node("tol", "a")), [("unknown_kind", "$.nodes[0].kind")]),
        (salvor({"kind": "tool", "payload": {"tool": "t"}}), [("missing_field", "$.nodes[0].payload.id")]),
        (salvor(tool("a"), tool("a")), [("duplicate_id", "$.nodes[1].payload.id")]),
        (salvor(salvor_node("tool", "a")), [("missing_field", "$.nodes[0].payload.tool")]),
        (salvor(salvor_node("agent", "a")), [("missing_field", "$.nodes[0].payload.agent_hash")]),
        # Without a schema anything would be approved: no gate is made weaker in passing.
        (salvor(salvor_node("gate", "a")), [("missing_field", "$.nodes[0].payload.approval_schema")]),
        (
            salvor(salvor_node("gate", "a", approval_schema=5)),
            [("invalid_value", "$.nodes[0].payload.approval_schema")],
        ),
        (salvor(tool("a", name=7)), [("invalid_value", "$.nodes[0].payload.name")]),
        (salvor(salvor_node("delay", "a", seconds=0)), [("invalid_value", "$.nodes[0].payload.seconds")]),
        (
            salvor(branch("a", {"name": "x", "when": {"kind": "expresion"}})),
            [("unknown_kind", "$.nodes[0].payload.cases[0].when.kind")],
        ),
        (salvor(branch("a", case("", "true"))), [("invalid_value", "$.nodes[0].payload.cases[0].name")]),
        (salvor(fold("a", body={"kind": "nod"}), tool("x")), [("invalid_value", "$.nodes[0].payload.body")]),
        (salvor(fold("a")), [("unknown_body", "$.nodes[0].payload.body.value")]),
        (
            salvor(fold("a", join={"kind": "best_by"}), tool("x")),
            [("missing_field", "$.nodes[0].payload.join.value")],
        ),
        (
            salvor(fold("a", join={"kind": "first"}), tool("x")),
            [("invalid_value", "$.nodes[0].payload.join.kind")],
        ),
        (
            salvor(fold("a", body={"kind": "node", "value": "a"})),
            [("cycle", "$.nodes[0].payload.body.value")],
        ),
        (
            salvor(fold("a"), tool("x"), tool("b"), edges=[edge("x", "b")]),
            [("body_has_edge", "$.edges[0]")],
        ),
        (salvor(tool("a"), edges=[edge("a", "a")]), [("self_dependency", "$.edges[0]")]),
        (
            salvor(tool("a"), edges=[edge("a", "b"), edge("c", "a"), {"from": "a"}, 7]),
            [
                ("invalid_value", "$.edges[3]"),
                ("unknown_dependency", "$.edges[0].to"),
                ("unknown_dependency", "$.edges[1].from"),
                ("missing_field", "$.edges[2].to"),
            ],
        ),
        (
            salvor(fold("a", body={"kind": "subgraph", "value": {**salvor(tool("b")), "schema_version": 3}})),
            [("unsupported_schema_version", "$.nodes[0].payload.body.value.schema_version")],
        ),
    ],
)
def test_each_fault_is_a_problem_at_its_place_in_the_file(
    value: Any, expected: list[tuple[str, str]]
) -> None:
    assert found(value, "salvor") == expected


def test_a_close_name_is_suggested() -> None:
    (problem,) = problems(salvor(tool("fetch"), tool("store"), edges=[edge("fetsh", "store")]))
    assert problem.suggestion == "fetch"


def test_fields_that_are_not_known_are_told_with_what_they_held() -> None:
    value = {**salvor(tool("a", retries=3)), "author": "me"}
    value["nodes"][0]["color"] = "red"
    told = [note.message for note in import_document(json.dumps(value)).notes[:3]]
    assert [message.partition(" is ")[0] for message in told] == [
        "The field $.nodes[0].payload.retries",
        "The field $.nodes[0].color",
        "The field $.author",
    ]
    assert told[0].endswith("it held: 3")

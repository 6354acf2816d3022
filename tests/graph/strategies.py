"""Documents of all eight kinds for property tests; parsable, not necessarily well-formed."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(-1e15, 1e15) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
ids = st.from_regex(r"[a-z0-9][a-z0-9_-]{0,8}", fullmatch=True)
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
schemas = st.booleans() | st.dictionaries(st.text(max_size=5), json_values, max_size=3)
seconds = st.integers(1, 10_000) | st.floats(1.5, 100.0)
expressions = st.sampled_from(["value", "value.a > 2.0", "true", "run.input.x"])
predicates = st.fixed_dictionaries({"kind": st.sampled_from(["natural", "expression"]), "value": names})

_common: dict[str, Any] = {
    "title": st.none() | st.text(max_size=5),
    "description": st.none() | st.text(max_size=5),
    "depends_on": st.lists(
        ids | st.fixed_dictionaries({"node": ids}, optional={"case": st.none() | names}), max_size=3
    ),
    "failure_strategy": st.sampled_from([None, "abort", "retry", "skip", "ask"]),
    "max_retries": st.none() | st.integers(0, 9),
    "execution_mode": st.sampled_from(["parallel", "sequential"]),
    "input": st.none() | st.dictionaries(names, expressions, max_size=2),
    "input_schema": st.none() | schemas,
    "output_schema": st.none() | schemas,
}
_timed: dict[str, Any] = {"timeout_seconds": st.none() | seconds, "verify_predicate": st.none() | predicates}


def _node(kind: str, required: dict[str, Any], optional: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {"id": ids, "kind": st.just(kind), **required}, optional={**_common, **optional}
    )


_case = st.fixed_dictionaries(
    {
        "name": names,
        "when": st.fixed_dictionaries({"kind": st.just("expression"), "value": expressions})
        | st.just({"kind": "model_decision"}),
    }
)
_leaves = st.one_of(
    _node(
        "agent",
        {},
        {
            "role": st.none() | names,
            "tool_allowlist": st.none() | st.lists(names, max_size=2),
            "agent_hint": names,
            "agent_hash": names,
            "model": names,
            **_timed,
        },
    ),
    _node("tool", {"tool": names}, _timed),
    _node(
        "gate",
        {},
        {
            "prompt": st.none() | st.text(max_size=5),
            "approval_schema": st.none() | schemas,
            "assignees": st.lists(names, max_size=2),
            "groups": st.lists(names, max_size=2),
            "required_approvals": st.integers(1, 4),
            "allow_self_approval": st.booleans(),
            "on_reject": st.sampled_from(["fail", "continue"]),
            "deadline_seconds": st.none() | seconds,
            "on_deadline": st.just("reject") | st.fixed_dictionaries({"submit": json_values}),
        },
    ),
    _node("branch", {"cases": st.lists(_case, max_size=3)}, {"agent_hint": names, "agent_hash": names}),
    _node("delay", {"seconds": seconds}, {}),
)


def _holding(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    nodes = st.lists(inner, max_size=3)
    body = st.fixed_dictionaries({"node": ids}) | st.fixed_dictionaries(
        {"graph": st.fixed_dictionaries({"nodes": nodes})}
    )
    return st.one_of(
        _node("team", {"nodes": nodes}, {"goal": st.none() | st.text(max_size=5)}),
        _node(
            "map",
            {"over": expressions, "body": body},
            {
                "concurrency": st.none() | st.integers(1, 9),
                "on_item_error": st.sampled_from(["fail", "skip"]),
            },
        ),
        _node(
            "fold",
            {"body": body, "max_iterations": st.integers(1, 9)},
            {
                "stop_when": st.none() | expressions,
                "join": st.sampled_from(["last", "all"]) | st.fixed_dictionaries({"best_by": expressions}),
                "on_bound": st.sampled_from(["join", "fail"]),
            },
        ),
    )


document_values = st.fixed_dictionaries(
    {"name": names, "nodes": st.lists(st.recursive(_leaves, _holding, max_leaves=4), max_size=4)},
    optional={
        "schema_version": st.just(1),
        "goal": st.none() | st.text(max_size=5),
        "input_schema": st.none() | schemas,
        "defaults": st.fixed_dictionaries(
            {},
            optional={
                "failure_strategy": st.sampled_from(["abort", "skip"]),
                "max_retries": st.integers(0, 5),
                "max_parallel": st.integers(1, 9),
                "timeout_seconds": seconds,
            },
        ),
        "budget": st.none()
        | st.fixed_dictionaries(
            {},
            optional={"tokens": st.integers(1, 9), "cost_usd": st.just("5.00"), "wall_seconds": seconds},
        ),
    },
)

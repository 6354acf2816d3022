"""A run of a graph with a renamed node goes as before, but for the name."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from orchestration.engine.events import encode
from orchestration.graph.diff import apply, parse_diffs
from orchestration.graph.document import document_from_value
from tests.engine import harness
from tests.engine.harness import Harness
from tests.graph.build import on
from tests.graph.diff.profile import laws

OLD = "old_id"
READS = [
    "value.{id}",
    'value["{id}"].amount',
    "value.{id}.amount + 1.0",
    "value.n1",
    "value",
    "value.n2.{id}",
]
CONDITIONS = [
    "has(value.{id})",
    "value.{id}.amount > 1.0",
    "value.n2.{id}.amount > 0.0",
    "value.amount > 1.0",
]


@st.composite
def runs(draw: st.DrawFn) -> dict[str, Any]:
    """Acyclic graphs of the driven kinds, with expressions that read outputs by id."""
    ids = draw(st.permutations([OLD, "n1", "n2", "n3", "n4", "n5"]))
    nodes: list[dict[str, Any]] = []
    for id in ids:
        sources = (
            draw(st.lists(st.sampled_from(nodes), max_size=3, unique_by=lambda node: node["id"]))
            if nodes
            else []
        )
        needs = [
            on(one["id"], draw(st.sampled_from(["yes", "rest"]))) if one["kind"] == "branch" else one["id"]
            for one in sources
        ]
        kind = draw(st.sampled_from(["tool", "tool", "gate", "branch", "delay"]))
        if kind == "tool":
            reads = draw(st.none() | st.lists(st.sampled_from(READS), min_size=1, max_size=2))
            mapping = (
                None if reads is None else {f"f{n}": text.format(id=OLD) for n, text in enumerate(reads)}
            )
            nodes.append(harness.tool(id, *needs, input=mapping, failure_strategy="skip"))
        elif kind == "gate":
            nodes.append(harness.gate(id, *needs, on_reject="continue"))
        elif kind == "branch":
            nodes.append(
                harness.branch(id, *needs, yes=draw(st.sampled_from(CONDITIONS)).format(id=OLD), rest="true")
            )
        else:
            nodes.append(harness.delay(id, *needs))
    return harness.graph(*nodes, defaults={"max_parallel": 2, "max_retries": 0})


def play(value: dict[str, Any], choices: list[int], name: str) -> str:
    """The log of a run in which the world always takes the choice of the same number."""
    run = Harness(value).start({"amount": 1})
    for choice in choices:
        state = run.state
        actions = [(run.complete, call) for call in run.calls] + [(run.fail, call) for call in run.calls]
        actions += [(run.answer, one.node) for one in state.suspensions.values()]
        if state.timers:
            actions.append((lambda _: run.fire(), ""))
        if not actions:
            break
        action, node = actions[choice % len(actions)]
        if action == run.complete:
            run.complete(node, {"amount": choice})
        elif action == run.answer:
            run.answer(node, input={"amount": choice})
        else:
            action(node)
    events = [envelope.payload for envelope in run.log.events[run.run]]
    assert run.replay() is None
    log = "\n".join(f"{event.kind} {encode(event)}" for event in events[1:])
    # A key is a digest, of the name too.
    log = re.sub(r'"idempotency_key":"[0-9a-f]+"', "", log)
    # Also the name that an expression asks for in vain, in either spelling.
    for either in (OLD, name):
        log = log.replace(either, "NAME")
    return log.replace('[\\"NAME\\"]', ".NAME")


@laws
@given(
    runs(),
    st.lists(st.integers(0, 11), min_size=12, max_size=12),
    st.sampled_from(["renamed", "re-named", "1renamed"]),
)
def test_a_run_goes_as_before_but_for_the_name(value: dict[str, Any], choices: list[int], new: str) -> None:
    start = document_from_value(value)
    result = apply(start, parse_diffs([{"op": "rename_node", "id": OLD, "new_id": new}]))
    assert play(start.to_value(), choices, OLD) == play(result.to_value(), choices, new)

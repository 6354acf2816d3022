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
READS = ["value.{id}", 'value["{id}"].amount', "value.{id}.amount + 1.0", "value.n2.{id}", "value.n1"]
CONDITIONS = [
    "has(value.{id})",
    "value.{id}.amount > 1.0",
    "value.n2.{id}.amount > 0.0",
    "value.amount > 1.0",
]


@st.composite
def runs(draw: st.DrawFn) -> dict[str, Any]:
    """Acyclic graphs of the driven kinds, with expressions that read outputs by id."""
    ids = draw(st.permutations(["n1", "n2", "n3", "n4", "n5"]))
    place = draw(st.integers(0, 2))
    nodes: list[dict[str, Any]] = []
    for id in [*ids[:place], OLD, *ids[place:]]:
        count = min(len(nodes), draw(st.sampled_from([0, 1, 2, 2, 3])))
        sources = draw(st.permutations(nodes))[:count]
        needs = [
            on(one["id"], draw(st.sampled_from(["yes", "rest"]))) if one["kind"] == "branch" else one["id"]
            for one in sources
        ]
        kind = draw(st.sampled_from(["tool", "tool", "gate", "branch", "delay"]))
        if kind == "tool":
            named = any(one["id"] == OLD for one in sources)
            read = draw(st.sampled_from(READS[:3] if named else [None, *READS]))
            mapping = None if read is None else {"field": read.format(id=OLD)}
            nodes.append(harness.tool(id, *needs, input=mapping, failure_strategy="skip"))
        elif kind == "gate":
            nodes.append(harness.gate(id, *needs, on_reject="continue"))
        elif kind == "branch":
            condition = draw(st.sampled_from(CONDITIONS)).format(id=OLD)
            nodes.append(harness.branch(id, *needs, yes=condition, rest="true"))
        else:
            nodes.append(harness.delay(id, *needs))
    return harness.graph(*nodes, defaults={"max_parallel": 2, "max_retries": 0})


def play(value: dict[str, Any], choices: list[int], name: str) -> str:
    """The log of a run in which the world always takes the choice of the same number."""
    run = Harness(value).start({"amount": 1})
    for choice in choices:
        state = run.state
        actions = [("complete", call) for call in run.calls] + [("fail", call) for call in run.calls]
        actions += [("answer", one.node or "") for one in state.suspensions.values()]
        actions += [("fire", "")] if state.timers else []
        if not actions:
            break
        action, node = actions[choice % len(actions)]
        match action:
            case "complete":
                run.complete(node, {"amount": choice})
            case "fail":
                run.fail(node)
            case "answer":
                run.answer(node, input={"amount": choice})
            case _:
                run.fire()
    assert run.replay() is None
    events = [envelope.payload for envelope in run.log.events[run.run]]
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
    st.lists(st.sampled_from([0, 0, 1, 2, 3]), min_size=12, max_size=12),
    st.sampled_from(["renamed", "re-named", "1renamed"]),
)
def test_a_run_goes_as_before_but_for_the_name(value: dict[str, Any], choices: list[int], new: str) -> None:
    start = document_from_value(value)
    result = apply(start, parse_diffs([{"op": "rename_node", "id": OLD, "new_id": new}]))
    assert play(start.to_value(), choices, OLD) == play(result.to_value(), choices, new)

"""Maps: an item each, joined as they arrive, given in the list's order."""

from __future__ import annotations

from typing import Any

import pytest

from orchestration.engine.events import NodeRetryRequested
from tests.engine.conftest import Runner
from tests.engine.harness import ANN, branch, gate, graph, mapped, tool


def over_a_tool(**fields: Any) -> dict[str, Any]:
    body = fields.pop("work", {})
    return graph(mapped("m", body={"node": "w"}, **fields), tool("w", **body))


def test_items_join_as_they_arrive_and_come_in_order(run: Runner) -> None:
    r = run(over_a_tool(), input=["a", "b", "c"])
    assert [command.input for command in r.made("m[1]/w")] == ["b"]
    for item in ("m[2]/w", "m[0]/w", "m[1]/w"):
        r.complete(item, item)
    assert [event.index for event in r.of("MapItemJoined")] == [2, 0, 1]
    assert r.log.summaries[r.run].output == ["m[0]/w", "m[1]/w", "m[2]/w"]
    assert r.of("MapFannedOut")[0].count == 3


def test_an_empty_list_gives_an_empty_list(run: Runner) -> None:
    r = run(over_a_tool(), input=[])
    assert (r.status, r.log.summaries[r.run].output) == ("completed", [])


def test_concurrency_bounds_the_items_and_max_parallel_the_calls(run: Runner) -> None:
    r = run(over_a_tool(concurrency=2), input=[1, 2, 3])
    assert r.calls == ["m[0]/w", "m[1]/w"]
    r.complete("m[1]/w")
    assert r.calls == ["m[0]/w", "m[2]/w"]
    few = run(graph(mapped("m", body={"node": "w"}), tool("w"), defaults={"max_parallel": 1}), input=[1, 2])
    assert few.calls == ["m[0]/w"]


def test_a_graph_body_runs_every_kind(run: Runner) -> None:
    body = [
        branch("b", big="value > 1.0", small="true"),
        gate("g", {"node": "b", "case": "big"}),
        tool("x", "g", input={"i": "index", "v": "value.amount"}),
        tool("y", {"node": "b", "case": "small"}),
    ]
    r = run(graph(mapped("m", body={"graph": {"nodes": body}})), input=[1, 2])
    assert r.calls == ["m[0]/y"] and r.statuses()["m[1]/g"] == "waiting"
    r.answer("m[1]/g", input={"amount": 9})
    assert r.made("m[1]/x")[0].input == {"i": 1, "v": 9}
    r.complete("m[0]/y", "small")
    r.complete("m[1]/x", "big")
    assert r.log.summaries[r.run].output == [{"y": "small"}, {"x": "big"}]


def test_maps_inside_maps_have_nested_paths(run: Runner) -> None:
    inner = mapped("n", body={"graph": {"nodes": [tool("x")]}})
    r = run(graph(mapped("m", body={"graph": {"nodes": [inner]}})), input=[[1], [2, 3]])
    assert r.calls == ["m[0]/n[0]/x", "m[1]/n[0]/x", "m[1]/n[1]/x"]
    for path in list(r.calls):
        r.complete(path, path[-1] + path[2])
    assert r.log.summaries[r.run].output == [["x0"], ["x1", "x1"]]


@pytest.mark.parametrize("input", [None, 3, "abc", {"a": 1}])
def test_over_must_give_a_list(run: Runner, input: Any) -> None:
    r = run(over_a_tool(), input=input)
    assert (r.status, r.code) == ("failed", "map_over_not_a_list")
    assert r.kinds == ["RunStarted", "RunFailed"], "refused before it is entered"


def test_a_body_of_one_node_is_an_agent_or_a_tool(run: Runner) -> None:
    r = run(graph(mapped("m", body={"node": "g"}), gate("g")), input=[1])
    assert (r.status, r.code) == ("failed", "unsupported_map_body")


def test_a_failed_item_lets_running_ones_finish_and_no_other_begin(run: Runner) -> None:
    r = run(over_a_tool(concurrency=2), input=[1, 2, 3])
    r.fail("m[0]/w", "bad")
    assert r.calls == ["m[1]/w"] and r.statuses()["m"] == "running"
    r.complete("m[1]/w", "good")
    assert r.status == "stalled" and r.failure("m").message == "Item 1: “w” failed: bad"
    r.retry()
    assert r.calls == ["m[0]/w", "m[2]/w"], "what was done is not done again"
    r.complete("m[0]/w", "a")
    r.complete("m[2]/w", "c")
    assert r.log.summaries[r.run].output == ["a", "good", "c"]


def test_a_lost_item_is_tried_again_while_others_run(run: Runner) -> None:
    r = run(over_a_tool(), input=[1, 2])
    r.fail("m[0]/w")
    r.accept(NodeRetryRequested(node="m[0]/w"), ANN)
    assert sorted(r.calls) == ["m[0]/w", "m[1]/w"]
    r.complete("m[0]/w", "a")
    r.complete("m[1]/w", "b")
    assert r.log.summaries[r.run].output == ["a", "b"]


def test_on_item_error_skip_leaves_a_null(run: Runner) -> None:
    r = run(over_a_tool(on_item_error="skip"), input=[1, 2])
    r.fail("m[0]/w")
    r.complete("m[1]/w", "b")
    assert (r.status, r.log.summaries[r.run].output) == ("completed", [None, "b"])
    assert r.statuses()["m[0]/w"] == "failed"


def test_a_skipped_item_is_null(run: Runner) -> None:
    r = run(over_a_tool(work={"failure_strategy": "skip"}), input=[1, 2])
    r.complete("m[1]/w", "b")
    r.fail("m[0]/w")
    assert (r.status, r.log.summaries[r.run].output) == ("completed", [None, "b"])


def test_ask_parks_its_item_alone(run: Runner) -> None:
    r = run(over_a_tool(concurrency=1, work={"failure_strategy": "ask"}), input=[1, 2])
    r.fail("m[0]/w")
    assert r.status == "waiting"
    r.answer("m[0]/w", input={"action": "supply", "output": "x"})
    r.complete("m[1]/w", "y")
    assert r.log.summaries[r.run].output == ["x", "y"]


def test_each_item_has_a_key_and_tries_of_its_own(run: Runner) -> None:
    r = run(over_a_tool(work={"failure_strategy": "retry", "tool": "file"}), input=[1, 1])
    keys = {r.made(f"m[{i}]/w")[0].idempotency_key for i in (0, 1)}
    assert len(keys) == 2
    r.fail("m[0]/w")
    r.complete("m[1]/w", 2)
    r.fire()
    assert r.made("m[0]/w")[1].idempotency_key == r.made("m[0]/w")[0].idempotency_key
    r.complete("m[0]/w", 1)
    assert r.log.summaries[r.run].output == [1, 2]


def test_canceling_closes_what_waits_in_items(run: Runner) -> None:
    r = run(graph(mapped("m", body={"graph": {"nodes": [gate("g")]}})), input=[1, 2])
    r.cancel()
    assert r.status == "canceled" and set(r.statuses().values()) == {"canceled"}
    assert {outcome for _, outcome in r.log.approvals.values()} == {"closed"}


def test_sequential_items_take_turns_run_wide(run: Runner) -> None:
    r = run(over_a_tool(work={"execution_mode": "sequential"}), input=[1, 2])
    assert r.calls == ["m[0]/w"]
    r.complete("m[0]/w")
    assert r.calls == ["m[1]/w"]


def test_a_restart_in_the_middle_goes_on(run: Runner) -> None:
    r = run(over_a_tool(concurrency=2), input=[1, 2, 3])
    r.complete("m[1]/w", "b")
    r.restart()
    assert r.calls == ["m[0]/w", "m[2]/w"]
    r.complete("m[2]/w", "c")
    r.complete("m[0]/w", "a")
    assert r.log.summaries[r.run].output == ["a", "b", "c"]


def test_a_node_that_is_held_back_gives_its_turn_away(run: Runner) -> None:
    """Item 1 fails beside a sequential node that waits to be tried again; item 2 needs the turn."""
    inside = [
        tool("x", execution_mode="sequential", failure_strategy="retry"),
        tool("y"),
    ]
    r = run(graph(mapped("m", body={"graph": {"nodes": inside}})), input=[1, 2])
    r.fail("m[0]/x")
    r.fail("m[0]/y")
    r.complete("m[1]/y", "b")
    assert r.calls == ["m[1]/x"]
    r.complete("m[1]/x", "a")
    assert r.status == "stalled"
    r.retry()
    r.fire()
    assert sorted(r.calls) == ["m[0]/x", "m[0]/y"]

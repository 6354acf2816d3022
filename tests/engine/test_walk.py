"""How a run walks its graph: order, slots, branches, joins, skips and the output."""

from __future__ import annotations

from typing import Any

import pytest

from orchestration.engine.events import BranchTaken
from tests.engine.conftest import Runner
from tests.engine.harness import branch, delay, gate, graph, tool


def on(node: str, case: str) -> dict[str, str]:
    return {"node": node, "case": case}


def test_a_chain_hands_each_output_on(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b", "a")), input={"x": 1})
    assert r.made("a")[0].input == {"x": 1}
    r.complete("a", {"y": 2})
    assert r.made("b")[0].input == {"y": 2}
    r.complete("b", "done")
    assert r.status == "completed"
    assert r.log.summaries[r.run].output == "done"


def test_a_call_is_recorded_before_it_is_dispatched(run: Runner) -> None:
    r = run(graph(tool("a")))
    assert r.kinds == ["RunStarted", "NodeEntered", "ToolCallRequested"]
    assert [command.call for command in r.made("a")] == ["a#1"]


def test_a_join_gets_an_object_by_id_and_waits_for_all(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b"), tool("c", "a", "b")))
    r.complete("b", 2)
    assert "c" not in r.calls
    r.complete("a", 1)
    assert r.made("c")[0].input == {"a": 1, "b": 2}


def test_several_sinks_give_an_object_of_the_completed_ones(run: Runner) -> None:
    r = run(
        graph(branch("b", yes="value > 1.0", no="true"), tool("y", on("b", "yes")), tool("n", on("b", "no"))),
        input=2,
    )
    r.complete("y", "big")
    assert r.log.summaries[r.run].output == {"y": "big"}


def test_max_parallel_bounds_calls_in_document_order(run: Runner) -> None:
    r = run(graph(*(tool(f"t{i}") for i in range(5)), defaults={"max_parallel": 2}))
    assert r.calls == ["t0", "t1"]
    r.complete("t1")
    assert r.calls == ["t0", "t2"]


def test_a_gate_takes_no_slot(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b"), gate("g"), defaults={"max_parallel": 1}))
    assert r.calls == ["a"]
    assert r.statuses() == {"a": "running", "b": "ready", "g": "waiting"}


def test_one_sequential_node_at_a_time_with_parallel_ones_beside_it(run: Runner) -> None:
    sequential = {"execution_mode": "sequential"}
    r = run(graph(tool("a", **sequential), tool("b", **sequential), tool("c")))
    assert r.calls == ["a", "c"]
    r.complete("a")
    assert r.calls == ["c", "b"]


def test_a_sequential_node_keeps_its_turn_while_it_waits_to_retry(run: Runner) -> None:
    sequential = {"execution_mode": "sequential", "failure_strategy": "retry"}
    r = run(graph(tool("a", **sequential), tool("b", **sequential)))
    r.fail("a")
    assert r.calls == []
    r.fire()
    assert r.calls == ["a"]
    r.complete("a")
    assert r.calls == ["b"]


def test_a_node_that_lost_its_turn_waits_for_it_again(run: Runner) -> None:
    sequential: dict[str, Any] = {
        "execution_mode": "sequential",
        "failure_strategy": "retry",
        "max_retries": 1,
    }
    nodes = tool("p"), tool("y", "p", **sequential), tool("x", **sequential)
    r = run(graph(*nodes, defaults={"max_parallel": 2}))
    r.fail("x")
    r.fire()
    r.fail("x")
    r.complete("p")
    assert r.status == "stalled", "x has used its retries, and nothing is in flight any more"
    r.retry()
    assert r.calls == ["y"], "x gave its turn up when it failed"
    r.complete("y")
    assert r.calls == ["x"]


@pytest.mark.parametrize(
    ("amount", "taken", "skipped"),
    [(300, "review", "auto"), (250, "auto", "review"), (250.01, "review", "auto")],
)
def test_the_first_true_case_is_taken_and_the_other_side_is_skipped(
    run: Runner, amount: float, taken: str, skipped: str
) -> None:
    r = run(
        graph(
            branch("b", review="value.amount > 250.0", auto="true"),
            tool("review", on("b", "review")),
            tool("auto", on("b", "auto")),
            tool("after", "review", "auto"),
        ),
        input={"amount": amount},
    )
    assert r.calls == [taken]
    assert r.state.tasks[skipped].skip_reason == "no live path"
    r.complete(taken, "x")
    assert r.made("after")[0].input == {taken: "x"}


def test_an_error_in_a_case_is_false_and_recorded(run: Runner) -> None:
    r = run(
        graph(
            branch("b", first="value.missing > 1.0", rest="true"),
            tool("t", on("b", "rest"), on("b", "first")),
        ),
        input={},
    )
    (taken,) = r.of("BranchTaken")
    assert isinstance(taken, BranchTaken)
    assert taken.case == "rest"
    assert "missing" in taken.errors["first"]


def test_an_input_mapping_is_evaluated(run: Runner) -> None:
    r = run(
        graph(tool("a"), tool("b", "a", input={"n": "value.n * 2.0", "who": "run.input.who"})),
        input={"who": "ann"},
    )
    r.complete("a", {"n": 300})
    assert r.made("b")[0].input == {"n": 600, "who": "ann"}


def test_a_delay_passes_its_value_through_after_its_timer(run: Runner) -> None:
    r = run(graph(tool("a"), delay("d", "a", seconds=5), tool("b", "d")))
    r.complete("a", 7)
    assert r.status == "waiting"
    r.fire()
    assert r.made("b")[0].input == 7
    assert r.kinds.index("SleepStarted") < r.kinds.index("SleepCompleted")


def test_a_skipped_failure_breaks_the_edges_below_and_the_run_goes_on(run: Runner) -> None:
    r = run(
        graph(
            tool("a", failure_strategy="skip"), tool("b", "a"), tool("c"), tool("d", "b", "c"), tool("e", "c")
        )
    )
    r.fail("a")
    assert r.state.tasks["b"].skip_reason == "upstream failed"
    assert r.state.tasks["d"].status == "skipped", "one broken edge decides at once"
    r.complete("c", 1)
    r.complete("e", 2)
    assert r.status == "completed"
    assert r.log.summaries[r.run].output == {"e": 2}


def test_a_thousand_wide_fan_out_is_walked_in_order(run: Runner) -> None:
    middle = [tool(f"m{i}", "a") for i in range(1000)]
    r = run(
        graph(tool("a"), *middle, tool("z", *(node["id"] for node in middle)), defaults={"max_parallel": 64})
    )
    r.complete("a")
    while r.calls != ["z"]:
        r.complete(r.calls[0])
    entered = [event.node for event in r.of("NodeEntered")]
    assert entered == ["a", *(node["id"] for node in middle), "z"]

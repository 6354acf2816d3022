"""What people ask of one node of a live run: try it again, go on without it."""

from __future__ import annotations

import pytest

from orchestration.engine.admission import NotAdmitted
from orchestration.engine.events import NodeRetryRequested, NodeSkipRequested
from tests.engine.conftest import Runner
from tests.engine.harness import ANN, Harness, branch, delay, gate, graph, mapped, team, tool


def retry(r: Harness, node: str) -> None:
    r.accept(NodeRetryRequested(node=node), ANN)


def skip(r: Harness, node: str, reason: str = "") -> None:
    r.accept(NodeSkipRequested(node=node, reason=reason), ANN)


def refused(r: Harness, event: NodeRetryRequested | NodeSkipRequested) -> str:
    before = len(r.kinds)
    outcome = r.one(event, ANN)
    assert isinstance(outcome, NotAdmitted) and len(r.kinds) == before
    return outcome.code


def test_one_failed_node_is_tried_again_while_the_other_stays_failed(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b"), tool("c", "a", "b")))
    r.fail("a")
    r.fail("b")
    retry(r, "a")
    assert r.calls == [], "b still stops the run"
    retry(r, "b")
    assert r.calls == ["a", "b"]
    r.complete("a", 1)
    r.complete("b", 2)
    assert r.made("c")[0].input == {"a": 1, "b": 2}


def test_a_node_skipped_for_its_own_failure_comes_back_with_what_waited_for_it(run: Runner) -> None:
    r = run(graph(tool("a", failure_strategy="skip"), tool("b", "a"), tool("c", "b"), gate("g")))
    r.fail("a")
    assert [r.statuses()[id] for id in "abc"] == ["skipped"] * 3
    retry(r, "a")
    assert [r.statuses()[id] for id in "abc"] == ["running", "pending", "pending"]
    for id in "abc":
        r.complete(id, id)
    r.answer("g", input={"amount": 1})
    assert r.status == "completed"


def test_what_another_broken_edge_holds_stays_skipped(run: Runner) -> None:
    skipped = {"failure_strategy": "skip"}
    r = run(graph(tool("a", **skipped), tool("b", **skipped), tool("c", "a", "b"), gate("g")))
    r.fail("a")
    r.fail("b")
    retry(r, "a")
    r.complete("a")
    assert r.statuses()["c"] == "skipped"
    retry(r, "b")
    r.complete("b")
    assert r.calls == ["c"]


def test_a_dependent_that_went_on_without_it_is_left_alone(run: Runner) -> None:
    nodes = [branch("x", yes="true", no="true"), tool("a", {"node": "x", "case": "no"}), gate("g")]
    r = run(graph(*nodes))
    assert refused(r, NodeRetryRequested(node="a")) == "not_failed"


def test_limits_count_from_the_retry(run: Runner) -> None:
    r = run(graph(tool("a", failure_strategy="retry", max_retries=1)))
    r.fail("a")
    r.fire()
    r.fail("a")
    assert r.status == "stalled"
    retry(r, "a")
    r.fail("a")
    assert r.status == "waiting" and r.state.tasks["a"].retry_count == 2


def test_a_failure_inside_is_tried_again_through_what_holds_it(run: Runner) -> None:
    r = run(graph(team("t", nodes=[tool("x"), tool("y", "x")])))
    r.fail("x")
    retry(r, "x")
    assert r.calls == ["x"] and r.statuses()["t"] == "running"
    r.complete("x")
    r.complete("y")
    assert r.status == "completed"


@pytest.mark.parametrize("status", ["pending", "waiting", "sleeping", "failed", "retrying", "asked"])
def test_whatever_does_not_work_can_be_skipped(run: Runner, status: str) -> None:
    nodes = {
        "pending": [tool("z"), tool("a", "z")],
        "waiting": [gate("a"), tool("z")],
        "sleeping": [delay("a"), tool("z")],
        "failed": [tool("a"), tool("z")],
        "retrying": [tool("a", failure_strategy="retry"), tool("z")],
        "asked": [tool("a", failure_strategy="ask"), tool("z")],
    }[status]
    r = run(graph(*nodes, tool("below", "a")))
    if status in ("failed", "retrying", "asked"):
        r.fail("a")
    skip(r, "a", "not needed")
    assert r.state.tasks["a"].skip_reason == "by a person: not needed"
    assert r.statuses()["below"] == "skipped"
    r.complete("z")
    assert r.status == "completed" and not r.state.timers and not r.state.suspensions


def test_skipping_the_failed_node_lets_the_run_go_on(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b"), tool("c", "b")))
    r.fail("a")
    r.complete("b")
    assert r.status == "stalled" and r.calls == []
    skip(r, "a")
    assert r.calls == ["c"]


def test_a_skipped_node_can_be_taken_back(run: Runner) -> None:
    r = run(graph(gate("a"), tool("b", "a"), tool("z")))
    skip(r, "a")
    retry(r, "a")
    assert (r.statuses()["a"], r.statuses()["b"]) == ("waiting", "pending")


def test_a_node_at_work_is_not_skipped(run: Runner) -> None:
    r = run(graph(tool("a"), team("t", nodes=[tool("x")]), gate("g")))
    assert refused(r, NodeSkipRequested(node="a")) == "in_flight"
    assert refused(r, NodeSkipRequested(node="t")) == "in_flight"
    r.complete("a")
    assert refused(r, NodeSkipRequested(node="a")) == "node_settled"
    assert refused(r, NodeSkipRequested(node="nobody")) == "unknown_node"
    assert refused(r, NodeRetryRequested(node="g")) == "not_failed"


def test_an_item_can_be_skipped_and_is_null(run: Runner) -> None:
    body = {"graph": {"nodes": [gate("g")]}}
    r = run(graph(mapped("m", body=body)), input=[1, 2])
    skip(r, "m[0]/g")
    assert refused(r, NodeRetryRequested(node="m[0]/g")) == "node_settled", "the item has joined"
    r.answer("m[1]/g", input={"amount": 2})
    assert r.log.summaries[r.run].output == [None, {"amount": 2}]


def test_a_canceled_run_takes_no_wishes(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b")))
    r.fail("b")
    r.cancel()
    assert refused(r, NodeRetryRequested(node="b")) == "canceling"

"""The predicate gate: nothing goes on below before the output was found good enough."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.conftest import Runner
from tests.engine.harness import graph, mapped, tool


def checked(text: str = "value.ok", **fields: Any) -> dict[str, Any]:
    return tool("a", verify_predicate={"kind": "expression", "value": text}, **fields)


def test_dependents_wait_for_the_verdict(run: Runner) -> None:
    r = run(graph(checked(), tool("b", "a")))
    r.complete("a", {"ok": True})
    assert r.statuses()["a"] == "running" and r.calls == [] and r.status == "running"
    assert r.state.tasks["a"].predicate_outcome is None
    r.judge("a")
    assert r.calls == ["b"] and r.made("b")[0].input == {"ok": True}
    assert r.verdict("a")["passed"] is True


def test_a_failed_verdict_runs_it_anew_with_the_reason(run: Runner) -> None:
    r = run(graph(checked(), tool("b", "a")))
    r.complete("a", {"ok": False})
    r.judge("a")
    task = r.state.tasks["a"]
    assert r.calls == ["a"] and (task.predicate_rerun_count, task.retry_count) == (1, 0)
    assert task.predicate_outcome is None and task.output is None
    assert r.of("NodeRetried")[0].reason == "“value.ok” is not true of the output."
    first, second = r.made("a")
    assert first.idempotency_key != second.idempotency_key, "a rerun is another call"
    r.complete("a", {"ok": True})
    r.judge("a")
    assert r.calls == ["b"]


@pytest.mark.parametrize("output", [{"ok": "yes"}, {"ok": 1}, {}, None, [1]])
def test_only_true_passes_and_an_error_is_no_silent_pass(run: Runner, output: Any) -> None:
    r = run(graph(checked()))
    r.complete("a", output)
    r.judge("a")
    assert r.state.tasks["a"].predicate_rerun_count == 1


def test_reruns_end_in_a_failure_that_is_not_retried(run: Runner) -> None:
    r = run(graph(checked(failure_strategy="retry")))
    for _ in range(3):
        r.complete("a", {"ok": False})
        r.judge("a")
    assert r.status == "stalled" and r.failure("a").code == "predicate_failed"
    assert r.state.tasks["a"].predicate_rerun_count == 2


def test_counts_survive_a_restart_and_start_anew_only_for_an_operator(run: Runner) -> None:
    r = run(graph(checked()))
    r.complete("a", {"ok": False})
    r.judge("a")
    r.restart()
    for _ in range(2):
        r.complete("a", {"ok": False})
        r.judge("a")
    assert r.status == "stalled"
    r.retry()
    r.complete("a", {"ok": False})
    r.judge("a")
    assert r.calls == ["a"] and r.state.tasks["a"].predicate_rerun_count == 3


def test_what_was_pending_at_a_restart_is_judged_again(run: Runner) -> None:
    r = run(graph(checked()))
    r.complete("a", {"ok": True})
    r.restart()
    assert [asked.node for asked in r.driver.pending(r.run).judges] == ["a"]
    r.judge("a")
    assert r.status == "completed"


def test_the_strategy_applies_after_the_reruns(run: Runner) -> None:
    r = run(graph(checked(failure_strategy="skip"), tool("b")))
    r.complete("b")
    for _ in range(3):
        r.complete("a", {"ok": False})
        r.judge("a")
    assert (r.status, r.statuses()["a"]) == ("completed", "skipped")


def test_a_supplied_output_is_not_judged(run: Runner) -> None:
    r = run(graph(checked(failure_strategy="ask")))
    for _ in range(3):
        r.complete("a", {"ok": False})
        r.judge("a")
    r.answer("a", input={"action": "supply", "output": "by hand"})
    assert (r.status, r.log.summaries[r.run].output) == ("completed", "by hand")


def test_a_write_is_never_made_again_by_itself(run: Runner) -> None:
    r = run(graph(checked(tool="pay")))
    r.complete("a", {"ok": False})
    r.judge("a")
    assert r.status == "waiting" and len(r.made("a")) == 1
    assert next(iter(r.state.suspensions.values())).cause == "reconcile"


def test_judging_holds_a_slot_and_drains_before_a_stall(run: Runner) -> None:
    r = run(graph(checked(), tool("b"), tool("c"), defaults={"max_parallel": 2}))
    r.complete("a", {"ok": True})
    assert r.calls == ["b"]
    r.fail("b")
    assert r.status == "running", "the verdict on a is still awaited"
    r.judge("a")
    assert r.status == "stalled" and r.statuses()["a"] == "completed"


def test_an_item_is_judged_with_its_index(run: Runner) -> None:
    body = {"graph": {"nodes": [checked("value == index")]}}
    r = run(graph(mapped("m", body=body)), input=["x", "y"])
    for index in (0, 1):
        r.complete(f"m[{index}]/a", index)
        r.judge(f"m[{index}]/a")
    assert r.log.summaries[r.run].output == [0, 1]


def test_canceling_waits_for_the_verdict(run: Runner) -> None:
    r = run(graph(checked()))
    r.complete("a", {"ok": True})
    r.cancel()
    assert r.status == "running"
    r.judge("a")
    assert r.status == "canceled" and r.statuses()["a"] == "completed"

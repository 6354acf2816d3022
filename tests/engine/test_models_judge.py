"""Models that choose a branch's case or judge an output: never a guess, never a silent pass."""

from __future__ import annotations

from typing import Any

import pytest

from orchestration.engine.events import (
    Failure,
    ModelCallCompleted,
    ModelCallRequested,
    PredicateEvaluated,
)
from orchestration.engine.ports import Judge
from tests.engine.conftest import Runner
from tests.engine.harness import Harness, agent, decided, graph, tool

DOWN = Failure(code="provider_error", message="It is down.")


def forked(run: Runner, **fields: Any) -> Harness:
    r = run(
        graph(
            tool("t"),
            decided("b", "t", cases=("yes", "no"), description="Is it good?", **fields),
            tool("y", {"node": "b", "case": "yes"}),
            tool("n", {"node": "b", "case": "no"}),
        )
    )
    r.complete("t", {"x": 1})
    return r


def test_a_model_takes_a_case_and_the_value_passes_through(run: Runner) -> None:
    r = forked(run)
    (asked,) = r.choices("b")
    assert (asked.task, asked.cases, asked.value) == ("Is it good?", ("yes", "no"), {"x": 1})
    assert asked.asked.agent == "assistant"
    r.choose("b", " yes\n")
    assert r.calls == ["y"] and r.made("y")[0].input == {"x": 1}
    assert r.of("BranchTaken")[0].case == "yes" and r.statuses()["n"] == "skipped"


@pytest.mark.parametrize("reply", ["Yes", "yes.", "", "maybe", "yes no", None, 3])
def test_what_is_no_case_is_a_permanent_refusal(run: Runner, reply: Any) -> None:
    r = forked(run)
    r.choose("b", reply)
    assert r.status == "failed" and r.kinds[-2:] == ["ModelCallCompleted", "RunFailed"]
    error = r.of("RunFailed")[0].error
    assert (error["code"], error["cases"]) == ("branch_decision_unmatched", ["yes", "no"])


def test_a_provider_that_is_down_is_a_failure_that_is_tried_again(run: Runner) -> None:
    r = forked(run, failure_strategy="retry")
    r.choose("b", None, error=DOWN)
    assert r.status == "waiting"
    r.fire()
    assert [choice.call for choice in r.choices("b")] == ["b#1.decision", "b#2.decision"]
    r.choose("b", "no")
    assert r.calls == ["n"]


def test_a_choice_cut_off_by_a_restart_is_asked_again_under_its_name(run: Runner) -> None:
    r = forked(run)
    call = r.choices("b")[0].call
    r.accept(ModelCallRequested(call=call, node="b", purpose="decision", model="m", request_hash="h"))
    r.restart()
    (again,) = r.driver.pending(r.run).choices
    assert again.call == call and again.requested is not None


def test_choices_hold_a_slot(run: Runner) -> None:
    r = run(graph(decided("b", cases=("yes",)), tool("y", {"node": "b", "case": "yes"}), tool("t"),
                  defaults={"max_parallel": 1}))  # fmt: skip
    assert r.calls == [] and r.state.in_flight == 1
    r.choose("b", "yes")
    assert r.calls == ["y"]


def natural(kind: str, **fields: Any) -> dict[str, Any]:
    make = agent if kind == "agent" else tool
    return make("a", verify_predicate={"kind": "natural", "value": "Is it polite?"}, **fields)


def come_to_a_judge(run: Runner, kind: str, **fields: Any) -> tuple[Harness, Judge]:
    r = run(graph(natural(kind, **fields), tool("b", "a")))
    produce(r, kind)
    return r, r.state.judging["a"]


def produce(r: Harness, kind: str, attempt: int = 1) -> None:
    if kind == "agent":
        r.turn("a", attempt - 1)
        r.finish("a", "Dear all")
    else:
        r.complete("a", "Dear all")


def judged_by_model(r: Harness, **outcome: Any) -> None:
    judge = r.state.judging["a"]
    call = f"{judge.call}.{judge.tried}"
    r.accept(ModelCallRequested(call=call, node="a", purpose="judge", model="m", request_hash="h"))
    r.accept(ModelCallCompleted(call=call, response="a verdict"))
    r.accept(PredicateEvaluated(node="a", **outcome))


@pytest.mark.parametrize("kind", ["agent", "tool"])
def test_a_model_judges_an_output_before_anything_below_runs(run: Runner, kind: str) -> None:
    r, judge = come_to_a_judge(run, kind)
    assert r.calls == [] and r.statuses()["a"] == "running"
    assert judge.asked is not None and (judge.output, judge.tried) == ("Dear all", 0)
    judged_by_model(r, passed=True, confidence=0.9, reason="It is.")
    assert r.calls == ["b"] and r.verdict("a") == {"passed": True, "confidence": 0.9, "reason": "It is."}


def test_a_failed_verdict_starts_a_new_conversation_with_the_reason(run: Runner) -> None:
    r, _ = come_to_a_judge(run, "agent")
    judged_by_model(r, passed=False, reason="No greeting.")
    told = r.sent("a")[-1]
    assert (told.call, told.reason, told.conversation) == ("a#2", "No greeting.", ())
    assert r.state.tasks["a"].predicate_rerun_count == 1


@pytest.mark.parametrize("kind", ["agent", "tool"])
def test_a_judge_that_cannot_be_reached_is_never_a_pass(run: Runner, kind: str) -> None:
    r, _ = come_to_a_judge(run, kind)
    r.accept(PredicateEvaluated(node="a", passed=True, error=DOWN))
    assert r.status == "stalled" and r.calls == [] and r.failure("a").code == "provider_error"
    assert r.state.tasks["a"].predicate_outcome is None
    r.retry()
    assert r.state.tasks["a"].predicate_rerun_count == 0


def test_after_a_judge_that_was_down_the_agent_repeats_nothing(run: Runner) -> None:
    r, _ = come_to_a_judge(run, "agent", failure_strategy="retry")
    r.accept(PredicateEvaluated(node="a", passed=False, error=DOWN))
    r.fire()
    told = r.sent("a")[-1]
    assert [spoken.requested.call for spoken in told.conversation] == ["a#1.0"] and told.remarks == ()
    r.finish("a", "Dear all")
    judged_by_model(r, passed=True)
    assert r.calls == ["b"]


def test_a_verdict_that_is_pending_at_a_restart_is_asked_for_again(run: Runner) -> None:
    r, judge = come_to_a_judge(run, "agent")
    call = f"{judge.call}.0"
    r.accept(ModelCallRequested(call=call, node="a", purpose="judge", model="m", request_hash="h"))
    r.restart()
    (again,) = r.driver.pending(r.run).judges
    assert (again.call, again.tried) == (judge.call, 1)

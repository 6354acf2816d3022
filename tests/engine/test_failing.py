"""What follows a failed attempt, and how a run stalls, fails and goes on."""

from __future__ import annotations

import pytest

from orchestration.engine.admission import NotAdmitted
from orchestration.engine.events import Bindings, CallResolved, RunRetried, ToolBinding
from orchestration.graph.schemas import violations
from tests.engine.conftest import Runner
from tests.engine.harness import ANN, branch, gate, graph, tool


def test_abort_stalls_with_the_tools_words_and_appends_nothing_for_it(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b", "a")))
    r.fail("a", "the bank is closed")
    assert r.status == "stalled"
    assert r.refusal is not None
    assert (r.refusal["code"], r.refusal["permanent"], r.refusal["node"]) == ("tool_failed", False, "a")
    assert "the bank is closed" in r.refusal["message"]
    assert r.kinds[-1] == "NodeFailed"


def test_a_retried_run_makes_the_failed_node_again_and_completes(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b", "a")))
    r.fail("a")
    r.retry()
    assert r.status == "running"
    r.complete("a", 1)
    r.complete("b", 2)
    assert r.status == "completed"
    assert r.state.tasks["a"].attempt == 2 if r.state.tasks else True


def test_a_restart_leaves_a_stalled_run_stalled(run: Runner) -> None:
    r = run(graph(tool("a")))
    r.fail("a")
    r.restart()
    assert r.status == "stalled"
    r.retry()
    assert r.calls == ["a"]


def test_an_abort_lets_siblings_in_flight_finish_first(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b"), tool("c", "b")))
    r.fail("a")
    assert r.status == "running"
    r.complete("b", 1)
    assert r.status == "stalled"
    assert r.calls == [], "nothing new is called while the run drains"
    r.retry()
    assert sorted(r.calls) == ["a", "c"]


def test_retry_backs_off_doubling_and_then_gives_up(run: Runner) -> None:
    r = run(graph(tool("a", failure_strategy="retry", max_retries=3)))
    waits = []
    for _ in range(3):
        r.fail("a")
        due = r.of("NodeRetried")[-1].due
        waits.append((due - r.clock.at).total_seconds())
        r.fire()
    for number, wait in enumerate(waits):
        assert 0.75 * 0.5 * 2**number <= wait <= 0.5 * 2**number
    r.fail("a", "for good")
    assert r.status == "stalled"
    assert [event.attempt for event in r.of("NodeEntered")] == [1, 2, 3, 4]
    assert r.state.tasks["a"].retry_count == 3


def test_limits_count_since_the_last_operator_retry_and_counters_never_reset(run: Runner) -> None:
    r = run(graph(tool("a", failure_strategy="retry", max_retries=1)))
    r.fail("a")
    r.fire()
    r.fail("a")
    assert r.status == "stalled"
    r.retry()
    r.restart()
    r.fail("a")
    assert r.status == "waiting", "one more automatic retry after the operator's"
    assert r.state.tasks["a"].retry_count == 2


def test_a_retry_keeps_the_idempotency_key_and_another_run_has_another(run: Runner) -> None:
    document = graph(tool("a", tool="file", failure_strategy="retry"))
    r = run(document, input={"n": 1})
    r.fail("a")
    r.fire()
    first, second = r.made("a")
    assert first.idempotency_key == second.idempotency_key
    other = run(document, input={"n": 1})
    other_key = other.start({"n": 1}, key="another").made("a")[-1].idempotency_key
    assert other_key != first.idempotency_key


def test_a_write_that_failed_after_its_effect_is_never_retried_by_itself(run: Runner) -> None:
    r = run(graph(tool("a", tool="pay", failure_strategy="retry")))
    r.fail("a", "timed out")
    assert r.status == "waiting"
    (suspended,) = r.of("Suspended")
    assert suspended.cause == "reconcile"
    assert len(r.made("a")) == 1


def test_a_write_that_says_it_failed_before_its_effect_is_retried(run: Runner) -> None:
    r = run(graph(tool("a", tool="pay", failure_strategy="retry")))
    r.fail("a", "card refused", before_effect=True)
    r.fire()
    assert len(r.made("a")) == 2


@pytest.mark.parametrize("strategy", ["abort", "retry", "skip", "ask"])
def test_a_write_of_unknown_outcome_always_asks_a_person(run: Runner, strategy: str) -> None:
    r = run(graph(tool("a", tool="pay", failure_strategy=strategy)))
    r.fail("a", "the process ended", code="unknown_outcome")
    (suspended,) = r.of("Suspended")
    assert suspended.cause == "reconcile"


def test_it_happened_ends_the_node_with_the_given_output(run: Runner) -> None:
    r = run(graph(tool("a", tool="pay"), tool("b", "a")))
    r.fail("a", code="unknown_outcome")
    r.accept(CallResolved(call="a#1", happened=True, output={"id": 9}), ANN)
    assert r.made("b")[0].input == {"id": 9}


def test_it_did_not_happen_makes_it_again_under_the_same_key(run: Runner) -> None:
    r = run(graph(tool("a", tool="pay")))
    r.fail("a", code="unknown_outcome")
    r.accept(CallResolved(call="a#1", happened=False), ANN)
    first, second = r.made("a")
    assert first.idempotency_key == second.idempotency_key
    assert first.call != second.call


def test_a_call_is_resolved_once(run: Runner) -> None:
    r = run(graph(tool("a", tool="pay")))
    r.fail("a", code="unknown_outcome")
    r.accept(CallResolved(call="a#1", happened=False), ANN)
    outcome = r.one(CallResolved(call="a#1", happened=True), ANN)
    assert isinstance(outcome, NotAdmitted)
    assert outcome.code == "already_decided"


@pytest.mark.parametrize(
    ("answer", "then"),
    [
        ({"action": "retry"}, "running"),
        ({"action": "skip"}, "completed"),
        ({"action": "abort"}, "stalled"),
        ({"action": "supply", "output": 5}, "completed"),
    ],
)
def test_ask_lets_a_person_say_how_to_go_on(run: Runner, answer: dict[str, object], then: str) -> None:
    r = run(graph(tool("a", failure_strategy="ask")))
    r.fail("a")
    assert r.status == "waiting"
    r.answer("a", input=answer)
    assert r.status == then


def test_an_input_that_cannot_be_evaluated_is_a_failure_that_is_not_retried(run: Runner) -> None:
    r = run(graph(tool("a", input={"n": "value.nope"}, failure_strategy="retry")), input={})
    assert r.status == "stalled"
    (failed,) = r.of("NodeFailed")
    assert failed.error.code == "input_invalid"
    assert "“n”" in failed.error.message
    assert r.made("a") == []


def test_an_output_that_misses_the_tools_schema_is_a_failure(run: Runner) -> None:
    r = run(graph(tool("a", tool="count")))
    r.complete("a", "many")
    assert r.of("NodeFailed")[0].error.code == "output_invalid"


def test_no_true_case_fails_the_run_for_good(run: Runner) -> None:
    r = run(graph(branch("b", only="value > 1.0"), tool("t", {"node": "b", "case": "only"})), input=0)
    assert r.status == "failed"
    assert r.kinds == ["RunStarted", "RunFailed"]
    assert r.of("RunFailed")[0].error["code"] == "no_branch_case_matched"


def test_a_permanent_refusal_waits_for_calls_in_flight(run: Runner) -> None:
    r = run(
        graph(tool("a"), tool("b"), branch("x", "a", only="false"), tool("t", {"node": "x", "case": "only"}))
    )
    r.complete("a", 1)
    assert r.status == "running"
    r.complete("b", 2)
    assert r.status == "failed"
    assert r.kinds[-2:] == ["NodeExited", "RunFailed"]


def test_an_unknown_tool_stalls_before_anything_is_entered_and_a_retry_finds_it(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b", tool="teleport")))
    assert r.kinds == ["RunStarted"]
    assert r.refusal is not None and r.refusal["code"] == "unknown_tool"
    tools = {**r.bindings.tools, "teleport": r.bindings.tools["look"]}
    r.bindings = r.bindings.model_copy(update={"tools": tools})
    r.retry()
    assert r.calls == ["a", "b"]


def test_retrying_without_the_tool_stalls_again(run: Runner) -> None:
    r = run(graph(tool("b", tool="teleport")))
    r.retry()
    assert r.status == "stalled"
    assert r.kinds == ["RunStarted", "RunRetried"]


def test_a_running_run_cannot_be_retried(run: Runner) -> None:
    r = run(graph(tool("a")))
    outcome = r.one(RunRetried(bindings=Bindings()), ANN)
    assert isinstance(outcome, NotAdmitted) and outcome.code == "not_stalled"


@pytest.mark.parametrize(
    "node",
    [
        {"id": "x", "kind": "agent", "description": "Think."},
        tool("x", verify_predicate={"kind": "natural", "value": "Good?"}),
    ],
)
def test_what_needs_a_model_stalls_where_no_agent_is_known(run: Runner, node: dict[str, object]) -> None:
    r = run(graph(node), agents={})
    assert (r.status, r.code) == ("stalled", "unknown_agent")
    assert r.kinds == ["RunStarted"]


def test_a_rejected_gate_with_retry_is_not_retried(run: Runner) -> None:
    r = run(graph(gate("g", failure_strategy="retry")))
    r.answer("g", "reject", reason="too much")
    assert r.status == "stalled"
    assert r.refusal is not None and "too much" in r.refusal["message"]


@pytest.mark.parametrize(
    ("document", "word"),
    [
        (graph(), "no node"),
        (graph(tool("a", "b"), tool("b", "a")), "cycle"),
        (graph(tool("start"), tool("a", "b"), tool("b", "a")), "cycle"),
        (graph(tool("a"), tool("b", "nowhere")), "nowhere"),
    ],
)
def test_a_graph_that_cannot_be_walked_fails_before_anything_is_entered(
    run: Runner, document: dict[str, object], word: str
) -> None:
    r = run(document)
    assert r.kinds == ["RunStarted", "RunFailed"]
    assert r.refusal is not None
    assert (r.refusal["code"], r.refusal["permanent"]) == ("malformed_graph", True)
    assert word in r.refusal["message"]


COUNTS = {
    "$defs": {
        "Counts": {"type": "object", "properties": {"words": {"type": "integer"}}, "required": ["words"]}
    },
    "type": "object",
    "properties": {"counts": {"$ref": "#/$defs/Counts"}, "again": {"$ref": "#"}},
    "required": ["counts"],
}


@pytest.mark.parametrize(
    ("answer", "wrong_at"),
    [
        ({"happened": False}, []),
        ({"happened": True, "output": {"counts": {"words": 3}}}, []),
        ({"happened": True, "output": {"counts": {"words": 3}, "again": {"counts": {"words": 1}}}}, []),
        ({"happened": True}, ["$.output"]),
        ({"happened": True, "output": {"counts": {}}}, ["$.output.counts.words"]),
        ({"happened": True, "output": {"counts": {"words": 3}, "again": {}}}, ["$.output.again.counts"]),
        ({}, ["$.happened"]),
    ],
)
def test_the_question_about_a_lost_write_takes_the_result_that_its_tool_declares(
    run: Runner, answer: dict[str, object], wrong_at: list[str]
) -> None:
    tools = {"pay": ToolBinding(effect="write", output_schema=COUNTS)}
    r = run(graph(tool("a", tool="pay")), tools=tools)
    r.fail("a", code="unknown_outcome")
    (suspended,) = r.of("Suspended")
    assert [miss.path for miss in violations(suspended.approval_schema, answer)] == wrong_at


def test_a_tool_that_declares_nothing_may_have_happened_without_a_result(run: Runner) -> None:
    r = run(graph(tool("a", tool="pay")))
    r.fail("a", code="unknown_outcome")
    assert violations(r.of("Suspended")[0].approval_schema, {"happened": True}) == []


def test_a_supplied_output_fits_what_the_tool_declares(run: Runner) -> None:
    r = run(graph(tool("a", tool="count", failure_strategy="ask")))
    r.fail("a")
    schema = r.of("Suspended")[0].approval_schema
    assert violations(schema, {"action": "supply", "output": 3}) == []
    assert [miss.path for miss in violations(schema, {"action": "supply"})] == ["$.output"]
    assert violations(schema, {"action": "skip"}) == []


def test_whoever_controls_a_run_cannot_answer_for_the_approvers_of_a_gate(run: Runner) -> None:
    r = run(graph(gate("g", failure_strategy="ask")))
    r.answer("g", "reject", reason="no")
    schema = r.of("Suspended")[1].approval_schema
    assert violations(schema, {"action": "retry"}) == []
    assert [miss.path for miss in violations(schema, {"action": "supply", "output": {}})] == ["$.action"]
    assert [miss.path for miss in violations(schema, {"action": "skip"})] == ["$.action"]

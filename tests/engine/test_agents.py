"""Agents: who works, with what, and how an attempt is carried on, told off, stopped and ended."""

from __future__ import annotations

from typing import Any

import pytest

from orchestration.engine.admission import NotAdmitted
from orchestration.engine.events import (
    AgentCompleted,
    AgentToolCallRequested,
    BudgetExtended,
    CallResolved,
    DecisionRecorded,
    Failure,
    ModelCallRequested,
    RunRetried,
    ToolCallCompleted,
)
from orchestration.engine.ports import StopCall
from tests.engine.conftest import Runner
from tests.engine.harness import AGENTS, ANN, Harness, agent, graph, tool

PROVIDER = Failure(code="provider_error", message="It is down.")


def refused(r: Harness, event: Any) -> str:
    before = r.kinds
    outcome = r.one(event, ANN)
    assert isinstance(outcome, NotAdmitted) and r.kinds == before
    return outcome.code


def asking(r: Harness, node: str = "a", turn: int = 0) -> ModelCallRequested:
    call = f"{r.state.working[node]}.{turn}"
    return ModelCallRequested(call=call, node=node, purpose="work", model="m", request_hash="h")


# ── who works, and with what ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("fields", "chosen", "tools"),
    [
        ({}, "assistant", ("look",)),
        ({"agent_hint": "digger"}, "digger", ("look", "file")),
        ({"agent_hint": "nobody"}, "assistant", ("look",)),  # a hint prefers, it does not demand
        ({"agent_hash": "sha256:payer"}, "payer", ("look", "pay")),
        ({"role": "researcher"}, "digger", ("look",)),  # the role's tools go before the agent's
        ({"tool_allowlist": ["pay"]}, "payer", ("pay",)),
        ({"tool_allowlist": []}, "assistant", ()),  # none is a list too
        ({"role": "researcher", "tool_allowlist": ["file"]}, "digger", ("file",)),
        ({"role": "researcher", "tool_allowlist": ["pay"]}, "assistant", ("pay",)),
    ],
)
def test_the_router(run: Runner, fields: dict[str, Any], chosen: str, tools: tuple[str, ...]) -> None:
    r = run(graph(agent("a", **fields)))
    assigned = r.of("AgentAssigned")[0]
    assert (assigned.agent, assigned.tools) == (chosen, tools)
    assert r.state.tasks["a"].assigned_agent == chosen
    assert [grant.name for grant in r.sent("a")[0].tools] == list(tools)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"agent_hash": "sha256:gone"}, "unknown_agent"),
        ({"role": "astrologer"}, "unknown_agent"),
        ({"tool_allowlist": ["teleport"]}, "unknown_tool"),
    ],
)
def test_who_is_not_known_here_stalls_before_it_is_entered(
    run: Runner, fields: dict[str, Any], code: str
) -> None:
    r = run(graph(agent("a", **fields)))
    assert (r.status, r.code, r.kinds) == ("stalled", code, ["RunStarted"])


def test_an_agent_made_meanwhile_lets_a_retry_go_on(run: Runner) -> None:
    r = run(graph(agent("a")), agents={})
    r.bindings = r.bindings.model_copy(update={"agents": AGENTS})
    r.accept(RunRetried(bindings=r.bindings), ANN)
    assert list(r.state.working) == ["a"]


def test_the_command_holds_the_task_unaltered_and_what_flows_in(run: Runner) -> None:
    task = "  Summarise «this» {value}\n\n<b>now</b>  "
    r = run(graph(tool("t"), agent("a", "t", description=task, title="A title")))
    r.complete("t", {"found": [1, 2]})
    told = r.sent("a")[0]
    assert (told.task, told.input, told.call) == (task, {"found": [1, 2]}, "a#1")


# ── an attempt ──────────────────────────────────────────────────────────────────────────────


def test_an_agent_asks_calls_and_answers(run: Runner) -> None:
    r = run(graph(agent("a"), tool("b", "a")))
    assert r.status == "running"
    r.turn("a", 0, {"tool": "look"}, finish="tool_call")
    r.used(r.use("a"), {"seen": 1})
    r.turn("a", 1)
    r.finish("a", "an answer")
    assert r.made("b")[0].input == "an answer"
    assert r.kinds[:3] == ["RunStarted", "NodeEntered", "AgentAssigned"]
    r.complete("b")
    assert r.status == "completed"
    assert (r.state.spent.tokens, str(r.state.spent.cost_usd)) == (30, "0.02")


def test_agents_hold_a_slot_and_their_calls_do_not(run: Runner) -> None:
    r = run(graph(agent("a"), agent("b"), tool("c"), defaults={"max_parallel": 2}))
    assert list(r.state.working) == ["a", "b"] and r.calls == []
    r.turn("a")
    r.use("a", position=0)
    r.use("a", position=1)
    assert r.state.in_flight == 2
    r.finish("b")
    assert r.calls == ["c"]


def test_a_restart_hands_over_all_that_is_recorded(run: Runner) -> None:
    r = run(graph(agent("a")))
    r.turn("a", 0, {"tool": "look"}, finish="tool_call")
    one, two = r.use("a", position=0), r.use("a", position=1)
    r.used(two, "second")
    r.restart()
    (told,) = r.driver.pending(r.run).agents
    assert [spoken.requested.call for spoken in told.conversation] == ["a#1.0", one, two]
    assert [spoken.completed is not None for spoken in told.conversation] == [True, False, True]
    r.used(one, "first")
    r.turn("a", 1)
    r.finish("a")
    assert r.status == "completed"


@pytest.mark.parametrize("finish", ["length", "content_filter"])
def test_an_answer_that_was_cut_off_is_no_success(run: Runner, finish: str) -> None:
    r = run(graph(agent("a")))
    r.turn("a", 0, "An ans", finish=finish)
    r.finish("a", "An ans")
    assert r.status == "stalled" and r.failure("a").code == "output_incomplete"


def test_an_answer_resting_on_failed_calls_alone_is_no_success(run: Runner) -> None:
    r = run(graph(agent("a")))
    r.turn("a", 0, {}, finish="tool_call")
    r.used(r.use("a", position=0), error=Failure(code="tool_error", message="no network"))
    r.used(r.use("a", position=1), error=Failure(code="tool_error", message="no network"))
    r.turn("a", 1)
    r.finish("a", "I found everything.")
    assert r.failure("a").message == "Every tool call failed, the first with: no network"


def test_one_call_that_worked_is_enough(run: Runner) -> None:
    r = run(graph(agent("a")))
    r.turn("a", 0, {}, finish="tool_call")
    r.used(r.use("a", position=0), error=Failure(code="tool_error", message="no network"))
    r.used(r.use("a", position=1), "found")
    r.turn("a", 1)
    r.finish("a")
    assert r.status == "completed"


def test_an_answer_of_the_wrong_form_is_told_so_and_goes_on(run: Runner) -> None:
    schema = {"type": "object", "required": ["n"]}
    r = run(graph(agent("a", output_schema=schema, failure_strategy="retry")))
    r.turn("a")
    r.finish("a", {"m": 1})
    r.fire()
    told = r.sent("a")[-1]
    assert told.call == "a#2" and [spoken.requested.call for spoken in told.conversation] == ["a#1.0"]
    assert told.remarks == (r.of("NodeRetried")[0].reason,)
    r.turn("a", 1)
    r.finish("a", {"n": 1})
    assert r.status == "completed"


def test_a_failed_attempt_goes_on_with_what_is_recorded(run: Runner) -> None:
    r = run(graph(agent("a", failure_strategy="retry")))
    r.turn("a", 0, {}, finish="tool_call")
    r.used(r.use("a"), "found")
    r.turn("a", 1, None, error=PROVIDER)
    r.break_off("a")
    assert r.status == "waiting"
    r.fire()
    told = r.sent("a")[-1]
    assert [spoken.requested.call for spoken in told.conversation] == ["a#1.0", "a#1.0.0"]
    assert told.remarks == ()
    r.turn("a", 1)
    r.finish("a")
    assert r.of("ModelCallRequested")[-1].call == "a#2.1" and r.status == "completed"


def test_a_divergence_stalls_and_a_retry_starts_anew(run: Runner) -> None:
    r = run(graph(agent("a", failure_strategy="retry")))
    r.turn("a")
    r.break_off("a", "divergence", "It asks for something else.")
    assert (r.status, r.failure("a").code, r.of("NodeRetried")) == ("stalled", "divergence", [])
    r.retry()
    assert r.sent("a")[-1].call == "a#2" and r.sent("a")[-1].conversation == ()


# ── writes ──────────────────────────────────────────────────────────────────────────────────


def writing(run: Runner, **fields: Any) -> tuple[Harness, str]:
    r = run(graph(agent("a", agent_hint="payer", **fields), tool("b", "a")))
    r.turn("a", 0, {}, finish="tool_call")
    return r, r.use("a", "pay", input={"to": "x"})


def test_a_write_that_was_cut_off_waits_for_a_word_and_goes_on(run: Runner) -> None:
    r, call = writing(run)
    r.used(call, error=Failure(code="unknown_outcome", message="cut off"))
    assert r.status == "waiting" and list(r.state.reconciling) == [call]
    assert r.state.in_flight == 0
    r.accept(CallResolved(call=call, happened=True, output={"paid": 1}), ANN)
    told = r.sent("a")[-1]
    done = told.conversation[-1].completed
    assert isinstance(done, ToolCallCompleted) and done.output == {"paid": 1}
    assert told.call == "a#1", "the same attempt"
    r.turn("a", 1)
    r.finish("a")
    assert r.calls == ["b"]


def test_a_write_that_did_not_happen_is_made_again_under_its_key(run: Runner) -> None:
    r, call = writing(run)
    r.used(call, error=Failure(code="unknown_outcome", message="cut off"))
    r.accept(CallResolved(call=call, happened=False), ANN)
    again = r.sent("a")[-1].conversation[-1]
    assert again.requested.call == call and again.completed is None
    assert isinstance(again.requested, AgentToolCallRequested)
    assert again.requested.idempotency_key == r.of("AgentToolCallRequested")[0].idempotency_key


def test_an_attempt_that_ends_in_the_middle_of_a_write_is_in_doubt(run: Runner) -> None:
    r, call = writing(run, failure_strategy="retry")
    r.break_off("a", "timeout", "It took too long.")
    assert list(r.state.reconciling) == [call] and r.of("NodeRetried") == []


def test_a_failure_after_a_write_is_retried_without_writing_again(run: Runner) -> None:
    r, call = writing(run, failure_strategy="retry")
    r.used(call, {"paid": 1})
    r.turn("a", 1, None, error=PROVIDER)
    r.break_off("a")
    r.fire()
    assert call in [spoken.requested.call for spoken in r.sent("a")[-1].conversation]


def test_a_rerun_after_a_write_waits_for_a_word(run: Runner) -> None:
    r, call = writing(run, verify_predicate={"kind": "expression", "value": "value.ok"})
    r.used(call, {"paid": 1})
    r.turn("a", 1)
    r.finish("a", {"ok": False})
    r.judge("a")
    assert list(r.state.reconciling) == [call] and r.state.tasks["a"].predicate_rerun_count == 0


def test_a_tool_that_is_not_granted_is_not_called(run: Runner) -> None:
    r = run(graph(agent("a", tool_allowlist=[])))
    r.turn("a")
    event = AgentToolCallRequested(
        call="a#1.0.0", node="a", tool="pay", input=None, effect="write", idempotency_key="k"
    )
    assert refused(r, event) == "not_granted"


# ── stopping ────────────────────────────────────────────────────────────────────────────────


def test_a_pause_lets_nothing_new_be_asked_and_goes_on_where_it_was(run: Runner) -> None:
    r = run(graph(agent("a")))
    call = r.ask("a")
    r.pause()
    r.reply(call)  # what is in flight is recorded
    assert refused(r, asking(r, turn=1)) == "paused"
    assert r.status == "paused"
    r.go_on()
    assert [spoken.requested.call for spoken in r.sent("a")[-1].conversation] == ["a#1.0"]
    r.finish("a")
    assert r.status == "completed"


def test_cancel_stops_the_agent_and_what_it_asked(run: Runner) -> None:
    r = run(graph(agent("a")))
    call = r.ask("a")
    r.cancel()
    assert StopCall("a#1") in [command for _, command in r.dispatcher.commands]
    assert refused(r, asking(r, turn=1)) == "canceling"
    r.break_off("a", "interrupted", "It was stopped.")
    assert r.status == "canceled" and r.kinds[-1] == "RunCanceled"
    assert isinstance(r.one(ToolCallCompleted(call=call)), NotAdmitted)


def test_what_drains_lets_agents_ask_nothing_new(run: Runner) -> None:
    r = run(graph(agent("a"), tool("b")))
    r.turn("a")
    r.fail("b")
    assert r.status == "running"
    assert refused(r, asking(r, turn=1)) == "draining"
    r.break_off("a", "interrupted", "Something else failed.")
    assert r.status == "stalled" and r.statuses() == {"a": "waiting", "b": "failed"}
    assert r.state.tasks["a"].retry_count == 0, "it was cut off for another's sake"
    r.retry()
    r.fire()
    assert set(r.state.working) == {"a"}


def test_a_late_word_of_an_ended_attempt_is_not_recorded(run: Runner) -> None:
    r = run(graph(agent("a", failure_strategy="retry")))
    call = r.ask("a")
    r.break_off("a", "timeout", "It took too long.")
    assert refused(r, AgentCompleted(call="a#1", output="late")) == "unknown_call"
    assert isinstance(r.one(ToolCallCompleted(call=call)), NotAdmitted)


# ── roles that need approval ────────────────────────────────────────────────────────────────


def test_a_role_may_need_approval_before_anybody_works_in_it(run: Runner) -> None:
    r = run(graph(agent("a", role="treasurer", failure_strategy="retry")))
    assert r.status == "waiting" and r.sent("a") == []
    r.answer("a", input={})
    assert len(r.sent("a")) == 1
    r.break_off("a")
    r.fire()
    assert len(r.sent("a")) == 2, "it is asked once a node"


def test_a_role_that_was_refused_fails_its_node(run: Runner) -> None:
    r = run(graph(agent("a", role="treasurer")))
    r.answer("a", "reject", reason="Not this one.")
    assert r.failure("a").code == "gate_rejected" and r.sent("a") == []


# ── budgets ─────────────────────────────────────────────────────────────────────────────────


def test_a_crossed_budget_asks_and_goes_on_when_extended(run: Runner) -> None:
    r = run(graph(agent("a"), tool("b"), budget={"tokens": 15}))
    r.turn("a")
    assert r.of("BudgetExceeded")[0].observed == "15"
    assert refused(r, asking(r, turn=1)) == "over_budget"
    r.complete("b")  # what is in flight is recorded
    r.restart()
    assert r.driver.pending(r.run).held
    r.accept(BudgetExtended(limit="tokens", by="100"), ANN)
    assert r.sent("a")[-1].conversation != () and r.status == "running"
    r.turn("a", 1)
    r.finish("a")
    assert r.status == "completed"


def test_a_budget_that_is_not_extended_ends_the_run(run: Runner) -> None:
    r = run(graph(agent("a"), tool("b"), budget={"cost_usd": "0.01"}))
    r.turn("a")
    suspension = r.state.over_budget
    assert suspension is not None
    r.accept(DecisionRecorded(suspension=suspension, outcome="approve", input={"action": "fail"}), ANN)
    assert r.status == "running", "it drains first"
    r.complete("b")
    r.break_off("a", "interrupted", "Stopped.")
    assert r.status == "failed" and r.of("RunFailed")[0].error["code"] == "budget_exceeded"


def test_wall_time_passes_only_while_something_is_in_flight(run: Runner) -> None:
    r = run(graph(tool("a"), tool("b", "a", failure_strategy="retry"), budget={"wall_seconds": 10}))
    r.clock.advance(6)
    r.complete("a")
    r.clock.advance(2)
    r.fail("b")
    r.clock.advance(1_000)  # nothing is in flight: it waits to be tried again
    r.fire()
    assert r.status == "running" and r.of("BudgetExceeded") == []
    r.fire()  # two seconds later
    assert r.of("BudgetExceeded")[0].limit == "wall_seconds"
    r.complete("b")
    assert r.status == "completed", "all is done, so nobody needs to extend anything"


@pytest.mark.parametrize("by", ["0", "-5", "a lot", "NaN", "Infinity", "1e30"])
def test_what_extends_nothing_is_refused(run: Runner, by: str) -> None:
    r = run(graph(agent("a"), budget={"tokens": 15}))
    assert refused(r, BudgetExtended(limit="tokens", by=by)) == "wrong_amount"


def test_a_limit_that_is_not_set_cannot_be_extended(run: Runner) -> None:
    r = run(graph(agent("a"), budget={"tokens": 15}))
    assert refused(r, BudgetExtended(limit="cost_usd", by="1")) == "no_budget"

"""What agents and models may do next in a run, for laws about all runs."""

from __future__ import annotations

from hypothesis import strategies as st

from orchestration.engine.admission import NotAdmitted
from orchestration.engine.events import (
    AgentToolCallRequested,
    BudgetExtended,
    Failure,
    ModelCallRequested,
    PredicateEvaluated,
)
from orchestration.engine.talks import place_of
from tests.engine.harness import ANN, Harness


def actions(run: Harness) -> list[tuple[str, str]]:
    state = run.state
    found = [("model", call) for call in state.asking]
    found += [("agent", path) for path in state.working]
    found += [("choose", path) for path in state.choosing]
    if state.over_budget is not None and state.suspensions[state.over_budget].verdict is None:
        found.append(("extend", ""))
    return found


def perform(run: Harness, name: str, what: str, draw: st.DataObject) -> None:
    if name == "extend":
        run.accept(BudgetExtended(limit="tokens", by=str(draw.draw(st.integers(1, 50)))), ANN)
    elif name == "choose":
        if run.state.choosing[what].call in run.state.asking:
            return
        choice = run.state.choosing[what]
        asked = ModelCallRequested(
            call=choice.call, node=what, purpose="decision", model="m", request_hash="h"
        )
        run.one(asked)
    elif name == "model":
        _answer(run, what, draw)
    else:
        _work(run, what, draw)


def judge(run: Harness, node: str, draw: st.DataObject) -> None:
    """By a model: it passes, it does not, or nobody could be reached."""
    passed = draw.draw(st.sampled_from([True, True, False]))
    error = draw.draw(st.sampled_from([None, None, Failure(code="provider_error", message="down")]))
    run.accept(PredicateEvaluated(node=node, passed=passed, error=error))


def _answer(run: Harness, call: str, draw: st.DataObject) -> None:
    request = run.state.asking[call]
    worked = draw.draw(st.sampled_from([True, True, True, False]))
    if isinstance(request, AgentToolCallRequested):
        lost = request.effect == "write" and draw.draw(st.booleans())
        code = "unknown_outcome" if lost else "tool_error"
        run.used(call, 1 if worked else None, None if worked else Failure(code=code, message="no"))
    elif request.purpose == "decision":
        run.reply(call, draw.draw(st.sampled_from(["yes", "rest"])))
    else:
        finish = draw.draw(st.sampled_from(["stop", "stop", "stop", "length"]))
        error = None if worked else Failure(code="provider_error", message="down")
        run.reply(call, "said", finish=finish, error=error)


def _work(run: Harness, node: str, draw: st.DataObject) -> None:
    if any(request.node == node for request in run.state.asking.values()):
        codes = ["timeout", "interrupted"] if draw.draw(st.integers(0, 4)) == 0 else []
        for code in codes[: draw.draw(st.integers(0, 1))]:
            run.break_off(node, code)
        return
    deed = draw.draw(st.sampled_from(["ask", "ask", "use", "finish", "finish", "break_off"]))
    if deed == "finish":
        run.finish(node, {"amount": draw.draw(st.integers(0, 1))})
    elif deed == "break_off":
        run.break_off(node, draw.draw(st.sampled_from(["provider_error", "timeout", "divergence"])))
    else:
        _ask(run, node, deed)


def _ask(run: Harness, node: str, deed: str) -> None:
    """As an agent's loop does: what drains ends it, what is held lets it wait."""
    task, call = run.state.tasks[node], run.state.working[node]
    spoken = task.talk.spoken if task.talk else {}
    turns = [place_of(one.requested.call) for one in spoken.values() if one.completed is not None]
    turn = sum("." not in place for place in turns)
    event: ModelCallRequested | AgentToolCallRequested
    if deed == "use" and turn and task.assigned is not None and task.assigned.tools:
        position = sum(place.startswith(f"{turn - 1}.") for place in spoken)
        tool = task.assigned.tools[-1]
        event = AgentToolCallRequested(
            call=f"{call}.{turn - 1}.{position}", node=node, tool=tool, input=None,
            effect=run.bindings.tools[tool].effect, idempotency_key=f"{node} {turn}.{position}",
        )  # fmt: skip
    else:
        event = ModelCallRequested(
            call=f"{call}.{turn}", node=node, purpose="work", model="m", request_hash="h"
        )
    outcome = run.one(event)
    if isinstance(outcome, NotAdmitted):
        assert outcome.code in ("paused", "over_budget", "draining", "canceling"), outcome.code
        if outcome.code in ("draining", "canceling"):
            run.break_off(node, "interrupted")

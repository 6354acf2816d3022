"""Agents, choices and judges at work: assigned, asked, answered, done."""

from __future__ import annotations

from dataclasses import replace

from orchestration.engine import events as e
from orchestration.engine.fold import holding
from orchestration.engine.fold.handlers import count_calls, on, task_at
from orchestration.engine.ports import Choose, Spoken, StopCall
from orchestration.engine.state import MalformedLog, RunState, TaskState
from orchestration.engine.status import TaskStatus
from orchestration.engine.talks import RESUMED, Talk, agent_call, asked_of, place_of, run_agent, seconds_for
from orchestration.graph.nodes import AgentNode, BranchNode

Request = e.ModelCallRequested | e.AgentToolCallRequested


# ── beginning ───────────────────────────────────────────────────────────────────────────────


def entered(state: RunState, task: TaskState, failure: e.Failure | None) -> None:
    """A new attempt goes on with what was said, is told what was wrong with it, or starts anew."""
    if not isinstance(task.node, AgentNode):
        return
    if task.talk is None or (failure is not None and failure.code == "divergence"):
        task.talk = Talk()
    elif failure is not None and failure.code not in RESUMED and task.talk.spoken:
        task.talk.remarks.append(failure.message)


@on(e.AgentAssigned)
def _agent_assigned(state: RunState, event: e.AgentAssigned, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.RUNNING)
    if not isinstance(task.node, AgentNode | BranchNode):
        raise MalformedLog(f"{event.node} is no node for an agent")
    task.assigned, task.assigned_agent = event, event.agent
    state.to_begin.pop(task.path, None)
    _begin(state, task)


def _begin(state: RunState, task: TaskState) -> None:
    """Have it worked on, from wherever the log has got."""
    if isinstance(task.node, BranchNode):
        state.choosing[task.path] = _choice(state, task, task.node)
        state.outbox.commands.append(state.choosing[task.path])
    else:
        state.working[task.path] = agent_call(task)
        state.outbox.commands.append(run_agent(state, task))
    state.touched.add(task.path)
    count_calls(task.walk, 1)


def _choice(state: RunState, task: TaskState, node: BranchNode) -> Choose:
    asked = asked_of(state, task)
    assert asked is not None
    return Choose(
        call=f"{agent_call(task)}.decision",
        node=task.path,
        asked=asked,
        task=node.description or node.title or node.id,
        cases=tuple(case.name for case in node.cases),
        value=task.input,
        timeout_seconds=seconds_for(state, node),
    )


def carry_on(state: RunState) -> None:
    """Ask once more for all that is under way: whoever has it in hand knows it by its name."""
    state.outbox.commands.extend(state.open_calls.values())
    state.outbox.commands.extend(run_agent(state, state.tasks[path]) for path in state.working)
    state.outbox.commands.extend(state.choosing.values())
    state.outbox.commands.extend(state.judging.values())


def stop(state: RunState) -> None:
    """Ask all that is under way to stop."""
    names = [*state.open_calls, *state.working.values()]
    names += [choice.call for choice in state.choosing.values()]
    names += [judge.call for judge in state.judging.values() if judge.call]
    state.outbox.commands.extend(StopCall(name) for name in names)


# ── asking and answering ────────────────────────────────────────────────────────────────────


@on(e.ModelCallRequested)
def _model_call_requested(state: RunState, event: e.ModelCallRequested, envelope: e.Envelope) -> None:
    task = task_at(state, event.node, TaskStatus.RUNNING)
    if event.purpose == "judge" and task.path in state.judging:
        judge = state.judging[task.path]
        state.judging[task.path] = replace(judge, tried=judge.tried + 1)
    elif event.purpose == "decision" and task.path in state.choosing:
        state.choosing[task.path] = replace(state.choosing[task.path], requested=event)
    elif event.purpose == "work" and task.path in state.working:
        _said(task, event)
    else:
        raise MalformedLog(f"nothing at {event.node} asks a model")
    state.asking[event.call] = event
    state.touched.add(task.path)


@on(e.AgentToolCallRequested)
def _agent_tool_call_requested(
    state: RunState, event: e.AgentToolCallRequested, envelope: e.Envelope
) -> None:
    task = task_at(state, event.node, TaskStatus.RUNNING)
    if task.path not in state.working:
        raise MalformedLog(f"no agent works on {event.node}")
    _said(task, event)
    if event.effect == "write":
        task.call = event.call
    state.asking[event.call] = event
    state.touched.add(task.path)


def _said(task: TaskState, event: Request) -> None:
    assert task.talk is not None
    place = place_of(event.call)
    task.talk.spoken.pop(place, None)  # asked anew: it comes last
    task.talk.spoken[place] = Spoken(event)


def _answered(state: RunState, call: str) -> tuple[TaskState, Request]:
    request = state.asking.pop(call, None)
    if request is None:
        raise MalformedLog(f"call {call} is not in flight")
    task = task_at(state, request.node, TaskStatus.RUNNING)
    state.touched.add(task.path)
    return task, request


@on(e.ModelCallCompleted)
def _model_call_completed(state: RunState, event: e.ModelCallCompleted, envelope: e.Envelope) -> None:
    choosing = next((path for path, one in state.choosing.items() if one.call == event.call), None)
    if choosing is not None:
        del state.choosing[choosing]
        state.asking.pop(event.call, None)
        state.spent.add(event)
        _over(state, task_at(state, choosing, TaskStatus.RUNNING), event)
        return
    task, request = _answered(state, event.call)
    state.spent.add(event)
    if task.path in state.working and task.talk is not None:
        task.talk.spoken[place_of(event.call)] = Spoken(request, event)


def agent_tool_completed(state: RunState, event: e.ToolCallCompleted) -> bool:
    """Take it, where an agent made the call. A write that may have happened ends the agent's work for now."""
    if event.call not in state.asking:
        return False
    task, request = _answered(state, event.call)
    assert task.talk is not None
    if event.error is not None and event.error.code == "unknown_outcome":
        task.talk.doubtful, task.call = event.call, event.call
        del state.working[task.path]
        _over(state, task, event)
    else:
        task.talk.spoken[place_of(event.call)] = Spoken(request, event)
    return True


@on(e.AgentCompleted)
def _agent_completed(state: RunState, event: e.AgentCompleted, envelope: e.Envelope) -> None:
    path = event.call.rsplit("#", 1)[0]
    if state.working.get(path) != event.call:
        raise MalformedLog(f"no agent works under {event.call}")
    task = task_at(state, path, TaskStatus.RUNNING)
    del state.working[path]
    for call in [call for call, request in state.asking.items() if request.node == path]:
        request = state.asking.pop(call)
        if isinstance(request, e.AgentToolCallRequested) and request.effect == "write":
            assert task.talk is not None
            task.talk.doubtful, task.call = call, call  # cut off: nobody knows
    _over(state, task, event)


def _over(state: RunState, task: TaskState, event: e.Completion) -> None:
    task.completion = event
    state.attention[task.path] = None
    state.touched.add(task.path)
    count_calls(task.walk, -1)
    holding.noticed(state, task.walk)


# ── people ──────────────────────────────────────────────────────────────────────────────────


def resumed(state: RunState, task: TaskState, cause: e.Cause, answer: object) -> bool:
    """People have decided: it begins, or goes on where it was cut off, as soon as there is a slot.

    False when the question was not the agent's own.
    """
    if not isinstance(task.node, AgentNode) or task.talk is None:
        return False
    if cause == "gate":
        task.approved = True
        state.to_begin[task.path] = None
        return True
    if cause != "reconcile" or task.talk.doubtful is None:
        return False
    _settle_doubt(task, task.talk, answer if isinstance(answer, dict) else {})
    state.to_begin[task.path] = None
    return True


def _settle_doubt(task: TaskState, talk: Talk, answer: dict[str, object]) -> None:
    """It happened, with this output; or it did not, and is made again under the same key."""
    call, talk.doubtful = talk.doubtful, None
    assert call is not None
    place = place_of(call)
    if answer.get("happened") is True:
        done = e.ToolCallCompleted(call=call, output=answer.get("output"))
        talk.spoken[place] = Spoken(talk.spoken[place].requested, done)
    else:
        talk.spoken[place] = Spoken(talk.spoken[place].requested)

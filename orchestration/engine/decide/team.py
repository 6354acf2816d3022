"""Teams: their subgraph walks in the same log; their output is that of its sinks."""

from __future__ import annotations

from orchestration.engine.decide.failing import failed
from orchestration.engine.decide.kinds import Kind
from orchestration.engine.decide.routing import InputInvalid, node_input
from orchestration.engine.events import Engine, Failure, NodeEntered, NodeExited
from orchestration.engine.failures import inner_failure
from orchestration.engine.outcomes import outcome
from orchestration.engine.state import RunState, TaskState


def enter(state: RunState, task: TaskState) -> list[Engine]:
    """What its nodes without dependencies get. A team that goes again keeps what it had."""
    attempt = task.attempt + 1
    if task.held is not None:
        return [NodeEntered(node=task.path, attempt=attempt, input=task.input)]
    try:
        return [NodeEntered(node=task.path, attempt=attempt, input=node_input(state, task))]
    except InputInvalid as error:
        failure = Failure(code="input_invalid", message=str(error), before_effect=True)
        entered = NodeEntered(node=task.path, attempt=attempt)
        return [entered, *failed(state, task, failure, attempt=attempt)]


def attend(state: RunState, task: TaskState) -> list[Engine]:
    assert task.held is not None
    if failure := inner_failure(state, task):
        return failed(state, task, failure)
    return [NodeExited(node=task.path, output=outcome(state, task.held.walks[0]))]


KIND = Kind(enter=enter, attend=attend)

"""What follows a failed attempt: another attempt, a skip, a question, or the node's end.

Order: automatic retries first, then the strategy. An attempt that requested a write is never
followed by an automatic one unless the tool said that it failed before the effect.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
from typing import Any

from orchestration.engine.events import (
    AgentToolCallRequested,
    Engine,
    Failure,
    NodeExited,
    NodeFailed,
    NodeRetried,
    NodeSkipped,
    Resumed,
    Suspended,
    ToolBinding,
)
from orchestration.engine.failures import predicate_failure
from orchestration.engine.state import RunState, Suspension, TaskState
from orchestration.engine.talks import place_of
from orchestration.graph.nodes import AgentNode, GateNode, Node, ToolNode
from orchestration.graph.schemas import misfits
from orchestration.graph.schemas.nesting import nested

NEVER_RETRIED = frozenset({"gate_rejected", "input_invalid", "predicate_failed", "divergence"})


def ask_schema(node: Node, output_schema: dict[str, Any] | None) -> dict[str, Any]:
    """The question about a node that failed.

    A rejected gate may be asked again or end the run; its answer comes from those who may approve,
    never from whoever controls the run.
    """
    if isinstance(node, GateNode):
        actions, words = ["retry", "abort"], "Ask again, or stop the run."
    else:
        actions = ["retry", "skip", "abort", "supply"]
        words = "Try again, go on without this node, stop the run, or supply the output yourself."
    action = {"title": "Action", "enum": actions, "description": words}
    schema = {
        "type": "object",
        "title": "What should happen?",
        "required": ["action"],
        "properties": {"action": action},
    }
    if isinstance(node, GateNode):
        return schema
    return _with_output(schema, "Output, if you supply it", output_schema, {"action": {"const": "supply"}})


def reconcile_schema(output_schema: dict[str, Any] | None) -> dict[str, Any]:
    """The question about a write whose outcome nobody knows.

    The dependents rely on the output that the tool declared, so “it happened” needs one that fits.
    """
    schema = {
        "type": "object",
        "title": "Did it happen?",
        "required": ["happened"],
        "properties": {
            "happened": {
                "type": "boolean",
                "title": "It happened",
                "description": "Look in the system that was written to. "
                "If it did not happen, it is made again under the same key.",
            },
        },
    }
    return _with_output(schema, "Its result, if it happened", output_schema, {"happened": {"const": True}})


def _with_output(
    schema: dict[str, Any], title: str, output_schema: dict[str, Any] | None, when: dict[str, Any]
) -> dict[str, Any]:
    """Add the field `output`; it is required `when` these fields say so, unless null would do."""
    output: dict[str, Any] = {"title": title}
    properties = {**schema["properties"], "output": output}
    if output_schema is None:
        return {**schema, "properties": properties}
    output["$ref"] = "#/$defs/output"
    whole = {**schema, "properties": properties, "$defs": {"output": nested(output_schema, "#/$defs/output")}}
    if misfits(output_schema, None):
        whole |= {"if": {"required": list(when), "properties": when}, "then": {"required": ["output"]}}
    return whole


def failed(state: RunState, task: TaskState, failure: Failure, *, attempt: int | None = None) -> list[Engine]:
    """The events after a failed attempt; `attempt` is its number when the node is only being entered."""
    attempt = task.attempt if attempt is None else attempt
    node, defaults = task.node, state.topology.document.defaults
    strategy = node.failure_strategy or defaults.failure_strategy
    written = _wrote(state, task) and not failure.before_effect
    if failure.code == "unknown_outcome" and written:
        return [_reconcile(state, task, failure)]
    if strategy == "retry" and failure.code not in NEVER_RETRIED:
        limit = defaults.max_retries if node.max_retries is None else node.max_retries
        if task.retry_count - task.retries_before < limit:
            if written:
                return [_reconcile(state, task, failure)]
            return [_retry(state, task, failure, attempt)]
    if strategy == "skip":
        return [NodeSkipped(node=task.path, reason=failure.message)]
    if strategy == "ask":
        return [_ask(state, task, failure)]
    return [NodeFailed(node=task.path, error=failure, attempt=attempt)]


def unconvincing(state: RunState, task: TaskState) -> list[Engine]:
    """The predicate did not pass: the node runs anew, as often as the policy says, then it has failed."""
    failure = predicate_failure(task)
    if task.predicate_rerun_count - task.reruns_before >= state.policy.max_predicate_reruns:
        return failed(state, task, failure)
    if _wrote(state, task):
        return [_reconcile(state, task, failure)]
    again = NodeRetried(node=task.path, attempt=task.attempt + 1, reason=failure.message, due=_now(state))
    return [again]


def _binding(state: RunState, task: TaskState) -> ToolBinding | None:
    return state.bindings.tools.get(task.node.tool) if isinstance(task.node, ToolNode) else None


def _output_schema(state: RunState, task: TaskState) -> dict[str, Any] | None:
    """What the dependents may rely on: the node's own word, else its tool's."""
    binding = _binding(state, task)
    return task.node.output_schema or (binding.output_schema if binding else None)


def _wrote(state: RunState, task: TaskState) -> bool:
    """Whether another attempt could write a second time. An agent's goes on with what is recorded and
    repeats nothing; only where its output was not good enough does it start anew."""
    if isinstance(task.node, AgentNode):
        return task.call is not None and task.predicate_outcome is not None
    binding = _binding(state, task)
    return task.call is not None and binding is not None and binding.effect == "write"


def in_doubt(state: RunState, task: TaskState, call: str) -> Suspended:
    """A write of an agent was cut off; its work goes on once people know."""
    assert task.talk is not None
    request = task.talk.spoken[place_of(call)].requested
    tool = request.tool if isinstance(request, AgentToolCallRequested) else call
    binding = state.bindings.tools.get(tool)
    return Suspended(
        suspension=next_suspension(state),
        node=task.path,
        cause="reconcile",
        approval_schema=reconcile_schema(binding.output_schema if binding else None),
        prompt=f"“{tool}”, called by “{task.node.title or task.path}”, may or may not have happened.",
    )


def _retry(state: RunState, task: TaskState, failure: Failure, attempt: int) -> NodeRetried:
    return NodeRetried(
        node=task.path,
        attempt=attempt + 1,
        reason=failure.message,
        due=_now(state) + timedelta(seconds=back_off(state, task)),
    )


def back_off(state: RunState, task: TaskState) -> float:
    """Seconds until the next attempt: doubling, capped, shortened by up to a quarter by a hash."""
    tries = task.retry_count - task.retries_before
    seconds = min(state.policy.retry_cap_seconds, state.policy.retry_base_seconds * 2.0 ** min(tries, 60))
    digest = hashlib.sha256(f"{state.key}/{task.path}/{task.retry_count}".encode()).digest()
    return seconds * (1 - digest[0] / 255 / 4)


def _now(state: RunState) -> Any:
    assert state.at is not None
    return state.at


def next_suspension(state: RunState) -> str:
    return f"s{len(state.suspensions) + len(state.closed_suspensions) + 1}"


def _reconcile(state: RunState, task: TaskState, failure: Failure) -> Suspended:
    return Suspended(
        suspension=next_suspension(state),
        node=task.path,
        cause="reconcile",
        approval_schema=reconcile_schema(_output_schema(state, task)),
        prompt=f"“{task.node.title or task.path}” may or may not have happened: {failure.message}",
    )


def _ask(state: RunState, task: TaskState, failure: Failure) -> Suspended:
    return Suspended(
        suspension=next_suspension(state),
        node=task.path,
        cause="ask",
        approval_schema=ask_schema(task.node, _output_schema(state, task)),
        prompt=f"“{task.node.title or task.path}” failed: {failure.message}",
    )


def answered(state: RunState, task: TaskState, suspension: Suspension) -> list[Engine]:
    """A person's word on a failed or unknown attempt. Going again is the fold's: the node becomes ready."""
    assert suspension.verdict is not None
    if suspension.cause == "reconcile" and task.talk is not None and task.talk.doubtful is not None:
        return [Resumed(suspension=suspension.id, input=suspension.verdict.input)]
    answer = suspension.verdict.input if isinstance(suspension.verdict.input, dict) else {}
    resumed = Resumed(suspension=suspension.id, input=suspension.verdict.input)
    action = answer.get("action")
    if answer.get("happened") is True or action == "supply":
        return [resumed, NodeExited(node=task.path, output=answer.get("output"))]
    if action == "retry" or answer.get("happened") is False:
        return [resumed]
    if action == "skip":
        return [resumed, NodeSkipped(node=task.path, reason="skipped by a person after it failed")]
    failure = task.failure or Failure(
        code="tool_error", message=suspension.verdict.reason or "stopped by a person"
    )
    return [resumed, NodeFailed(node=task.path, error=failure, attempt=task.attempt)]

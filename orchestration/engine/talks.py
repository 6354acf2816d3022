"""Conversations of agents as the log tells them, and the commands that carry them on.

A *place* is where a call stands in its conversation: ``turn`` for a model call, ``turn.position`` for a
tool call of that reply. A conversation may go on over several attempts; its places stay.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from orchestration.engine.events import AgentToolCallRequested, ModelCallRequested
from orchestration.engine.ports import Asked, RunAgent, Spoken, ToolGrant
from orchestration.graph.nodes import AgentNode

if TYPE_CHECKING:
    from orchestration.engine.state import RunState, TaskState

# What stands for a model where no provider is configured.
SIMULATED = "simulated"

# After these the next attempt goes on where the last one broke off, as if nothing had happened.
RESUMED = frozenset({"provider_error", "timeout", "interrupted", "unknown_outcome"})


@dataclass(slots=True)
class Talk:
    """`spoken` is by place, oldest first; `remarks` tell the agent what was wrong with an answer of its own.

    `reason` is why an earlier conversation's output was not good enough. `doubtful` is the write whose
    outcome nobody knows. `turns` counts the model calls of the present attempt.
    """

    spoken: dict[str, Spoken] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    reason: str | None = None
    doubtful: str | None = None


def place_of(call: str) -> str:
    """``path#attempt.turn.position`` → ``turn.position``."""
    return call.rsplit("#", 1)[-1].partition(".")[2]


def agent_call(task: TaskState) -> str:
    return f"{task.path}#{task.attempt}"


def recorded(talk: Talk) -> tuple[Spoken, ...]:
    """What is taken as it is: a model call that failed is left out, for it is asked anew."""
    return tuple(spoken for spoken in talk.spoken.values() if not _failed_request(spoken))


def _failed_request(spoken: Spoken) -> bool:
    failed = spoken.completed is not None and spoken.completed.error is not None
    return failed and isinstance(spoken.requested, ModelCallRequested)


def tool_calls(task: TaskState) -> list[Spoken]:
    """Those of the present attempt."""
    begins = f"{agent_call(task)}."
    return [
        spoken
        for spoken in (task.talk.spoken.values() if task.talk else ())
        if isinstance(spoken.requested, AgentToolCallRequested) and spoken.requested.call.startswith(begins)
    ]


def asked_of(state: RunState, task: TaskState) -> Asked | None:
    """Whom a question about this node goes to: who works on it, else the default agent."""
    if task.assigned is not None:
        model = task.node.model if isinstance(task.node, AgentNode) else None
        return Asked(task.assigned.agent, task.assigned.agent_hash, model)
    name = state.bindings.default_agent
    binding = state.bindings.agents.get(name or "")
    return Asked(name, binding.hash) if name is not None and binding is not None else None


def model_of(state: RunState, task: TaskState) -> str | None:
    """The model that the assigned agent asks, as it was bound; None while nobody is assigned."""
    if task.assigned is None:
        return None
    own = task.node.model if isinstance(task.node, AgentNode) else None
    binding = state.bindings.agents.get(task.assigned.agent)
    return own or (binding.model if binding is not None else None)


def run_agent(state: RunState, task: TaskState) -> RunAgent:
    """The command that carries this node's conversation on, with all that is recorded of it."""
    assigned, node, asked = task.assigned, task.node, asked_of(state, task)
    assert assigned is not None and asked is not None and isinstance(node, AgentNode)
    talk = task.talk or Talk()
    return RunAgent(
        call=agent_call(task),
        node=task.path,
        attempt=task.attempt,
        asked=asked,
        title=node.title or node.id,
        task=node.description or "",
        input=task.input,
        role=assigned.role,
        role_hash=assigned.role_hash,
        tools=tuple(_grant(state, name) for name in assigned.tools if name in state.bindings.tools),
        output_schema=node.output_schema,
        reason=talk.reason,
        remarks=tuple(talk.remarks),
        conversation=recorded(talk),
        run_key=state.key,
        rerun=task.predicate_rerun_count,
        timeout_seconds=seconds_for(state, node),
    )


def seconds_for(state: RunState, node: Any) -> float:
    """How long a call or an attempt of this node may take."""
    own: float | None = getattr(node, "timeout_seconds", None)
    return own or state.topology.document.defaults.timeout_seconds


def _grant(state: RunState, name: str) -> ToolGrant:
    binding = state.bindings.tools[name]
    return ToolGrant(name, binding.effect, binding.input_schema)

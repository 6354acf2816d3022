"""Kinds that parse and can be drawn but are not driven yet: each refuses before it is entered."""

from __future__ import annotations

from orchestration.engine.decide.kinds import Kind
from orchestration.engine.errors import EngineError, UnknownAgent
from orchestration.engine.events import Engine
from orchestration.engine.state import RunState, TaskState
from orchestration.graph.nodes import AgentNode


def _never(state: RunState, task: TaskState) -> list[Engine]:
    raise AssertionError(f"{task.path} refuses, so it is never entered")


def _agent(state: RunState, task: TaskState) -> EngineError:
    assert isinstance(task.node, AgentNode)
    return UnknownAgent(node=task.path, agent_hash=task.node.agent_hash or task.node.agent_hint or "default")


AGENT = Kind(enter=_never, refusal=_agent)

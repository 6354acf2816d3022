"""`fold(state, envelope)`: one event further. Total: an impossible event raises MalformedLog."""

from __future__ import annotations

from orchestration.engine import events as e
from orchestration.engine.fold import agents, budgets, calls, holding, judging, nodes, people, runs, waiting
from orchestration.engine.fold.handlers import HANDLERS
from orchestration.engine.state import MalformedLog, RunState

# Importing them is what registers them.
__all__ = ["agents", "budgets", "calls", "fold", "holding", "judging", "nodes", "people", "runs", "waiting"]


def fold(state: RunState, envelope: e.Envelope) -> None:
    """Change `state` by one event. After MalformedLog the state must be thrown away."""
    if envelope.seq != state.seq + 1:
        raise MalformedLog(f"event {envelope.seq} follows {state.seq}")
    if state.finished is not None:
        raise MalformedLog(f"event {envelope.seq} ({envelope.kind}) comes after the run's end")
    if (envelope.seq == 0) is not isinstance(envelope.payload, e.RunStarted):
        raise MalformedLog(f"event {envelope.seq} is {envelope.kind}; a log begins with RunStarted, once")
    handler = HANDLERS.get(type(envelope.payload))
    if handler is None:
        raise MalformedLog(f"this engine does not fold {envelope.kind}")
    state.run = envelope.run
    state.at = envelope.at
    handler(state, envelope.payload, envelope)
    if state.wall_limited:
        budgets.clock(state)
    state.seq = envelope.seq

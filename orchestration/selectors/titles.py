"""What a node is called on screen, and which node an event is about."""

from __future__ import annotations

import re
from collections.abc import Callable

from orchestration.engine import events as e
from orchestration.graph.topology import Topology

_STEP = re.compile(r"(?P<id>[^\[\]/]+)(?:\[(?P<index>\d+)\])?")


def readable(id: str) -> str:
    """An id in words: ``look-up_dispute`` → “Look up dispute”."""
    words = re.sub(r"[-_]+", " ", id).strip()
    return words[:1].upper() + words[1:] if words else id


class Titles:
    """Titles of one document's nodes by path."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology

    def of(self, path: str) -> str:
        """The node's title, else its id in words; the item or pass it belongs to follows."""
        steps = [found for step in path.split("/") if (found := _STEP.fullmatch(step))]
        if not steps:
            return path
        node = self._topology.nodes.get(steps[-1]["id"])
        title = (node.title if node is not None else None) or readable(steps[-1]["id"])
        indices = [int(step["index"]) + 1 for step in steps if step["index"] is not None]
        return f"{title} ({', '.join(map(str, indices))})" if indices else title


def node_of(event: e.Event, suspended: Callable[[str], str | None]) -> str | None:
    """The path of the node that an event is about; `suspended` gives the node of a suspension."""
    if isinstance(event, e.ToolCallCompleted | e.ModelCallCompleted | e.AgentCompleted | e.CallResolved):
        return event.call.split("#", 1)[0]
    if isinstance(event, e.DecisionRecorded | e.Resumed):
        return suspended(event.suspension)
    if isinstance(event, e.TimerFired):
        if event.timer == "deadline":
            return suspended(event.of)
        return None if event.timer == "budget" else event.of.split("#", 1)[0]
    node: str | None = getattr(event, "node", None)
    return node

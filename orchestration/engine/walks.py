"""Walks: one level of nodes on its way, each by its own count.

The document's own level is walked once. A team's is walked inside it, and a map or fold walks its body
once for every item or pass. Teams add nothing to the paths of what they hold; an item or a pass adds
``<id>[<index>]/``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from orchestration.graph.topology import Topology

if TYPE_CHECKING:
    from orchestration.engine.state import TaskState


@dataclass(slots=True)
class Walk:
    """`level` is whose nodes are walked (see ``Topology.levels``), or else `body` the one node that is.

    `value` is what nodes without dependencies get, `prefix` begins their paths, `order` their places
    among all. `index` is the item or pass, and `within` that of the nearest body around. `unsettled`
    counts its nodes, `calls` those in flight here and below, `failed` holds what keeps it from going on.
    """

    level: str | None
    owner: TaskState | None = None
    body: str | None = None
    index: int | None = None
    within: int | None = None
    prefix: str = ""
    order: tuple[int, ...] = ()
    value: Any = None
    paths: list[str] = field(default_factory=list)
    unsettled: int = 0
    calls: int = 0
    failed: dict[str, None] = field(default_factory=dict)
    joined: bool = False

    def ids(self, topology: Topology) -> list[str]:
        """The nodes that are walked: bodies are run by their owners, never on their own."""
        if self.body is not None:
            return [self.body]
        level = topology.levels[self.level]
        bodies = {topology.body_node(id) for id in level}
        return [id for id in level if id not in bodies]

    def sinks(self, topology: Topology) -> tuple[str, ...]:
        return (self.body,) if self.body is not None else topology.sinks(self.level)

    @property
    def over(self) -> bool:
        """Nothing more will happen here by itself: all is settled, or what failed has drained."""
        return self.calls == 0 if self.failed else self.unsettled == 0

    @property
    def around(self) -> Walk | None:
        return self.owner.walk if self.owner is not None else None

    @property
    def draining(self) -> bool:
        """Whether something failed here or around it, so that nothing new may be entered."""
        walk: Walk | None = self
        while walk is not None:
            if walk.failed:
                return True
            walk = walk.around
        return False


def team_walk(owner: TaskState, value: Any) -> Walk:
    around = owner.walk
    return Walk(
        owner.node.id,
        owner,
        within=around.within,
        prefix=around.prefix,
        order=owner.order,
        value=value,
    )


def body_walk(owner: TaskState, body: str | None, index: int, value: Any) -> Walk:
    """One item or pass; `body` is its one node where the body is not a graph."""
    return Walk(
        owner.node.id,
        owner,
        body=body,
        index=index,
        within=index,
        prefix=f"{owner.path}[{index}]/",
        order=(*owner.order, index),
        value=value,
    )

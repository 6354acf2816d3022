"""What the agents, roles and tools of a document mean here, for a run to record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from orchestration.agents.definitions import AgentDefinition
from orchestration.agents.store import (
    UnknownDefinition,
    agent_definition,
    agents_now,
    default_agent,
    keep,
    roles_now,
)
from orchestration.engine.events import AgentBinding, Bindings, RoleBinding, ToolBinding
from orchestration.graph.nodes import AgentNode, BranchNode, ToolNode
from orchestration.graph.topology import Topology


def bound(topology: Topology, tools: Mapping[str, Mapping[str, Any]]) -> Bindings:
    """`tools` are those that can be called here (see `tools.bindings`). Unknown names are left out.

    Where the document asks no model, no agent is recorded. Definitions that are recorded are kept.
    """
    named = {node.tool for node in topology if isinstance(node, ToolNode)}
    if not any(_asks_a_model(node) for node in topology):
        return Bindings(tools=_tools(named, tools))
    agents = {**agents_now(), **_pinned(topology)}
    roles = roles_now()
    wanted = {node.role for node in topology if isinstance(node, AgentNode)}
    wanted |= {agent.role for agent in agents.values()}
    used = {name: role for name, role in roles.items() if name in wanted}
    for node in topology:
        named |= set(getattr(node, "tool_allowlist", None) or ())
    for tools_of in (*(agent.tools for agent in agents.values()), *(role.tools for role in used.values())):
        named |= set(tools_of)
    return Bindings(
        tools=_tools(named, tools),
        agents={
            name: AgentBinding(hash=keep(agent), model=agent.model, role=agent.role, tools=agent.tools)
            for name, agent in sorted(agents.items())
        },
        roles={
            name: RoleBinding(hash=keep(role), tools=role.tools, requires_approval=role.requires_approval)
            for name, role in sorted(used.items())
        },
        default_agent=default_agent(),
    )


def _asks_a_model(node: object) -> bool:
    if isinstance(node, BranchNode):
        return node.decided_by_model
    predicate = getattr(node, "verify_predicate", None)
    return isinstance(node, AgentNode) or (predicate is not None and predicate.kind == "natural")


def _pinned(topology: Topology) -> dict[str, AgentDefinition]:
    """Definitions that nodes pin by hash, archived or changed since as they may be."""
    found = {}
    for node in topology:
        hash = getattr(node, "agent_hash", None)
        if hash is not None:
            try:
                found[hash] = agent_definition(hash)
            except UnknownDefinition:
                continue
    return found


def _tools(names: set[str], known: Mapping[str, Mapping[str, Any]]) -> dict[str, ToolBinding]:
    return {name: ToolBinding(**known[name]) for name in sorted(names & known.keys())}

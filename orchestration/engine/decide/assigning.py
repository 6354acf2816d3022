"""Who works on a node: the agent that it pins or names, else one that fits, else the default agent."""

from __future__ import annotations

from orchestration.engine.errors import EngineError, UnknownAgent, UnknownTool
from orchestration.engine.events import AgentAssigned, AgentBinding
from orchestration.engine.state import RunState, TaskState
from orchestration.graph.nodes import AgentNode, BranchNode


def assigned(state: RunState, task: TaskState) -> AgentAssigned | EngineError:
    """The assignment, or why there is none: UnknownAgent, UnknownTool."""
    node = task.node
    assert isinstance(node, AgentNode | BranchNode)
    found = _agent(state, node)
    if found is None:
        wanted = node.agent_hash or node.agent_hint or "default"
        return UnknownAgent(node=task.path, agent_hash=wanted)
    name, reason = found
    binding = state.bindings.agents[name]
    if isinstance(node, BranchNode):
        return AgentAssigned(node=task.path, agent=name, agent_hash=binding.hash, reason=reason)
    role = node.role or binding.role
    bound = state.bindings.roles.get(role or "")
    if role is not None and bound is None:
        return UnknownAgent(node=task.path, agent_hash=f"role {role}")
    tools = _tools(state, node, binding)
    for tool in tools:
        if tool not in state.bindings.tools:
            return UnknownTool(node=task.path, tool=tool)
    return AgentAssigned(
        node=task.path,
        agent=name,
        agent_hash=binding.hash,
        reason=reason,
        role=role,
        role_hash=bound.hash if bound is not None else None,
        tools=tools,
    )


def _agent(state: RunState, node: AgentNode | BranchNode) -> tuple[str, str] | None:
    agents = state.bindings.agents
    if node.agent_hash is not None:
        pinned = next((name for name in sorted(agents) if agents[name].hash == node.agent_hash), None)
        return (pinned, "pinned by the node") if pinned is not None else None
    if node.agent_hint is not None and node.agent_hint in agents:
        return node.agent_hint, "named by the node"
    fitting = _fitting(agents, node) if isinstance(node, AgentNode) else None
    if fitting is not None:
        return fitting, "fits its role and tools"
    default = state.bindings.default_agent
    return (default, "the default agent") if default is not None and default in agents else None


def _fitting(agents: dict[str, AgentBinding], node: AgentNode) -> str | None:
    """The first by name with this role and these tools; a node that asks for neither fits nobody best."""
    wanted = set(node.tool_allowlist or ())
    if node.role is None and not wanted:
        return None
    for name in sorted(agents):
        fits = node.role is None or agents[name].role == node.role
        if fits and wanted <= set(agents[name].tools):
            return name
    return None


def _tools(state: RunState, node: AgentNode, binding: AgentBinding) -> tuple[str, ...]:
    """The node's own list, where it has one, an empty one too; else its role's, else the agent's."""
    if node.tool_allowlist is not None:
        return node.tool_allowlist
    role = state.bindings.roles.get(node.role or "")
    return role.tools if role is not None and role.tools else binding.tools

"""Tools: typed Python functions that a graph may call.

    from orchestration.tools import ToolContext, ToolError, tool

    @tool(effect="write")
    def refund(order_id: str, amount: float, context: ToolContext) -> dict[str, str]:
        '''Pay the amount back.'''

Put them in a module named `tools` of an installed app, or name the module in
``TRACKSIDE_TOOL_MODULES``.
"""

from __future__ import annotations

from orchestration.tools.context import ToolContext, ToolError
from orchestration.tools.definition import InputInvalid, OutputInvalid, Tool, ToolDefinitionError
from orchestration.tools.failures import failure_of
from orchestration.tools.registry import autodiscover, bindings, registered, tool

__all__ = [
    "InputInvalid",
    "OutputInvalid",
    "Tool",
    "ToolContext",
    "ToolDefinitionError",
    "ToolError",
    "autodiscover",
    "bindings",
    "failure_of",
    "registered",
    "tool",
]

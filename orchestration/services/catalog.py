"""What can be named in a graph here."""

from __future__ import annotations

from typing import Any

from orchestration.leases import tools_of_live_engines
from orchestration.tools import bindings


def tools_known() -> dict[str, dict[str, Any]]:
    """Every tool that can be called here: name → {effect, input_schema, output_schema}.

    The engine that will make the calls has the first word, then this process, which may be a command
    started with other modules of tools.
    """
    return bindings() | tools_of_live_engines()

"""`data.select`: take one part out of a value."""

from __future__ import annotations

from typing import Any

from orchestration.tools.context import ToolError
from orchestration.tools.paths import PathInvalid, PathMissing, resolve_path
from orchestration.tools.registry import tool

REQUIRED = object()


@tool(effect="read", name="data.select")
def data_select(value: Any, path: str, default: Any = REQUIRED) -> Any:
    """Give what stands at the path in the value, such as customer.orders[0].total.

    When nothing stands there, the default is given; without a default it is an error.
    """
    try:
        return resolve_path(value, path)
    except PathMissing as error:
        if default is REQUIRED:
            raise ToolError(f"Nothing to select: {error}", before_effect=True) from error
        return default
    except PathInvalid as error:
        raise ToolError(str(error), before_effect=True) from error

"""`text.template`: fill a text with values."""

from __future__ import annotations

import re
from typing import Any

from orchestration.tools.context import ToolError
from orchestration.tools.paths import PathInvalid, PathMissing, resolve_path
from orchestration.tools.registry import tool
from orchestration.tools.values import as_text

PLACEHOLDER = re.compile(r"\{\{\s*(.+?)\s*\}\}")


@tool(effect="read", name="text.template")
def text_template(template: str, **values: Any) -> str:
    """Replace each {{ path }} in the template by that value from the other input fields.

    A path looks like customer.orders[0].total. Text goes in as it is, other values as JSON. There
    is nothing to execute in a template, and a missing value is an error.
    """

    def value_of(match: re.Match[str]) -> str:
        try:
            return as_text(resolve_path(values, match[1]))
        except (PathInvalid, PathMissing) as error:
            raise ToolError(f"The template cannot be filled: {error}", before_effect=True) from error

    return PLACEHOLDER.sub(value_of, template)

"""From an exception to the failure that the log records."""

from __future__ import annotations

from orchestration.engine.events import Failure
from orchestration.tools.context import ToolError
from orchestration.tools.definition import InputInvalid, OutputInvalid

MAX_MESSAGE = 2_000


def failure_of(error: BaseException) -> Failure:
    """What the log says about a call that ended with `error`.

    Input that does not fit fails before the effect by nature; output that does not fit, after it.
    """
    if isinstance(error, InputInvalid):
        return Failure(code="input_invalid", message=recordable(str(error)), before_effect=True)
    if isinstance(error, OutputInvalid):
        return Failure(code="output_invalid", message=recordable(str(error)))
    if isinstance(error, ToolError):
        return Failure(
            code="tool_error", message=recordable(error.message), before_effect=error.before_effect
        )
    words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return Failure(code="tool_error", message=recordable(words))


def recordable(message: str) -> str:
    """The message without what no log can hold, cut to a readable length."""
    clean = str(message).replace("\x00", "�").encode("utf-8", "replace").decode()
    return clean if len(clean) <= MAX_MESSAGE else clean[: MAX_MESSAGE - 1] + "…"

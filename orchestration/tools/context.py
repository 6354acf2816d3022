"""What a tool sees of the engine, and how it says that it failed."""

from __future__ import annotations

from dataclasses import dataclass


class ToolError(Exception):
    """Raised by a tool that could not do its work; `message` is shown to people as it is.

    `before_effect=True` promises that nothing has happened yet, so that even a `write` may be
    tried again without asking a person.
    """

    def __init__(self, message: str, before_effect: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.before_effect = before_effect


@dataclass(frozen=True, slots=True)
class ToolContext:
    """Handed to a parameter annotated with this class.

    `idempotency_key` is the same for a retry and after a restart, and different for another run:
    pass it on to services that recognise a repeated request. `attempt` counts from 1.
    """

    idempotency_key: str
    run: int
    node: str
    attempt: int

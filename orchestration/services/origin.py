"""Where a request came from, known to every service without being handed through each of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace

from orchestration.models.audit import Via


@dataclass(frozen=True)
class Origin:
    """`address` is the client's, as far as it is known; `token` names the API token, if one was used."""

    via: Via
    address: str = ""
    token: str = ""


# Without anything around it, it is somebody with a shell on the machine.
COMMAND_LINE = Origin(Via.COMMAND_LINE)
_origin: ContextVar[Origin] = ContextVar("origin")


def origin_now() -> Origin:
    return _origin.get(COMMAND_LINE)


def came_by_token(name: str) -> None:
    """For the rest of what `coming_from` is around: it came by the API token of this name."""
    _origin.set(replace(origin_now(), via=Via.TOKEN, token=name))


@contextmanager
def coming_from(origin: Origin) -> Iterator[None]:
    """What happens inside came from there."""
    before = _origin.set(origin)
    try:
        yield
    finally:
        _origin.reset(before)

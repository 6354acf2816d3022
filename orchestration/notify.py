"""Hints on the channel layer: “this run's log has grown”, “this draft has changed”. They may be lost;
whoever watches also polls.

An in-memory channel layer belongs to one event loop, and a message put in by another thread is not
seen until that loop wakes by itself. So the process that serves pages binds its loop here, and every
thread hands its hints over to it. A process without a loop (a command) sends none.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

ME_GROUP = "me.all"

_lock = threading.Lock()
_loop: asyncio.AbstractEventLoop | None = None
_pending: dict[str, dict[str, Any]] = {}
_sending: set[asyncio.Task[None]] = set()


def run_group(run: int) -> str:
    """The group of everybody who watches this run."""
    return f"run.{run}"


def graph_group(graph: int) -> str:
    """The group of everybody who has this graph open."""
    return f"graph.{graph}"


def bind_loop(loop: asyncio.AbstractEventLoop | None) -> None:
    """Send hints on this loop from now on; None stops sending."""
    global _loop
    with _lock:
        if loop is not _loop:
            _loop = loop
            _pending.clear()


class ChannelsNotifier:
    """`ports.Notifier`: {"type": "run.hint", "run": id, "seq": n} to the run's group. Never blocks."""

    def notify(self, run: int, seq: int) -> None:
        _hint(run_group(run), {"type": "run.hint", "run": run, "seq": seq})


def approvals_changed() -> None:
    """Tell everybody's badge that an approval opened or closed: {"type": "me.hint"}."""
    _hint(ME_GROUP, {"type": "me.hint"})


def graph_changed(graph: int) -> None:
    """Tell everybody who has the graph open that there is news: {"type": "graph.hint", "graph": id}."""
    _hint(graph_group(graph), {"type": "graph.hint", "graph": graph})


def _hint(group: str, message: dict[str, Any]) -> None:
    """Keep the newest hint of each group until the loop comes round; a burst becomes one message."""
    global _loop
    with _lock:
        loop = _loop
        if loop is None:
            return
        first = not _pending
        _pending[group] = message
        if not first:
            return
        try:
            loop.call_soon_threadsafe(_flush)
        except RuntimeError:  # the loop is closed: the server has stopped
            _loop = None
            _pending.clear()


def _flush() -> None:
    with _lock:
        messages = dict(_pending)
        _pending.clear()
    task = asyncio.get_running_loop().create_task(_send(messages))
    _sending.add(task)  # the loop itself keeps only a weak reference
    task.add_done_callback(_sending.discard)


async def _send(messages: dict[str, dict[str, Any]]) -> None:
    layer = get_channel_layer()
    if layer is None:
        return
    for group, message in messages.items():
        try:
            await layer.group_send(group, message)
        except Exception:
            # A lost hint is late news, not lost news.
            logger.warning("The hint for %s was not sent.", group, exc_info=True)

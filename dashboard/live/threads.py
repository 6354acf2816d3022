"""Database work off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


async def in_thread(
    function: Callable[Arguments, Result], *arguments: Arguments.args, **options: Arguments.kwargs
) -> Result:
    """Call `function` in a thread of the loop's pool; its database connection is closed afterwards.

    Not on the one thread that Django's sync code shares: a slow page would hold up every watcher.
    """

    def call() -> Result:
        close_old_connections()
        try:
            return function(*arguments, **options)
        finally:
            close_old_connections()

    return await asyncio.to_thread(call)

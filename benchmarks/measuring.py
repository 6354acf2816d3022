"""How long something takes."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median

Work = Callable[[], object]


def milliseconds(*works: Work, runs: int = 7) -> list[float]:
    """The median time of each of several works, as `times` counts it."""
    return [median(found) for found in times(*works, runs=runs)]


def growth(less: Work, more: Work, runs: int = 9) -> float:
    """How many times longer the second takes, both at their best."""
    best_less, best_more = (min(found) for found in times(less, more, runs=runs))
    return best_more / best_less


def times(*works: Work, runs: int) -> list[list[float]]:
    """Milliseconds of each run of each work; works take turns, so that a slow moment slows them all.

    Counted is the time of this process: others may share the machine.
    """
    measured: list[list[float]] = [[] for _ in works]
    with settled_memory():
        for work in works:
            work()
        for _ in range(runs):
            for work, found in zip(works, measured, strict=True):
                begun = time.process_time()
                work()
                found.append((time.process_time() - begun) * 1000)
    return measured


@contextmanager
def settled_memory() -> Iterator[None]:
    """What is in memory already does not count towards collections."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()

"""Every run that an engine test makes is replayed when the test is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.engine.harness import Harness

Runner = Callable[..., Harness]


@pytest.fixture
def run() -> Iterator[Runner]:
    """Start a run of a document: `run(graph(...), input=…, tools=…)`."""
    made: list[Harness] = []

    def start(document: dict[str, Any], *, input: Any = None, **options: Any) -> Harness:
        harness = Harness(document, **options).start(input)
        made.append(harness)
        return harness

    yield start
    for harness in made:
        assert harness.replay() is None

"""Fixtures of the tests on the real database: with an engine, or with calls kept aside."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from orchestration import runtime
from orchestration.backends.embedded import EmbeddedEngine
from tests.orchestration.embedded import stage
from tests.orchestration.graphs import Calls


@pytest.fixture
def boot(transactional_db: None) -> Iterator[Callable[[], EmbeddedEngine]]:
    """Start an engine; all that a test started are stopped after it."""
    stage.clear()
    engines: list[EmbeddedEngine] = []

    def start_one() -> EmbeddedEngine:
        engine = EmbeddedEngine()
        engine.start()
        engines.append(engine)
        return engine

    yield start_one
    stage.go.set()
    for engine in engines:
        engine.stop(grace=2)


@pytest.fixture
def engine(boot: Callable[[], EmbeddedEngine]) -> EmbeddedEngine:
    return boot()


@pytest.fixture
def calls() -> Iterator[Calls]:
    """Calls go here instead of to an engine."""
    kept = Calls()
    runtime.register_dispatcher(kept)
    yield kept
    runtime.register_dispatcher(None)

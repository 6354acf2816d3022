from __future__ import annotations

from collections.abc import Iterator

import pytest

from orchestration import runtime
from tests.orchestration.graphs import Calls


@pytest.fixture
def calls() -> Iterator[Calls]:
    """Calls go here instead of to an engine."""
    kept = Calls()
    runtime.register_dispatcher(kept)
    yield kept
    runtime.register_dispatcher(None)

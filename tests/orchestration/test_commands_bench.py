"""What the benchmark prints. How fast this machine is, is no matter of tests."""

from __future__ import annotations

import pytest

from benchmarks import editor, graph
from benchmarks.report import Row, report_text, report_value
from tests.orchestration.commands import manage


@pytest.mark.parametrize("what", ["graph", "editor"])
def test_the_bench_prints_rows_with_their_bars(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setattr(graph, "COUNT", 200)
    monkeypatch.setattr(editor, "BARS", {100: 60})
    found = manage("bench", what, "--json")
    assert found.code == 0
    assert set(found.json) == {"machine", "versions", "rows"}
    keys = {"name", "value", "unit", "peer", "peer_value", "ratio", "bar", "met"}
    assert all(set(row) == keys for row in found.json["rows"])
    names = [row["name"] for row in found.json["rows"]]
    assert len(set(names)) == len(names)
    assert all((row["bar"] is None) == (row["met"] is None) for row in found.json["rows"])
    assert {"python", "pydantic"} <= found.json["versions"].keys()


def test_the_table_marks_a_missed_bar_and_names_the_peer() -> None:
    rows = [Row("slow", 60.0, "ms", bar="≤ 50", met=False), Row("fast", 9.0, "/s", "other", 3.0, 3.0)]
    head, slow, fast, *_ = report_text(report_value(rows, ["no-such-package"])).splitlines()
    assert head.split() == ["value", "bar", "met", "peer", "ratio"]
    assert slow.split() == ["slow", "60.00", "ms", "≤", "50", "NO"]
    assert fast.split() == ["fast", "9.00", "/s", "other:", "3", "3", "times"]

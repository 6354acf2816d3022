"""Folds: pass after pass, each on what came before, until it may stop or must."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.conftest import Runner
from tests.engine.harness import folded, graph, tool


def fold(max_iterations: int = 3, **fields: Any) -> dict[str, Any]:
    return graph(folded("f", body={"node": "w"}, max_iterations=max_iterations, **fields), tool("w"))


def passes(r: Any, *outputs: Any) -> None:
    for index, output in enumerate(outputs):
        r.complete(f"f[{index}]/w", output)


def test_each_pass_gets_what_the_last_gave(run: Runner) -> None:
    r = run(fold(2), input="seed")
    assert r.made("f[0]/w")[0].input == "seed"
    r.complete("f[0]/w", "one")
    assert r.made("f[1]/w")[0].input == "one"
    r.complete("f[1]/w", "two")
    assert (r.status, r.log.summaries[r.run].output) == ("completed", "two")
    assert r.of("FoldConverged")[0].reason == "the bound of 2 passes"


def test_it_stops_when_it_may(run: Runner) -> None:
    r = run(fold(5, stop_when="value.done || index == 3"))
    passes(r, {"done": False}, {"done": True})
    assert r.log.summaries[r.run].output == {"done": True}
    assert [event.stopped for event in r.of("FoldPassJoined")] == [False, True]


def test_a_condition_that_fails_is_false_and_says_so(run: Runner) -> None:
    r = run(fold(2, stop_when="value.nothing"))
    passes(r, {"a": 1}, {"a": 2})
    assert "nothing" in r.of("FoldPassJoined")[0].error
    assert r.status == "completed"


def test_one_pass_is_a_fold(run: Runner) -> None:
    r = run(fold(1))
    passes(r, "only")
    assert r.log.summaries[r.run].output == "only"


@pytest.mark.parametrize(
    ("join", "outputs", "output", "winner"),
    [
        ("last", [1, 2, 3], 3, 2),
        ("all", [1, 2, 3], [1, 2, 3], None),
        ({"best_by": "value"}, [1, 3, 3], 3, 1),  # the earliest of equals
        ({"best_by": "value"}, ["b", "c", "a"], "c", 1),
        ({"best_by": "value"}, [2, "z", 1], 2, 0),  # other types than the first candidate's are ignored
        ({"best_by": "value"}, [True, 1, 0], 1, 1),  # a boolean is no candidate
        ({"best_by": "value.s"}, [{}, {"s": 1}, {"t": 2}], {"s": 1}, 1),  # an error is no candidate
        ({"best_by": "value"}, [1, 2.5, 2], 2.5, 1),
    ],
)
def test_what_is_joined(run: Runner, join: Any, outputs: list[Any], output: Any, winner: int | None) -> None:
    r = run(fold(3, join=join))
    passes(r, *outputs)
    assert r.log.summaries[r.run].output == output
    assert r.of("FoldConverged")[0].winner == winner


def test_nothing_to_compare_is_permanent_after_the_passes(run: Runner) -> None:
    r = run(fold(2, join={"best_by": "value.score"}))
    passes(r, {}, {"score": True})
    assert (r.status, r.code) == ("failed", "fold_no_comparable_candidate")
    assert r.kinds[-2:] == ["FoldPassJoined", "RunFailed"]


def test_a_bound_that_must_not_be_reached_is_permanent(run: Runner) -> None:
    r = run(fold(2, stop_when="false", on_bound="fail"))
    passes(r, 1, 2)
    assert (r.status, r.code) == ("failed", "fold_bound_exceeded")
    assert "FoldConverged" not in r.kinds and "NodeExited" in r.kinds
    assert not [event for event in r.of("NodeExited") if event.node == "f"]


def test_a_permanent_refusal_waits_for_what_is_in_flight(run: Runner) -> None:
    document = fold(1, stop_when="false", on_bound="fail")
    document["nodes"].append(tool("beside"))
    r = run(document)
    passes(r, 1)
    assert r.status == "running" and r.calls == ["beside"]
    r.complete("beside", 2)
    assert r.status == "failed" and r.statuses()["beside"] == "completed"


def test_a_failed_pass_fails_the_fold_and_is_taken_up_again(run: Runner) -> None:
    r = run(fold(3))
    r.complete("f[0]/w", "one")
    r.fail("f[1]/w", "no")
    assert r.status == "stalled" and r.failure("f").message == "Pass 2: “w” failed: no"
    r.retry()
    assert r.made("f[1]/w")[1].input == "one" and len(r.made("f[0]/w")) == 1
    r.complete("f[1]/w", "two")
    r.complete("f[2]/w", "three")
    assert r.log.summaries[r.run].output == "three"


def test_a_graph_body_walks_each_pass(run: Runner) -> None:
    body = {"graph": {"nodes": [tool("x"), tool("y", "x")]}}
    r = run(graph(folded("f", body=body, max_iterations=2)), input=0)
    for path in ("f[0]/x", "f[0]/y", "f[1]/x"):
        r.complete(path, path)
    assert r.made("f[1]/y")[0].input == "f[1]/x" and r.made("f[1]/x")[0].input == "f[0]/y"


def test_an_input_mapping_feeds_the_first_pass(run: Runner) -> None:
    r = run(fold(1, input={"n": "value.x + 1.0"}), input={"x": 1})
    assert r.made("f[0]/w")[0].input == {"n": 2}


def test_an_input_that_fails_fails_the_fold(run: Runner) -> None:
    r = run(fold(1, input={"n": "value.x"}), input={})
    assert r.status == "stalled" and r.failure("f").code == "input_invalid"


def test_a_condition_sees_the_index(run: Runner) -> None:
    r = run(fold(9, stop_when="index == 1"))
    passes(r, "a", "b")
    assert r.log.summaries[r.run].output == "b"


def test_a_graph_body_without_a_node_is_refused(run: Runner) -> None:
    r = run(graph(folded("f", body={"graph": {"nodes": []}})))
    assert (r.status, r.code) == ("failed", "unsupported_fold_body")

"""Teams: their nodes walk in the same log, under the same names, and their failure is the team's."""

from __future__ import annotations

from tests.engine.conftest import Runner
from tests.engine.harness import gate, graph, team, tool


def test_a_team_walks_inside_and_its_sink_is_its_output(run: Runner) -> None:
    r = run(graph(tool("a"), team("t", "a", nodes=[tool("x"), tool("y", "x")]), tool("z", "t")), input=1)
    r.complete("a", {"from": "a"})
    assert r.made("x")[0].input == {"from": "a"}, "a team's routed value flows to those without dependencies"
    r.complete("x", 2)
    assert r.statuses()["t"] == "running"
    r.complete("y", 3)
    assert (r.statuses()["t"], r.made("z")[0].input) == ("completed", 3)


def test_several_sinks_of_a_team_give_an_object(run: Runner) -> None:
    r = run(graph(team("t", nodes=[tool("x"), tool("y")])))
    r.complete("y", 2)
    r.complete("x", 1)
    assert r.log.summaries[r.run].output == {"x": 1, "y": 2}


def test_an_empty_team_is_left_at_once(run: Runner) -> None:
    r = run(graph(team("t", nodes=[]), tool("a")))
    r.complete("a")
    assert r.status == "completed"


def test_teams_inside_teams(run: Runner) -> None:
    r = run(graph(team("t", nodes=[team("u", nodes=[tool("x")], input={"n": "value"})])), input=7)
    assert r.made("x")[0].input == {"n": 7}
    r.complete("x", 1)
    assert r.log.summaries[r.run].output == 1


def test_a_failure_inside_fails_the_team_after_what_is_in_flight(run: Runner) -> None:
    r = run(
        graph(team("t", nodes=[tool("x"), tool("y"), tool("z", "y")]), tool("after", "t"), tool("beside"))
    )
    r.fail("x", "no luck")
    assert r.statuses()["t"] == "running", "y is still in flight"
    r.complete("y")
    assert r.statuses()["z"] == "ready" and "z" not in r.calls, "a draining team enters nothing new"
    assert r.statuses()["t"] == "failed" and r.failure("t").message == "“x” failed: no luck"
    assert r.status == "running", "beside is in flight"
    r.complete("beside")
    assert r.status == "stalled" and (r.refusal or {})["node"] == "t"


def test_a_retried_run_takes_up_what_failed_inside_and_what_never_ran(run: Runner) -> None:
    r = run(graph(team("t", nodes=[tool("x"), tool("y"), tool("z", "x", "y")])))
    r.complete("y", "kept")
    r.fail("x")
    assert r.status == "stalled"
    r.retry()
    assert r.calls == ["x"], "y is not made again"
    r.complete("x", "now")
    assert r.made("z")[0].input == {"x": "now", "y": "kept"}
    r.complete("z", "end")
    assert (r.status, r.log.summaries[r.run].output) == ("completed", "end")
    assert [event.attempt for event in r.of("NodeEntered") if event.node == "t"] == [1, 2]


def test_a_team_has_a_strategy_of_its_own(run: Runner) -> None:
    skipped = run(graph(team("t", nodes=[tool("x")], failure_strategy="skip"), tool("z", "t"), tool("o")))
    skipped.fail("x")
    assert (skipped.statuses()["t"], skipped.statuses()["z"]) == ("skipped", "skipped")
    skipped.complete("o")
    assert skipped.status == "completed"

    asked = run(graph(team("t", nodes=[tool("x")], failure_strategy="ask"), tool("z", "t")))
    asked.fail("x")
    assert asked.status == "waiting"
    asked.answer("t", input={"action": "supply", "output": 5})
    assert asked.made("z")[0].input == 5

    retried = run(graph(team("t", nodes=[tool("x")], failure_strategy="retry", max_retries=1)))
    retried.fail("x")
    retried.fire()
    retried.fail("x", "again")
    assert retried.status == "stalled" and retried.state.tasks["t"].retry_count == 1


def test_a_gate_inside_a_skipped_team_is_closed(run: Runner) -> None:
    r = run(graph(team("t", nodes=[tool("x"), gate("g")], failure_strategy="skip"), tool("o")))
    r.fail("x")
    assert r.statuses()["g"] == "canceled" and not r.state.suspensions
    assert [outcome for _, outcome in r.log.approvals.values()] == ["closed"]
    r.complete("o")
    assert r.status == "completed"


def test_a_gate_inside_a_team_that_stalls_can_still_be_answered(run: Runner) -> None:
    r = run(graph(team("t", nodes=[tool("x"), gate("g"), tool("y", "g")])))
    r.fail("x")
    assert r.status == "stalled"
    r.answer("g", input={"amount": 1})
    assert r.statuses()["g"] == "completed" and "y" not in r.calls
    r.retry()
    assert sorted(r.calls) == ["x", "y"]


def test_max_parallel_counts_what_teams_call(run: Runner) -> None:
    r = run(graph(team("t", nodes=[tool("x"), tool("y")]), tool("a"), defaults={"max_parallel": 2}))
    assert r.calls == ["x", "y"], "document order, teams included"

"""The attempts of a node as the panel tells them, from what the log holds."""

from __future__ import annotations

from orchestration.engine.events import Failure
from orchestration.graph.topology import Topology
from orchestration.selectors.attempts import attempts_of
from orchestration.selectors.sentences import event_view
from orchestration.selectors.spending import spent_view
from orchestration.selectors.titles import Titles
from orchestration.selectors.views import AttemptView, EventView
from tests.engine.harness import Harness, agent, graph, tool


def events_of(run: Harness, node: str) -> list[EventView]:
    topology: Topology = run.state.topology
    views = [event_view(one, Titles(topology), lambda suspension: None) for one in run.log.read(run.run)]
    return [view for view in views if view.node == node]


def attempts(run: Harness, node: str = "a") -> list[AttemptView]:
    return attempts_of(events_of(run, node), node)


def test_an_agents_attempt_lists_its_calls_with_what_they_cost() -> None:
    run = Harness(graph(agent("a", role="researcher"))).start()
    run.turn("a", 0, {"tool": "look"}, finish="tool_call")
    run.used(run.use("a"), {"found": 1})
    run.turn("a", 1)
    run.finish("a")
    (attempt,) = attempts(run)
    assert (attempt.agent, attempt.role, attempt.why) == ("digger", "researcher", "fits its role and tools")
    assert [(call.kind, call.tool) for call in attempt.calls] == [
        ("model", "m"),
        ("tool", "look"),
        ("model", "m"),
    ]
    assert (attempt.tokens, attempt.cost_usd) == (30, "0.02")
    assert attempt.calls[0].finish == "tool_call" and attempt.calls[1].output == {"found": 1}
    assert attempt.problem is None and attempt.finished_at is not None


def test_a_call_that_failed_is_the_calls_problem_not_yet_the_agents() -> None:
    run = Harness(graph(agent("a"))).start()
    run.turn("a", 0, {}, finish="tool_call")
    run.used(run.use("a"), error=Failure(code="tool_error", message="no network"))
    (attempt,) = attempts(run)
    assert attempt.calls[1].problem is not None and attempt.problem is None


def test_an_attempt_that_broke_off_says_why_and_the_next_begins_with_it() -> None:
    run = Harness(graph(agent("a", failure_strategy="retry"))).start()
    run.turn("a", 0, None, error=Failure(code="provider_error", message="It is down."))
    run.break_off("a")
    run.fire()
    first, second = attempts(run)
    assert first.problem is not None and first.problem.code == "provider_error"
    assert second.reason == "It is down." and second.calls == []


def test_what_models_said_is_told_in_words() -> None:
    run = Harness(graph(agent("a", title="Sum up"))).start()
    run.turn("a")
    run.finish("a")
    said = [view.summary for view in events_of(run, "a")]
    assert "The model of Sum up answered after 0 ms, 15 tokens" in said
    assert "The agent of Sum up has its answer" in said


def test_spending_is_told_where_there_is_any() -> None:
    assert spent_view(Harness(graph(tool("a"))).start().state) is None
    budget = {"tokens": 100, "cost_usd": "2.50", "wall_seconds": 60}
    run = Harness(graph(agent("a"), budget=budget)).start()
    run.turn("a", cost_usd=None)
    told = spent_view(run.state)
    assert told is not None and (told.tokens, told.cost_usd, told.unpriced) == (15, "0", 1)
    assert told.limits == {"tokens": "100", "cost_usd": "2.5", "wall_seconds": "60"}
    assert told.busy_since == run.clock.at

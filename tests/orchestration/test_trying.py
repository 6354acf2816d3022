"""Trying a draft, and one node of it, before it is published: through a real engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from orchestration.models import Graph, Revision, Run
from orchestration.selectors import graphs, runs
from orchestration.services.approvals import approval_decide
from orchestration.services.draft_writing import DraftResult
from orchestration.services.drafts import draft_change
from orchestration.services.errors import Conflict, InputViolation, NotFound, Refused
from orchestration.services.permissions import Forbidden
from orchestration.services.runs import run_start
from tests.conftest import Person
from tests.orchestration.embedded import node, reaches, stage
from tests.orchestration.graphs import publish

WORD = {"type": "object", "required": ["word"], "properties": {"word": {"type": "string"}}}


@pytest.fixture
def ada(person: Person) -> User:
    return person("ada", "Editor", "Operator", "Approver")


@pytest.fixture
def graph(db: None) -> Graph:
    return publish(
        node("greet", "text.template", input={"template": "'Hi {{ word }}'", "word": "value.word"}),
        node("shout", "stage.note", "greet", input={"say": "value + '!'"}),
        name="Greeting",
        input_schema=WORD,
    )


def edit(graph: Graph, ada: User, *diffs: Any) -> DraftResult:
    return draft_change(graph=graph, base_version=0, diffs=list(diffs), actor=ada)


def louder(text: str = "value + '!!!'") -> dict[str, Any]:
    return {"op": "update_node", "id": "shout", "set": {"input": {"say": text}}}


@pytest.mark.usefixtures("engine")
def test_a_draft_runs_as_it_is_and_leaves_what_is_published_alone(graph: Graph, ada: User) -> None:
    edit(graph, ada, louder())
    tried = run_start(graph=graph, draft=True, input={"word": "Bo"}, actor=ada)
    # What is changed now is not part of it any more.
    edit(graph, ada, louder("'never'"))
    assert reaches(tried.pk, "completed").output_value == "Hi Bo!!!"
    view = runs.run_view(Run.objects.with_context().get(pk=tried.pk))
    assert view.revision is None and view.tried is not None
    assert (view.tried.draft_version, view.tried.node) == (1, None)

    published = run_start(graph=graph, input={"word": "Bo"}, actor=ada)
    assert reaches(published.pk, "completed").output_value == "Hi Bo!"
    assert published.revision.number == 1
    assert graphs.latest_revisions([graph])[graph.pk].number == 1
    assert [row.number for row in graph.revisions.published()] == [1]


@pytest.mark.usefixtures("engine")
def test_one_node_runs_alone_on_a_typed_value(graph: Graph, ada: User) -> None:
    edit(graph, ada, louder())
    tried = run_start(graph=graph, draft=True, node="shout", input="Hello", actor=ada)
    assert reaches(tried.pk, "completed").output_value == "Hello!!!"
    assert stage.calls == {"shout": 1}
    view = runs.run_view(Run.objects.with_context().get(pk=tried.pk))
    assert view.tried is not None and (view.tried.draft_version, view.tried.node) == (1, "shout")
    assert [one.id for one in runs.snapshot(tried).nodes] == ["shout"]


@pytest.mark.usefixtures("engine")
def test_a_graph_that_was_never_published_can_be_tried(ada: User) -> None:
    graph = Graph.objects.create(slug="fresh", name="Fresh")
    edit(graph, ada, {"op": "add_node", "node": node("a", "stage.note", input={"say": "value"})})
    tried = run_start(graph=graph, draft=True, input=5, actor=ada)
    assert reaches(tried.pk, "completed").output_value == 5
    assert graphs.latest_revisions([graph]) == {}
    with pytest.raises(Conflict):
        run_start(graph=graph, input=5, actor=ada)


@pytest.mark.usefixtures("engine")
def test_a_gate_and_a_branch_alone(graph: Graph, ada: User) -> None:
    cases = [{"name": "yes", "when": {"kind": "expression", "value": "value.n > 1.0"}}]
    edit(
        graph,
        ada,
        {"op": "add_node", "node": {"id": "ask", "kind": "gate", "prompt": "Well?", "depends_on": ["shout"]}},
        {"op": "add_node", "node": {"id": "size", "kind": "branch", "cases": cases}},
    )
    asked = reaches(run_start(graph=graph, draft=True, node="ask", input={"n": 1}, actor=ada).pk, "waiting")
    approval_decide(approval=asked.approvals.get(), actor=ada, outcome="approve", input={"ok": True})
    assert reaches(asked.pk, "completed").output_value == {"ok": True}
    size = run_start(graph=graph, draft=True, node="size", input={"n": 2}, actor=ada)
    assert reaches(size.pk, "completed").output_value == {"n": 2}


def test_what_cannot_run_is_not_tried(graph: Graph, ada: User) -> None:
    edit(graph, ada, louder("value +"))
    with pytest.raises(Refused) as refused:
        run_start(graph=graph, draft=True, input={"word": "Bo"}, actor=ada)
    assert refused.value.code == "not_runnable"
    assert [place.path for place in refused.value.violations] == ["$.nodes[1].input.say"]
    # The rest of the draft does not matter to a node that is tried alone.
    run_start(graph=graph, draft=True, node="greet", input={"word": "Bo"}, actor=ada)
    with pytest.raises(Refused):
        run_start(graph=graph, draft=True, node="shout", input=1, actor=ada)
    with pytest.raises(InputViolation):
        edit(graph, ada, louder())
        run_start(graph=graph, draft=True, input={"word": 5}, actor=ada)
    with pytest.raises(NotFound):
        run_start(graph=graph, draft=True, node="nothing", input=1, actor=ada)


def test_a_refused_try_leaves_no_revision(graph: Graph, ada: User) -> None:
    before = Revision.objects.count()
    with pytest.raises(InputViolation):
        run_start(graph=graph, draft=True, input={"word": 5}, actor=ada)
    assert Revision.objects.count() == before


def test_who_may_try(graph: Graph, ada: User, person: Person) -> None:
    with pytest.raises(Forbidden):
        run_start(graph=graph, draft=True, input={"word": "x"}, actor=person("eve", "Viewer"))
    Graph.objects.filter(pk=graph.pk).update(archived_at=graph.created_at)
    graph.refresh_from_db()
    with pytest.raises(Conflict):
        run_start(graph=graph, draft=True, input={"word": "x"}, actor=ada)


def test_a_tool_that_is_not_registered_here_does_not_keep_from_trying(
    graph: Graph, ada: User, calls: Callable[[], None]
) -> None:
    edit(graph, ada, {"op": "add_node", "node": node("far", "far.away")})
    tried = run_start(graph=graph, draft=True, node="far", input=1, actor=ada)
    assert Run.objects.get(pk=tried.pk).status == Run.Status.STALLED

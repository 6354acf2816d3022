"""Starting runs and the verbs on them: each checks its permission and submits one external event."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User

from orchestration import runtime
from orchestration.agents.binding import bound
from orchestration.engine.errors import GraphEncode, Violation
from orchestration.engine.events import (
    Bindings,
    CancelRequested,
    External,
    Policy,
    RunContinued,
    RunPaused,
    RunRetried,
    RunStarted,
)
from orchestration.engine.version import ENGINE_VERSION
from orchestration.eventlog import document_of, topology_of
from orchestration.graph.schemas import violations
from orchestration.graph.schemas.values import unrecordable
from orchestration.graph.schemas.words import json_path
from orchestration.models import Graph, Revision, Run
from orchestration.models.audit import Verb
from orchestration.services.audit import audit_record, audit_refusals
from orchestration.services.catalog import tools_known
from orchestration.services.errors import Conflict, InputViolation, NotFound
from orchestration.services.permissions import Forbidden, can_control_run, can_start_run
from orchestration.services.starting_rate import check_starting_rate
from orchestration.services.submitting import actor_of, next_event, submit
from orchestration.services.trying import revision_to_try


@audit_refusals(Verb.RUN_START)
def run_start(
    *,
    graph: Graph,
    revision: int | None = None,
    draft: bool = False,
    node: str | None = None,
    input: Any,
    labels: Mapping[str, str] | None = None,
    actor: User | None,
) -> Run:
    """Start a run of the graph's latest revision, or of the one numbered `revision`.

    With `draft` it is a test run of the draft as it is now, with `node` of that node of it alone. The row
    and the first event are kept together or not at all. An `actor` of None is the command line.
    Raises Forbidden, TooMany, NotFound, Conflict (an archived graph, one never published), Refused (a
    draft that cannot run), InputViolation, GraphEncode.
    """
    if actor is not None and not can_start_run(actor, graph):
        raise Forbidden("You may not start runs.")
    if actor is not None:
        check_starting_rate(actor)
    if graph.archived_at is not None:
        raise Conflict("graph_archived", f"“{graph.name}” is archived.")
    tried = revision_to_try(graph=graph, node=node, actor=actor) if draft else None
    chosen = tried or _revision(graph, revision)
    kept_labels = dict(labels or {})
    _check_recordable(input, kept_labels)
    found = violations(document_of(chosen.graph_hash).input_schema, input)
    if found:
        raise InputViolation(found)
    event = RunStarted(
        graph_hash=chosen.graph_hash,
        input=input,
        labels=kept_labels,
        bindings=bindings_now(chosen.graph_hash),
        policy=_policy(),
        engine=ENGINE_VERSION,
        key=uuid.uuid4().hex,
    )

    def create() -> int:
        if chosen._state.adding:
            chosen.save()
        run = Run.objects.create(
            graph=graph,
            revision=chosen,
            document_id=chosen.graph_hash,
            labels=kept_labels,
            started_by=actor,
        )
        audit_record(verb=Verb.RUN_START, actor=actor, about=run, event=0, detail=_started(chosen))
        return run.pk

    try:
        run = runtime.driver().start(create, event, actor_of(actor))
    except ValueError as error:
        raise GraphEncode(detail=str(error)) from error
    return Run.objects.with_context().get(pk=run)


@audit_refusals(Verb.RUN_PAUSE)
def run_pause(*, run: Run, actor: User | None, reason: str = "") -> Run:
    """Dispatch nothing new until it is continued. Raises Forbidden, Conflict."""
    return _control(run, actor, RunPaused(reason=reason), Verb.RUN_PAUSE)


@audit_refusals(Verb.RUN_CONTINUE)
def run_continue(*, run: Run, actor: User | None) -> Run:
    """Go on after a pause. Raises Forbidden, Conflict."""
    return _control(run, actor, RunContinued(), Verb.RUN_CONTINUE)


@audit_refusals(Verb.RUN_CANCEL)
def run_cancel(*, run: Run, actor: User | None, reason: str = "") -> Run:
    """End the run; calls in flight are told to stop. Raises Forbidden, Conflict."""
    return _control(run, actor, CancelRequested(reason=reason), Verb.RUN_CANCEL)


@audit_refusals(Verb.RUN_RETRY)
def run_retry(*, run: Run, actor: User | None) -> Run:
    """Drive a stalled run on, with the tools as they are registered now. Raises Forbidden, Conflict."""
    return _control(run, actor, RunRetried(bindings=bindings_now(run.graph_hash)), Verb.RUN_RETRY)


def bindings_now(graph_hash: str) -> Bindings:
    """What the names in a document mean in this installation; unknown ones are left out."""
    return bound(topology_of(graph_hash), tools_known())


def _control(run: Run, actor: User | None, event: External, verb: Verb) -> Run:
    if actor is not None and not can_control_run(actor, run):
        raise Forbidden("You may not control runs.")

    def audit() -> None:
        detail = {"reason": getattr(event, "reason", "")}
        audit_record(verb=verb, actor=actor, about=run, event=next_event(run.pk), detail=detail)

    submit(run=run.pk, event=event, actor=actor, guard=audit)
    run.refresh_from_db()
    return run


def _started(revision: Revision) -> dict[str, Any]:
    """What the audit says of a run's start."""
    return {
        "revision": revision.number,
        "draft_version": revision.draft_version,
        "node": revision.tried_node,
    }


def _revision(graph: Graph, number: int | None) -> Revision:
    revisions = graph.revisions.published().order_by("-number")
    found = (revisions if number is None else revisions.filter(number=number)).first()
    if found is None and number is None:
        detail = f"“{graph.name}” was never published. Publish it first, or try the draft."
        raise Conflict("not_published", detail)
    if found is None:
        raise NotFound(f"“{graph.name}” has no revision {number}.")
    return found


def _check_recordable(input: Any, labels: dict[str, str]) -> None:
    """Raise GraphEncode for what the log could not hold, InputViolation for labels that are no text."""
    wrong = [
        Violation(
            json_path(("labels", str(name))), "A label is a name and a text; the name may not be empty."
        )
        for name, text in labels.items()
        if not isinstance(name, str) or not isinstance(text, str) or not name.strip()
    ]
    if wrong:
        raise InputViolation(wrong)
    for problem in (*unrecordable(input), *unrecordable(labels)):
        if problem.fatal:
            raise GraphEncode(detail=f"{json_path(problem.path)}: {problem.message}")


def _policy() -> Policy:
    """What `decide` may read of the settings: ``TRACKSIDE_<FIELD>``, else the field's default."""
    names = {field: f"TRACKSIDE_{field.upper()}" for field in Policy.model_fields}
    return Policy(
        **{field: getattr(settings, name) for field, name in names.items() if hasattr(settings, name)}
    )

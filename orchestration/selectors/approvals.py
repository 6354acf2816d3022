"""Approvals for the inbox and for their page."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser, User

from orchestration.engine import events as e
from orchestration.engine.events import DecisionRecorded, Envelope
from orchestration.eventlog import DjangoEventLog, topology_of
from orchestration.models import Approval
from orchestration.models.approvals import ApprovalQuerySet
from orchestration.selectors.titles import Titles
from orchestration.selectors.views import ApprovalView


def is_asked(user: AbstractBaseUser | AnonymousUser, approval: Approval) -> bool:
    """Whether the approval asks this person: those whom the gate names, else all with the permission."""
    if not isinstance(user, User) or not user.is_active:
        return False
    if approval.cause != Approval.Cause.GATE:
        return user.has_perm("orchestration.control_run")
    if not approval.assignees and not approval.groups:
        return user.has_perm("orchestration.decide_approval")
    if user.get_username() in approval.assignees:
        return True
    return bool(set(approval.groups) & _groups_of(user))


def open_for(user: AbstractBaseUser | AnonymousUser) -> ApprovalQuerySet:
    """Open approvals that wait for this person: asked, not barred, and not answered by them yet."""
    rows = Approval.objects.with_context()
    if not isinstance(user, User) or not user.is_active:
        return rows.none()
    # JSON containment differs between databases; open approvals are few enough to look at.
    waiting = [
        approval.pk
        for approval in Approval.objects.open().select_related("run")
        if is_asked(user, approval)
        and user.pk not in approval.voices
        and (approval.allow_self_approval or approval.run.started_by_id != user.pk)
    ]
    return rows.filter(pk__in=waiting)


def asked(user: AbstractBaseUser | AnonymousUser) -> ApprovalQuerySet:
    """Approvals that ask, or asked, this person: what somebody without `view` may see."""
    rows = Approval.objects.with_context()
    return rows.filter(
        pk__in=[approval.pk for approval in Approval.objects.all() if is_asked(user, approval)]
    )


def approval_view(row: Approval) -> ApprovalView:
    """The approval with its evidence and, once it is decided, its receipt. Reads the run's log."""
    topology = topology_of(row.run.revision.graph_hash)
    titles = Titles(topology)
    story = _Story(row, DjangoEventLog().read(row.run_id))
    fixed = story.fixed
    return ApprovalView(
        id=row.pk,
        run=row.run_id,
        graph_name=row.run.graph.name,
        node=row.node,
        node_title=titles.of(row.node) if row.node else row.run.graph.name,
        cause=Approval.Cause(row.cause).value,
        status=Approval.Status(row.status).value,
        prompt=row.prompt,
        approval_schema=row.schema,
        evidence=story.evidence(titles),
        fixed_input=fixed.input if fixed else None,
        has_fixed_input=fixed is not None and row.is_open,
        required=row.required,
        approvals=story.voices(),
        assignees=row.assignees,
        groups=row.groups,
        version=row.version,
        created_at=row.created_at,
        due=row.due,
        receipt=None if row.is_open else story.receipt(),
    )


def _groups_of(user: User) -> set[str]:
    """The user's group names, asked for once per user object."""
    known: set[str] | None = getattr(user, "_trackside_groups", None)
    if known is None:
        known = set(user.groups.values_list("name", flat=True))
        user._trackside_groups = known  # type: ignore[attr-defined]  # a cache, as Django keeps its own
    return known


class _Story:
    """What the log tells about one approval."""

    def __init__(self, row: Approval, log: list[Envelope]) -> None:
        self._row = row
        self._input: Any = None
        self._run_input: Any = None
        self._outputs: dict[str, Any] = {}
        self._counting: dict[tuple[int | None, str], Envelope] = {}
        self._last: Envelope | None = None
        for envelope in log:
            self._hear(envelope)

    def _hear(self, envelope: Envelope) -> None:
        event = envelope.payload
        if isinstance(event, e.RunStarted):
            self._run_input = event.input
        elif isinstance(event, e.NodeEntered) and event.node == self._row.node:
            self._input = event.input
        elif isinstance(event, e.NodeExited):
            self._outputs[event.node] = event.output
        elif isinstance(event, e.CallResolved) and event.call.split("#", 1)[0] == self._row.node:
            self._last = envelope
        elif isinstance(event, DecisionRecorded) and event.suspension == self._row.suspension:
            self._decision(envelope, event)

    def _decision(self, envelope: Envelope, event: DecisionRecorded) -> None:
        voice = (envelope.actor.id, envelope.actor.name) if envelope.actor else (None, "")
        if event.outcome == "approve":
            self._counting[voice] = envelope
        else:
            self._counting.pop(voice, None)
        if event.outcome != "withdraw":
            self._last = envelope

    @property
    def fixed(self) -> DecisionRecorded | None:
        """The approval whose input the others confirm."""
        for envelope in self._counting.values():
            if isinstance(envelope.payload, DecisionRecorded):
                return envelope.payload
        return None

    def voices(self) -> list[dict[str, Any]]:
        """Those who approved, in order: {actor, at, reason}."""
        return [
            {
                "actor": envelope.actor.name if envelope.actor else "",
                "at": envelope.at.isoformat(),
                "reason": getattr(envelope.payload, "reason", ""),
            }
            for envelope in self._counting.values()
        ]

    def evidence(self, titles: Titles) -> dict[str, Any]:
        """Name → exact value: what flows in, and the outputs of the nodes that it rests on."""
        row = self._row
        found: dict[str, Any] = {"What flows in": self._input}
        if not row.node:
            return {"Run input": self._run_input}
        topology = topology_of(row.run.revision.graph_hash)
        edges = topology.incoming.get(row.node.rsplit("/", 1)[-1], ())
        for edge in edges:
            if edge.source in self._outputs and (len(edges) > 1 or self._outputs[edge.source] != self._input):
                found[titles.of(edge.source)] = self._outputs[edge.source]
        if self._run_input is not None and self._run_input not in found.values():
            found["Run input"] = self._run_input
        return found

    def receipt(self) -> dict[str, Any]:
        """How it ended: outcome, who, when, why, the exact input, and where that stands in the log."""
        row, word = self._row, self._last
        event = word.payload if word else None
        given: dict[str, Any] = {}
        if isinstance(event, DecisionRecorded):
            given = {"reason": event.reason, "input": event.input if event.outcome == "approve" else None}
        elif isinstance(event, e.CallResolved):
            given = {"reason": "", "input": {"happened": event.happened, "output": event.output}}
        return {
            "outcome": row.get_status_display(),
            "actor": row.decided_by,
            "at": row.decided_at.isoformat() if row.decided_at else "",
            **given,
            "seq": word.seq if word else None,
            "run": row.run_id,
            "graph_hash": row.run.graph_hash,
        }

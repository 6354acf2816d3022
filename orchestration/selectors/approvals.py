"""Approvals for the inbox and for their page."""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser, User

from orchestration.eventlog import topology_of
from orchestration.models import Approval
from orchestration.models.approvals import ApprovalQuerySet
from orchestration.selectors.access import token_allows
from orchestration.selectors.story import Story
from orchestration.selectors.titles import Titles
from orchestration.selectors.views import ApprovalView


def answering_verb(approval: Approval) -> str:
    """The permission that answering this is about, unless the gate names people."""
    return "decide_approval" if approval.cause == Approval.Cause.GATE else "control_run"


def is_asked(user: AbstractBaseUser | AnonymousUser, approval: Approval) -> bool:
    """Whether the approval asks this person: those whom the gate names, else all with the permission.

    A token's scope does not change who is asked, but one for something else altogether sees nothing.
    """
    if not isinstance(user, User) or not user.is_active:
        return False
    verb = answering_verb(approval)
    if not token_allows(user, "view", verb):
        return False
    if approval.cause != Approval.Cause.GATE or not (approval.assignees or approval.groups):
        return user.has_perm(f"orchestration.{verb}")
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
    """The approval with its evidence and, once it is decided, its receipt. Reads its part of the log."""
    topology = topology_of(row.run.revision.graph_hash)
    titles = Titles(topology)
    sources = [edge.source for edge in topology.incoming.get(row.node.rsplit("/", 1)[-1], ())]
    story = Story(row, sources)
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

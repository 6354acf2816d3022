"""Who may do what: one function a verb, used by pages, API, sockets and services alike.

The functions take the object although grants are global in this version, so that a grant on one graph
or run can come later without touching a caller. `user` may be anonymous: then every answer is no.
"""

from __future__ import annotations

from typing import TypeAlias

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser, User

from orchestration.models import ApiToken, Approval, Graph, Run
from orchestration.selectors.access import holds, token_allows
from orchestration.selectors.approvals import answering_verb, is_asked

AnyUser: TypeAlias = User | AnonymousUser | AbstractBaseUser


class Forbidden(Exception):
    """This person may not do this. The message says what is missing, in words for that person."""


def may(user: AnyUser, codename: str) -> bool:
    """Whether an active user holds one of our permissions, themself or through a group.

    Of a user who came by a token this asks what the token's scope allows, too.
    """
    return holds(user, codename)


def can_view(user: AnyUser, obj: Graph | Run | Approval | None = None) -> bool:
    """Graphs and runs. A person who may decide an approval also sees that one approval."""
    if may(user, "view"):
        return True
    return isinstance(obj, Approval) and can_see_evidence(user, obj)


def can_edit_graph(user: AnyUser, graph: Graph | None = None) -> bool:
    return may(user, "edit_graph")


def can_publish_graph(user: AnyUser, graph: Graph | None = None) -> bool:
    return may(user, "publish_graph")


def can_start_run(user: AnyUser, graph: Graph | None = None) -> bool:
    return may(user, "start_run")


def can_control_run(user: AnyUser, run: Run | None = None) -> bool:
    """Pause, continue, cancel, retry, and the answers to ask, budget and reconcile."""
    return may(user, "control_run")


def can_change_run(user: AnyUser, run: Run | None = None) -> bool:
    return may(user, "change_run")


def can_manage_agents(user: AnyUser) -> bool:
    return may(user, "manage_agents")


def can_manage_tokens(user: AnyUser, token: ApiToken | None = None) -> bool:
    """Make and revoke one's own tokens; administrators see and revoke everybody's."""
    if not isinstance(user, User) or not may(user, "manage_tokens"):
        return False
    return token is None or token.owner_id == user.pk or is_administrator(user)


def is_administrator(user: User) -> bool:
    """Superusers, and the members of the group Admin."""
    return user.is_active and (user.is_superuser or user.groups.filter(name="Admin").exists())


def can_view_audit(user: AnyUser) -> bool:
    """Who did what, when and from where: for administrators."""
    return may(user, "view_audit")


def can_decide(user: AnyUser, approval: Approval | None = None) -> bool:
    """Whether this person may answer; without an approval: whether there may be any for them."""
    if approval is None:
        return may(user, "decide_approval") or may(user, "control_run")
    return why_not_decide(user, approval) is None


def can_see_evidence(user: AnyUser, approval: Approval) -> bool:
    """People who are asked see what the question rests on, even without `view`."""
    return may(user, "view") or is_asked(user, approval)


def why_not_decide(user: AnyUser, approval: Approval) -> str | None:
    """What keeps this person from deciding, in words; None when nothing does.

    Being a superuser is no way around: where people are named, they decide, and the ban on approving
    one's own run holds for everyone.
    """
    if not isinstance(user, User) or not user.is_active:
        return "Sign in to decide."
    if not token_allows(user, answering_verb(approval)):
        return "The scope of this token does not include decisions like this one."
    if not is_asked(user, approval):
        if approval.cause != Approval.Cause.GATE:
            return "Only people who may control runs answer this."
        if approval.assignees or approval.groups:
            return f"This approval is for {', '.join([*approval.assignees, *approval.groups])}."
        return "You do not have the permission to decide approvals."
    if not approval.allow_self_approval and approval.run.started_by_id == user.pk:
        return "You started this run, so somebody else has to decide."
    return None

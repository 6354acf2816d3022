from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser, Permission, User

from orchestration.models import Approval
from orchestration.selectors import approvals
from orchestration.services import permissions as p
from orchestration.services.approvals import approval_decide
from tests.conftest import Person
from tests.orchestration.graphs import gate, start

pytestmark = pytest.mark.django_db
EVERYTHING: list[Callable[..., bool]] = [
    p.can_view,
    p.can_edit_graph,
    p.can_publish_graph,
    p.can_start_run,
    p.can_control_run,
    p.can_change_run,
    p.can_decide,
    p.can_manage_agents,
    p.can_manage_tokens,
]


@pytest.mark.parametrize(
    ("group", "granted"),
    [
        ("Viewer", {p.can_view}),
        ("Editor", {p.can_view, p.can_edit_graph, p.can_publish_graph}),
        # Whoever controls runs also answers what they ask.
        ("Operator", {p.can_view, p.can_start_run, p.can_control_run, p.can_change_run, p.can_decide}),
        ("Approver", {p.can_view, p.can_decide}),
        ("Admin", set(EVERYTHING)),
    ],
)
def test_what_each_group_may_do(person: Person, group: str, granted: set[Callable[..., bool]]) -> None:
    user = person("ada", group)
    assert {can for can in EVERYTHING if can(user)} == granted


def test_nobody_else_may_do_anything(person: Person) -> None:
    gone = person("gone", "Admin")
    gone.is_active = False
    for user in (AnonymousUser(), person("plain"), gone):
        assert not [can for can in EVERYTHING if can(user)]


def test_the_permissions_have_no_doubles() -> None:
    ours = Permission.objects.filter(content_type__app_label="orchestration").values_list(
        "codename", flat=True
    )
    assert sorted(ours) == sorted(set(ours))
    assert len(ours) == 10


def test_people_who_are_asked_see_the_evidence_without_view(person: Person) -> None:
    run = start(gate("open"), gate("named", assignees=["ada"]))
    named, anyone = (Approval.objects.get(run=run, node=node) for node in ("named", "open"))
    ada, approver = person("ada"), person("bob")
    approver.user_permissions.add(Permission.objects.get(codename="decide_approval"))
    assert p.can_see_evidence(ada, named)
    assert p.can_view(ada, named)
    assert not p.can_see_evidence(ada, anyone)
    assert not p.can_view(ada)
    assert p.can_see_evidence(approver, anyone)
    assert not p.can_see_evidence(approver, named)
    assert list(approvals.asked(ada)) == [named]
    assert not p.can_see_evidence(AnonymousUser(), anyone)


def test_the_inbox_holds_what_waits_for_this_person(person: Person) -> None:
    ada, bob = person("ada", "Approver", "Operator"), person("bob", "Approver")
    run = start(
        gate("any"),
        gate("bobs", assignees=["bob"]),
        gate("others", allow_self_approval=False),
        gate("two", required_approvals=2),
        actor=ada,
    )
    nodes = {row.node: row for row in Approval.objects.filter(run=run)}

    def inbox(user: User) -> set[str]:
        return set(approvals.open_for(user).values_list("node", flat=True))

    assert inbox(ada) == {"any", "two"}
    assert inbox(bob) == {"any", "bobs", "others", "two"}
    approval_decide(approval=nodes["two"], actor=bob, outcome="approve", input={"amount": 1})
    assert inbox(bob) == {"any", "bobs", "others"}
    approval_decide(approval=nodes["two"], actor=bob, outcome="withdraw")
    assert inbox(bob) == {"any", "bobs", "others", "two"}
    approval_decide(approval=nodes["any"], actor=ada, outcome="approve", input={"amount": 1})
    assert inbox(ada) == {"two"}
    assert not approvals.open_for(AnonymousUser()).exists()

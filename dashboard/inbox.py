"""Which approvals a person's inbox shows; the same for the page and the API."""

from __future__ import annotations

from django.contrib.auth.models import User

from orchestration.models import Approval
from orchestration.models.approvals import ApprovalQuerySet
from orchestration.selectors import approvals
from orchestration.services import permissions

TABS = {"mine": "For me", "all": "All open", "decided": "Decided"}


def tab_rows(user: User, tab: str) -> ApprovalQuerySet:
    """`mine`: open, and this user may decide. The others: what this user may see."""
    if tab == "mine" or tab not in TABS:
        return approvals.open_for(user)
    sees_all = permissions.can_view(user)
    rows = Approval.objects.with_context() if sees_all else approvals.asked(user)
    return rows.open() if tab == "all" else rows.decided()

"""The badge: how many approvals wait for me."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from orchestration.models import Approval, Run
from orchestration.services.approvals import approval_decide
from orchestration.services.runs import run_start
from tests.live.conftest import Watch, in_database

pytestmark = pytest.mark.django_db(transaction=True)


async def test_the_count_follows_what_opens_and_closes(run: Run, ada: User, watch: Watch) -> None:
    watcher = await watch("/ws/me/")
    assert await watcher.message() == {"type": "approvals", "open": 1}
    await in_database(run_start)(graph=run.graph, input={"amount": 1}, actor=ada)
    assert await watcher.message() == {"type": "approvals", "open": 2}
    approval = await in_database(Approval.objects.with_context().first)()
    await in_database(approval_decide)(approval=approval, actor=ada, outcome="reject", reason="no")
    assert await watcher.message() == {"type": "approvals", "open": 1}


async def test_strangers_are_told_and_closed(run: Run, watch: Watch) -> None:
    watcher = await watch("/ws/me/", cookie="")
    assert await watcher.closed() == ("unauthenticated", 4401)

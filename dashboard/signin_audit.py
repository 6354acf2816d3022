"""Who came in, who did not, and who left. Django says so by its signals, whatever the way in was."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.utils import timezone

from orchestration.models import AuditEntry
from orchestration.models.about import About
from orchestration.models.audit import Verb
from orchestration.services.audit import audit_record
from orchestration.services.origin import origin_now

UNKNOWN = "unknown"
# Guessing is open to strangers: one address does not fill the audit.
FAILURES_KEPT = 20
FAILURES_WITHIN = timedelta(minutes=1)


@receiver(user_logged_in)
def came_in(sender: Any, user: User, **rest: Any) -> None:
    audit_record(verb=Verb.ACCOUNT_SIGNIN, actor=user, about=user)


@receiver(user_logged_out)
def left(sender: Any, user: User | None, **rest: Any) -> None:
    if user is not None:
        audit_record(verb=Verb.ACCOUNT_SIGNOUT, actor=user, about=user)


@receiver(user_login_failed)
def stayed_out(sender: Any, credentials: Mapping[str, Any], **rest: Any) -> None:
    signin_failure_record(str(credentials.get("username", "")))


def signin_failure_record(username: str, *, braked: bool = False) -> None:
    """`braked`: the password was not looked at, after too many wrong ones.

    Only names of accounts are kept: what somebody types into the wrong field may be their password.
    """
    lately = AuditEntry.objects.of_verb(Verb.ACCOUNT_SIGNIN_FAILED.value).filter(
        address=origin_now().address, at__gt=timezone.now() - FAILURES_WITHIN
    )
    if lately.count() >= FAILURES_KEPT:
        return
    user = User.objects.filter(username=username.replace("\0", "")).first()
    audit_record(
        verb=Verb.ACCOUNT_SIGNIN_FAILED,
        actor=None,
        actor_name=UNKNOWN,
        about=user or About("account", label="an account that there is not"),
        refused=braked,
        detail={"why": "too many wrong passwords" if braked else None},
    )

"""Ways in: one-time links, and a brake on guessing passwords."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from dashboard.models import SigninFailure, SigninLink
from orchestration.models.audit import Verb
from orchestration.services.audit import audit_record

FAILURES_ALLOWED = 5
FAILURE_WINDOW = timedelta(minutes=15)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


# ── one-time links ──────────────────────────────────────────────────────────────────────────


def signin_link_create(user: User, *, minutes: int | None = 15) -> str:
    """The path of a page that signs `user` in once.

    `minutes` None: valid until it is used or the next such link is made (the first start's link).
    Earlier unused links of the same sort stop working.
    """
    secret = secrets.token_urlsafe(32)
    expires = None if minutes is None else timezone.now() + timedelta(minutes=minutes)
    with transaction.atomic():
        SigninLink.objects.filter(user=user, used_at=None, expires_at__isnull=minutes is None).delete()
        SigninLink.objects.create(user=user, digest=_digest(secret), expires_at=expires)
        audit_record(verb=Verb.ACCOUNT_LINK, actor=None, about=user, detail={"minutes": minutes})
    return reverse("signin-link", args=[secret])


def _open_links(secret: str) -> QuerySet[SigninLink]:
    now = timezone.now()
    found = SigninLink.objects.filter(digest=_digest(secret), used_at=None, user__is_active=True)
    return found.filter(expires_at=None) | found.filter(expires_at__gt=now)


def signin_link_valid(secret: str) -> bool:
    """Whether the link would still sign someone in. Changes nothing."""
    return _open_links(secret).exists()


def signin_link_use(secret: str) -> User | None:
    """The link's user, the first time; None when the link is unknown, used or too old.

    The conditional update decides between two that arrive at once.
    """
    if not _open_links(secret).update(used_at=timezone.now()):
        return None
    return SigninLink.objects.select_related("user").get(digest=_digest(secret)).user


# ── the brake ───────────────────────────────────────────────────────────────────────────────


def _brake_key(username: str, address: str) -> str:
    return _digest(f"{username.casefold()}\n{address}")


def signin_braked(username: str, address: str) -> bool:
    """Whether this name failed too often from this address lately."""
    since = timezone.now() - FAILURE_WINDOW
    key = _brake_key(username, address)
    return SigninFailure.objects.filter(key=key, at__gt=since).count() >= FAILURES_ALLOWED


def signin_failed(username: str, address: str) -> None:
    """Remember a wrong password, and forget those that no longer count."""
    SigninFailure.objects.filter(at__lt=timezone.now() - FAILURE_WINDOW).delete()
    SigninFailure.objects.create(key=_brake_key(username, address))


def signin_succeeded(username: str, address: str) -> None:
    SigninFailure.objects.filter(key=_brake_key(username, address)).delete()

"""API tokens for lists, and the one that a secret belongs to."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import Literal

from django.contrib.auth.models import User
from django.utils import timezone

from orchestration.models import ApiToken
from orchestration.models.access import VERBS
from orchestration.models.tokens import EVERYTHING, READ, ApiTokenQuerySet
from orchestration.selectors.draft_views import PersonView
from orchestration.selectors.people import person_view
from orchestration.selectors.views import View


class TokenView(View):
    """A token without its secret. `scope` is `read`, `everything` or verbs with spaces between them."""

    id: int
    name: str
    prefix: str
    scope: str
    owner: PersonView
    state: Literal["active", "expired", "revoked"]
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def token_of(secret: str) -> ApiToken | None:
    """The token that this secret opens; None when it is unknown, expired, revoked or of somebody inactive.

    Every refusal does the same work: the digest is looked up, and how long an index takes to miss tells
    nothing about 256 random bits.
    """
    found = ApiToken.objects.with_owner().filter(digest=digest_of(secret)).first()
    return found if found is not None and found.valid_at(timezone.now()) else None


def tokens_of(user: User, *, everybody: bool = False) -> ApiTokenQuerySet:
    """This user's tokens, or all; newest first, without the revoked ones."""
    rows = ApiToken.objects.with_owner().standing()
    return rows if everybody else rows.filter(owner=user)


def token_view(row: ApiToken) -> TokenView:
    return TokenView(
        id=row.pk,
        name=row.name,
        prefix=row.prefix,
        scope=row.scope,
        owner=person_view(row.owner),
        state=_state(row),
        created_at=row.created_at,
        expires_at=row.expires_at,
        last_used_at=row.last_used_at,
        revoked_at=row.revoked_at,
    )


def scope_words(scope: str) -> str:
    """A scope for people: “Read only”, “Everything its owner may do”, or the verbs."""
    if scope == READ:
        return "Read only"
    if scope == EVERYTHING:
        return "Everything its owner may do"
    return "; ".join(VERBS[verb].removeprefix("Can ") for verb in scope.split())


def _state(row: ApiToken) -> Literal["active", "expired", "revoked"]:
    if row.revoked_at is not None:
        return "revoked"
    return "expired" if row.expires_at is not None and row.expires_at <= timezone.now() else "active"

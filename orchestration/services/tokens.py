"""API tokens: made, used, revoked."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from orchestration.engine.errors import Violation
from orchestration.models import ApiToken
from orchestration.models.access import VERBS
from orchestration.models.audit import Verb
from orchestration.models.tokens import READ, verbs_of
from orchestration.selectors.access import came_by_token
from orchestration.selectors.tokens import digest_of
from orchestration.services.audit import audit_record, audit_refusals
from orchestration.services.errors import Conflict, Refused
from orchestration.services.permissions import Forbidden, can_manage_tokens

MARK = "ts_"
LONGEST_NAME = 80
LONGEST_DAYS = 3650
USE_NOTED_EVERY = timedelta(minutes=1)


@dataclass(frozen=True)
class MadeToken:
    """A new token and its secret, which can never be read again."""

    token: ApiToken
    secret: str


@audit_refusals(Verb.TOKEN_CREATE)
def token_create(
    *, owner: User, name: str, scope: str = READ, expires_days: int | None = None, actor: User | None
) -> MadeToken:
    """A token that acts for `owner`; `actor` None is the command line, which may make one for anybody.

    A token makes no tokens, whatever its scope: one that leaked would otherwise outlive its revocation,
    and a narrow one could make a wide one. Raises Forbidden, Refused (where in its violations), Conflict
    when the owner has a token of this name.
    """
    if actor is not None:
        _require_maker(owner, actor)
    name = " ".join(name.split())
    _check(name, scope, expires_days)
    secret = MARK + secrets.token_urlsafe(32)
    now = timezone.now()
    try:
        with transaction.atomic():
            token = ApiToken.objects.create(
                owner=owner,
                name=name,
                scope=_tidy(scope),
                prefix=secret[: len(MARK) + 6],
                digest=digest_of(secret),
                created_at=now,
                expires_at=None if expires_days is None else now + timedelta(days=expires_days),
            )
            detail = {"owner": owner.get_username(), "scope": token.scope, "expires_days": expires_days}
            audit_record(verb=Verb.TOKEN_CREATE, actor=actor, about=token, detail=detail)
    except IntegrityError as error:
        raise Conflict(
            "token_exists", f"There is a token called “{name}”. Revoke it, or choose another name."
        ) from error
    return MadeToken(token, secret)


@audit_refusals(Verb.TOKEN_REVOKE)
def token_revoke(*, token: ApiToken, actor: User | None) -> ApiToken:
    """From now on it opens nothing; revoking it again changes nothing. Raises Forbidden."""
    if actor is not None and not can_manage_tokens(actor, token):
        raise Forbidden("You may not revoke this token.")
    with transaction.atomic():
        if ApiToken.objects.standing().filter(pk=token.pk).update(revoked_at=timezone.now()):
            detail = {"owner": token.owner.get_username()}
            audit_record(verb=Verb.TOKEN_REVOKE, actor=actor, about=token, detail=detail)
    token.refresh_from_db(fields=["revoked_at"])
    return token


def token_used(*, token: ApiToken) -> None:
    """Note that the token was used, at most once a minute: a busy script must not write at every request."""
    now = timezone.now()
    if token.last_used_at is not None and token.last_used_at > now - USE_NOTED_EVERY:
        return
    old = Q(last_used_at=None) | Q(last_used_at__lte=now - USE_NOTED_EVERY)
    ApiToken.objects.filter(old, pk=token.pk).update(last_used_at=now)


def _require_maker(owner: User, actor: User) -> None:
    if came_by_token(actor):
        raise Forbidden("A token cannot make tokens. Sign in to make one.")
    if owner.pk != actor.pk:
        raise Forbidden("People make their own tokens; nobody makes one for somebody else.")
    if not can_manage_tokens(actor):
        raise Forbidden(
            "You may not make API tokens. Ask an administrator for the permission to manage API tokens."
        )


def _tidy(scope: str) -> str:
    """Verbs once each, in our order."""
    chosen = scope.split()
    return " ".join(verb for verb in VERBS if verb in chosen) or scope.strip()


def _check(name: str, scope: str, expires_days: int | None) -> None:
    wrong = []
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        wrong.append(Violation("$.name", f"A name has 1 to {LONGEST_NAME} characters."))
    try:
        verbs_of(scope)
    except ValueError:
        known = ", ".join(VERBS)
        wrong.append(Violation("$.scope", f"A scope is read, everything, or verbs out of {known}."))
    if expires_days is not None and not 1 <= expires_days <= LONGEST_DAYS:
        wrong.append(Violation("$.expires_days", f"Days are from 1 to {LONGEST_DAYS}; null is for ever."))
    if wrong:
        raise Refused("invalid_token", "No token was made.", wrong)

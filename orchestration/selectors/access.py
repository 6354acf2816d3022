"""Who holds which of our permissions, and how far a token reaches.

A user who came by a token is the same row as ever; the object carries the token's verbs, and every
question about permissions looks at them. So pages, API and sockets need no second kind of user.
"""

from __future__ import annotations

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser, User

from orchestration.models import ApiToken

AnyUser = User | AnonymousUser | AbstractBaseUser


def holds(user: AnyUser, verb: str) -> bool:
    """Whether an active user has this permission, within the scope of the token that they came by."""
    return isinstance(user, User) and user.has_perm(f"orchestration.{verb}") and token_allows(user, verb)


def token_allows(user: AnyUser, *verbs: str) -> bool:
    """Whether the token that this user came by reaches one of `verbs`; always, for one without a token."""
    limit: frozenset[str] | None = getattr(user, "token_verbs", None)
    return limit is None or not limit.isdisjoint(verbs)


def came_by_token(user: AnyUser) -> bool:
    return getattr(user, "token_verbs", None) is not None


def acting_by(token: ApiToken) -> User:
    """The token's owner, who may do no more than the token's scope says."""
    user = token.owner
    user.token_verbs = token.verbs  # type: ignore[attr-defined]  # see the module's docstring
    return user

"""Secrets by which programs act for a person."""

from __future__ import annotations

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from orchestration.models.access import VERBS

READ = "read"
EVERYTHING = "everything"


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def standing(self) -> Self:
        """Those that nobody revoked, expired ones too."""
        return self.filter(revoked_at=None)

    def with_owner(self) -> Self:
        return self.select_related("owner")


class ApiToken(models.Model):
    """A secret that acts for its `owner`, within its `scope`.

    `scope` is ``read``, ``everything`` or verbs with spaces between them, as OAuth writes scopes. Only
    the `digest` of the secret is kept: SHA-256, because the secret is 256 random bits. There is nothing
    to guess that a slow hash would protect, and every request has to be fast. `prefix` is the secret's
    beginning, by which people tell their tokens apart.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)
    scope = models.CharField(max_length=200)
    prefix = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        default_permissions = ()
        ordering = ("-id",)
        constraints = (
            models.UniqueConstraint(
                fields=("owner", "name"), condition=Q(revoked_at=None), name="token_name_once_per_owner"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @property
    def verbs(self) -> frozenset[str]:
        """The most that the token may do; its owner's permissions count besides."""
        return verbs_of(self.scope)

    def valid_at(self, now: datetime) -> bool:
        """Whether it opens anything: its owner has to be active too."""
        expired = self.expires_at is not None and self.expires_at <= now
        return self.revoked_at is None and not expired and self.owner.is_active


def verbs_of(scope: str) -> frozenset[str]:
    """The verbs of a scope. Raises ValueError for one that is none."""
    if scope.strip() == READ:
        return frozenset({"view"})
    if scope.strip() == EVERYTHING:
        return frozenset(VERBS)
    verbs = frozenset(scope.split())
    if not verbs or not verbs <= VERBS.keys():
        raise ValueError(scope)
    return verbs

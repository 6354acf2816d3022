"""What the web face itself keeps: ways in, and answers already given."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class SigninLink(models.Model):
    """A one-time way in. Only the hash of its secret is kept; `expires_at` null: until used or replaced."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"sign-in link {self.pk}"


class SigninFailure(models.Model):
    """A wrong password, kept for as long as it slows the next guess down."""

    key = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = (models.Index(fields=["key", "at"], name="signin_failure_key_at"),)

    def __str__(self) -> str:
        return f"failed sign-in at {self.at:%F %T}"


class IdempotencyRecord(models.Model):
    """The answer that a request with an Idempotency-Key was given; `status` null: not answered yet."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.TextField(default="")

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "key"], name="idempotency_user_key"),)

    def __str__(self) -> str:
        return f"{self.key} of user {self.user_id}"

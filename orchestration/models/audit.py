"""Who did what, when and from where: rows that are added and never touched again."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NoReturn, Self

from django.db import models
from django.utils import timezone


class Via(models.TextChoices):
    """The way by which somebody came."""

    PAGE = "page", "Page"
    API = "api", "API"
    TOKEN = "token", "API token"
    LINK = "link", "One-time link"
    COMMAND_LINE = "command line", "Command line"
    ADMIN = "admin", "Admin"
    ENGINE = "engine", "Engine"


class Verb(models.TextChoices):
    """Everything that is audited: a group of verbs, a dot, the verb. The label goes before an object."""

    GRAPH_CREATE = "graph.create", "make the graph"
    GRAPH_IMPORT = "graph.import", "import the graph"
    GRAPH_ARCHIVE = "graph.archive", "archive the graph"
    GRAPH_UNARCHIVE = "graph.unarchive", "take back the graph"
    DRAFT_CHANGE = "draft.change", "change the draft of"
    DRAFT_UNDO = "draft.undo", "undo a change of"
    DRAFT_REDO = "draft.redo", "do again a change of"
    DRAFT_DISCARD = "draft.discard", "discard the draft of"
    DRAFT_PUBLISH = "draft.publish", "publish the draft of"
    REVISION_RESTORE = "revision.restore", "restore a revision of"
    RUN_START = "run.start", "start the run"
    RUN_PAUSE = "run.pause", "pause the run"
    RUN_CONTINUE = "run.continue", "continue the run"
    RUN_CANCEL = "run.cancel", "cancel the run"
    RUN_RETRY = "run.retry", "retry the run"
    APPROVAL_DECIDE = "approval.decide", "answer the approval"
    ACCOUNT_SIGNIN = "account.signin", "sign in as"
    ACCOUNT_SIGNIN_FAILED = "account.signin_failed", "fail to sign in as"
    ACCOUNT_SIGNOUT = "account.signout", "sign out of the account"
    ACCOUNT_PASSWORD = "account.password", "change the password of"
    ACCOUNT_LINK = "account.link", "make a one-time sign-in link for"
    PEOPLE_CHANGE = "people.change", "change people or groups:"
    TOKEN_CREATE = "token.create", "make the API token"
    TOKEN_REVOKE = "token.revoke", "revoke the API token"

    @property
    def group(self) -> str:
        return str(self.value).partition(".")[0]


class AppendOnly(Exception):
    """Somebody tried to change or to remove what the audit holds."""

    def __init__(self) -> None:
        super().__init__("The audit is append-only: entries are never changed and never removed.")


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    def by(self, name: str) -> Self:
        """What the person of this name did, also when the account is gone."""
        return self.filter(actor_name=name)

    def of_verb(self, verb: str) -> Self:
        """One verb, or a whole group of them by its first word."""
        return self.filter(verb=verb) if "." in verb else self.filter(verb__startswith=f"{verb}.")

    def about(self, text: str) -> Self:
        """Entries whose object is called like this, or has exactly this id."""
        return self.filter(models.Q(label__icontains=text) | models.Q(object_id=text))

    def between(self, since: datetime | None, until: datetime | None) -> Self:
        """From `since` on and before `until`."""
        rows = self if since is None else self.filter(at__gte=since)
        return rows if until is None else rows.filter(at__lt=until)

    def update(self, **kwargs: Any) -> NoReturn:
        raise AppendOnly

    def delete(self) -> NoReturn:
        raise AppendOnly


def short(value: str, longest: int) -> str:
    """Text that a column holds: PostgreSQL refuses the NUL character."""
    text = value.replace("\0", "\ufffd")
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


class AuditEntry(models.Model):
    """One act. Names are kept as text beside ids, so that an entry can be read when its objects are gone.

    `actor_id` is a plain number for the same reason; null with a name is no account: the command line, or
    somebody who failed to sign in. `object_id` is a slug for a graph and a number for the rest. `event` is
    the act's position in the run's log, `graph_hash` what the graph was. `refused`: it was tried without
    the permission, and nothing happened. `detail` holds what a reader needs besides; never a secret, and
    no input of a run or an approval.

    The database refuses UPDATE and DELETE by triggers (see the migration ``0007_audit``). A later
    migration that makes SQLite rebuild this table has to put them back.
    """

    at = models.DateTimeField(default=timezone.now, editable=False)
    actor_id = models.BigIntegerField(null=True, blank=True, db_column="actor_user")
    actor_name = models.CharField(max_length=200)
    via = models.CharField(max_length=16)
    token = models.CharField(max_length=100, blank=True, default="")
    address = models.CharField(max_length=45, blank=True, default="")
    # Without `choices`: a new verb is no change of the table.
    verb = models.CharField(max_length=32)
    kind = models.CharField(max_length=16)
    object_id = models.CharField(max_length=100, blank=True, default="")
    label = models.CharField(max_length=250, blank=True, default="")
    graph_hash = models.CharField(max_length=71, blank=True, default="")
    event = models.BigIntegerField(null=True, blank=True)
    refused = models.BooleanField(default=False)
    detail = models.JSONField(default=dict, blank=True)

    objects = AuditQuerySet.as_manager()

    class Meta:
        default_permissions = ()
        ordering = ("-id",)
        indexes = (
            models.Index(fields=("at",), name="audit_by_time"),
            models.Index(fields=("actor_name", "-id"), name="audit_by_actor"),
            models.Index(fields=("verb", "-id"), name="audit_by_verb"),
            models.Index(fields=("kind", "object_id", "-id"), name="audit_by_object"),
        )

    def __str__(self) -> str:
        return f"{self.at:%F %T} {self.actor_name}: {self.verb} {self.label}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnly
        super().save(*args, **{**kwargs, "force_insert": True})

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise AppendOnly

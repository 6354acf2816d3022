"""The shared draft of each graph, the changes that made it, and where its nodes stand on the canvas."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from orchestration.models.graphs import Graph, Revision


class Draft(models.Model):
    """What people edit: one document a graph, its `version` counted up by every accepted change.

    There is a row from the first change on; until then the draft is the latest revision, at version 0.
    `base` is the revision that it came from. At `clean_version` the draft last was the same as `base`:
    what came later is unpublished.
    """

    graph = models.OneToOneField(Graph, on_delete=models.CASCADE, primary_key=True, related_name="draft")
    version = models.PositiveIntegerField(default=0)
    text = models.TextField()
    base = models.ForeignKey(
        Revision, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_column="base"
    )
    clean_version = models.PositiveIntegerField(default=0)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"draft of {self.graph_id}, version {self.version}"


class Change(models.Model):
    """One accepted change of a draft: `version` is what it made. Rows are kept for ever.

    `diffs`, `inverse` and `patch` are JSON text: what was done, what undoes it, and the nodes as they
    are after it (see ``Patch``). Changes that share a `gesture` are one step of undoing. `of` holds the
    versions that an undo or a redo is about, `undone_by` the version of the undo that took this one back,
    0 where its author gave up on that.
    """

    class Kind(models.TextChoices):
        EDIT = "edit"
        UNDO = "undo"
        REDO = "redo"
        DISCARD = "discard"
        DOCUMENT = "document"
        RESTORE = "restore"
        IMPORT = "import"

    graph = models.ForeignKey(Graph, on_delete=models.CASCADE, related_name="changes", db_index=False)
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=Kind, default=Kind.EDIT)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    author_name = models.CharField(max_length=150, blank=True, default="")
    at = models.DateTimeField(default=timezone.now, editable=False)
    gesture = models.CharField(max_length=64, blank=True, default="")
    words = models.JSONField(default=list)
    diffs = models.TextField()
    inverse = models.TextField()
    patch = models.TextField()
    of = models.JSONField(default=list, blank=True)
    undone_by = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        default_permissions = ()
        ordering = ("graph", "version")
        constraints = (
            models.UniqueConstraint(fields=("graph", "version"), name="change_version_once_per_graph"),
        )
        indexes = (
            # What somebody can undo.
            models.Index(
                fields=("graph", "author", "version"),
                condition=models.Q(undone_by__isnull=True),
                name="change_standing",
            ),
        )

    def __str__(self) -> str:
        return f"change {self.version} of {self.graph_id}"


class Layout(models.Model):
    """Where the nodes of a graph stand: `positions` is JSON, id → {x, y, by_hand, team}. Never hashed.

    A position is one inside `team`, what held the node when it was put there (null: the graph).
    """

    graph = models.OneToOneField(Graph, on_delete=models.CASCADE, primary_key=True, related_name="layout")
    positions = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"layout of {self.graph_id}"

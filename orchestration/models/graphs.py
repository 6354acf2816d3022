"""Graphs, their numbered revisions, and the documents both point to."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone


class StoredDocument(models.Model):
    """One document's JSON text, kept for ever under its hash. Rows are never changed."""

    graph_hash = models.CharField(max_length=71, primary_key=True)
    text = models.TextField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.graph_hash


class GraphQuerySet(models.QuerySet["Graph"]):
    def active(self) -> Self:
        """Graphs that nobody archived."""
        return self.filter(archived_at=None)

    def archived(self) -> Self:
        return self.filter(archived_at__isnull=False)


class Graph(models.Model):
    """A named task graph. `slug` is its name in addresses and on the command line."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    archived_at = models.DateTimeField(null=True, blank=True)
    archived_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    objects = GraphQuerySet.as_manager()

    class Meta:
        default_permissions = ()
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name


class RevisionQuerySet(models.QuerySet["Revision"]):
    def published(self) -> Self:
        """Without what was only tried."""
        return self.filter(number__isnull=False)


class Revision(models.Model):
    """One immutable state of a graph.

    A published one has a `number`, counted from 1. What a person tried before publishing has none: it
    says which `draft_version` it was, and `tried_node` when it was one node alone.
    """

    graph = models.ForeignKey(Graph, on_delete=models.PROTECT, related_name="revisions", db_index=False)
    number = models.PositiveIntegerField(null=True, blank=True)
    draft_version = models.PositiveIntegerField(null=True, blank=True)
    tried_node = models.CharField(max_length=64, blank=True, default="")
    document = models.ForeignKey(
        StoredDocument, on_delete=models.PROTECT, related_name="+", db_column="graph_hash"
    )
    message = models.CharField(max_length=500, blank=True, default="")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = RevisionQuerySet.as_manager()

    class Meta:
        default_permissions = ()
        ordering = ("graph", "-number")
        constraints = (
            models.UniqueConstraint(fields=("graph", "number"), name="revision_number_once_per_graph"),
        )

    def __str__(self) -> str:
        state = f"draft {self.draft_version}" if self.number is None else f"revision {self.number}"
        return f"{self.graph.name}, {state}"

    @property
    def graph_hash(self) -> str:
        return self.document_id

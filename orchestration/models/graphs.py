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


class Graph(models.Model):
    """A named task graph. `slug` is its name in addresses and on the command line."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=200)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    archived_at = models.DateTimeField(null=True, blank=True)

    objects = GraphQuerySet.as_manager()

    class Meta:
        default_permissions = ()
        ordering = ("name", "id")

    def __str__(self) -> str:
        return self.name


class Revision(models.Model):
    """One published, immutable state of a graph. `number` counts from 1."""

    graph = models.ForeignKey(Graph, on_delete=models.PROTECT, related_name="revisions", db_index=False)
    number = models.PositiveIntegerField()
    document = models.ForeignKey(
        StoredDocument, on_delete=models.PROTECT, related_name="+", db_column="graph_hash"
    )
    message = models.CharField(max_length=500, blank=True, default="")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        default_permissions = ()
        ordering = ("graph", "-number")
        constraints = (
            models.UniqueConstraint(fields=("graph", "number"), name="revision_number_once_per_graph"),
        )

    def __str__(self) -> str:
        return f"{self.graph.name}, revision {self.number}"

    @property
    def graph_hash(self) -> str:
        return self.document_id

"""Agents and roles, and their definitions, which runs refer to for ever."""

from __future__ import annotations

from typing import Self, TypeVar

from django.db import models
from django.utils import timezone


class Definition(models.Model):
    """All that matters about an agent or a role, under its hash. Never changed and never deleted."""

    class Kind(models.TextChoices):
        AGENT = "agent"
        ROLE = "role"

    hash = models.CharField(max_length=71, primary_key=True)
    kind = models.CharField(max_length=5, choices=Kind.choices)
    text = models.TextField()
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.hash


M = TypeVar("M", bound=models.Model)


class StandingQuerySet(models.QuerySet[M]):
    def standing(self) -> Self:
        """Those that are not archived, by name."""
        return self.filter(archived_at=None).order_by("name")

    def with_definition(self) -> Self:
        return self.select_related("definition")


class Standing(models.Model):
    """What agents and roles share: a name that stands for a definition until it is archived.

    `version` grows with every change, so that nobody overwrites what they have not seen.
    """

    name = models.CharField(max_length=64, unique=True)
    definition = models.ForeignKey(Definition, on_delete=models.PROTECT, related_name="+")
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(default=timezone.now)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        default_permissions = ()
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Agent(Standing):
    """`is_default`: works on what is given to nobody. At most one is."""

    description = models.TextField(blank=True)
    is_default = models.BooleanField(default=False)

    objects = StandingQuerySet["Agent"].as_manager()

    class Meta(Standing.Meta):
        constraints = (
            models.UniqueConstraint(
                fields=("is_default",), condition=models.Q(is_default=True), name="one_default_agent"
            ),
        )


class Role(Standing):
    """A role of your own; those that are always there are code."""

    title = models.CharField(max_length=120)

    objects = StandingQuerySet["Role"].as_manager()

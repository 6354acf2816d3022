"""Django's admin, for looking only: what happened cannot be edited, and verbs go through services."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from orchestration.models import Approval, Graph, Revision, Run, RunEvent
from orchestration.services.permissions import can_view

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin  # generic in its stubs only


class LookOnly(ModelAdmin):
    """No adding, changing or deleting, not even for superusers."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return can_view(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return can_view(request.user)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Graph)
class GraphAdmin(LookOnly):
    list_display = ("name", "slug", "created_at", "archived_at")
    search_fields = ("name", "slug")


@admin.register(Revision)
class RevisionAdmin(LookOnly):
    list_display = ("graph", "number", "document_id", "author", "created_at")
    list_select_related = ("graph", "author")


@admin.register(Run)
class RunAdmin(LookOnly):
    list_display = ("id", "graph", "status", "seq", "started_by", "created_at", "finished_at")
    list_filter = ("status",)
    list_select_related = ("graph", "started_by")


@admin.register(RunEvent)
class RunEventAdmin(LookOnly):
    list_display = ("run_id", "seq", "kind", "origin", "actor_name", "at")
    list_filter = ("kind",)
    show_full_result_count = False


@admin.register(Approval)
class ApprovalAdmin(LookOnly):
    list_display = ("id", "run_id", "node", "cause", "status", "decided_by", "decided_at")
    list_filter = ("status", "cause")

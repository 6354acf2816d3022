"""Django's admin: people and groups, each change of which is audited. The rest is for looking only: what
happened cannot be edited, and verbs go through services.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth import admin as people
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from orchestration.models import Approval, Graph, Revision, Run, RunEvent
from orchestration.models.audit import Verb
from orchestration.services.audit import audit_record
from orchestration.services.permissions import can_view

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    PlainUserAdmin = people.UserAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin  # generic in its stubs only
    PlainUserAdmin = people.UserAdmin


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


class Audited(ModelAdmin):
    """Where Django keeps its own log, the audit gets an entry; in the transaction of the change."""

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        _audit(request, obj, "add")
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        _audit(request, obj, "change", _fields(message))
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        for obj in queryset:
            _audit(request, obj, "remove")
        return super().log_deletions(request, queryset)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Its actions remove many at once, of which Django makes no transaction."""
        with transaction.atomic():
            return super().changelist_view(request, extra_context)


def _audit(request: HttpRequest, obj: User | Group, did: str, fields: Iterable[str] = ()) -> None:
    """With what the account or the group may do from now on, not only what changed of it."""
    detail: dict[str, Any] = {"did": did, "fields": list(fields)}
    if isinstance(obj, User):
        detail["groups"] = sorted(obj.groups.values_list("name", flat=True))
        detail |= {"active": obj.is_active, "staff": obj.is_staff, "superuser": obj.is_superuser}
    own: Any = obj.user_permissions if isinstance(obj, User) else obj.permissions
    detail["permissions"] = sorted(own.values_list("codename", flat=True))
    actor = request.user if isinstance(request.user, User) else None
    audit_record(verb=Verb.PEOPLE_CHANGE, actor=actor, about=obj, detail=detail)


def _fields(message: Any) -> list[str]:
    """The names of the fields that changed; their values may be secrets."""
    changes = message if isinstance(message, list) else []
    return [str(field) for change in changes for field in change.get("changed", {}).get("fields", [])]


admin.site.unregister(User)
admin.site.unregister(Group)


@admin.register(User)
class UserAdmin(Audited, PlainUserAdmin):
    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        with transaction.atomic():
            return super().user_change_password(request, id, form_url)


@admin.register(Group)
class GroupAdmin(Audited, people.GroupAdmin):
    pass

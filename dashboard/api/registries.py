"""What is registered here for graphs to use. It is code, so it is read and not written."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from dashboard.api.base import CURSOR, View, answers
from dashboard.pagination import SIZE, part_of
from orchestration.selectors.catalog_view import agent_entries, role_entries, tool_entries
from orchestration.selectors.draft_views import NamedEntry, ToolEntry
from orchestration.selectors.views import View as SentView
from orchestration.services.catalog import tools_known
from orchestration.services.errors import NotFound


class ToolPage(SentView):
    """In order of names; `next` is the address of the page that follows."""

    results: list[ToolEntry]
    next: str | None


class NamedPage(SentView):
    """In order of names; `next` is the address of the page that follows."""

    results: list[NamedEntry]
    next: str | None


class ToolListView(View):
    """The tools that nodes can call here."""

    @extend_schema(operation_id="tools_list", parameters=[CURSOR], responses=answers(ToolPage, 400, 403))
    def get(self, request: Request) -> Response:
        shown, cursor = part_of(tool_entries(tools_known()), request.GET.get("cursor"), size=SIZE)
        return Response(ToolPage(results=shown, next=self.next_page(cursor)))


class ToolDetailView(View):
    """One tool with its schemas."""

    @extend_schema(operation_id="tools_read", responses=answers(ToolEntry, 403, 404))
    def get(self, request: Request, tool: str) -> Response:
        known = tools_known()
        if tool not in known:
            raise NotFound(f"There is no tool “{tool[:200]}”.")
        return Response(tool_entries({tool: known[tool]})[0])


class AgentListView(View):
    """The agents that nodes can be given to."""

    @extend_schema(operation_id="agents_list", parameters=[CURSOR], responses=answers(NamedPage, 400, 403))
    def get(self, request: Request) -> Response:
        shown, cursor = part_of(agent_entries(), request.GET.get("cursor"), size=SIZE)
        return Response(NamedPage(results=shown, next=self.next_page(cursor)))


class RoleListView(View):
    """The roles that agents can have."""

    @extend_schema(operation_id="roles_list", parameters=[CURSOR], responses=answers(NamedPage, 400, 403))
    def get(self, request: Request) -> Response:
        shown, cursor = part_of(role_entries(), request.GET.get("cursor"), size=SIZE)
        return Response(NamedPage(results=shown, next=self.next_page(cursor)))

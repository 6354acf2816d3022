"""What every API view shares."""

from __future__ import annotations

from typing import Any, cast

from django.contrib.auth.models import User
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.views import APIView

from dashboard.api.problems import CONTENT_TYPE, ProblemDetails
from orchestration.models import Graph
from orchestration.services import permissions
from orchestration.services.errors import NotFound
from orchestration.services.origin import came_by_token
from orchestration.services.permissions import Forbidden

CURSOR = OpenApiParameter("cursor", OpenApiTypes.STR, description="From the `next` of an earlier page.")


def answers(model: Any, *refusals: int, status: int = 200) -> dict[Any, Any]:
    """The responses of an operation: its model, and the refusals it can give besides 401."""
    return {
        (status, "application/json"): model,
        **{(code, CONTENT_TYPE): ProblemDetails for code in sorted({401, *refusals})},
    }


def graph_of(slug: str) -> Graph:
    """Raises NotFound."""
    found = Graph.objects.filter(slug=slug).first()
    if found is None:
        raise NotFound(f"There is no graph “{slug}”.")
    return found


# Docstrings of views become descriptions in the OpenAPI document; a base class explains itself here.
# Signed in is the framework's default; a view needs the permission `view` unless it says otherwise.
class View(APIView):
    needs_view = True

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if token := getattr(request.auth, "name", ""):
            came_by_token(token)
        if self.needs_view and not permissions.can_view(self.user):
            raise Forbidden("Your account may not look at runs and graphs.")

    @property
    def user(self) -> User:
        return cast("User", self.request.user)

    def next_page(self, cursor: str | None) -> str | None:
        """The address of the page after this one, with the same filters."""
        if cursor is None:
            return None
        query = self.request.GET.copy()
        query["cursor"] = cursor
        return self.request.build_absolute_uri(f"{self.request.path}?{query.urlencode()}")

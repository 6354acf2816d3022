"""API tokens over HTTP: listed and revoked with either sign-in, made only in a session."""

from __future__ import annotations

from typing import Annotated

from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from dashboard.api import examples
from dashboard.api.base import CURSOR, View, answers
from dashboard.api.bodies import Incoming, Storable, body_of
from dashboard.api.parameters import choice_of
from dashboard.pagination import page_of
from orchestration.models import ApiToken
from orchestration.selectors.tokens import TokenView, token_view, tokens_of
from orchestration.selectors.views import View as SentView
from orchestration.services.errors import NotFound
from orchestration.services.permissions import Forbidden, can_manage_tokens, is_administrator
from orchestration.services.tokens import LONGEST_DAYS, LONGEST_NAME, token_create, token_revoke

DEFAULT_DAYS = 90
EVERYBODY = OpenApiParameter(
    "of", OpenApiTypes.STR, enum=["everybody"], description="Everybody's tokens; for administrators."
)


class TokenCreate(Incoming):
    """`scope` is `read`, `everything` (that its owner may do), or verbs with spaces between them.

    `expires_days` null: it never expires.
    """

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), Storable]
    scope: Annotated[str, Field(max_length=1000), Storable] = "read"
    expires_days: Annotated[int, Field(ge=1, le=LONGEST_DAYS)] | None = DEFAULT_DAYS


class NewToken(SentView):
    """`secret` is told here, once, and can never be read again."""

    token: TokenView
    secret: str


class TokenPage(SentView):
    """Newest first; `next` is the address of the page that follows."""

    results: list[TokenView]
    next: str | None


# Tokens are not among what `view` is about; they have their own permission.
class ForManagers(View):
    needs_view = False

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        super().initial(request, *args, **kwargs)
        if not can_manage_tokens(self.user):
            raise Forbidden("Your account may not manage API tokens.")


class TokenListView(ForManagers):
    """The asking user's tokens that were not revoked, newest first."""

    @extend_schema(
        operation_id="tokens_list", parameters=[EVERYBODY, CURSOR], responses=answers(TokenPage, 400, 403)
    )
    def get(self, request: Request) -> Response:
        everybody = choice_of(request, "of", ["everybody"], default="") == "everybody"
        if everybody and not is_administrator(self.user):
            raise Forbidden("Only administrators see the tokens of other people.")
        page = page_of(tokens_of(self.user, everybody=everybody), request.GET.get("cursor"))
        views = [token_view(row) for row in page.rows]
        return Response(TokenPage(results=views, next=self.next_page(page.next)))

    @extend_schema(
        operation_id="tokens_create",
        request=TokenCreate,
        examples=examples.TOKEN_CREATE,
        responses=answers(NewToken, 400, 403, 409, 422, status=201),
    )
    def post(self, request: Request) -> Response:
        body = body_of(request, TokenCreate)
        made = token_create(
            owner=self.user,
            name=body.name,
            scope=body.scope,
            expires_days=body.expires_days,
            actor=self.user,
        )
        answer = NewToken(token=token_view(made.token), secret=made.secret)
        return Response(answer, status=201, headers={"Cache-Control": "no-store"})


class TokenDetailView(ForManagers):
    """One token."""

    @extend_schema(operation_id="tokens_revoke", responses=answers(TokenView, 403, 404))
    def delete(self, request: Request, id: int) -> Response:
        """Revoke it; revoking it again changes nothing. Administrators may revoke everybody's."""
        token = token_revoke(token=self._token(id), actor=self.user)
        return Response(token_view(token))

    def _token(self, id: int) -> ApiToken:
        """Raises NotFound, also for a token of somebody else that is not this user's business."""
        rows: QuerySet[ApiToken] = ApiToken.objects.with_owner().filter(pk=id)
        found = rows.first()
        if found is None or not can_manage_tokens(self.user, found):
            raise NotFound("There is no such token of yours.")
        return found

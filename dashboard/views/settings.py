"""Settings: one's account, what this installation is, and the tokens by which programs come in."""

from __future__ import annotations

import platform

import django
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dashboard.forms import dressed
from dashboard.pagination import page_of
from dashboard.token_forms import TokenForm
from dashboard.version import VERSION
from dashboard.views.pages import page_query, user_of
from orchestration.engine.version import ENGINE_VERSION
from orchestration.models import ApiToken
from orchestration.models.access import VERBS
from orchestration.selectors.tokens import scope_words, token_view, tokens_of
from orchestration.services import permissions
from orchestration.services.errors import Conflict, Refused
from orchestration.services.tokens import MadeToken, token_create, token_revoke

NO_TOKENS = "Your account may not manage API tokens. Ask an administrator for that permission."


@require_safe
def settings(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    context = {
        "groups": user.groups.order_by("name").values_list("name", flat=True),
        "verbs": [VERBS[verb].removeprefix("Can ") for verb in held_by(user)],
        "manages_tokens": permissions.can_manage_tokens(user),
        "about": {
            "Trackside": VERSION,
            "Engine": f"version {ENGINE_VERSION}, inside this process",
            "Database": f"{connection.display_name} {_database_version()}",
            "Django": django.get_version(),
            "Python": platform.python_version(),
        },
    }
    return render(request, "settings/settings.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The list, the form, and a new secret in the answer to the form: it is kept nowhere else."""
    user = _require_manager(request)
    if request.method != "POST":
        return _tokens_page(request, _form(user))
    form = TokenForm(request.POST, held=held_by(user))
    made = _make(user, form) if form.is_valid() else None
    if made is None:
        return _tokens_page(request, form, status=422)
    return _tokens_page(request, _form(user), made=made, status=201)


@require_POST
def token_revoked(request: HttpRequest, id: int) -> HttpResponse:
    user = _require_manager(request)
    token = get_object_or_404(ApiToken.objects.with_owner(), pk=id)
    if not permissions.can_manage_tokens(user, token):
        raise Http404
    token_revoke(token=token, actor=user)
    messages.success(request, f"“{token.name}” is revoked: nothing comes in by it any more.")
    back = redirect("settings-tokens")
    if token.owner_id != user.pk:
        back["Location"] += "?of=everybody"
    return back


def held_by(user: User) -> list[str]:
    """The verbs that this person holds, in our order."""
    return [verb for verb in VERBS if permissions.may(user, verb)]


def _form(user: User) -> TokenForm:
    return TokenForm(held=held_by(user))


def _make(user: User, form: TokenForm) -> MadeToken | None:
    """The new token; None when the form has something left to correct."""
    try:
        return token_create(
            owner=user,
            name=form.cleaned_data["name"],
            scope=form.chosen_scope,
            expires_days=form.expires_days,
            actor=user,
        )
    except Conflict as error:
        form.add_error("name", error.detail)
    except Refused as error:
        for violation in error.violations:
            field = violation.path.removeprefix("$.")
            form.add_error(field if field in form.fields else None, violation.message)
    return None


def _tokens_page(
    request: HttpRequest, form: TokenForm, *, made: MadeToken | None = None, status: int = 200
) -> HttpResponse:
    user = user_of(request)
    administers = permissions.is_administrator(user)
    everybody = administers and request.GET.get("of") == "everybody"
    page = page_of(tokens_of(user, everybody=everybody), request.GET.get("cursor"))
    context = {
        "tokens": [{"view": token_view(row), "scope": scope_words(row.scope)} for row in page.rows],
        "form": dressed(form),
        "made": made,
        "root": request.build_absolute_uri("/"),
        "administers": administers,
        "everybody": everybody,
        "manages_tokens": True,
        "next_cursor": page.next,
        "paged": "cursor" in request.GET,
        "page_query": page_query(request),
    }
    return render(request, "settings/tokens.html", context, status=status)


def _require_manager(request: HttpRequest) -> User:
    """Raises PermissionDenied."""
    user = user_of(request)
    if not permissions.can_manage_tokens(user):
        raise PermissionDenied(NO_TOKENS)
    return user


def _database_version() -> str:
    return ".".join(str(part) for part in connection.get_database_version())

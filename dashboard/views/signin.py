"""Coming in and going out."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from dashboard.forms import dressed
from dashboard.origins import client_address
from dashboard.signin import (
    signin_braked,
    signin_failed,
    signin_link_use,
    signin_link_valid,
    signin_succeeded,
)
from dashboard.signin_audit import signin_failure_record
from dashboard.views.frame import THEMES
from orchestration.models.audit import Verb
from orchestration.services.audit import audit_record

MODEL_BACKEND = "django.contrib.auth.backends.ModelBackend"
TOO_OFTEN = "Too many wrong passwords. Wait a quarter of an hour, or use a one-time link."


def safe_next(request: HttpRequest) -> str:
    """Where to go afterwards: only ever a page of ours."""
    target = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if ours else reverse("home")


@login_not_required
@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def signin(request: HttpRequest) -> HttpResponse:
    """The password page."""
    if request.user.is_authenticated:
        return redirect(safe_next(request))
    form = AuthenticationForm(request, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        name, address = request.POST.get("username", ""), client_address(request)
        if signin_braked(name, address):
            form = AuthenticationForm(request)
            signin_failure_record(name, braked=True)
            messages.error(request, TOO_OFTEN)
            status = 429
        elif form.is_valid():
            signin_succeeded(name, address)
            login(request, form.get_user())
            return redirect(safe_next(request))
        else:
            signin_failed(name, address)
            status = 422
    context = {"form": dressed(form), "next": safe_next(request)}
    return render(request, "account/signin.html", context, status=status)


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def signin_link(request: HttpRequest, secret: str) -> HttpResponse:
    """A one-time link. GET only shows a button: link previews and scanners follow links too."""
    if request.method == "POST":
        user = signin_link_use(secret)
        if user is not None:
            login(request, user, backend=MODEL_BACKEND)
            return redirect("home")
    valid = request.method == "GET" and signin_link_valid(secret)
    return render(request, "account/link.html", {"valid": valid}, status=200 if valid else 410)


@require_POST
@login_not_required
def signout(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(request, "You are signed out.")
    return redirect("signin")


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def password(request: HttpRequest) -> HttpResponse:
    """Set a first password or change it; other sessions of the user end."""
    user = cast("User", request.user)
    form_class = PasswordChangeForm if user.has_usable_password() else SetPasswordForm
    form = form_class(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            form.save()
            audit_record(verb=Verb.ACCOUNT_PASSWORD, actor=user, about=user)
        update_session_auth_hash(request, user)
        messages.success(request, "Your password is saved.")
        return redirect("home")
    context = {"form": dressed(form)}
    return render(request, "account/password.html", context, status=422 if form.errors else 200)


@require_POST
@login_not_required
def theme(request: HttpRequest) -> HttpResponse:
    """Remember light, dark or the system's choice, for a year, in a cookie."""
    response = redirect(safe_next(request))
    choice = request.POST.get("theme", "")
    if choice in THEMES:
        response.set_cookie(
            "theme", choice, max_age=365 * 24 * 3600, samesite="Lax", secure=request.is_secure()
        )
    return response

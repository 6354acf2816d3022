"""Who is on the other side of a request: the way they came, and their address."""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import Any, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from orchestration.models.audit import Via
from orchestration.services.origin import Origin, coming_from

# The first word of the path (see urls.py); everything else is a page.
WAYS = {"api": Via.API, "admin": Via.ADMIN}


@sync_and_async_middleware
def origin_middleware(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Let every service know where a request came from."""
    if iscoroutinefunction(get_response):
        later = cast("Callable[[HttpRequest], Awaitable[HttpResponseBase]]", get_response)

        async def answer_later(request: HttpRequest) -> HttpResponseBase:
            with coming_from(origin_of(request)):
                return await later(request)

        return answer_later

    def answer(request: HttpRequest) -> HttpResponseBase:
        with coming_from(origin_of(request)):
            return cast("HttpResponseBase", get_response(request))

    return answer


def origin_of(request: HttpRequest) -> Origin:
    words = request.path_info.split("/")
    link = words[1] == "signin" and len(words) > 3  # “/signin/<secret>/”
    return Origin(Via.LINK if link else WAYS.get(words[1], Via.PAGE), client_address(request))


def client_address(request: HttpRequest) -> str:
    """The client's IP address, as far as it can be believed; empty when there is none.

    Behind a proxy it is the last one in X-Forwarded-For: that one our proxy saw itself, while everything
    before it is what the client claims.
    """
    direct = _address(request.META.get("REMOTE_ADDR", ""))
    if not settings.BEHIND_PROXY:
        return direct
    return _address(request.headers.get("X-Forwarded-For", "").rpartition(",")[2]) or direct


def _address(text: str) -> str:
    """Some proxies put the port behind it."""
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return ""

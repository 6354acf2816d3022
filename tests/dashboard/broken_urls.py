"""The site's addresses, and two that fail."""

from __future__ import annotations

from typing import NoReturn

from django.http import HttpRequest
from django.urls import path

from dashboard import urls
from dashboard.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500"]


def broken(request: HttpRequest) -> NoReturn:
    raise RuntimeError("a secret detail")


urlpatterns = [path("broken/", broken), path("api/broken/", broken), *urls.urlpatterns]

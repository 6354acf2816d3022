"""The API's documentation, drawn from the OpenAPI document.

drf-spectacular's own page has its script inside; here page and script stand apart, which the content
security policy asks for, and the page has our frame and theme.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    return render(request, "api_docs.html")

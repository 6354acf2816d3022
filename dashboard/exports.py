"""Graphs as files to take along."""

from __future__ import annotations

import json

from django.http import HttpResponse

from orchestration.models import Graph
from orchestration.selectors.revisions import DRAFT, published_of, state_text


def export_response(graph: Graph, state: str) -> HttpResponse | None:
    """Native JSON as a download: revision `state` or the ``draft``; empty: the latest revision, else the
    draft. None for what there is not.
    """
    if not state:
        latest = published_of(graph).values_list("number", flat=True).first()
        state = DRAFT if latest is None else str(latest)
    text = state_text(graph, state)
    if text is None:
        return None
    # A slug is safe in a file name everywhere, whatever the graph is called.
    name = f"{graph.slug}-{state if state == DRAFT else f'r{state}'}.json"
    body = json.dumps(json.loads(text), ensure_ascii=False, indent=2) + "\n"
    return HttpResponse(
        body,
        content_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "X-Content-Type-Options": "nosniff",
        },
    )

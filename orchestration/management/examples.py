"""The example graphs, as files of the app `examples`."""

from __future__ import annotations

from pathlib import Path

from django.apps import apps

from orchestration.models import Graph
from orchestration.services.graphs import ImportResult, graph_import


def examples_load(*, update: bool = False) -> list[ImportResult]:
    """Publish the examples that are not there yet, each under its file's name.

    One that is there was perhaps changed by people, so it gets a new revision only with `update`.
    """
    if not apps.is_installed("examples"):
        return []
    results = []
    for file in sorted(Path(apps.get_app_config("examples").path, "graphs").glob("*.json")):
        if update or not Graph.objects.filter(slug=file.stem).exists():
            results.append(graph_import(text=file.read_bytes(), name=file.stem, actor=None))
    return results

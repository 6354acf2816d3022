"""A run may be started by a process that lacks the tools which the engine has."""

from __future__ import annotations

import json
import os
import socket
from datetime import timedelta

import pytest
from django.utils import timezone

from orchestration.models import EngineHeartbeat, Graph
from orchestration.services.graphs import graph_import
from orchestration.services.runs import run_start

pytestmark = pytest.mark.django_db

DOCUMENT = {
    "schema_version": 1,
    "name": "Parcel",
    "nodes": [{"id": "send", "kind": "tool", "tool": "only_the_engine_has_it"}],
}


def engine(*, lives: bool) -> None:
    """Another process's engine, which knows the tool; a dead one has no process any more."""
    EngineHeartbeat.objects.create(
        owner="elsewhere",
        host=socket.gethostname() if lives else "a-machine-that-is-gone",
        pid=os.getpid(),
        at=timezone.now() if lives else timezone.now() - timedelta(hours=1),
        tools={"only_the_engine_has_it": {"effect": "write", "input_schema": None, "output_schema": None}},
    )


def test_what_the_engine_knows_is_recorded_with_the_run() -> None:
    engine(lives=True)
    imported = graph_import(text=json.dumps(DOCUMENT), actor=None)
    assert imported.notes == ()
    run = run_start(graph=Graph.objects.get(slug=imported.slug), input=None, actor=None)
    assert run.status == "running"
    started = json.loads(run.events.get(seq=0).payload)
    assert started["bindings"]["tools"]["only_the_engine_has_it"]["effect"] == "write"


def test_what_a_dead_engine_knew_does_not_count() -> None:
    engine(lives=False)
    imported = graph_import(text=json.dumps(DOCUMENT), actor=None)
    assert [note.code for note in imported.notes] == ["unknown_tool"]
    run = run_start(graph=Graph.objects.get(slug=imported.slug), input=None, actor=None)
    assert run.status == "stalled"

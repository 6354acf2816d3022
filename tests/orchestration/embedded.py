"""Runs on the real database, driven by a real engine, with tools that a test can hold and watch."""

from __future__ import annotations

import asyncio
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any

from django.db import connections

from orchestration.engine.admission import Submission
from orchestration.engine.events import (
    Bindings,
    Envelope,
    External,
    Policy,
    RunStarted,
    ToolBinding,
    ToolCallCompleted,
)
from orchestration.engine.replay import replay
from orchestration.engine.version import ENGINE_VERSION
from orchestration.eventlog import DjangoEventLog, document_of
from orchestration.graph.canonical import canonical_bytes, graph_hash
from orchestration.graph.document import document_from_value
from orchestration.models import Graph, Revision, Run, StoredDocument
from orchestration.runtime import driver
from orchestration.tools import ToolContext, ToolError, registered, tool

PATIENCE = 60.0


class Stage:
    """What the tools of a test did, and what they wait for."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        self.calls: Counter[str] = Counter()
        self.contexts: list[ToolContext] = []
        self.go = threading.Event()
        self.failures = 0


stage = Stage()


@tool(effect="read", name="stage.note")
def note(context: ToolContext, say: Any = None) -> Any:
    """Count the call and give back what it was told."""
    stage.calls[context.node] += 1
    stage.contexts.append(context)
    return say


@tool(effect="read", name="stage.note_async")
async def note_async(context: ToolContext, say: Any = None) -> Any:
    stage.calls[context.node] += 1
    return say


@tool(effect="read", name="stage.hold")
def hold(context: ToolContext) -> str:
    """Wait, on a thread, until the test lets it go."""
    stage.calls[context.node] += 1
    stage.go.wait(PATIENCE)
    return "held"


@tool(effect="read", name="stage.hold_async")
async def hold_async(context: ToolContext) -> str:
    stage.calls[context.node] += 1
    await asyncio.sleep(3_600)
    return "held"


@tool(effect="write", name="stage.write")
def write(context: ToolContext) -> str:
    stage.calls[context.node] += 1
    return "written"


@tool(effect="write", name="stage.write_async")
async def write_async(context: ToolContext) -> str:
    stage.calls[context.node] += 1
    return "written"


@tool(effect="write", name="stage.write_hold")
def write_hold(context: ToolContext) -> str:
    stage.calls[context.node] += 1
    stage.go.wait(PATIENCE)
    return "written"


@tool(effect="read", name="stage.flaky")
def flaky(context: ToolContext) -> str:
    """Fail as often as the test says, then work."""
    stage.calls[context.node] += 1
    stage.contexts.append(context)
    if stage.failures > 0:
        stage.failures -= 1
        raise ToolError("Not yet.")
    return "at last"


@tool(effect="read", name="stage.exit")
def leave() -> None:
    raise SystemExit(3)


@tool(effect="read", name="stage.exit_async")
async def leave_async() -> None:
    raise SystemExit(3)


@tool(effect="read", name="stage.nan")
def not_a_number() -> Any:
    return [float("nan")]


def node(id: str, tool_name: str, *depends_on: Any, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "tool", "tool": tool_name, "depends_on": list(depends_on), **fields}


def start(*nodes: dict[str, Any], input: Any = None, **fields: Any) -> int:
    """A run of these nodes, as `run_start` makes one."""
    document = document_from_value({"schema_version": 1, "name": "Staged", "nodes": list(nodes), **fields})
    digest = graph_hash(document)
    StoredDocument.objects.get_or_create(
        graph_hash=digest, defaults={"text": canonical_bytes(document.to_value()).decode()}
    )
    graph = Graph.objects.create(slug=uuid.uuid4().hex, name=document.name)
    revision = Revision.objects.create(graph=graph, number=1, document_id=digest)
    tools = {
        name: ToolBinding(
            effect=made.effect, input_schema=made.input_schema, output_schema=made.output_schema
        )
        for name, made in registered().items()
    }
    event = RunStarted(
        graph_hash=digest,
        input=input,
        bindings=Bindings(tools=tools),
        policy=Policy(retry_base_seconds=0.05),
        engine=ENGINE_VERSION,
        key=uuid.uuid4().hex,
    )

    def create() -> int:
        made: int = Run.objects.create(graph=graph, revision=revision, document_id=digest).pk
        return made

    return driver().start(create, event, None)


def submit(run: int, event: External) -> Any:
    return driver().submit(run, [Submission(event)])[0]


def log(run: int) -> list[Envelope]:
    return DjangoEventLog().read(run)


def completions(run: int) -> list[ToolCallCompleted]:
    return [item.payload for item in log(run) if isinstance(item.payload, ToolCallCompleted)]


def until(condition: Callable[[], Any]) -> Any:
    """Wait for the condition and give what made it true."""
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < deadline, f"it did not come true in time: {_where()}"
        time.sleep(0.01)
    return found


def reaches(run: int, *statuses: str) -> Run:
    """Wait until the run has one of these statuses."""

    def there() -> Run | None:
        found = Run.objects.get(pk=run)
        return found if found.status in statuses else None

    found: Run = until(there)
    return found


def replays(run: int) -> bool:
    return replay(document_of, log(run)) is None


def in_other_thread(action: Callable[[], Any]) -> threading.Thread:
    def act() -> None:
        try:
            action()
        finally:
            connections.close_all()

    thread = threading.Thread(target=act)
    thread.start()
    return thread


def _where() -> list[tuple[int, str, Any]]:
    return list(Run.objects.values_list("id", "status", "refusal"))

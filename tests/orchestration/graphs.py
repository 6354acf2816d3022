"""Graphs that the service tests run, and a dispatcher that answers their calls at once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.text import slugify

from orchestration import runtime
from orchestration.engine.admission import Submission
from orchestration.engine.events import Failure, ToolCallCompleted
from orchestration.engine.ports import Command, MakeCall
from orchestration.models import Graph, Run
from orchestration.services.graphs import graph_import
from orchestration.services.runs import run_start
from orchestration.tools import tool as register


@register(effect="read", name="test.look")
def look(value: Any = None) -> Any:
    """A read that no test ever makes; its calls are answered by hand."""
    return value


@register(effect="write", name="test.charge")
def charge(value: Any = None) -> Any:
    return value


AMOUNT = {
    "type": "object",
    "required": ["amount"],
    "properties": {"amount": {"type": "number", "maximum": 300}},
    "additionalProperties": False,
}


def tool(id: str, *needs: Any, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "tool", "tool": "test.look", "depends_on": list(needs), **fields}


def gate(id: str, *needs: Any, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "gate", "depends_on": list(needs), "approval_schema": AMOUNT, **fields}


def publish(*nodes: Mapping[str, Any], name: str = "Refund", **fields: Any) -> Graph:
    document = {"schema_version": 1, "name": name, "nodes": list(nodes), **fields}
    result = graph_import(text=json.dumps(document), name=slugify(name), actor=None)
    return Graph.objects.get(slug=result.slug)


def start(*nodes: Mapping[str, Any], input: Any = None, actor: Any = None, **fields: Any) -> Run:
    return run_start(graph=publish(*nodes, **fields), input=input, actor=actor)


class Calls:
    """Keeps the calls that a run asked for, for a test to answer."""

    def __init__(self) -> None:
        self.open: dict[str, tuple[int, MakeCall]] = {}

    def dispatch(self, run: int, commands: Sequence[Command]) -> None:
        self.open.update({item.call: (run, item) for item in commands if isinstance(item, MakeCall)})

    def answer(self, call: str, output: Any = None, error: Failure | None = None) -> None:
        run, _ = self.open.pop(call)
        event = ToolCallCompleted(call=call, output=output, error=error, duration_ms=12)
        runtime.driver().submit(run, [Submission(event)])

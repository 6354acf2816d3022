"""How commands show problems and runs, as JSON and in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, Protocol

from orchestration.engine.errors import Violation
from orchestration.graph.problems import Problem
from orchestration.models import Run
from orchestration.runtime import driver


def problem_values(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Problems as JSON: {code, level, node, path, message, suggestion}."""
    return [asdict(problem) for problem in problems]


def problem_lines(problems: Sequence[Problem]) -> str:
    """One line a problem; the last one says what could have been meant."""
    lines = []
    for problem in problems:
        hint = f" Did you mean “{problem.suggestion}”?" if problem.suggestion else ""
        lines.append(f"{problem.path}: {problem.message}{hint} [{problem.code}]")
    return "\n".join(lines)


class _Noted(Protocol):
    @property
    def node(self) -> str | None: ...

    @property
    def message(self) -> str: ...


def note_lines(notes: Iterable[_Noted]) -> list[str]:
    """One line for each thing that an import has to say."""
    return [f"{note.node or 'the graph'}: {note.message}" for note in notes]


def violation_values(violations: Iterable[Violation]) -> list[dict[str, str]]:
    return [{"path": violation.path, "message": violation.message} for violation in violations]


def run_value(run: Run) -> dict[str, Any]:
    """{run, status, output, refusal, waiting: [{node, cause}], nodes: {id: {status, attempt}}}.

    `nodes` has every node that the run walks by itself, by path.
    """
    state = driver().state(run.pk)
    run.refresh_from_db()
    return {
        "run": run.pk,
        "status": run.status,
        "output": run.output_value,
        "refusal": run.refusal,
        "waiting": [{"node": item.node, "cause": item.cause} for item in state.suspensions.values()],
        "nodes": {
            path: {"status": task.status.value, "attempt": task.attempt} for path, task in state.tasks.items()
        },
    }


def run_text(value: dict[str, Any]) -> str:
    """The same in a few lines."""
    lines = [f"Run {value['run']} is {value['status']}."]
    if value["refusal"]:
        lines.append(str(value["refusal"]["message"]))
    lines += [
        f"  {path:<32} {node['status']}" + (f", try {node['attempt']}" if node["attempt"] > 1 else "")
        for path, node in value["nodes"].items()
    ]
    lines += [
        f"Waits for people at {item['node'] or 'the run'} ({item['cause']})." for item in value["waiting"]
    ]
    return "\n".join(lines)

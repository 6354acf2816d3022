"""Recorded scientific workflows, WfFormat 1.5: tasks with parents, and what each took when it ran.

A task becomes a tool node that waits as long as the task once ran, so that the shape and the rhythm of
the workflow can be run anywhere.
"""

from __future__ import annotations

import math
from typing import Any

from orchestration.graph.importers.draft import UNNAMED, Draft, Made, shown
from orchestration.graph.importers.fields import Fields, fields_of
from orchestration.graph.importers.needs import Need, sound_needs
from orchestration.graph.importers.notes import Imported, NoteCode
from orchestration.graph.importers.wfformat_leftovers import Leftovers
from orchestration.graph.importers.wfformat_times import RunTimes
from orchestration.graph.problems import ProblemCode
from orchestration.graph.wellformed import Limits

_VERSION = "1.5"
_DEFAULT_TIMEOUT = 300
_SPARE = 60
_LONGEST_TIMEOUT = 1_000_000_000


def read(value: Any, limits: Limits, unnamed: str = "") -> Imported:
    """Raises DocumentInvalid with places of the file."""
    draft = Draft(limits, _ids(value))
    instance = fields_of(draft, value, "$")
    if instance is None:
        return draft.finish({}, [], {})
    if (version := instance.raw("schemaVersion")) != _VERSION:
        message = f"Only WfFormat {_VERSION} can be read here, not {shown(version)}."
        draft.problem(ProblemCode.UNSUPPORTED_SCHEMA_VERSION, instance.at("schemaVersion"), message)
    name = instance.text("name")
    fields: dict[str, Any] = {"name": name or unnamed or UNNAMED, "goal": instance.raw("description")}
    if not name:
        draft.note(NoteCode.NAME_MADE, None, f"The file names no workflow; it is called “{fields['name']}”.")
    workflow = instance.inner("workflow", required=True)
    nodes: list[Made] = []
    if workflow is not None:
        leftovers = Leftovers(draft)
        specification = workflow.inner("specification", required=True)
        times = RunTimes(draft, leftovers, workflow.inner("execution"))
        if specification is not None:
            nodes = _nodes(draft, leftovers, times, specification)
            leftovers.look_at(specification)
        leftovers.look_at(workflow)
        leftovers.look_at(instance)
        leftovers.sum_up()
        fields["defaults"] = _defaults(draft, times)
    places = {"$.goal": "$.description", "$.nodes": "$.workflow.specification.tasks"}
    return draft.finish(fields, nodes, places)


def _defaults(draft: Draft, times: RunTimes) -> dict[str, Any] | None:
    if times.longest + _SPARE <= _DEFAULT_TIMEOUT:
        return None
    timeout = min(math.ceil(times.longest) + _SPARE, _LONGEST_TIMEOUT)
    message = f"The longest task ran for {times.longest:,} seconds, so a call may take {timeout:,} here."
    draft.note(NoteCode.TIMEOUT_RAISED, None, message)
    return {"timeout_seconds": timeout}


def _nodes(draft: Draft, leftovers: Leftovers, times: RunTimes, specification: Fields) -> list[Made]:
    listed = specification.objects("tasks", required=True)
    if not draft.admits(listed, specification.at("tasks")):
        return []
    tasks: dict[str, Fields] = {}
    for task in listed:
        name = task.text("id", required=True)
        if name is not None and name in tasks:
            message = f"The id “{shown(name)}” is already used at {tasks[name].place}."
            draft.problem(ProblemCode.DUPLICATE_ID, task.at("id"), message, name)
        elif name is not None:
            tasks[name] = task
    ids = {name: draft.slug(name) for name in tasks}
    _note_ids(draft, ids)
    parents = {
        name: [Need(parent, place) for parent, place in task.texts("parents", required=True)]
        for name, task in tasks.items()
    }
    needs = sound_needs(draft, ids, parents)
    _compare_children(draft, tasks, ids, needs)
    times.compare(ids)
    message = f"Each of the {len(ids):,} tasks became a call of the tool time.sleep that takes as long."
    draft.note(NoteCode.SIMULATED_TASKS, None, message)
    return [_made(leftovers, times, task, ids, name, needs[name]) for name, task in tasks.items()]


def _made(
    leftovers: Leftovers, times: RunTimes, task: Fields, ids: dict[str, str], name: str, needs: list[Need]
) -> Made:
    id, title = ids[name], task.raw("name")
    value: dict[str, Any] = {
        "id": id,
        "kind": "tool",
        "tool": "time.sleep",
        "title": name if title is None else title,
        "description": f"Recorded as {name}." if title not in (None, name) else None,
        "depends_on": [ids[need.name] for need in needs],
        "input": {"seconds": times.literal(name, id)},
    }
    leftovers.look_at(task, each="task")
    places = {f".depends_on[{index}]": need.place for index, need in enumerate(needs)}
    return Made(value, task.place, {".title": task.at("name"), **places})


def _note_ids(draft: Draft, ids: dict[str, str]) -> None:
    changed = sum(1 for name, id in ids.items() if name != id)
    if changed:
        message = (
            f"{changed:,} ids became slugs; the title or description of a node holds its id in the file."
        )
        draft.note(NoteCode.IDS_REWRITTEN, None, message)


def _compare_children(
    draft: Draft, tasks: dict[str, Fields], ids: dict[str, str], needs: dict[str, list[Need]]
) -> None:
    """The edges are written twice in these files; where the two disagree, the parents count."""
    expected: dict[str, set[str]] = {name: set() for name in tasks}
    for name, needed in needs.items():
        for need in needed:
            expected[need.name].add(name)
    for name, task in tasks.items():
        if "children" not in task:
            continue
        listed = {child for child, _ in task.texts("children")}
        if extra := sorted(listed - expected[name]):
            message = f"Lists as children, but is no parent of: {shown(', '.join(extra))}. No edge was made."
            draft.note(NoteCode.CHILDREN_DISAGREE, ids[name], message)
        if missing := sorted(expected[name] - listed):
            message = f"Is a parent of, but does not list as children: {shown(', '.join(missing))}."
            draft.note(NoteCode.CHILDREN_DISAGREE, ids[name], message)


def _ids(value: Any) -> list[str]:
    """The ids of all tasks, as far as they are where they should be."""
    for key in ("workflow", "specification", "tasks"):
        value = value.get(key) if isinstance(value, dict) else None
    tasks = value if isinstance(value, list) else []
    ids = [task.get("id") for task in tasks if isinstance(task, dict)]
    return [id for id in ids if isinstance(id, str)]

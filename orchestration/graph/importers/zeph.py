"""Graphs of the DAG scheduler: a list of tasks with dense integer ids.

Files of older versions lack later fields; these have the defaults that they have there.
"""

from __future__ import annotations

from typing import Any

from orchestration.graph.importers.draft import Draft, Made, named, shown
from orchestration.graph.importers.fields import Fields, fields_of
from orchestration.graph.importers.needs import Need, sound_needs
from orchestration.graph.importers.notes import Imported, NoteCode
from orchestration.graph.importers.runstate import RunState
from orchestration.graph.importers.slugs import slug_of
from orchestration.graph.problems import ProblemCode
from orchestration.graph.wellformed import Limits

# What a run wrote, and what stands there before one.
_TASK_STATE = {
    "status": "pending",
    "result": None,
    "assigned_agent": None,
    "retry_count": 0,
    "predicate_rerun_count": 0,
    "predicate_outcome": None,
}
_GRAPH_STATE = {"status": "created", "created_at": None, "finished_at": None}
# Fields that mean the same on both sides.
_ALIKE = ("agent_hint", "failure_strategy", "max_retries", "execution_mode", "verify_predicate")


def read(value: Any, limits: Limits, unnamed: str = "") -> Imported:
    """Raises DocumentInvalid with places of the file."""
    draft = Draft(limits)
    graph = fields_of(draft, value, "$")
    if graph is None:
        return draft.finish({}, [], {})
    goal = graph.text("goal")
    name = named(goal, unnamed)
    if name != goal:
        reason = "after its goal" if goal else "since the file names no graph"
        draft.note(NoteCode.NAME_MADE, None, f"The graph is called “{name}”, {reason}.")
    fields = {
        "name": name,
        "goal": goal,
        "defaults": {
            "failure_strategy": graph.raw("default_failure_strategy"),
            "max_retries": graph.raw("default_max_retries"),
        },
    }
    places = {
        "$.name": "$.goal",
        "$.defaults.failure_strategy": "$.default_failure_strategy",
        "$.defaults.max_retries": "$.default_max_retries",
        "$.nodes": "$.tasks",
    }
    if (id := graph.raw("id")) is not None:
        draft.note(NoteCode.NOT_KEPT, None, f"The id of the graph there is left out: {shown(id)}")
    RunState(draft, _GRAPH_STATE).look_at(graph, None)
    nodes = _nodes(draft, graph)
    graph.leave(None)
    return draft.finish(fields, nodes, places)


def _nodes(draft: Draft, graph: Fields) -> list[Made]:
    listed = graph.objects("tasks", required=True)
    if not draft.admits(listed, graph.at("tasks")):
        return []
    tasks = _by_number(draft, listed)
    titles = {number: task.text("title") or "" for number, task in tasks.items()}
    ids = {number: _id(draft, number, title) for number, title in titles.items()}
    if ids:
        message = "Tasks are numbered there; here their ids are made of their titles."
        draft.note(NoteCode.IDS_REWRITTEN, None, message)
    needs = sound_needs(
        draft,
        ids,
        {number: _needs(draft, task) for number, task in tasks.items()},
        lambda number: f"{number} ({shown(titles[number])})",
    )
    state = RunState(draft, _TASK_STATE)
    nodes = [_made(draft, task, ids, number, needs[number], state) for number, task in tasks.items()]
    state.sum_up()
    return nodes


def _by_number(draft: Draft, listed: list[Fields]) -> dict[str, Fields]:
    tasks: dict[str, Fields] = {}
    for task in listed:
        number = _number(task.raw("id"))
        if number is None:
            task.require("id")
            if task.raw("id") is not None:
                draft.problem(ProblemCode.INVALID_VALUE, task.at("id"), "Should be a whole number.")
        elif number in tasks:
            message = f"The id {number} is already used at {tasks[number].place}."
            draft.problem(ProblemCode.DUPLICATE_ID, task.at("id"), message, number)
        else:
            tasks[number] = task
    return tasks


def _number(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return str(value)


def _id(draft: Draft, number: str, title: str) -> str:
    id, wished = draft.slug(title, "task"), slug_of(title, "task")
    if title and id != wished:
        message = f"Task {number} became “{id}”: another task is called “{shown(title)}” or much like it."
        draft.note(NoteCode.ID_CHANGED, id, message)
    return id


def _needs(draft: Draft, task: Fields) -> list[Need]:
    needs = []
    for item, place in task.items("depends_on"):
        if (number := _number(item)) is None:
            draft.problem(ProblemCode.INVALID_VALUE, place, "Should be a whole number.")
        else:
            needs.append(Need(number, place))
    return needs


def _made(
    draft: Draft, task: Fields, ids: dict[str, str], number: str, needs: list[Need], state: RunState
) -> Made:
    id = ids[number]
    value: dict[str, Any] = {
        "id": id,
        "kind": "agent",
        "title": task.raw("title"),
        "description": task.raw("description"),
        "depends_on": [ids[need.name] for need in needs],
        **{key: task.raw(key) for key in _ALIKE},
    }
    predicate = value["verify_predicate"]
    if isinstance(predicate, dict) and predicate.get("kind") == "expression":
        message = (
            "The predicate is an expression. These are reserved there, and every output passed; here it is "
            f"evaluated, and has to be true: {shown(predicate.get('value'))}"
        )
        draft.note(NoteCode.PREDICATE_EVALUATED, id, message)
    state.look_at(task, id)
    task.leave(id)
    places = {f".depends_on[{index}]": need.place for index, need in enumerate(needs)}
    return Made(value, task.place, places)

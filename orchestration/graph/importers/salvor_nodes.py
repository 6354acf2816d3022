"""One node of the durable graph engine as a native one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from orchestration.graph.expressions import MAX_CHARACTERS
from orchestration.graph.importers.draft import Made, shown
from orchestration.graph.importers.fields import Fields
from orchestration.graph.importers.notes import NoteCode
from orchestration.graph.importers.salvor_conditions import (
    NotUnderstood,
    translate_condition,
    translate_path,
)
from orchestration.graph.importers.salvor_level import Level, Listed

# Fields that mean the same on both sides.
_ALIKE: Mapping[str, tuple[str, ...]] = {
    "agent": ("agent_hash", "input_schema", "output_schema"),
    "tool": ("tool", "input_schema", "output_schema"),
    "gate": ("prompt", "approval_schema"),
    "branch": ("agent_hash",),
    "map": ("concurrency", "output_schema"),
    "fold": ("max_iterations",),
    "delay": ("seconds",),
}
# Fields without which that engine refuses a document.
_REQUIRED: Mapping[str, tuple[str, ...]] = {
    "agent": ("agent_hash",),
    "tool": ("tool",),
    "gate": ("approval_schema",),
    "branch": ("cases",),
    "map": ("over", "concurrency", "body"),
    "fold": ("body", "max_iterations", "stop_when", "join"),
    "delay": ("seconds",),
}
KINDS = tuple(_ALIKE)


def convert(level: Level, listed: Listed) -> Made:
    payload, kind = listed.payload, listed.kind
    payload.require(*_REQUIRED[kind])
    needs = level.needs.get(listed.name, [])
    title = payload.text("name") or (listed.name if listed.id != listed.name else None)
    value: dict[str, Any] = {
        "id": listed.id,
        "kind": kind,
        "title": title,
        "depends_on": [
            {"node": level.nodes[need.name].id, "case": need.case}
            for need in needs
            if need.name in level.nodes
        ],
        **{key: payload.raw(key) for key in _ALIKE[kind]},
    }
    places = {".kind": listed.entry.at("kind"), ".title": payload.at("name")}
    places |= {f".depends_on[{index}]": need.place for index, need in enumerate(needs)}
    places |= {f".depends_on[{index}].case": f"{need.place}.label" for index, need in enumerate(needs)}
    made = Made(value, payload.place, places)
    if isinstance(value.get("agent_hash"), str):
        message = (
            f"Pinned to the agent definition {shown(value['agent_hash'])}, which has to be registered here."
        )
        level.draft.note(NoteCode.AGENT_HASH_KEPT, listed.id, message)
    if kind in _OWN:
        _OWN[kind](level, listed, made)
    return made


def copies(level: Level, listed: Listed, made: Made) -> list[Made]:
    """The node once more for each further owner that has it as its body."""
    ids = level.copies.get(listed.name, [])
    return [Made(made.value | {"id": id}, made.place, made.places) for id in ids]


def _tool(level: Level, listed: Listed, made: Made) -> None:
    # That engine records the mapping and hands over the routed value; here a mapping is evaluated.
    if mapping := listed.payload.raw("input"):
        message = f"The “input” of this tool is not used there, and left out here; it held: {shown(mapping)}"
        level.draft.note(NoteCode.IGNORED_THERE, listed.id, message)


def _branch(level: Level, listed: Listed, made: Made) -> None:
    payload = listed.payload
    if (on := payload.raw("on")) is not None:
        message = f"The “on” of this branch is not used there, and left out here; it held: {shown(on)}"
        level.draft.note(NoteCode.IGNORED_THERE, listed.id, message)
    root = level.view(listed.name).render("value")
    by_model = payload.raw("agent_hash") is not None
    made.value["cases"] = [
        {"name": case.raw("name"), "when": _when(level, listed, case, root, by_model=by_model)}
        for case in payload.objects("cases")
    ]


def _when(level: Level, listed: Listed, case: Fields, root: str, *, by_model: bool) -> Any:
    when = case.inner("when", required=True)
    case.leave(listed.id)
    if when is None:
        return None
    kind, text = when.raw("kind"), when.raw("value")
    when.leave(listed.id)
    if kind == "expression" and by_model:
        message = (
            f"The branch has an agent, which decides; the expression of the case “{shown(case.raw('name'))}” "
            f"is not used there, and left out here: {shown(text)}"
        )
        level.draft.note(NoteCode.CASE_BY_MODEL, listed.id, message)
        return {"kind": "model_decision"}
    if kind == "expression":
        return {"kind": kind, "value": _condition(level, listed, text, root)}
    return {"kind": kind} if text is None else {"kind": kind, "value": text}


def _map(level: Level, listed: Listed, made: Made) -> None:
    root = level.view(listed.name).render("value")
    made.value["over"] = _reference(level, listed, listed.payload.raw("over"), root)
    _body(level, listed, made)


def _fold(level: Level, listed: Listed, made: Made) -> None:
    payload = listed.payload
    made.value["stop_when"] = _condition(level, listed, payload.raw("stop_when"), "value")
    if (join := payload.inner("join")) is not None:
        join.require("kind")
        kind, value = join.raw("kind"), join.raw("value")
        join.leave(listed.id)
        made.value["join"] = kind
        made.places[".join"] = join.at("kind")
        if kind == "best_by":
            made.value["join"] = {"best_by": _reference(level, listed, value, "value")}
            made.places[".join.best_by"] = join.at("value")
    if (schema := payload.raw("accumulator_schema")) is not None:
        every = made.value.get("join") == "all"
        made.value["output_schema"] = {"type": "array", "items": schema} if every else schema
        made.places[".output_schema"] = payload.at("accumulator_schema")
        message = "The “accumulator_schema” describes the passes; it became the “output_schema” of the fold."
        level.draft.note(NoteCode.SCHEMA_MOVED, listed.id, message)
    _body(level, listed, made)


def _body(level: Level, listed: Listed, made: Made) -> None:
    body = listed.payload.inner("body")
    if body is None:
        return
    kind, value = body.raw("kind"), body.raw("value")
    body.leave(listed.id)
    made.places |= {".body": body.place, ".body.node": body.at("value"), ".body.graph": body.at("value")}
    if kind == "node":
        made.value["body"] = {"node": level.bodies.get(listed.name, value)}
    elif kind != "subgraph":
        # Neither form: the native model says what a body is.
        made.value["body"] = {}


def _condition(level: Level, listed: Listed, text: Any, root: str) -> Any:
    if not isinstance(text, str):
        return text
    try:
        translated = translate_condition(text, root)
    except NotUnderstood:
        return _verbatim(level, listed, text)
    if translated.negates:
        message = (
            f"Below the “!” of “{shown(text)}” a value of an unexpected type made a comparison false there; "
            "here it makes the whole condition false."
        )
        level.draft.note(NoteCode.NEGATED_TYPE, listed.id, message)
    return _translated(level, listed, text, translated.text)


def _reference(level: Level, listed: Listed, text: Any, root: str) -> Any:
    if not isinstance(text, str):
        return text
    try:
        return _translated(level, listed, text, translate_path(text, root))
    except NotUnderstood:
        return _verbatim(level, listed, text)


def _translated(level: Level, listed: Listed, text: str, here: str) -> str:
    level.draft.note(NoteCode.EXPRESSION_TRANSLATED, listed.id, f"“{shown(text)}” is “{shown(here)}” here.")
    if len(here) > MAX_CHARACTERS:
        message = f"An expression became {len(here)} characters long; at most {MAX_CHARACTERS} can be run."
        level.draft.note(NoteCode.EXPRESSION_TOO_LONG, listed.id, message)
    return here


def _verbatim(level: Level, listed: Listed, text: str) -> str:
    message = f"“{shown(text)}” is no expression of that engine, and stands here as it was."
    level.draft.note(NoteCode.EXPRESSION_NOT_UNDERSTOOD, listed.id, message)
    return text


_OWN: Mapping[str, Callable[[Level, Listed, Made], None]] = {
    "tool": _tool,
    "branch": _branch,
    "map": _map,
    "fold": _fold,
}

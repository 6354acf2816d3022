"""Damaged files: a well-formed document or problems, nothing else, and soon."""

from __future__ import annotations

import copy
import json
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orchestration.graph.importers import Format, import_document
from orchestration.graph.problems import DocumentInvalid
from orchestration.graph.validation import is_well_formed
from tests.graph.build import PIPELINE
from tests.graph.importers.foreign import GGLIB, SALVOR, WFFORMAT, ZEPH
from tests.graph.strategies import json_values

SAMPLES: dict[Format, Any] = {
    "native": PIPELINE,
    "salvor": SALVOR,
    "gglib": GGLIB,
    "zeph": ZEPH,
    "wfformat": WFFORMAT,
}

Place = tuple[Any, Any]  # a container and a key or an index in it


def places(value: Any) -> list[Place]:
    found: list[Place] = []
    todo = [value]
    while todo:
        item = todo.pop()
        keys = item.keys() if isinstance(item, dict) else range(len(item)) if isinstance(item, list) else ()
        found += [(item, key) for key in keys]
        todo += [item[key] for key in keys]
    return found


def mutate(value: Any, data: st.DataObject) -> None:
    """One of: another value, a value from elsewhere, a missing one, one twice, another name."""
    everywhere = places(value)
    if not everywhere:
        return
    container, key = data.draw(st.sampled_from(everywhere))
    match data.draw(st.sampled_from(["replace", "retarget", "delete", "repeat", "rename"])):
        case "replace":
            container[key] = data.draw(json_values)
        case "retarget":
            source, other = data.draw(st.sampled_from(everywhere))
            container[key] = copy.deepcopy(source[other])
        case "delete":
            del container[key]
        case "repeat" if isinstance(container, list):
            container.append(copy.deepcopy(container[key]))
        case "rename" if isinstance(container, dict):
            container[data.draw(st.sampled_from(["id", "kind", "x y", "nodes"]) | st.text(max_size=3))] = (
                container.pop(key)
            )
        case _:
            container[key] = [copy.deepcopy(container[key])]


@pytest.mark.parametrize("format", SAMPLES)
@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_a_damaged_file_is_read_or_refused_with_reasons(format: Format, data: st.DataObject) -> None:
    value = copy.deepcopy(SAMPLES[format])
    for _ in range(data.draw(st.integers(1, 6))):
        mutate(value, data)
    text = json.dumps(value)
    choices: tuple[Format | Literal["auto"], ...] = (format, "auto")
    for chosen in choices:
        try:
            result = import_document(text, chosen)
        except DocumentInvalid as refusal:
            assert refusal.problems
            assert all(problem.path.startswith("$") and problem.message for problem in refusal.problems)
        else:
            assert is_well_formed(result.document)
            ids = set(_ids(result.document.to_value()))
            assert {note.node for note in result.notes} <= ids | {None}


@pytest.mark.parametrize("format", SAMPLES)
@settings(deadline=None)
@given(value=json_values)
def test_any_json_is_read_or_refused_with_reasons(format: Format, value: Any) -> None:
    try:
        import_document(json.dumps(value), format)
    except DocumentInvalid as refusal:
        assert refusal.problems


def _ids(value: Any) -> list[str]:
    """The ids of all nodes, those of teams and bodies included."""
    return [container[key] for container, key in places(value) if key == "id"]

"""Reads the objects of a foreign file field by field, and knows which fields nobody asked for."""

from __future__ import annotations

import json
from typing import Any

from orchestration.graph.importers.draft import Draft, shown
from orchestration.graph.importers.notes import NoteCode
from orchestration.graph.problems import ProblemCode


def member(place: str, key: str) -> str:
    """The place of the field `key` of the object at `place`."""
    if key.isidentifier():
        return f"{place}.{key}"
    return f"{place}[{json.dumps(key, ensure_ascii=False)}]"


class Fields:
    """One object of the file. A field that is null counts as absent, as those systems write absence."""

    def __init__(self, draft: Draft, value: dict[str, Any], place: str) -> None:
        self.place = place
        self._draft = draft
        self._value = value
        self._read: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._value

    def at(self, key: str) -> str:
        return member(self.place, key)

    def raw(self, key: str) -> Any:
        """The value as it stands, None where it is absent."""
        self._read.add(key)
        return self._value.get(key)

    def text(self, key: str, *, required: bool = False) -> str | None:
        value = self.raw(key)
        if value is None and not required:
            return None
        if isinstance(value, str):
            return value
        self._wrong(key, value, "text")
        return None

    def items(self, key: str, *, required: bool = False) -> list[tuple[Any, str]]:
        """The items of a list, each with its place."""
        value = self.raw(key)
        if value is None and not required:
            return []
        if isinstance(value, list):
            return [(item, f"{self.at(key)}[{index}]") for index, item in enumerate(value)]
        self._wrong(key, value, "a list")
        return []

    def texts(self, key: str, *, required: bool = False) -> list[tuple[str, str]]:
        found = []
        for item, place in self.items(key, required=required):
            if isinstance(item, str):
                found.append((item, place))
            else:
                self._draft.problem(ProblemCode.INVALID_VALUE, place, "Should be text.")
        return found

    def objects(self, key: str, *, required: bool = False) -> list[Fields]:
        listed = self.items(key, required=required)
        return [found for item, place in listed if (found := fields_of(self._draft, item, place)) is not None]

    def inner(self, key: str, *, required: bool = False) -> Fields | None:
        value = self.raw(key)
        if value is None and not required:
            return None
        if isinstance(value, dict):
            return Fields(self._draft, value, self.at(key))
        self._wrong(key, value, "an object")
        return None

    def require(self, *keys: str) -> None:
        """Each missing one is a problem; what is there is looked at by whoever reads it."""
        for key in keys:
            if self._value.get(key) is None:
                self._wrong(key, None, "")

    def entries(self) -> list[tuple[str, Any, str]]:
        """Every field as (key, value, place), for an object whose keys are names."""
        self._read.update(self._value)
        return [(key, value, self.at(key)) for key, value in self._value.items()]

    def leave(self, node: str | None, code: NoteCode = NoteCode.UNKNOWN_FIELD) -> None:
        """Note every field that was not read: the format as known here has no such field."""
        for key, value in self.unread().items():
            self._draft.note(
                code, node, f"The field {self.at(key)} is not known here; it held: {shown(value)}"
            )

    def unread(self) -> dict[str, Any]:
        return {key: value for key, value in self._value.items() if key not in self._read}

    def _wrong(self, key: str, value: Any, expected: str) -> None:
        if value is None:
            message = f"The field “{key}” is required."
            self._draft.problem(ProblemCode.MISSING_FIELD, self.at(key), message)
        else:
            self._draft.problem(ProblemCode.INVALID_VALUE, self.at(key), f"Should be {expected}.")


def fields_of(draft: Draft, value: Any, place: str) -> Fields | None:
    """The object at `place`, or a problem."""
    if isinstance(value, dict):
        return Fields(draft, value, place)
    draft.problem(ProblemCode.INVALID_VALUE, place, "Should be an object.")
    return None

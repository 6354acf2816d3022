"""Changing what the document says of itself."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, get_args

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from orchestration.graph.diff.operation import Operation
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.diff.words import Words, field_words
from orchestration.graph.document import Budget, Defaults, Document
from orchestration.graph.parts import JsonSchema, Name, Part

Removable = Literal["goal", "defaults", "budget", "input_schema"]


class GraphFields(Part):
    """The fields of a document that are no nodes; only those that are given change."""

    name: Name | None = Field(default=None, title="Name")
    goal: str | None = Field(default=None, title="Goal")
    defaults: Defaults | None = Field(default=None, title="Defaults of the nodes")
    budget: Budget | None = Field(default=None, title="Budget")
    input_schema: JsonSchema | None = Field(default=None, title="Schema of the input")


class SetGraph(Operation):
    """Replaces whole fields of the document and removes others, which gives them their defaults.

    A null in `set` removes too.
    """

    form_title: ClassVar[str] = "Change the graph"

    op: Literal["set_graph"] = "set_graph"
    set: GraphFields = Field(default=GraphFields(), title="Set")
    unset: tuple[Removable, ...] = Field(default=(), title="Remove", description="Fields to remove.")

    @model_validator(mode="before")
    @classmethod
    def _null_removes(cls, data: Any) -> Any:
        if not isinstance(data, dict) or not isinstance(data.get("set"), dict):
            return data
        if "name" in data["set"] and data["set"]["name"] is None:
            raise PydanticCustomError("no_name", "A graph cannot be without a name")
        nulls = [name for name, value in data["set"].items() if value is None and name in get_args(Removable)]
        unset = data.get("unset") or []
        if not nulls or not isinstance(unset, list | tuple):
            return data
        kept = {name: value for name, value in data["set"].items() if name not in nulls}
        return {**data, "set": kept, "unset": [*unset, *(name for name in nulls if name not in unset)]}

    @model_validator(mode="after")
    def _not_both(self) -> SetGraph:
        for name in self.unset:
            if name in self.set.model_fields_set:
                raise PydanticCustomError("set_and_unset", "“{name}” is set and removed", {"name": name})
        return self

    def edit(self, sketch: Sketch) -> None:
        changes = {name: getattr(self.set, name) for name in self.set.model_fields_set}
        changes.update({name: Document.model_fields[name].default for name in self.unset})
        sketch.amend_document(**changes)

    def describe(self, words: Words) -> str:
        names = [name for name in GraphFields.model_fields if name in self.set.model_fields_set]
        if names == ["name"] and not self.unset:
            return f"Named the graph “{self.set.name}”"
        if not names and not self.unset:
            return "Changed nothing of the graph"
        return f"Changed {field_words([*names, *self.unset])} of the graph"

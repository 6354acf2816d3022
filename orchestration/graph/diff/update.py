"""Changing the fields of one node."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar, Literal

from pydantic import Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from orchestration.graph.diff.contents import shell_of
from orchestration.graph.diff.errors import DiffCode, Refusal
from orchestration.graph.diff.given import what_is_wrong
from orchestration.graph.diff.operation import NodeId, Operation
from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.diff.words import Words, field_words
from orchestration.graph.nodes import KINDS, Node
from orchestration.graph.parts import Name
from orchestration.graph.suggestions import Names

_OWN_OPERATIONS = {"id": "rename_node", "depends_on": "add_edge, remove_edge and reroute_edge"}


class UpdateNode(Operation):
    """Replaces whole fields of a node and removes others, which gives them their defaults.

    A null in `set` removes too. With another `kind` the fields that the new kind lacks are dropped.
    """

    form_title: ClassVar[str] = "Change fields"

    op: Literal["update_node"] = "update_node"
    id: NodeId = Field(title="Node")
    set: dict[Name, Any] = Field(default={}, title="Set", description="Field → its new value.")
    unset: tuple[Name, ...] = Field(default=(), title="Remove", description="Fields to remove.")

    @model_validator(mode="after")
    def _fields_of_its_own(self) -> UpdateNode:
        for name in (*self.set, *self.unset):
            if name in _OWN_OPERATIONS:
                context = {"name": name, "instead": _OWN_OPERATIONS[name]}
                raise PydanticCustomError("not_here", "“{name}” is changed by {instead}", context)
            if name in self.set and name in self.unset:
                raise PydanticCustomError("set_and_unset", "“{name}” is set and removed", {"name": name})
        return self

    def edit(self, sketch: Sketch) -> None:
        sketch.node(self.id)
        old = sketch.whole(self.id)
        new = self._updated(old)
        if new is not old:
            sketch.replace(self.id, new)

    def _updated(self, old: Node) -> Node:
        """Raises Refusal. What is not set passes as it is, so nothing that a team holds is read again."""
        kind = self.set.get("kind", old.kind)
        model = KINDS.get(kind) if isinstance(kind, str) else None
        if model is None:
            raise self._invalid(old)
        known = model.model_fields.keys() | type(old).model_fields.keys()
        for name in self.unset:
            if name not in known:
                meant = Names(known).closest(name)
                hint = f" Did you mean “{meant}”?" if meant is not None else ""
                message = f"A {old.kind} node has no field “{name}”.{hint}"
                raise Refusal(DiffCode.INVALID_NODE, message, node=self.id)
        fields = {
            name: getattr(old, name)
            for name in old.model_fields_set
            if name in model.model_fields and name not in self.unset
        }
        try:
            new: Any = model.model_validate({**fields, **self.set})
        except ValidationError:
            raise self._invalid(old) from None
        return _sharing(new, old, self.set.keys())

    def _invalid(self, old: Node) -> Refusal:
        value = {**shell_of(old).to_value(), **self.set}
        kind = value["kind"]
        if isinstance(kind, str) and kind in KINDS and kind != old.kind:
            kept = KINDS[kind].model_fields.keys() | self.set.keys()
            value = {name: item for name, item in value.items() if name in kept}
        value = {name: item for name, item in value.items() if name not in self.unset}
        message = what_is_wrong(value) or "The fields do not fit together."
        return Refusal(DiffCode.INVALID_NODE, f"“{self.id}”: {message}", node=self.id)

    def describe(self, words: Words) -> str:
        name = words.name(self.id)
        if self.set.keys() == {"title"} and not self.unset and isinstance(self.set["title"], str):
            return f"Gave {name} the title “{self.set['title']}”"
        if not (self.set or self.unset):
            return f"Changed nothing of {name}"
        if "kind" in self.set:
            return f"Made {name} a node of kind {self.set['kind']}"
        return f"Changed {field_words([*self.set, *self.unset])} of {name}"


def _sharing(new: Node, old: Node, given: Collection[str]) -> Node:
    """`new` with the very objects of `old` where nothing was given; `old` itself if nothing differs.

    What was given is compared as it is spelled: the order of a schema's properties is that of its form.
    """
    same = {
        name: getattr(old, name)
        for name in new.model_fields_set & old.model_fields_set
        if name not in given or repr(getattr(new, name)) == repr(getattr(old, name))
    }
    if type(new) is type(old) and new.model_fields_set == old.model_fields_set == same.keys():
        return old
    return new.model_copy(update=same)

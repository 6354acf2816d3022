"""What every operation is: a frozen value with a name, that edits a sketch and can say what it does."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from orchestration.graph.diff.sketch import Sketch
from orchestration.graph.diff.words import Words
from orchestration.graph.parts import Name, Part, Slug, Whole

# An id that should be there already: whether it is, only the document can tell.
NodeId = Name
NewId = Annotated[
    Slug,
    Field(description="1 to 64 small letters, digits, “-” and “_”, beginning with a letter or a digit."),
]
Place = Annotated[
    Annotated[Whole, Field(ge=0)] | None,
    Field(title="Position", description="Counted from 0. Left out, or beyond the end: at the end."),
]


class Operation(Part):
    """One kind of diff. `edit` may leave the sketch ill-formed: whoever calls it checks afterwards."""

    always_written: ClassVar[frozenset[str]] = frozenset({"op"})

    form_title: ClassVar[str]

    op: str

    def edit(self, sketch: Sketch) -> None:
        """Change the sketch. Raises Refusal."""
        raise NotImplementedError

    def describe(self, words: Words) -> str:
        """What it does, in words, to the document that `words` speaks of."""
        raise NotImplementedError

"""One graph as JSON: parsed strictly, all errors at once; written minimally."""

from __future__ import annotations

import json
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, ValidationError

from orchestration.graph.jsontext import LIMIT_BYTES, check_json, load_json
from orchestration.graph.locations import problems_of
from orchestration.graph.nodes import FailureStrategy, Node
from orchestration.graph.parts import Dollars, JsonSchema, Name, Part, Seconds, Whole
from orchestration.graph.problems import DocumentInvalid as DocumentInvalid
from orchestration.graph.problems import Problem

MAX_DOCUMENT_BYTES = LIMIT_BYTES


class Defaults(Part):
    """What a node that says nothing gets."""

    failure_strategy: FailureStrategy = "abort"
    max_retries: Annotated[Whole, Field(ge=0)] = 3
    max_parallel: Annotated[Whole, Field(ge=1)] = 8
    timeout_seconds: Seconds = 300


class Budget(Part):
    """What a run may use before it asks. `cost_usd` is decimal text, so that money is never a float."""

    tokens: Annotated[Whole, Field(ge=1)] | None = None
    cost_usd: Dollars | None = None
    wall_seconds: Seconds | None = None


class Document(Part):
    """A graph. `nodes` is ordered; teams and bodies nest."""

    always_written: ClassVar[frozenset[str]] = frozenset({"schema_version", "nodes"})

    schema_version: Literal[1] = 1
    name: Name
    goal: str | None = None
    input_schema: JsonSchema | None = None
    defaults: Defaults = Defaults()
    budget: Budget | None = None
    nodes: tuple[Node, ...] = ()


def document_text(document: Document) -> str:
    """As documents are kept: minimal JSON. It keeps the author's order of keys."""
    return json.dumps(document.to_value(), ensure_ascii=False, allow_nan=False, separators=(",", ":"))


_PARTS: dict[str, type[Part]] = {"": Document, "defaults": Defaults, "budget": Budget}


def parse_document(source: str | bytes) -> Document:
    """Read JSON text. Raises DocumentInvalid with every problem that the text has."""
    value, problems = load_json(source)
    return _build(value, problems)


def document_from_value(value: Any) -> Document:
    """Read a JSON value (dicts, lists, text, numbers, booleans, None). Raises DocumentInvalid."""
    clean, problems = check_json(value)
    return _build(clean, problems)


def _build(value: Any, problems: list[Problem]) -> Document:
    if problems and value is None:
        raise DocumentInvalid(problems)
    try:
        document = Document.model_validate(value)
    except ValidationError as error:
        places = {problem.path for problem in problems}
        more = [found for found in problems_of(error, value, _PARTS) if found.path not in places]
        raise DocumentInvalid(problems + more) from None
    if problems:
        raise DocumentInvalid(problems)
    return document

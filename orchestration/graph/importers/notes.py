"""What an import says about the differences between the foreign file and the document made of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from orchestration.graph.document import Document

Format = Literal["native", "salvor", "gglib", "zeph", "wfformat"]


class NoteCode(StrEnum):
    # Something is written differently here.
    NAME_MADE = "name_made"
    ID_CHANGED = "id_changed"
    IDS_REWRITTEN = "ids_rewritten"
    EXPRESSION_TRANSLATED = "expression_translated"
    EXPRESSION_NOT_UNDERSTOOD = "expression_not_understood"
    EXPRESSION_TOO_LONG = "expression_too_long"
    SCHEMA_MOVED = "schema_moved"
    GOAL_MOVED = "goal_moved"
    DEBATE_AS_AGENT = "debate_as_agent"
    GATE_ADDED = "gate_added"
    BODY_COPIED = "body_copied"
    SIMULATED_TASKS = "simulated_tasks"
    TIMEOUT_RAISED = "timeout_raised"

    # Something is written alike, but means more, less or something else here.
    AGENT_HASH_KEPT = "agent_hash_kept"
    CASE_BY_MODEL = "case_by_model"
    INPUT_MERGED = "input_merged"
    VALUE_UNCLEAR = "value_unclear"
    NEGATED_TYPE = "negated_type"
    UNLABELLED_EDGE = "unlabelled_edge"
    PREDICATE_EVALUATED = "predicate_evaluated"
    TOOLS_NOT_GATED = "tools_not_gated"
    WAIT_TOO_LONG = "wait_too_long"
    IDS_DISAGREE = "ids_disagree"
    CHILDREN_DISAGREE = "children_disagree"

    # Something of the file is not in the document.
    RUN_STATE = "run_state"
    UNKNOWN_FIELD = "unknown_field"
    NOT_KEPT = "not_kept"
    IGNORED_THERE = "ignored_there"
    LABEL_DROPPED = "label_dropped"
    DUPLICATE_EDGE = "duplicate_edge"
    BODY_EDGE = "body_edge"
    NO_RUN_TIME = "no_run_time"


@dataclass(frozen=True, slots=True)
class Note:
    """One difference. `node` is an id in the imported document, None for what concerns the whole graph."""

    code: NoteCode
    node: str | None
    message: str


@dataclass(frozen=True, slots=True)
class Imported:
    """A well-formed document, and everything in which it differs from the file, in the order found."""

    document: Document
    notes: tuple[Note, ...]
    format: Format = "native"

"""What an import says about the differences between the foreign file and the document made of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from orchestration.graph.codes import Code
from orchestration.graph.document import Document

Format = Literal["native", "salvor", "gglib", "zeph", "wfformat"]


class NoteCode(Code):
    # Something is written differently here.
    NAME_MADE = "name_made", "The file gives its graph no name, so one was made."
    ID_CHANGED = "id_changed", "A node has another id than in the file."
    IDS_REWRITTEN = "ids_rewritten", "All ids, or many, were rewritten in one way."
    EXPRESSION_TRANSLATED = "expression_translated", "An expression or condition was translated."
    EXPRESSION_NOT_UNDERSTOOD = (
        "expression_not_understood",
        "An expression could not be translated; it stands as it was.",
    )
    EXPRESSION_TOO_LONG = "expression_too_long", "A translated expression would be too long."
    SCHEMA_MOVED = "schema_moved", "A schema stands in another field here."
    GOAL_MOVED = "goal_moved", "A goal stands in another field here."
    DEBATE_AS_AGENT = "debate_as_agent", "A debate became one agent node."
    GATE_ADDED = "gate_added", "A mode that asks people became a gate."
    BODY_COPIED = "body_copied", "A body with several owners was copied, one for each."
    SIMULATED_TASKS = "simulated_tasks", "Recorded tasks became calls that wait as long as they took."
    TIMEOUT_RAISED = "timeout_raised", "The time limit was raised to let the longest task finish."

    # Something is written alike, but means more, less or something else here.
    AGENT_HASH_KEPT = (
        "agent_hash_kept",
        "A hash of an agent's definition was kept, but names one of the other system.",
    )
    CASE_BY_MODEL = "case_by_model", "A model decides the branch there, so it does here."
    INPUT_MERGED = "input_merged", "A node gets its inputs in another shape than there."
    VALUE_UNCLEAR = "value_unclear", "What an expression reads is not certain."
    NEGATED_TYPE = "negated_type", "A negated condition treats values of other types in another way."
    UNLABELLED_EDGE = "unlabelled_edge", "An edge out of a branch has no label there."
    PREDICATE_EVALUATED = "predicate_evaluated", "A predicate that was reserved there is evaluated here."
    TOOLS_NOT_GATED = "tools_not_gated", "Approvals of single tool calls there have no counterpart here."
    WAIT_TOO_LONG = "wait_too_long", "A wait is longer than any that can be written here."
    IDS_DISAGREE = "ids_disagree", "The file names a node in two ways."
    CHILDREN_DISAGREE = "children_disagree", "The file writes its edges twice, and the two disagree."

    # Something of the file is not in the document.
    RUN_STATE = "run_state", "State of a run was left out."
    UNKNOWN_FIELD = "unknown_field", "A field that is not known was left out."
    NOT_KEPT = "not_kept", "Something that a document cannot say was left out."
    IGNORED_THERE = "ignored_there", "A field that the other system ignores was left out."
    LABEL_DROPPED = "label_dropped", "A label on an edge that means nothing was left out."
    DUPLICATE_EDGE = "duplicate_edge", "An edge that is there twice became one."
    BODY_EDGE = "body_edge", "An edge of a body, which only its owner runs, was left out."
    NO_RUN_TIME = "no_run_time", "A task has no recorded run time."


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

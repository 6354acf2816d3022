"""Saying why a diff was refused, and who is in its way."""

from __future__ import annotations

import json
from collections.abc import Sequence

from django.contrib.auth.models import User

from orchestration.engine.errors import Violation
from orchestration.graph.diff import DiffCode, DiffError, GraphDiff
from orchestration.graph.diff.restore import Restore
from orchestration.models import Change, Draft
from orchestration.selectors.people import NOBODY
from orchestration.services.errors import Conflict, Refused

GRAPH_UNTOUCHED = '{"graph":null'
LOOKED_AT = 50


def malformed(error: DiffError) -> Refused:
    return Refused(
        error.code.value, error.message, [Violation(f"$.diffs[{error.diff_index}]", error.message)]
    )


def change_refused(error: DiffError, draft: Draft, base_version: int, actor: User) -> Exception:
    """A diff that does not fit the draft which its author saw is their fault; one that did, nobody's."""
    if base_version == draft.version:
        return malformed(error)
    detail = explained(error, draft, base_version, actor)
    return Conflict(error.code.value, detail, version=draft.version)


def check_restored(diffs: Sequence[GraphDiff], draft: Draft, since: int, actor: User) -> None:
    """A restore that names no state to find would take back in silence what was made of its nodes since.

    Raises Conflict when somebody has changed one of them after version `since`.
    """
    restored = [(index, diff) for index, diff in enumerate(diffs) if isinstance(diff, Restore)]
    if since == draft.version or not restored:
        return
    rows = Change.objects.filter(graph_id=draft.graph_id, version__gt=since)
    touched = {id for patch in rows.values_list("patch", flat=True) for id in json.loads(patch)["nodes"]}
    for index, diff in restored:
        for id in diff.nodes.keys() & touched - diff.expected.keys():
            error = DiffError(DiffCode.NODE_CHANGED, index, id, f"“{id}” has been changed since.")
            raise change_refused(error, draft, since, actor)


def explained(error: DiffError, draft: Draft, since: int, actor: User, *, but: Sequence[int] = ()) -> str:
    """The reason, with who changed what after version `since`, other than by `but`, if that can be told."""
    change = _in_the_way(error, draft, since, but)
    if change is None:
        return error.message
    done = done_since(change, error.node, actor)
    return done if error.message.endswith(" since.") else f"{done} {error.message}"


def done_since(change: Change, node: str | None, actor: User) -> str:
    """“Ada gave “Look up” the title “Find” since.”: what a change did to a node, or to the graph."""
    who = "You" if change.author_id == actor.pk else change.author_name or NOBODY
    words = _words(change, node)
    return f"{who} {words[:1].lower()}{words[1:]} since."


def _in_the_way(error: DiffError, draft: Draft, since: int, but: Sequence[int]) -> Change | None:
    """The last change after `since` that concerns the node of the refusal, or the graph if there is none;
    for a node that is missing, the change that took it away.
    """
    rows = Change.objects.filter(graph_id=draft.graph_id, version__gt=since).exclude(version__in=but)
    rows = rows.order_by("-version")
    if error.node is None:
        return rows.exclude(patch__startswith=GRAPH_UNTOUCHED).first()
    touching = [
        (change, nodes[error.node])
        for change in rows.filter(patch__contains=json.dumps(error.node))[:LOOKED_AT]
        if error.node in (nodes := json.loads(change.patch)["nodes"])
    ]
    if error.code in (DiffCode.NODE_NOT_FOUND, DiffCode.UNKNOWN_DEPENDENCY):
        touching = [found for found in touching if found[1] is None]
    return touching[0][0] if touching else None


def _words(change: Change, node: str | None) -> str:
    """The line of those that a change has which is about the node, or the graph."""
    about = json.dumps("set_graph" if node is None else node)
    for diff, line in zip(json.loads(change.diffs), change.words, strict=False):
        if about in json.dumps(diff):
            return str(line)
    return str(change.words[0]) if change.words else "Changed it"

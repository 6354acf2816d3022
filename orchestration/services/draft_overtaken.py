"""Whether a field that is to be set was changed by somebody else meanwhile."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib.auth.models import User

from orchestration.graph.diff import GraphDiff
from orchestration.graph.diff.contents import shell_of
from orchestration.graph.diff.difference import Layout
from orchestration.graph.patching import graph_fields
from orchestration.models import Change, Draft
from orchestration.services.draft_refusals import done_since
from orchestration.services.errors import Conflict

# A node (None: the graph), its field, and the value to come (None: the field is taken away).
Setting = tuple[str | None, str, Any]


def check_not_overtaken(
    diffs: Sequence[GraphDiff], draft: Draft, now: Layout, since: int, actor: User
) -> None:
    """Raises Conflict (``field_changed``) when somebody else has changed a field after version `since` that
    the diffs would set to something else than it is `now`.
    """
    if since == draft.version:
        return
    apart = [one for one in _settings(diffs) if _value_now(now, one[0], one[1]) != one[2]]
    if not apart:
        return
    rows = Change.objects.filter(graph_id=draft.graph_id, version__gt=since).exclude(author=actor)
    for change in rows.order_by("-version").iterator(chunk_size=50):
        after, before = json.loads(change.patch), json.loads(change.inverse)
        for node, field, _ in apart:
            if _changed(after, before, node, field):
                raise Conflict("field_changed", done_since(change, node, actor), version=draft.version)


def _settings(diffs: Sequence[GraphDiff]) -> Iterator[Setting]:
    for diff in diffs:
        value = diff.to_value()
        match value["op"]:
            case "update_node" | "set_graph":
                node = value.get("id")
                yield from ((node, name, item) for name, item in value.get("set", {}).items())
                yield from ((node, name, None) for name in value.get("unset", ()))
            case "set_role":
                yield value["id"], "role", value.get("role")
            case "set_tools":
                yield value["id"], "tool_allowlist", value["tool_allowlist"]


def _value_now(now: Layout, node: str | None, field: str) -> Any:
    if node is None:
        return graph_fields(now.document).get(field)
    return shell_of(now.nodes[node]).to_value().get(field) if node in now.nodes else None


def _changed(patch: dict[str, Any], inverse: list[Any], node: str | None, field: str) -> bool:
    """Whether a change, kept as what it made and what takes it back, touched this field."""
    if node is None:
        sets = [diff for diff in inverse if diff["op"] == "set_graph"]
        return any(field in diff.get("set", {}) or field in diff.get("unset", ()) for diff in sets)
    left = patch["nodes"].get(node)
    restored = [diff["nodes"].get(node) for diff in inverse if diff["op"] == "restore"]
    return left is not None and any(
        one is not None and one["node"].get(field) != left["node"].get(field) for one in restored
    )

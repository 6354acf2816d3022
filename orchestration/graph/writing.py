"""A document's JSON text, put together from the texts of its nodes: of thousands, a change concerns a few."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import orjson

from orchestration.graph.diff.contents import contents_of, shell_of
from orchestration.graph.document import Document
from orchestration.graph.nodes import Node, TeamNode

# Node id → the node and its text, what it holds included.
Texts: TypeAlias = dict[str, tuple[Node, bytes]]


def written(document: Document, known: Mapping[str, tuple[Node, bytes]]) -> tuple[str, Texts]:
    """The minimal JSON as `document_text` gives it, and the texts of its nodes for the next time.

    `known` are those of an earlier document; they count for the nodes that are the very same objects.
    """
    texts: Texts = {}
    value = document.model_copy(update={"nodes": ()}).to_value()
    value["nodes"] = _joined(document.nodes, known, texts)
    return orjson.dumps(value).decode(), texts


def _joined(
    nodes: tuple[Node, ...], known: Mapping[str, tuple[Node, bytes]], texts: Texts
) -> orjson.Fragment:
    """The list of these nodes; `texts` gets theirs and those of the nodes that they hold."""
    parts = []
    for node in nodes:
        id = node.id
        found = known.get(id)
        if found is None or found[0] is not node:
            found = node, _text_of(node, known, texts)
        elif held := contents_of(node):
            # What it holds is as it was too, and stays known.
            _joined(held, known, texts)
        texts[id] = found
        parts.append(found[1])
    return orjson.Fragment(b"[" + b",".join(parts) + b"]")


def _text_of(node: Node, known: Mapping[str, tuple[Node, bytes]], texts: Texts) -> bytes:
    value: dict[str, Any] = shell_of(node).to_value()
    if held := contents_of(node):
        inner = _joined(held, known, texts)
        if isinstance(node, TeamNode):
            value["nodes"] = inner
        else:
            value["body"] = {"graph": {"nodes": inner}}
    return orjson.dumps(value)

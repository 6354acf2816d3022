"""The one spelling of a JSON value (RFC 8785), and the hash of a graph that follows from it."""

from __future__ import annotations

import hashlib
from typing import Any

import rfc8785

from orchestration.graph.document import Document

_LARGEST_EXACT = 2**53


def canonical_bytes(value: Any) -> bytes:
    """RFC 8785 JSON in UTF-8, integral floats written as integers.

    Raises ValueError for a non-finite number, an integer beyond 2^53 or text that is no Unicode.
    """
    return rfc8785.dumps(_normalised(value))


def graph_hash(document: Document) -> str:
    """``sha256:`` and 64 hex digits; the same for every spelling of the same graph."""
    return "sha256:" + hashlib.sha256(canonical_bytes(document.to_value())).hexdigest()


def _normalised(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _normalised(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_normalised(item) for item in value]
    if isinstance(value, bool):
        return value
    if isinstance(value, int) and abs(value) == _LARGEST_EXACT:
        return float(value)  # Exact still, but the package draws the line one below.
    if isinstance(value, float) and value.is_integer() and abs(value) < _LARGEST_EXACT:
        return int(value)
    return value

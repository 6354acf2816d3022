"""Forms show fields in the author's order, so a stored document keeps it."""

from __future__ import annotations

import json

import pytest

from orchestration.eventlog import document_of
from orchestration.services.graphs import graph_import


@pytest.mark.django_db
def test_a_stored_document_keeps_the_order_of_its_schema() -> None:
    fields = {name: {"type": "string"} for name in ("zebra", "apple", "mango")}
    document = {
        "schema_version": 1,
        "name": "Ordered",
        "input_schema": {"type": "object", "properties": fields},
        "nodes": [{"id": "wait", "kind": "delay", "seconds": 1}],
    }
    result = graph_import(text=json.dumps(document), actor=None)
    schema = document_of(result.graph_hash).input_schema
    assert schema is not None
    assert list(schema["properties"]) == ["zebra", "apple", "mango"]

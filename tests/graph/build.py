"""Short ways to write documents in tests."""

from __future__ import annotations

from typing import Any

from orchestration.graph.document import Document, document_from_value


def document(*nodes: dict[str, Any], **fields: Any) -> Document:
    return document_from_value({"name": "Test", "nodes": list(nodes), **fields})


def tool(id: str, *needs: Any, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "tool", "tool": "note", "depends_on": list(needs), **fields}


def agent(id: str, *needs: Any, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "agent", "depends_on": list(needs), **fields}


def gate(id: str, *needs: Any, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "gate", "depends_on": list(needs), **fields}


def team(id: str, *nodes: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "team", "nodes": list(nodes), **fields}


def map_over(id: str, body: dict[str, Any], *needs: Any, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "map", "over": "value", "body": body, "depends_on": list(needs), **fields}


def fold(id: str, body: dict[str, Any], *needs: Any, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "fold", "body": body, "max_iterations": 3, "depends_on": list(needs), **fields}


def branch(id: str, cases: dict[str, str], *needs: Any, **fields: Any) -> dict[str, Any]:
    """`cases` maps names to expressions."""
    listed = [{"name": name, "when": {"kind": "expression", "value": text}} for name, text in cases.items()]
    return {"id": id, "kind": "branch", "cases": listed, "depends_on": list(needs), **fields}


def on(node: str, case: str) -> dict[str, str]:
    return {"node": node, "case": case}


REFUND: dict[str, Any] = {
    "schema_version": 1,
    "name": "Dispute refund",
    "goal": "Settle a disputed charge",
    "input_schema": {
        "type": "object",
        "required": ["dispute_id"],
        "properties": {"dispute_id": {"type": "string"}},
    },
    "nodes": [
        {
            "id": "lookup",
            "kind": "tool",
            "title": "Look the dispute up",
            "tool": "dispute.lookup",
            "input": {"dispute_id": "value.dispute_id"},
            "output_schema": {
                "type": "object",
                "required": ["amount_usd"],
                "properties": {"amount_usd": {"type": "number"}, "customer": {"type": "string"}},
            },
        },
        {
            "id": "size",
            "kind": "branch",
            "depends_on": ["lookup"],
            "cases": [
                {"name": "large", "when": {"kind": "expression", "value": "value.amount_usd > 250.0"}},
                {"name": "small", "when": {"kind": "expression", "value": "true"}},
            ],
        },
        {
            "id": "approve",
            "kind": "gate",
            "depends_on": [{"node": "size", "case": "large"}],
            "prompt": "Refund this customer?",
            "approval_schema": {
                "type": "object",
                "required": ["amount_usd", "lines"],
                "properties": {
                    "amount_usd": {"type": "number", "minimum": 0},
                    "lines": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["account"],
                            "properties": {"account": {"type": "string"}, "amount": {"type": "number"}},
                        },
                    },
                },
            },
            "required_approvals": 2,
            "deadline_seconds": 3600,
            "groups": ["finance"],
        },
        {
            "id": "settle",
            "kind": "tool",
            "depends_on": ["approve", {"node": "size", "case": "small"}],
            "tool": "ledger.settle",
            "failure_strategy": "ask",
        },
    ],
}

PIPELINE: dict[str, Any] = {
    "name": "Document pipeline",
    "nodes": [
        {"id": "fetch", "kind": "tool", "tool": "doc.fetch", "input": {"url": "run.input.url"}},
        {
            "id": "pages",
            "kind": "map",
            "depends_on": ["fetch"],
            "over": "value.pages",
            "concurrency": 4,
            "body": {"node": "read"},
            "on_item_error": "skip",
        },
        {"id": "read", "kind": "tool", "tool": "doc.read", "input": {"page": "value", "number": "index"}},
        {"id": "summary", "kind": "tool", "tool": "doc.join", "depends_on": ["pages"], "timeout_seconds": 20},
        {"id": "pause", "kind": "delay", "seconds": 2, "depends_on": ["summary"]},
        {
            "id": "refine",
            "kind": "fold",
            "depends_on": ["pause", "summary"],
            "body": {
                "graph": {
                    "nodes": [
                        {"id": "score", "kind": "tool", "tool": "doc.score"},
                        {"id": "polish", "kind": "tool", "tool": "doc.polish", "depends_on": ["score"]},
                    ]
                }
            },
            "max_iterations": 3,
            "stop_when": "value.score > 0.9",
            "join": {"best_by": "value.score"},
        },
        {
            "id": "publish",
            "kind": "team",
            "goal": "Store it",
            "depends_on": ["refine"],
            "nodes": [
                {
                    "id": "store",
                    "kind": "tool",
                    "tool": "doc.store",
                    "verify_predicate": {"kind": "expression", "value": "value.ok"},
                }
            ],
        },
    ],
}

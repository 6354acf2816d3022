"""Examples in the OpenAPI document: what the main requests carry, and what refusals look like.

They are about the graph “Dispute refund”, which every installation starts with.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample

from dashboard.api.problems import CONTENT_TYPE, ProblemDetails, problem
from orchestration.engine.errors import Violation


def asked(name: str, value: dict[str, Any], summary: str = "") -> OpenApiExample:
    return OpenApiExample(name, value=value, summary=summary or name, request_only=True)


def refused(name: str, details: ProblemDetails) -> OpenApiExample:
    return OpenApiExample(
        name,
        value=details.model_dump(mode="json"),
        response_only=True,
        status_codes=[str(details.status)],
        media_type=CONTENT_TYPE,
    )


RUN_START = [
    asked(
        "A run",
        {
            "graph": "dispute-refund",
            "input": {"dispute_id": "D-2291", "amount_usd": 300},
            "labels": {"team": "payments"},
        },
    ),
    asked(
        "A run of an older revision",
        {"graph": "dispute-refund", "revision": 1, "input": {"dispute_id": "D-2291", "amount_usd": 40}},
    ),
    asked(
        "A test run of the draft",
        {"graph": "dispute-refund", "draft": True, "input": {"dispute_id": "D-2291", "amount_usd": 40}},
    ),
    refused(
        "The input does not fit",
        problem(
            422,
            "input_violation",
            "The input misses the graph's schema.",
            [Violation("$.amount_usd", "-3 is not more than 0.")],
        ),
    ),
]
DECISION = [
    asked(
        "Approve",
        {
            "outcome": "approve",
            "version": 1,
            "input": {"refund": {"amount_usd": 300, "currency": "USD", "method": "store_credit"}},
        },
    ),
    asked("Reject", {"outcome": "reject", "version": 1, "reason": "It is not our customer."}),
    refused(
        "Somebody was faster",
        problem(409, "already_decided", "This approval was already decided by ada.", version=2),
    ),
]
DRAFT_CHANGE = [
    asked(
        "A new title",
        {
            "base_version": 0,
            "diffs": [{"op": "update_node", "id": "lookup_dispute", "set": {"title": "Look it up"}}],
        },
    ),
    refused(
        "The draft has moved on",
        problem(409, "unknown_node", "Ada removed “Look up” since.", version=7),
    ),
]
GRAPH_CREATE = [
    asked("A blank graph", {"name": "Monthly report"}),
    asked("A copy", {"name": "Refund for partners", "template": "dispute-refund"}),
]
TOKEN_CREATE = [
    asked("To read for 90 days", {"name": "dashboard on the wall"}),
    asked(
        "To start runs, for ever",
        {"name": "nightly export", "scope": "view start_run", "expires_days": None},
    ),
]

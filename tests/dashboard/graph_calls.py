"""Talking to the API of graphs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from orchestration.services.graphs import graph_import
from tests.dashboard.samples import DOCUMENT

Answer = Any
PROBLEM = "application/problem+json"


def post(client: Client, address: str, body: Any, key: str = "") -> Answer:
    headers = {"Idempotency-Key": key} if key else {}
    return client.post(f"/api/{address}", body, content_type="application/json", headers=headers)


def refusal(answer: Answer) -> tuple[int, str]:
    assert answer.headers["Content-Type"] == PROBLEM, answer.content
    return answer.status_code, answer.json()["code"]


def document(**changes: Any) -> dict[str, Any]:
    return {**json.loads(DOCUMENT), **changes}


def step(id: str, *needs: Any, **fields: Any) -> dict[str, Any]:
    return {"id": id, "kind": "tool", "tool": "time.sleep", "depends_on": list(needs), **fields}


def publish(value: Mapping[str, Any], actor: User | None = None, slug: str = "refund") -> None:
    graph_import(text=json.dumps(value), name=slug, actor=actor)

"""Talking to a draft as a browser does."""

from __future__ import annotations

from typing import Any, cast

from django.http import HttpResponse
from django.test import Client

SLUG = "refund"
Answer = Any


def address(what: str, slug: str = SLUG) -> str:
    return f"/api/graphs/{slug}/{what}/"


def send(client: Client, what: str, body: Any, *, key: str = "", slug: str = SLUG) -> Answer:
    headers = {"Idempotency-Key": key} if key else None
    return client.post(address(what, slug), body, content_type="application/json", headers=headers)


def change(
    client: Client,
    base: int,
    *diffs: Any,
    gesture: str = "",
    slug: str = SLUG,
    key: str = "",
    guarded: bool = False,
) -> Answer:
    body = {"base_version": base, "diffs": list(diffs), "gesture": gesture, "guarded": guarded}
    return send(client, "draft/changes", body, slug=slug, key=key)


def read(client: Client, slug: str = SLUG) -> dict[str, Any]:
    answer = cast("HttpResponse", client.get(address("draft", slug)))
    assert answer.status_code == 200, answer.content
    return cast("dict[str, Any]", answer.json())  # type: ignore[attr-defined]


def version(client: Client, slug: str = SLUG) -> int:
    return int(read(client, slug)["version"])


def ids(client: Client, slug: str = SLUG) -> list[str]:
    return [placed["node"]["id"] for placed in read(client, slug)["nodes"]]


def titles(client: Client, slug: str = SLUG) -> dict[str, str | None]:
    return {placed["node"]["id"]: placed["node"].get("title") for placed in read(client, slug)["nodes"]}


def add(id: str, *needs: str, **fields: Any) -> dict[str, Any]:
    node = {"id": id, "kind": "tool", "tool": "time_sleep", "depends_on": list(needs), **fields}
    return {"op": "add_node", "node": node}


def title(id: str, text: str) -> dict[str, Any]:
    return {"op": "update_node", "id": id, "set": {"title": text}}

"""What the tests of the web face look at."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.test import override_settings
from django_vite.core.asset_loader import DjangoViteAssetLoader  # type: ignore[import-untyped]

DOCUMENT = json.dumps(
    {
        "schema_version": 1,
        "name": "Refund",
        "goal": "Give money back, with somebody's word.",
        "input_schema": {
            "type": "object",
            "required": ["amount"],
            "properties": {"amount": {"type": "number", "title": "Amount", "minimum": 0}},
        },
        "nodes": [
            {
                "id": "approve",
                "kind": "gate",
                "title": "Approve refund",
                "prompt": "Which refund should be issued?",
                "input": {"amount": "run.input.amount"},
                "approval_schema": {
                    "type": "object",
                    "required": ["refund"],
                    "properties": {
                        "refund": {"type": "number", "title": "Refund", "maximum": 300},
                        "note": {"type": "string", "title": "Note"},
                    },
                    "additionalProperties": False,
                },
            }
        ],
    }
)
ENTRIES = (
    "base.ts",
    "run.tsx",
    "approval.tsx",
    "graph.tsx",
    "graphs.tsx",
    "history.tsx",
    "compare.tsx",
    "apiDocs.ts",
)


@contextmanager
def manifest() -> Iterator[None]:
    """A manifest like the one that Vite writes, in place of a built front end."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "manifest.json"
        entries = {
            f"src/pages/{name}": {"file": f"assets/{name.split('.')[0]}-12345678.js", "isEntry": True}
            for name in ENTRIES
        }
        path.write_text(json.dumps(entries))
        config = {"default": {**settings.DJANGO_VITE["default"], "manifest_path": path}}
        with override_settings(DJANGO_VITE=config):
            kept = DjangoViteAssetLoader._instance
            DjangoViteAssetLoader._instance = None
            try:
                yield
            finally:
                DjangoViteAssetLoader._instance = kept

"""Names that must be the same after a restart: idempotency keys."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def idempotency_key(run_key: str, path: str, rerun: int, index: int | str, value: Any) -> str:
    """The same for a retry and a restart, different for another run or another input.

    `index` is the call's place in its attempt: 0 for a tool node, ``turn.position`` for an agent's.
    """
    text = json.dumps(
        [run_key, path, rerun, index, value], sort_keys=True, ensure_ascii=False, separators=(",", ":")
    )
    return hashlib.sha256(text.encode()).hexdigest()

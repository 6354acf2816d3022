"""Commands as scripts see them: what they print, and how they end."""

from __future__ import annotations

import io
import json
from typing import Any

from django.core.management import call_command


class Outcome:
    """What a command printed and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def manage(*arguments: str) -> Outcome:
    out, err = io.StringIO(), io.StringIO()
    code = 0
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except SystemExit as ended:
        code = int(ended.code or 0)
    return Outcome(code, out.getvalue(), err.getvalue())

"""One process that carries out command after command: starting Django anew takes longer than most of them.

It reads the words of a command as a line of JSON and answers with another: {status, printed, complaint}.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys

from django.core.management import ManagementUtility


def carry_out(words: list[str]) -> dict[str, object]:
    printed, complaint, status = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(complaint):
        try:
            ManagementUtility(["manage.py", *words]).execute()
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return {"status": status, "printed": printed.getvalue(), "complaint": complaint.getvalue()}


def main() -> None:
    for line in sys.stdin:
        answer = json.dumps(carry_out(json.loads(line)))
        print(answer, file=sys.__stdout__, flush=True)


if __name__ == "__main__":
    main()

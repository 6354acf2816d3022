"""What people hand to commands: files, JSON, names."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from orchestration.graph.jsontext import load_json
from orchestration.management.command import Refused
from orchestration.models import Run


def read_source(file: str) -> bytes:
    """The bytes of a file, or of the standard input for “-”. Raises Refused."""
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}", code="unreadable_file") from error


def stem_of(file: str) -> str:
    """What a graph is called that has no name of its own: its file without ending; “” for “-”."""
    return "" if file == "-" else Path(file).stem


def read_json(text: str | bytes, what: str) -> Any:
    """A JSON value, read as strictly as a graph. Raises Refused with the places of what is wrong."""
    value, problems = load_json(text)
    if problems:
        words = "; ".join(f"{problem.path}: {problem.message}" for problem in problems)
        raise Refused(f"{what} is not the JSON it should be. {words}", code="malformed_json")
    return value


def find_run(number: str) -> Run:
    """The run of this number. Raises Refused."""
    digits = number.removeprefix("#")
    run = None
    if digits.isascii() and digits.isdigit() and len(digits) < 19:
        run = Run.objects.with_context().filter(pk=int(digits)).first()
    if run is None:
        raise Refused(f"There is no run {number}.", code="not_found")
    return run

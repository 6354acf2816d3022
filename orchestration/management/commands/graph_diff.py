"""`manage.py graph_diff FILE DIFFS`: the graph after a list of changes."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from django.core.management.base import CommandParser

from orchestration.graph.canonical import graph_hash
from orchestration.graph.diff import DiffCode, DiffError, GraphDiff, apply, parse_diffs
from orchestration.graph.importers import FORMATS
from orchestration.graph.jsontext import load_json
from orchestration.graph.problems import Problem
from orchestration.management.command import Answer, Refused, TracksideCommand
from orchestration.management.reading import read_graph, read_source
from orchestration.management.showing import problem_lines, problem_values


class Command(TracksideCommand):
    help = (
        "Apply the list of changes in DIFFS to the graph in FILE, and print the graph. Nothing is published."
    )
    needs_database = False

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="“-” reads the standard input")
        parser.add_argument("diffs", metavar="DIFFS", help="a JSON list; “-” reads the standard input")
        parser.add_argument("--format", choices=("auto", *FORMATS), default="auto", help="of FILE")

    def answer(self, **options: Any) -> Answer:
        file, diffs = options["file"], options["diffs"]
        if file == diffs == "-":
            raise _refused("usage", None, None, "Only one of FILE and DIFFS can be the standard input.")
        before = read_graph(file, options["format"]).document
        try:
            after = apply(before, _read_diffs(diffs))
        except DiffError as error:
            message = f"Change {error.diff_index + 1} was refused, so nothing was changed. {error.message}"
            value = _error(error.code.value, error.diff_index, error.node, error.message)
            raise Refused(f"{message} [{error.code}]", value) from error
        document = after.to_value()
        text = json.dumps(document, indent=2, ensure_ascii=False)
        return Answer({"document": document, "graph_hash": graph_hash(after)}, text)


def _read_diffs(file: str) -> list[GraphDiff]:
    """Raises DiffError, and Refused for what is no JSON."""
    value, problems = load_json(read_source(file))
    if not problems:
        return parse_diffs(value)
    first = problems[0]
    error = _error(DiffCode.MALFORMED_DIFF.value, _index(problems), None, f"{first.path}: {first.message}")
    message = f"{file} is not the JSON it should be.\n{problem_lines(problems)}"
    raise Refused(message, error | {"problems": problem_values(problems)})


def _index(problems: Sequence[Problem]) -> int:
    """Which diff the first problem stands in; 0 when it is all of them."""
    found = re.match(r"\$\[(\d+)\]", problems[0].path)
    return int(found.group(1)) if found else 0


def _refused(code: str, index: int | None, node: str | None, message: str) -> Refused:
    return Refused(message, _error(code, index, node, message))


def _error(code: str, index: int | None, node: str | None, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "diff_index": index, "node": node, "message": message}}

"""`bench editor`: a change of a draft, from the request to its answer.

Measured in a process of its own, on a database of its own that is thrown away. Every figure is that of
the shape which takes longer, of a long chain and a mixed graph.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.graph_shapes import BLOCK, chain, mixed
from benchmarks.measuring import Work, milliseconds, settled_memory
from benchmarks.report import Row, at_most

BARS = {1_000: 60, 5_000: 250}
ROUNDS = 12
ROOM = 10  # for what is added
SHAPES: dict[str, Callable[[int], dict[str, Any]]] = {"chain": chain, "mixed": mixed}
WHOLE = "parse, change, check and write all of it"
ROOT = Path(__file__).resolve().parent.parent


def rows() -> Iterator[Row]:
    """Measure everything, a row at a time."""
    with TemporaryDirectory(prefix="bench") as folder:
        own = {"TRACKSIDE_DATA": folder, "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3"}
        words = [f"{count}={bar}" for count, bar in BARS.items()]
        with subprocess.Popen(  # noqa: S603 -- this very module, with the words above
            [sys.executable, "-m", "benchmarks.editor", *words],
            env={**os.environ, **own},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                yield Row(**json.loads(line))
    if process.returncode:
        raise RuntimeError("The measurement ended with an error; it is printed above.")


@dataclass
class Bench:
    """A graph of one shape whose draft somebody edits."""

    client: Any
    slug: str
    middle: str
    end: str
    version: int = 0

    def step(self, number: int) -> list[dict[str, Any]]:
        """What people do: type, add, connect, rename, wrap, remove."""
        new = {"id": f"new-{number}", "kind": "tool", "tool": "time.sleep", "depends_on": [self.end]}
        return [
            {"op": "update_node", "id": self.middle, "set": {"title": f"Title {number}"}},
            {"op": "add_node", "node": new},
            {"op": "add_edge", "node_id": f"new-{number}", "dep": self.middle},
            {"op": "rename_node", "id": f"new-{number}", "new_id": f"other-{number}"},
            {"op": "wrap_in_team", "ids": [f"other-{number}"], "team_id": f"team-{number}", "team_goal": ""},
            {"op": "remove_node", "id": f"team-{number}"},
        ]

    def change(self, diff: dict[str, Any]) -> None:
        self._post("changes", {"base_version": self.version, "diffs": [diff]})

    def undo(self) -> None:
        self._post("undo", {})

    def read(self) -> None:
        assert self.client.get(f"/api/graphs/{self.slug}/draft/").status_code == 200

    def _post(self, what: str, body: dict[str, Any]) -> None:
        address = f"/api/graphs/{self.slug}/draft/{what}/"
        answer = self.client.post(address, body, content_type="application/json")
        assert answer.status_code == 200, answer.content
        self.version = answer.json()["version"]


def measured(bars: dict[int, float]) -> Iterator[Row]:
    for count, bar in bars.items():
        benches = [_bench(name, count) for name in SHAPES]
        value = max(_p95(_changing(bench)) for bench in benches)
        whole = max(milliseconds(*(_by_whole(name, count) for name in SHAPES), runs=5))
        row = at_most(f"a change of a draft, {count:,} nodes, p95", value, "ms", bar)
        yield replace(row, peer=WHOLE, peer_value=round(whole, 2), ratio=round(whole / value, 1))
        value = max(_p95(_undoing(bench)) for bench in benches)
        yield at_most(f"undo, {count:,} nodes, p95", value, "ms", bar)
        value = max(milliseconds(*(bench.read for bench in benches)))
        yield Row(f"read the draft, {count:,} nodes", round(value, 2), "ms")


def _p95(works: Iterator[Work]) -> float:
    """The time that 19 of 20 works stay below, the first of them left out.

    Counted is the time of this process: others may share the machine.
    """
    found = []
    with settled_memory():
        for work in works:
            begun = time.process_time()
            work()
            found.append((time.process_time() - begun) * 1000)
    warm = sorted(found[len(found) // ROUNDS :])
    return warm[round(len(warm) * 0.95) - 1]


def _changing(bench: Bench) -> Iterator[Work]:
    for number in range(ROUNDS):
        for diff in bench.step(number):
            yield partial(bench.change, diff)


def _undoing(bench: Bench) -> Iterator[Work]:
    for _ in range(ROUNDS * 3):
        yield bench.undo


def _bench(name: str, count: int) -> Bench:
    from django.contrib.auth.models import User
    from django.test import Client

    from orchestration.services.graphs import graph_import

    user, _ = User.objects.get_or_create(username="bench", is_superuser=True)
    client = Client()
    client.force_login(user)
    slug = f"{name}-{count}"
    graph_import(text=_text(name, count), name=slug, actor=None)
    return Bench(client, slug, _middle(name, count), _end(name, count))


def _text(name: str, count: int) -> str:
    """With a tool that every installation has: people clear away thousands of warnings."""
    return json.dumps(SHAPES[name](count - ROOM)).replace('"note"', '"time.sleep"')


def _middle(name: str, count: int) -> str:
    return f"n{count // 2}" if name == "chain" else f"look{count // BLOCK // 2}"


def _end(name: str, count: int) -> str:
    return f"n{count - ROOM - 1}" if name == "chain" else f"end{(count - ROOM) // BLOCK - 1}"


def _by_whole(name: str, count: int) -> Work:
    """The same change of title by way of the whole document's text."""
    from orchestration.graph.diff import apply, parse_diffs
    from orchestration.graph.document import document_text, parse_document
    from orchestration.graph.validation import validate

    text = _text(name, count)
    diffs = parse_diffs([{"op": "update_node", "id": _middle(name, count), "set": {"title": "Other"}}])

    def work() -> None:
        document = apply(parse_document(text), diffs)
        validate(document)
        document_text(document)

    return work


def main(words: list[str]) -> None:
    """`words` are like ``1000=60``: how many nodes, and the bar."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "dashboard.settings"
    import django

    django.setup()
    import logging

    from django.conf import settings
    from django.core.management import call_command

    logging.disable(logging.CRITICAL)
    settings.ALLOWED_HOSTS.append("testserver")
    call_command("migrate", verbosity=0)
    bars = {int(count): float(bar) for count, bar in (word.split("=") for word in words)}
    for row in measured(bars):
        print(json.dumps(asdict(row)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Run every check there is and end with one line, `N passed, N failed`, that adds them all up.

`python tests/run_everything.py` runs the linters beside the front end's checks, then the Python
tests, then the end-to-end tests. `… lint` runs the linters alone. A linter counts as one check; a
test runner counts as many as it reports. The exit status is 1 when anything failed.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FRONT = ROOT / "frontend"
LIMIT_SECONDS = 1800
PY = sys.executable
ENVIRONMENT = {
    **os.environ,
    "PATH": f"{Path(PY).parent}{os.pathsep}{os.environ.get('PATH', '')}",
    "NO_COLOR": "1",
}
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
COUNT = re.compile(r"(\d+) (passed|failed|errors?|skipped|xfailed|xpassed)\b")


@dataclass(frozen=True)
class Tally:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        line = f"{self.passed} passed, {self.failed} failed"
        return f"{line}, {self.skipped} skipped" if self.skipped else line


@dataclass(frozen=True)
class Step:
    """One program. `closing` finds, in its output, the line that counts; None counts the program as one."""

    name: str
    command: Sequence[str]
    cwd: Path = ROOT
    closing: Callable[[str], str] | None = None
    live: bool = False


def pytest_closing(output: str) -> str:
    """The last line of pytest's output that counts tests, as in `3 passed, 1 skipped in 0.12s`."""
    lines = [line for line in output.splitlines() if COUNT.search(line) and " in " in line]
    return lines[-1] if lines else ""


def vitest_closing(output: str) -> str:
    """The `Tests  1 failed | 11 passed (12)` line of Vitest's output."""
    lines = [line for line in output.splitlines() if line.strip().startswith("Tests ")]
    return lines[-1] if lines else ""


def tally(step: Step, output: str, status: int) -> Tally:
    """What a finished step counts for. A failing status always counts at least one failure."""
    if step.closing is None:
        return Tally(passed=1) if status == 0 else Tally(failed=1)
    counts = {word.rstrip("s"): int(number) for number, word in COUNT.findall(step.closing(output))}
    failed = counts.get("failed", 0) + counts.get("error", 0) + counts.get("xpassed", 0)
    if status != 0:
        failed = max(failed, 1)
    return Tally(counts.get("passed", 0), failed, counts.get("skipped", 0) + counts.get("xfailed", 0))


def run(step: Step) -> Tally:
    """Run one step to its end, or end it after LIMIT_SECONDS; show its output when it is live or fails."""
    started = time.monotonic()
    process = subprocess.Popen(
        step.command,
        cwd=step.cwd,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    with ThreadPoolExecutor(1) as watcher:
        reading = watcher.submit(read, process, step.live)
        try:
            status = process.wait(LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            status = process.wait()
            print(f"{step.name} was ended after {LIMIT_SECONDS} s", flush=True)
        output = reading.result()
    counted = tally(step, output, status)
    seconds = time.monotonic() - started
    if status != 0 and not step.live:
        print(f"── {step.name}\n{output}", flush=True)
    print(f"{'ok' if status == 0 else 'FAILED':<7}{step.name:<24}{seconds:5.0f} s", flush=True)
    return counted


def read(process: subprocess.Popen[str], live: bool) -> str:
    """All that a process prints; shown line by line as well when `live`."""
    lines = []
    for coloured in process.stdout or ():
        line = COLOUR.sub("", coloured)
        lines.append(line)
        if live:
            print(line, end="", flush=True)
    return "".join(lines)


def run_lanes(*lanes: Sequence[Step]) -> Tally:
    """Run lanes side by side, the steps of a lane one after the other."""
    with ThreadPoolExecutor(len(lanes)) as pool:
        results = pool.map(lambda lane: sum((run(step) for step in lane), Tally()), lanes)
        return sum(results, Tally())


def pytest(name: str, *arguments: str) -> Step:
    command = (PY, "-m", "pytest", "-q", *arguments)
    return Step(name, command, closing=pytest_closing, live=True)


def npm(name: str, script: str, *arguments: str, closing: Callable[[str], str] | None = None) -> Step:
    return Step(name, ("npm", "run", "--silent", script, "--", *arguments), cwd=FRONT, closing=closing)


PYTHON_LINT = (
    Step("ruff check", (PY, "-m", "ruff", "check", ".")),
    Step("ruff format", (PY, "-m", "ruff", "format", "--check", ".")),
    Step("import layers", ("lint-imports", "--no-cache")),
    Step("mypy", (PY, "-m", "mypy", ".")),
)
FRONT_LINT = (
    npm("biome", "lint"),
    npm("tsc", "typecheck"),
    npm("generated types", "types", "--check"),
)
VITEST = npm("vitest", "test", closing=vitest_closing)
# Tests that ask for DATABASE_URL's server run a second time on PostgreSQL; see tests/conftest.py.
ON_POSTGRES = (PY, "-m", "tests.on_postgres", "pytest", "-q", "-n", "2")
STORED = ("tests/contracts", "tests/orchestration")
PYTHON_TESTS = (
    pytest("pytest", "-n", "2", "--ignore=tests/e2e"),
    Step("pytest on PostgreSQL", (*ON_POSTGRES, *STORED), closing=pytest_closing, live=True),
    pytest("end to end", "-n", "2", "tests/e2e"),
)


def main(arguments: list[str]) -> int:
    if arguments == ["lint"]:
        total = run_lanes(PYTHON_LINT, FRONT_LINT)
    else:
        total = run_lanes(PYTHON_LINT, (*FRONT_LINT, VITEST)) + run_lanes(PYTHON_TESTS)
    print(total)
    return 1 if total.failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

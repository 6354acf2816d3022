"""The result of a benchmark: rows with their bars, the machine and the versions."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Row:
    """One figure. `bar` is a text like ``≤ 50``; without one, `met` is None.

    `peer` names what else was measured in the same run, `ratio` is how many times better this is.
    """

    name: str
    value: float
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None
    bar: str | None = None
    met: bool | None = None


def at_most(name: str, value: float, unit: str, bar: float) -> Row:
    """A row whose figure should be small."""
    return Row(name, round(value, 2), unit, bar=f"≤ {bar:g}", met=value <= bar)


def at_least(name: str, value: float, unit: str, bar: float) -> Row:
    """A row whose figure should be large."""
    return Row(name, round(value, 2), unit, bar=f"≥ {bar:g}", met=value >= bar)


def machine() -> dict[str, Any]:
    return {
        "system": f"{platform.system()} {platform.machine()}",
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
    }


def versions(packages: Sequence[str]) -> dict[str, str]:
    """Python's version, and those of the packages that are installed."""
    found = {"python": platform.python_version()}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def report_value(rows: Sequence[Row], packages: Sequence[str]) -> dict[str, Any]:
    """{machine, versions, rows: [{name, value, unit, peer, peer_value, ratio, bar, met}]}."""
    return {"machine": machine(), "versions": versions(packages), "rows": [asdict(row) for row in rows]}


def report_text(value: dict[str, Any]) -> str:
    """The same as a table."""
    head = ["", "value", "bar", "met", "peer", "ratio"]
    table = [head, *(_cells(row) for row in value["rows"])]
    widths = [max(len(line[column]) for line in table) for column in range(len(head))]
    lines = []
    for line in table:
        cells = [
            cell.rjust(width) if column == 1 else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    machine = ", ".join(f"{name} {item}" for name, item in value["machine"].items() if item is not None)
    packages = ", ".join(f"{name} {item}" for name, item in value["versions"].items())
    return "\n".join([*lines, "", machine, packages])


def _cells(row: dict[str, Any]) -> list[str]:
    peer = "" if row["peer"] is None else f"{row['peer']}: {row['peer_value']:g}"
    ratio = "" if row["ratio"] is None else f"{row['ratio']:g} times"
    met = {True: "yes", False: "NO", None: ""}[row["met"]]
    return [row["name"], f"{row['value']:.2f} {row['unit']}", row["bar"] or "", met, peer, ratio]


def _cpu() -> str | None:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor() or None
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else None

"""Large graphs to measure on."""

from __future__ import annotations

from typing import Any

BLOCK = 10


def chain(count: int) -> dict[str, Any]:
    """One level of tool nodes, each needing the two before it and reading one of them by id."""
    nodes = [
        {
            "id": f"n{number}",
            "kind": "tool",
            "tool": "note",
            "title": "A node of the large graph",
            "input": {"before": f"value.n{number - 1}"},
            "depends_on": [f"n{before}" for before in (number - 1, number - 2) if before >= 0],
        }
        for number in range(count)
    ]
    return {"name": "Chain", "nodes": nodes}


def mosaic() -> dict[str, Any]:
    """1,312 nodes and 3,540 edges in few wide ranks, as a workflow that joins images of the sky has them."""
    bands, images, pairs = 3, 60, 312

    def tool(id: str, *needs: str) -> dict[str, Any]:
        title = id.replace("-", " ").capitalize()
        return {"id": id, "kind": "tool", "tool": "note", "title": title, "depends_on": list(needs)}

    nodes = []
    for band in range(bands):
        shots = [f"project-{band * images + at}" for at in range(images)]
        diffs = [f"diff-{band * pairs + at}" for at in range(pairs)]
        corrected = [f"background-{band * images + at}" for at in range(images)]
        nodes += [tool(shot) for shot in shots]
        nodes += [
            tool(diff, shots[at % images], shots[(at + 1 + at // images) % images])
            for at, diff in enumerate(diffs)
        ]
        nodes += [tool(f"concat-{band}", *diffs), tool(f"model-{band}", f"concat-{band}")]
        nodes += [tool(one, shots[at], f"model-{band}") for at, one in enumerate(corrected)]
        nodes += [
            tool(f"table-{band}", *corrected),
            tool(f"add-{band}", f"table-{band}", *corrected),
            tool(f"view-{band}", f"add-{band}"),
        ]
    nodes.append(tool("view-all", *(f"add-{band}" for band in range(bands))))
    return {"name": "Mosaic", "nodes": nodes}


def mixed(count: int) -> dict[str, Any]:
    """Blocks of ten nodes, one after the other: a branch, a gate, an agent, a team of three, schemas."""
    return {"name": "Mixed", "nodes": [node for block in range(count // BLOCK) for node in _block(block)]}


def _block(number: int) -> list[dict[str, Any]]:
    n = number
    amount = {"type": "object", "properties": {"amount": {"type": "number"}}, "required": ["amount"]}

    def tool(id: str, *needs: Any, **fields: Any) -> dict[str, Any]:
        return {
            "id": f"{id}{n}", "kind": "tool", "tool": "note", "title": f"Step {n}", "depends_on": list(needs),
            **fields,
        }  # fmt: skip

    large = {"kind": "expression", "value": f"value.amount > {n}.0"}
    return [
        tool("look", *([f"end{n - 1}"] if n else []), output_schema=amount, input={"n": f"{n}.0 * 2.0"}),
        {
            "id": f"size{n}",
            "kind": "branch",
            "depends_on": [f"look{n}"],
            "cases": [
                {"name": "large", "when": large},
                {"name": "small", "when": {"kind": "expression", "value": "true"}},
            ],
        },
        {
            "id": f"ask{n}",
            "kind": "gate",
            "prompt": "Go on?",
            "depends_on": [{"node": f"size{n}", "case": "large"}],
            "approval_schema": amount,
        },
        {
            "id": f"write{n}",
            "kind": "agent",
            "description": "Write it down.",
            "depends_on": [{"node": f"size{n}", "case": "small"}],
            "tool_allowlist": ["note"],
        },
        tool(
            "join", f"ask{n}", f"write{n}", input={"asked": f"has(value.ask{n})", "text": f"value.write{n}"}
        ),
        {
            "id": f"team{n}",
            "kind": "team",
            "depends_on": [f"join{n}"],
            "nodes": [
                tool("first", input={"x": "value"}),
                tool("second", f"first{n}"),
                tool("third", f"first{n}"),
            ],
        },
        tool("end", f"team{n}", input={"x": f"value.second{n}"}),
    ]

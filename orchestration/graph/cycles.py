"""Cycles among the nodes of one level, found without recursion and in linear time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def find_cycles(edges: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """One cycle out of each knot of nodes that reach each other, in the order of `edges`.

    `edges` maps a node to what it needs; unknown targets count for nothing. A cycle is written from
    its first node to the node that needs that one again: ``[a, b]`` says a needs b and b needs a.
    """
    return [_cycle_in(edges, knot) for knot in _knots(edges)]


def _knots(edges: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Tarjan's strongly connected components that hold a cycle, members in the order of `edges`."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    open_nodes: list[str] = []
    is_open: set[str] = set()
    knots: list[set[str]] = []
    for root in edges:
        if root in order:
            continue
        work = [(root, iter(edges[root]))]
        order[root] = low[root] = len(order)
        open_nodes.append(root)
        is_open.add(root)
        while work:
            node, targets = work[-1]
            for target in targets:
                if target not in edges:
                    continue
                if target not in order:
                    order[target] = low[target] = len(order)
                    open_nodes.append(target)
                    is_open.add(target)
                    work.append((target, iter(edges[target])))
                    break
                if target in is_open:
                    low[node] = min(low[node], order[target])
            else:
                work.pop()
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == order[node]:
                    knot: set[str] = set()
                    while node not in knot:
                        member = open_nodes.pop()
                        is_open.discard(member)
                        knot.add(member)
                    if len(knot) > 1 or node in edges[node]:
                        knots.append(knot)
    knot_of = {member: number for number, knot in enumerate(knots) for member in knot}
    members: dict[int, list[str]] = {}
    for node in edges:
        if node in knot_of:
            members.setdefault(knot_of[node], []).append(node)
    return list(members.values())


def _cycle_in(edges: Mapping[str, Sequence[str]], knot: list[str]) -> list[str]:
    """Follows the first edge that stays inside until a node comes back."""
    inside = set(knot)
    place: dict[str, int] = {}
    walk: list[str] = []
    node = knot[0]
    while node not in place:
        place[node] = len(walk)
        walk.append(node)
        node = next(target for target in edges[node] if target in inside)
    return walk[place[node] :]

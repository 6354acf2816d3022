"""How a person could have turned one document into another: by operations with a meaning.

Each guess is tried on the document, so a wrong one costs nothing; what no guess explains is left to one
`restore` at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from orchestration.graph.diff.add_remove import AddNode, RemoveNode
from orchestration.graph.diff.agents import SetRole, SetTools
from orchestration.graph.diff.applying import apply
from orchestration.graph.diff.contents import contents_of, shell_of, walk
from orchestration.graph.diff.difference import Layout, changed_fields, difference
from orchestration.graph.diff.edges import AddEdge, RemoveEdge, RerouteEdge
from orchestration.graph.diff.errors import DiffError
from orchestration.graph.diff.inverting import node_restoration
from orchestration.graph.diff.registry import GraphDiff
from orchestration.graph.diff.rename import RenameNode
from orchestration.graph.diff.sameness import identical
from orchestration.graph.diff.sketch import needs_of
from orchestration.graph.diff.teams import UnwrapTeam, WrapInTeam
from orchestration.graph.diff.update import UpdateNode
from orchestration.graph.document import Document
from orchestration.graph.nodes import AgentNode, Dependency, Node, TeamNode
from orchestration.graph.outline import body_of

# With more differences than this, one restore says it better.
_MOST = 24


def guess(old: Document, new: Document) -> list[GraphDiff] | None:
    """Diffs that give `old` the nodes of `new`; None where they would be many."""
    trial = _Trial(old, new)
    for step in (_wraps, _unwraps, _renames, _removals, _additions, _edges, _fields):
        found = difference(trial.now, trial.goal)
        if len(found.named()) > _MOST:
            return None
        for diff in step(trial.now, trial.goal):
            trial.take(diff)
    diffs = [*trial.diffs, *node_restoration(trial.now, trial.goal)]
    return diffs if len(diffs) <= _MOST else None


class _Trial:
    """A document on its way to the goal, and the diffs so far."""

    def __init__(self, old: Document, new: Document) -> None:
        self.now = Layout(old)
        self.goal = Layout(new)
        self.diffs: list[GraphDiff] = []

    def take(self, diff: GraphDiff) -> None:
        try:
            self.now = Layout(apply(self.now.document, [diff]))
        except DiffError:
            return
        self.diffs.append(diff)


def _wraps(now: Layout, goal: Layout) -> Iterator[GraphDiff]:
    for id in difference(now, goal).added:
        team = goal.nodes[id]
        if not isinstance(team, TeamNode):
            continue
        inside = [held for held in goal.levels[id] if now.home.get(held, id) == goal.home[id]]
        if inside:
            yield WrapInTeam(ids=tuple(inside), team_id=id, team_goal=team.goal)


def _unwraps(now: Layout, goal: Layout) -> Iterator[GraphDiff]:
    for id in difference(now, goal).removed:
        if not isinstance(now.nodes[id], TeamNode):
            continue
        if any(goal.home.get(held, id) == now.home[id] for held in now.levels[id]):
            yield UnwrapTeam(id=id)


def _renames(now: Layout, goal: Layout) -> Iterator[GraphDiff]:
    found = difference(now, goal)
    gone = list(found.removed)
    names: dict[str, str] = {}
    for id in found.added:
        for old in gone:
            if goal.home[id] == now.home[old] and _same_but_for_id(now.nodes[old], goal.nodes[id], names):
                gone.remove(old)
                names[old] = id
                yield RenameNode(id=old, new_id=id)
                break


def _same_but_for_id(old: Node, new: Node, names: Mapping[str, str]) -> bool:
    """Whether all but the id is the same, edges included, once the `names` are changed."""
    if type(old) is not type(new) or len(contents_of(old) or ()) != len(contents_of(new) or ()):
        return False
    depends_on = tuple(
        Dependency(node=names.get(edge.node, edge.node), case=edge.case) for edge in old.depends_on
    )
    same = {"id": new.id, "depends_on": depends_on}
    return identical(shell_of(old).model_copy(update=same), shell_of(new))


def _removals(now: Layout, goal: Layout) -> Iterator[GraphDiff]:
    gone = dict.fromkeys(difference(now, goal).removed)
    following = {body_of(now.nodes[id]) for id in gone}
    for id in gone:
        if now.home[id] not in gone and id not in following:
            yield RemoveNode(id=id)


def _additions(now: Layout, goal: Layout) -> Iterator[GraphDiff]:
    """What is needed first, so that each diff finds what it names."""
    there: set[str | None] = {None, *now.nodes}
    waiting = [
        id
        for id in difference(now, goal).added
        if goal.home[id] in there
        and all(node.id not in there for node, _, _ in walk(contents_of(goal.nodes[id]) or ()))
    ]
    while waiting:
        ready = [id for id in waiting if there.issuperset(needs_of(goal.nodes[id]))]
        if not ready:
            return
        for id in ready:
            owner = goal.home[id]
            level = [other for other in goal.levels[owner] if other in there]
            before = [other for other in goal.levels[owner][: goal.place[id]] if other in there]
            at = None if len(before) == len(level) else len(before)
            yield AddNode(node=goal.nodes[id], team=owner, at=at)
            there.add(id)
        waiting = [id for id in waiting if id not in there]


def _edges(now: Layout, goal: Layout) -> Iterator[GraphDiff]:
    for id in difference(now, goal).changed:
        old, new = now.nodes[id].depends_on, goal.nodes[id].depends_on
        less = [edge for edge in old if edge not in new]
        more = [edge for edge in new if edge not in old]
        if len(less) == len(more) == 1 and old.index(less[0]) == new.index(more[0]):
            yield RerouteEdge(
                node_id=id,
                old_dep=less[0].node,
                new_dep=more[0].node,
                old_case=less[0].case,
                new_case=more[0].case,
            )
            continue
        for edge in less:
            yield RemoveEdge(node_id=id, dep=edge.node, case=edge.case)
        for edge in more:
            at = None if edge == new[-1] else new.index(edge)
            yield AddEdge(node_id=id, dep=edge.node, case=edge.case, at=at)


def _fields(now: Layout, goal: Layout) -> Iterator[GraphDiff]:
    for id in difference(now, goal).changed:
        old, new = now.nodes[id], goal.nodes[id]
        names = changed_fields(old, new)
        if names == ["role"] and isinstance(new, AgentNode):
            yield SetRole(id=id, role=new.role)
        elif names == ["tool_allowlist"] and isinstance(new, AgentNode) and new.tool_allowlist is not None:
            yield SetTools(id=id, tool_allowlist=new.tool_allowlist)
        elif names:
            value = shell_of(new).to_value()
            known = type(new).model_fields
            yield UpdateNode(
                id=id,
                set={name: value[name] for name in names if name in value},
                unset=tuple(name for name in names if name in known and name not in value),
            )

"""People who watch a draft, and others who change it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from dashboard.api.drafts import may_do
from orchestration.models import Graph
from orchestration.selectors.drafts import draft_view
from orchestration.services.drafts import draft_change
from tests.live.conftest import Watch, Watcher, in_database


class DraftCopy:
    """A draft as a watcher keeps it: level by level, changed by what comes over the socket alone."""

    def __init__(self, view: dict[str, Any], watcher: Watcher) -> None:
        self.watcher = watcher
        self.versions: list[int] = []
        self.problems: list[dict[str, Any]] = []
        self.resets: list[int] = []
        self.people: list[dict[str, Any]] = []
        self.take_view(view)

    def take_view(self, view: dict[str, Any]) -> None:
        self.version = view["version"]
        self.layout = view["layout"]
        self.last_problems = view["problems"]
        self.graph = view["graph"]
        self.nodes = {placed["node"]["id"]: placed["node"] for placed in view["nodes"]}
        self.levels: dict[str | None, list[str]] = {}
        for placed in view["nodes"]:
            self.levels.setdefault(placed["team"], []).append(placed["node"]["id"])

    async def take(self) -> dict[str, Any]:
        """Receive one message and hold it against the protocol."""
        message = await self.watcher.message()
        if message["type"] == "graph":
            assert message["from"] == self.version
            assert [change["version"] for change in message["changes"]] == list(
                range(message["from"] + 1, message["to"] + 1)
            )
            for change in message["changes"]:
                self._patch(change["patch"])
            self.versions += [change["version"] for change in message["changes"]]
            self.version = message["to"]
            if message["problems"] is not None:
                self.problems.append(message["problems"])
                self.last_problems = message["problems"]
            self.layout = message["layout"] or self.layout
        elif message["type"] == "reset":
            self.version = message["seq"]
            self.resets.append(message["seq"])
        elif message["type"] == "people":
            self.people = message["people"]
        return message

    async def next(self, kind: str) -> dict[str, Any]:
        """Receive until a message of this type has come."""
        while (message := await self.take())["type"] != kind:
            pass
        return message

    async def reach(self, version: int) -> None:
        while self.version != version:
            await self.take()

    def _patch(self, patch: dict[str, Any]) -> None:
        self.graph = patch["graph"] or self.graph
        for level in self.levels.values():
            level[:] = [id for id in level if id not in patch["nodes"]]
        put = sorted(
            (placed for placed in patch["nodes"].values() if placed), key=lambda placed: placed["at"]
        )
        for id, placed in patch["nodes"].items():
            if placed is None:
                self.nodes.pop(id, None)
        put = [placed for placed in patch["nodes"].values() if placed]
        for placed in sorted(put, key=lambda placed: placed["at"]):
            id = placed["node"]["id"]
            self.nodes[id] = placed["node"]
            self.levels.setdefault(placed["team"], []).insert(placed["at"], id)

    def shown(self) -> dict[str, Any]:
        """What a person would see."""
        levels = {owner: level for owner, level in self.levels.items() if level}
        return {"graph": self.graph, "nodes": self.nodes, "levels": levels, "version": self.version}


@in_database
def view_of(graph: Graph, user: User) -> dict[str, Any]:
    fresh = Graph.objects.get(pk=graph.pk)
    return draft_view(fresh, user, may_do(user, fresh)).model_dump(mode="json")


async def follow(watch: Watch, graph: Graph, user: User, **options: Any) -> DraftCopy:
    """Load the draft and open the socket there, as a page does."""
    view = await view_of(graph, user)
    watcher = await watch(f"/ws/graphs/{graph.slug}/?after={view['version']}", **options)
    return DraftCopy(view, watcher)


@in_database
def rename(graph: Graph, user: User, *titles: str, node: str = "approve") -> int:
    """Change a title once for each of `titles`; gives the draft's version."""
    version = 0
    for title in titles:
        fresh = Graph.objects.get(pk=graph.pk)
        diffs = [{"op": "update_node", "id": node, "set": {"title": title}}]
        version = draft_change(graph=fresh, base_version=0, diffs=diffs, actor=user).version
    return version


@in_database
def change(graph: Graph, user: User, *diffs: dict[str, Any]) -> int:
    fresh = Graph.objects.get(pk=graph.pk)
    return draft_change(graph=fresh, base_version=0, diffs=list(diffs), actor=user).version

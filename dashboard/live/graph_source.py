"""What the hub of a graph reads: the changes of its draft as they are stored, and what stands beside them."""

from __future__ import annotations

from dashboard.api.renderers import to_json
from dashboard.live.frames import message
from dashboard.live.graph_frames import updates
from orchestration.models import Graph
from orchestration.notify import graph_group
from orchestration.selectors.draft_documents import draft_document, draft_of
from orchestration.selectors.draft_news import draft_standing
from orchestration.selectors.draft_problems import draft_problems
from orchestration.selectors.drafts import changes_after
from orchestration.selectors.layouts import layout_view
from orchestration.selectors.views import Reset


class GraphSource:
    """`seq` is the version of the draft. Problems are found once for each version that was seen."""

    def __init__(self, graph: int) -> None:
        self._graph = graph
        self.group = graph_group(graph)
        self.seq = 0
        self.has_more = False

    def open(self) -> None:
        """Raises Graph.DoesNotExist."""
        self._state = draft_standing(self._graph)
        self.seq = self._state.version
        self._problems = self._find_problems()

    def news(self) -> list[str]:
        """Messages for those who know everything up to `seq`; brings `seq` forward.

        Changes do not wait for their problems, which take a while to find in a large draft: those come
        with the next call, which `has_more` asks for.
        """
        if self.has_more:
            return self._new_problems()
        before, now = self._state, draft_standing(self._graph)
        if now == before:
            return []
        self._state, self.seq = now, now.version
        self.has_more = now.version != before.version or now.base != before.base
        changes = self._changes(before.version, now.version)
        if changes is None or not now.follows(before):
            return [message(Reset(seq=now.version))]
        layout = self._layout() if now.layout_version != before.layout_version else None
        return updates(before.version, changes, None, layout, now)

    def _new_problems(self) -> list[str]:
        self.has_more = False
        told, self._problems = self._problems, self._find_problems()
        return updates(self.seq, [], self._problems, None, self._state) if self._problems != told else []

    def since(self, after: int) -> list[str]:
        """Messages that bring a newcomer from version `after` to `seq`: a `reset` when `after` is ahead of
        the draft or too far behind it."""
        changes = self._changes(after, self.seq) if 0 <= after <= self.seq else None
        if changes is None:
            return [message(Reset(seq=self.seq))]
        return updates(after, changes, self._problems, self._layout(), self._state)

    def _changes(self, after: int, to: int) -> list[bytes] | None:
        """Those after `after`, ready to send; None when they are too many."""
        found = changes_after(self._row(), after, to) if to > after else []
        return [to_json(change) for change in found] if len(found) == max(to - after, 0) else None

    def _find_problems(self) -> bytes:
        return to_json(draft_problems(draft_document(draft_of(self._row()))))

    def _layout(self) -> bytes:
        return to_json(layout_view(self._row()))

    def _row(self) -> Graph:
        return Graph.objects.get(pk=self._graph)

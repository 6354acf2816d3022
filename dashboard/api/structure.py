"""A graph's shape: what the canvas lays out, without any status."""

from __future__ import annotations

from dashboard.api.bodies import GraphEdge, GraphNode, GraphStructure
from orchestration.eventlog import topology_of
from orchestration.graph.document import Document
from orchestration.graph.topology import Topology
from orchestration.models import Run
from orchestration.selectors.layouts import layout_view


def structure_of_run(run: Run) -> GraphStructure:
    """Nodes in document order, the edges between them, and where they were put while the graph was edited.

    A body that stands beside its map or fold is drawn inside it, as one with a graph of its own is.
    """
    topology = topology_of(run.graph_hash)
    structure = _structure(topology)
    return structure.model_copy(update={"positions": layout_view(run.graph, topology.owner).positions})


def structure_of_document(document: Document) -> GraphStructure:
    """The same of a document that may be no revision's."""
    return _structure(Topology(document))


def _structure(topology: Topology) -> GraphStructure:
    holder = dict(topology.owner)
    for id in topology.nodes:
        body = topology.body_node(id)
        if body is not None and body != id and topology.owner.get(body, id) == topology.owner[id]:
            holder[body] = id
    nodes = [
        GraphNode(
            id=node.id,
            title=node.title or node.id,
            kind=node.kind,
            index=topology.index[node.id],
            team=holder[node.id],
        )
        for node in topology
    ]
    edges = [
        GraphEdge(
            id=f"{edge.source}→{edge.target}{'' if edge.case is None else f':{edge.case}'}",
            source=edge.source,
            target=edge.target,
            case=edge.case,
        )
        for node in topology
        for edge in topology.incoming[node.id]
    ]
    return GraphStructure(nodes=nodes, edges=edges, positions={})

"""A graph's shape: what the canvas lays out, without any status."""

from __future__ import annotations

from dashboard.api.bodies import GraphEdge, GraphNode, GraphStructure
from orchestration.eventlog import topology_of
from orchestration.graph.document import Document
from orchestration.graph.topology import Topology


def structure_of(graph_hash: str) -> GraphStructure:
    """Nodes in document order and the edges between them.

    A body that stands beside its map or fold is drawn inside it, as one with a graph of its own is.
    """
    return _structure(topology_of(graph_hash))


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
    return GraphStructure(nodes=nodes, edges=edges)

import { type Edge, type Node, Position } from "@xyflow/react";
import type { Structure } from "../api/types";
import type { Box, Layout } from "./geometry";

/** Known sizes and handles: edges are drawn at once, nothing waits to be measured. */
export function handlesOf({ width, height }: Box): NonNullable<Node["handles"]> {
  return [
    { type: "target", position: Position.Left, x: 0, y: height / 2, width: 1, height: 1 },
    { type: "source", position: Position.Right, x: width, y: height / 2, width: 1, height: 1 },
  ];
}

export function flowNodes(structure: Structure, layout: Layout): Node[] {
  return structure.nodes.flatMap((node) => {
    const box = layout.boxes[node.id];
    if (!box) return [];
    const { x, y, width, height } = box;
    const isFrame = layout.corners[node.id] !== undefined;
    return {
      id: node.id,
      type: isFrame ? "frame" : "card",
      position: { x, y },
      width,
      height,
      zIndex: isFrame ? -1 : 1,
      ariaRole: "button" as const,
      data: { title: node.title, kind: node.kind },
      handles: handlesOf(box),
    };
  });
}

/** What an edge is called where it is not seen: its ends by their titles, and the case that it leaves from. */
export function edgeNames(structure: Structure): (edge: Structure["edges"][number]) => string {
  const titles = new Map(structure.nodes.map((node) => [node.id, node.title || node.id]));
  const called = (id: string) => `“${titles.get(id) ?? id}”`;
  return ({ source, target, case: name }) =>
    name
      ? `From ${called(source)}, case “${name}”, to ${called(target)}`
      : `From ${called(source)} to ${called(target)}`;
}

export function flowEdges(structure: Structure, layout: Layout): Edge[] {
  const called = edgeNames(structure);
  return structure.edges.flatMap((edge) =>
    layout.boxes[edge.source] && layout.boxes[edge.target]
      ? {
          id: edge.id,
          type: "dependency",
          source: edge.source,
          target: edge.target,
          focusable: false,
          ariaLabel: called(edge),
          data: {
            case: edge.case ?? null,
            points: layout.routes?.[edge.id],
            label: layout.labels?.[edge.id],
          },
        }
      : [],
  );
}

const touches = (region: Box, { position: { x, y }, width = 0, height = 0 }: Node) =>
  x < region.x + region.width &&
  y < region.y + region.height &&
  x + width > region.x &&
  y + height > region.y;

/** What is drawn of a large canvas: the nodes in a region, and the edges that begin or end there, with their ends. */
export function within<E extends Edge>(
  region: Box | null,
  nodes: Node[],
  edges: E[],
): { nodes: Node[]; edges: E[] } {
  if (!region) return { nodes, edges };
  if (region.width === 0) return { nodes: [], edges: [] };
  const inside = new Set(nodes.flatMap((node) => (touches(region, node) ? [node.id] : [])));
  const shown = edges.filter((edge) => inside.has(edge.source) || inside.has(edge.target));
  for (const { source, target } of shown) {
    inside.add(source);
    inside.add(target);
  }
  return { nodes: nodes.filter((node) => inside.has(node.id)), edges: shown };
}

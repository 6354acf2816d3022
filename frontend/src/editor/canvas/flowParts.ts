import type { Edge, Node } from "@xyflow/react";
import type { Structure, StructureEdge } from "../../api/types";
import { edgeNames, handlesOf } from "../../graph/flowParts";
import type { Box, Layout, Point } from "../../graph/geometry";
import { kindWord } from "../../nodes/kinds";

export interface Drag {
  /** What is dragged with all that it holds. */
  ids: ReadonlySet<string>;
  by: Point;
}

interface Known {
  box: Box;
  type: string;
  selected: boolean;
  label: string;
  node: Node;
}

const EMPTY = {};
/** Only a frame's head takes the pointer: what is inside it belongs to the canvas. */
const FRAME_STYLE = { pointerEvents: "none" as const };

function flowNode(id: string, label: string, box: Box, type: string, selected: boolean): Node {
  const isFrame = type === "frame";
  return {
    id,
    type,
    position: { x: box.x, y: box.y },
    width: box.width,
    height: box.height,
    zIndex: isFrame ? -1 : 1,
    selected,
    // It has buttons inside, so it is none itself.
    ariaRole: "group",
    ariaLabel: label,
    data: EMPTY,
    handles: handlesOf(box),
    ...(isFrame && { style: FRAME_STYLE, dragHandle: ".frame-head" }),
  };
}

/** Makes the canvas's nodes; those that are drawn as before stay the very same objects. */
export class FlowNodes {
  private known = new Map<string, Known>();

  of(structure: Structure, layout: Layout, selection: ReadonlySet<string>, drag: Drag | null): Node[] {
    const known = new Map<string, Known>();
    const nodes: Node[] = [];
    for (const one of structure.nodes) {
      const placed = layout.boxes[one.id];
      if (!placed) continue;
      const box = drag?.ids.has(one.id)
        ? { ...placed, x: placed.x + drag.by.x, y: placed.y + drag.by.y }
        : placed;
      const type = layout.corners[one.id] ? "frame" : "card";
      const selected = selection.has(one.id);
      const label = `${one.title}, ${kindWord(one.kind)}`;
      const before = this.known.get(one.id);
      const same =
        before &&
        before.type === type &&
        before.selected === selected &&
        before.label === label &&
        before.box.x === box.x &&
        before.box.y === box.y &&
        before.box.width === box.width &&
        before.box.height === box.height;
      const node = same ? before.node : flowNode(one.id, label, box, type, selected);
      known.set(one.id, { box, type, selected, label, node });
      nodes.push(node);
    }
    this.known = known;
    return nodes;
  }
}

export interface EdgeData extends Record<string, unknown> {
  case: string | null;
  points: Point[] | undefined;
  label: Point | undefined;
}

/** Makes the canvas's edges, likewise. */
export class FlowEdges {
  private known = new Map<string, Edge<EdgeData>>();
  private named: { of: Structure; call(edge: StructureEdge): string } | null = null;

  of(
    structure: Structure,
    layout: Layout,
    wanted: (edge: StructureEdge) => boolean,
    selected: string | null,
    moving: ReadonlySet<string> | null,
  ): Edge<EdgeData>[] {
    const known = new Map<string, Edge<EdgeData>>();
    const edges: Edge<EdgeData>[] = [];
    // Asked many times a second while something is dragged.
    const renamed = structure !== this.named?.of;
    if (renamed) this.named = { of: structure, call: edgeNames(structure) };
    const called = this.named?.call ?? edgeNames(structure);
    for (const one of structure.edges) {
      if (!layout.boxes[one.source] || !layout.boxes[one.target] || !wanted(one)) continue;
      const moves = moving !== null && (moving.has(one.source) || moving.has(one.target));
      const points = moves ? undefined : layout.routes?.[one.id];
      const label = moves ? undefined : layout.labels?.[one.id];
      const isSelected = one.id === selected;
      const before = this.known.get(one.id);
      const ariaLabel = (renamed ? undefined : before?.ariaLabel) ?? called(one);
      const edge =
        before?.data?.points === points &&
        before?.data?.label === label &&
        before?.selected === isSelected &&
        before?.ariaLabel === ariaLabel
          ? (before as Edge<EdgeData>)
          : {
              id: one.id,
              type: "dependency",
              source: one.source,
              target: one.target,
              selected: isSelected,
              focusable: false,
              ariaLabel,
              data: { case: one.case ?? null, points, label },
            };
      known.set(one.id, edge);
      edges.push(edge);
    }
    this.known = known;
    return edges;
  }
}

import {
  Background,
  BackgroundVariant,
  Controls,
  type Edge,
  MiniMap,
  type Node,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useNodesInitialized,
  useReactFlow,
} from "@xyflow/react";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from "react";
import type { Structure } from "../api/types";
import { DependencyEdge } from "./DependencyEdge";
import { CardNode, FrameNode, MiniNode } from "./flowNodes";
import type { Box, Layout } from "./geometry";
import { ARROWS, neighbour } from "./neighbour";
import { useLayout } from "./useLayout";
import "@xyflow/react/dist/base.css";
import "../styles/flow.css";

const NODE_TYPES = { card: CardNode, frame: FrameNode };
const EDGE_TYPES = { dependency: DependencyEdge };
const ARIA = {
  "node.a11yDescription.default":
    "Enter opens the node. Left and right follow its edges; up and down go to the nearest node.",
  "node.a11yDescription.keyboardDisabled": "",
  "edge.a11yDescription.default": "",
};
const MANY = 300;

function flowNodes(structure: Structure, layout: Layout): Node[] {
  const owners = new Set(structure.nodes.map((node) => node.team).filter(Boolean));
  return structure.nodes.flatMap((node) => {
    const box = layout.boxes[node.id];
    if (!box) return [];
    const { x, y, width, height } = box;
    const isFrame = owners.has(node.id);
    return {
      id: node.id,
      type: isFrame ? "frame" : "card",
      position: { x, y },
      width,
      height,
      zIndex: isFrame ? -1 : 1,
      ariaRole: "button" as const,
      data: { title: node.title, kind: node.kind },
      // Known sizes and handles: edges are drawn at once, nothing waits to be measured.
      handles: [
        { type: "target" as const, position: Position.Left, x: 0, y: height / 2, width: 1, height: 1 },
        { type: "source" as const, position: Position.Right, x: width, y: height / 2, width: 1, height: 1 },
      ],
    };
  });
}

function flowEdges(structure: Structure, layout: Layout): Edge[] {
  return structure.edges.map((edge) => ({
    id: edge.id,
    type: "dependency",
    source: edge.source,
    target: edge.target,
    focusable: false,
    data: { case: edge.case ?? null, points: layout.routes?.[edge.id], label: layout.labels?.[edge.id] },
  }));
}

interface Props {
  structure: Structure;
  selected?: string | null;
  onSelect?(id: string | null): void;
  /** Selected by the keyboard, which wants to go on in what opens. */
  onOpen?(id: string): void;
  /** The nodes to look at first where the whole graph would be too small to read. */
  focus?: string[];
}

function Flow({ structure, selected = null, onSelect, onOpen, focus }: Props) {
  const { layout, key } = useLayout(structure);
  const nodes = useMemo(() => flowNodes(structure, layout), [structure, layout]);
  const edges = useMemo(() => flowEdges(structure, layout), [structure, layout]);
  const { setCenter, setViewport, getViewport } = useReactFlow();
  const ready = useNodesInitialized();
  const frame = useRef<HTMLDivElement>(null);
  const moved = useRef(false);

  const fit = useCallback(() => {
    const element = frame.current;
    if (!element) return;
    setViewport(openingView(layout, element.clientWidth, element.clientHeight, focus ?? []));
  }, [layout, focus, setViewport]);

  // A new layout is looked at as a whole, unless someone has already chosen what to look at.
  const firstFit = useRef(fit);
  firstFit.current = fit;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per layout, not whenever the focus changes
  useEffect(() => {
    if (!moved.current) firstFit.current();
  }, [layout, key, ready]);

  // What was selected elsewhere (the table, a link, the log) comes into view.
  useEffect(() => {
    const box = selected ? layout.boxes[selected] : undefined;
    const element = frame.current;
    if (!box || !element) return;
    const { x, y, zoom } = getViewport();
    const left = box.x * zoom + x;
    const top = box.y * zoom + y;
    const inside =
      left > 0 &&
      top > 0 &&
      left + box.width * zoom < element.clientWidth &&
      top + box.height * zoom < element.clientHeight;
    if (!inside) {
      const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
      void setCenter(box.x + box.width / 2, box.y + box.height / 2, {
        zoom: Math.max(zoom, 0.6),
        duration: reduced ? 0 : 200,
      });
    }
  }, [selected, layout, getViewport, setCenter]);

  const focusNode = (id: string) => {
    const box = layout.boxes[id] as Box;
    const find = () =>
      frame.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
    const there = find();
    if (there) there.focus();
    else {
      void setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: getViewport().zoom });
      requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()));
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>(".react-flow__node")?.dataset.id;
    if (event.key === "Escape" && selected) onSelect?.(null);
    if (!id) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      (onOpen ?? onSelect)?.(id);
    }
    const direction = ARROWS[event.key];
    if (!direction) return;
    event.preventDefault();
    const next = neighbour(id, direction, layout.boxes, structure.edges);
    if (next) focusNode(next);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the nodes inside are the controls; their keys bubble up to here
    <div
      className="canvas"
      ref={frame}
      onKeyDown={onKeyDown}
      data-layout={layout.routes ? "refined" : "rank"}
      data-selected={selected ?? undefined}
    >
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        nodesDraggable={false}
        nodesConnectable={false}
        elementsSelectable={false}
        nodesFocusable
        edgesFocusable={false}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        ariaLabelConfig={ARIA}
        minZoom={0.05}
        maxZoom={1.6}
        onlyRenderVisibleElements={nodes.length > MANY}
        onNodeClick={(_event, node) => onSelect?.(node.id)}
        onPaneClick={() => onSelect?.(null)}
        onMoveStart={(event) => {
          if (event) moved.current = true;
        }}
        proOptions={{ hideAttribution: true }}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.4} />
        <Controls showInteractive={false} onFitView={fit} fitViewOptions={{ maxZoom: 1, padding: 0.08 }} />
        {nodes.length > 30 && (
          <MiniMap nodeComponent={MiniNode} pannable zoomable ariaLabel="Map of the graph" />
        )}
      </ReactFlow>
    </div>
  );
}

/** The viewport that shows everything; a graph too big to read whole opens at its `focus`, else at its start. */
function openingView(layout: Layout, width: number, height: number, focus: string[]) {
  const boxes = Object.values(layout.boxes);
  if (boxes.length === 0) return { x: 0, y: 0, zoom: 1 };
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  const margin = width < 600 ? 16 : 40;
  const whole = Math.min(1, (width - 2 * margin) / (right - left), (height - 2 * margin) / (bottom - top));
  if (whole >= 0.5) {
    return {
      zoom: whole,
      x: (width - (right - left) * whole) / 2 - left * whole,
      y: (height - (bottom - top) * whole) / 2 - top * whole,
    };
  }
  const zoom = 0.85;
  const first = focus.map((id) => layout.boxes[id]).find(Boolean);
  if (first) {
    return {
      zoom,
      x: width / 2 - (first.x + first.width / 2) * zoom,
      y: height / 2 - (first.y + first.height / 2) * zoom,
    };
  }
  return { zoom, x: margin - left * zoom, y: height / 2 - ((top + bottom) / 2) * zoom };
}

/** A graph, read-only: laid out left to right, walked with the arrow keys. */
export function Canvas(props: Props) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

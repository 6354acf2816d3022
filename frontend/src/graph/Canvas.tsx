import {
  Background,
  BackgroundVariant,
  ControlButton,
  Controls,
  ReactFlow,
  ReactFlowProvider,
} from "@xyflow/react";
import { Maximize } from "lucide-react";
import { type KeyboardEvent, useContext, useEffect, useMemo, useRef } from "react";
import type { Structure } from "../api/types";
import { RunStoreContext } from "../run/context";
import { runMarks } from "../run/marks";
import { DependencyEdge } from "./DependencyEdge";
import { CardNode, FrameNode } from "./flowNodes";
import { flowEdges, flowNodes, within } from "./flowParts";
import { kindMarks } from "./kindMarks";
import { MANY } from "./lod";
import { Minimap } from "./Minimap";
import { ARROWS, neighbour } from "./neighbour";
import { Overview } from "./Overview";
import { type Overlay, OverlayContext, overlayMarks, SelectedContext } from "./overlay";
import { useFar } from "./useFar";
import { useLayout } from "./useLayout";
import { useRegion } from "./useRegion";
import { useStage } from "./useStage";
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
const NOTHING: never[] = [];

interface Props {
  structure: Structure;
  /** What the places follow, where some edges are only drawn. */
  skeleton?: Structure;
  /** What is different about nodes and edges; it stands in place of kinds and states. */
  overlay?: Overlay | null;
  selected?: string | null;
  onSelect?(id: string | null): void;
  /** Selected by the keyboard, which wants to go on in what opens. */
  onOpen?(id: string): void;
  /** The nodes to look at first where the whole graph would be too small to read. */
  focus?: string[];
}

function Flow({
  structure,
  skeleton = structure,
  overlay = null,
  selected = null,
  onSelect,
  onOpen,
  focus = NOTHING,
}: Props) {
  const { layout, refined } = useLayout(skeleton);
  const large = structure.nodes.length > MANY;
  const region = useRegion(large);
  const blocks = region?.width === 0;
  const nodes = useMemo(() => flowNodes(structure, layout), [structure, layout]);
  const edges = useMemo(() => {
    // A large graph's edges are one picture; those that were changed are drawn in full over it.
    const all = flowEdges(structure, layout);
    return large ? all.filter((edge) => overlay?.edges.has(edge.id)) : all;
  }, [structure, layout, large, overlay]);
  const near = useMemo(() => within(region, nodes, edges), [region, nodes, edges]);
  const run = useContext(RunStoreContext);
  const marks = useMemo(() => {
    if (overlay) return overlayMarks(overlay, selected);
    return run ? runMarks(run) : kindMarks(structure, selected);
  }, [run, overlay, structure, selected]);
  const frame = useRef<HTMLDivElement>(null);
  const stage = useStage({ layout, opening: layout, frame, wanted: focus, blocks: large });
  useFar(frame);

  // What was selected elsewhere (the table, a link, the log) comes into view.
  const { reveal } = stage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a better layout may have moved it out of view
  useEffect(() => {
    if (selected) reveal(selected);
  }, [selected, layout, reveal]);

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
    if (next) stage.focus(next);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the nodes inside are the controls; their keys bubble up to here
    <div
      className="canvas"
      ref={frame}
      onKeyDown={onKeyDown}
      data-layout={refined ? "refined" : "rank"}
      data-detail={blocks ? "blocks" : "cards"}
      data-selected={selected ?? undefined}
    >
      <ReactFlow
        nodes={near.nodes}
        edges={near.edges}
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
        minZoom={0.02}
        maxZoom={1.6}
        onInit={stage.onInit}
        onMoveStart={stage.onMoveStart}
        onNodeClick={(_event, node) => onSelect?.(node.id)}
        onPaneClick={(event) => onSelect?.(blocks ? stage.nodeUnder(event) : null)}
        proOptions={{ hideAttribution: true }}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.4} />
        {large && <Overview structure={structure} layout={layout} marks={marks} nodes={blocks} />}
        <Controls showInteractive={false} showFitView={false}>
          <ControlButton onClick={stage.fit} title="Show all" aria-label="Show all">
            <Maximize aria-hidden="true" />
          </ControlButton>
        </Controls>
        {nodes.length > 30 && <Minimap structure={structure} layout={layout} marks={marks} />}
      </ReactFlow>
    </div>
  );
}

/** A graph, read-only: laid out left to right, walked with the arrow keys. */
export function Canvas(props: Props) {
  return (
    <ReactFlowProvider>
      <OverlayContext value={props.overlay ?? null}>
        <SelectedContext value={props.selected ?? null}>
          <Flow {...props} />
        </SelectedContext>
      </OverlayContext>
    </ReactFlowProvider>
  );
}

import {
  Background,
  BackgroundVariant,
  ControlButton,
  Controls,
  ReactFlow,
  useReactFlow,
} from "@xyflow/react";
import { LayoutDashboard, Maximize, Search } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Structure } from "../../api/types";
import { within } from "../../graph/flowParts";
import type { Layout } from "../../graph/geometry";
import { MANY } from "../../graph/lod";
import { Minimap } from "../../graph/Minimap";
import { Overview } from "../../graph/Overview";
import { useFar } from "../../graph/useFar";
import { useRegion } from "../../graph/useRegion";
import { useStage } from "../../graph/useStage";
import { useEditor, useEditorParts, useMayEdit } from "../context";
import { PALETTE_WIDTH, Palette } from "../palette/Palette";
import { ConnectHint } from "./ConnectHint";
import { ConnectionLine } from "./ConnectionLine";
import { dropHandlers } from "./dropping";
import { EditorCard } from "./EditorCard";
import { EditorEdge } from "./EditorEdge";
import { EditorFrame } from "./EditorFrame";
import { FoldAll } from "./FoldAll";
import { FlowEdges, FlowNodes } from "./flowParts";
import { openSearch, relayout } from "./looks";
import { editorMarks } from "./marks";
import { Questions } from "./Questions";
import { SearchBox } from "./SearchBox";
import type { Scene } from "./scene";
import { useCanvasUi } from "./ui";
import { useAnchor } from "./useAnchor";
import { useBoxSelect } from "./useBoxSelect";
import { useCanvasKeys } from "./useCanvasKeys";
import { useConnecting } from "./useConnecting";
import { useDragging } from "./useDragging";
import { usePointing } from "./usePointing";
import { useStagePort } from "./useStagePort";

const NODE_TYPES = { card: EditorCard, frame: EditorFrame };
const EDGE_TYPES = { dependency: EditorEdge };
const ARIA = {
  "node.a11yDescription.default":
    "Enter opens the inspector, Space selects. Left and right follow the edges, up and down go to the nearest node; with Alt the arrows move it.",
  "node.a11yDescription.keyboardDisabled": "",
  "edge.a11yDescription.default": "",
};
const ALL = () => true;

interface Props {
  scene: Scene;
  structure: Structure;
  layout: Layout;
}

/** The draft as it is drawn and changed by pointer and keys. */
export function Flow({ scene, structure, layout }: Props) {
  const editor = useEditorParts();
  const { store } = editor;
  const mayEdit = useMayEdit();
  const flow = useReactFlow();
  const frame = useRef<HTMLDivElement>(null);
  const selection = useEditor((state) => state.selection);
  const selectedEdge = useEditor((state) => state.selectedEdge);
  const reveal = useEditor((state) => state.reveal);
  const refined = useCanvasUi((state) => state.refined);
  const connecting = useCanvasUi((state) => state.connecting !== null);
  const hovering = useCanvasUi((state) => state.hovered !== null);

  const large = structure.nodes.length > MANY;
  const { drag, handlers: dragging } = useDragging();
  const [made] = useState(() => ({ nodes: new FlowNodes(), edges: new FlowEdges() }));
  const nodes = useMemo(
    () => made.nodes.of(structure, layout, selection, drag),
    [made, structure, layout, selection, drag],
  );
  const moving = drag?.ids ?? null;
  const edges = useMemo(() => {
    // A large graph's edges are one picture; the selected one is drawn in full over it.
    const wanted = large ? (edge: Structure["edges"][number]) => edge.id === selectedEdge : ALL;
    return made.edges.of(structure, layout, wanted, selectedEdge, moving);
  }, [made, structure, layout, selectedEdge, large, moving]);
  const region = useRegion(large);
  const blocks = region?.width === 0;
  const near = useMemo(() => within(region, nodes, edges), [region, nodes, edges]);

  const [opened] = useState(() => {
    const { revealed, selection: chosen } = store.getState();
    return { wanted: revealed ? [revealed] : [...chosen], reveal };
  });
  const stage = useStage({
    layout,
    opening: refined,
    frame,
    wanted: opened.wanted,
    blocks: large,
    left: mayEdit ? PALETTE_WIDTH : 0,
  });
  const { fit, focus, reveal: bring } = stage;
  useAnchor(layout);
  useFar(frame);
  useStagePort(scene, frame, stage);
  useEffect(() => {
    const { revealed } = store.getState();
    if (reveal !== opened.reveal && revealed !== null) bring(revealed);
  }, [reveal, opened, store, bring]);
  useEffect(() => {
    const [only] = selection;
    editor.commands.lookAt(selection.size === 1 ? (only as string) : null);
  }, [editor, selection]);

  const marks = useMemo(() => editorMarks(store), [store]);
  const pointing = usePointing({ flow, blocks, picture: large, focus });
  const drawing = useConnecting(flow);
  const boxing = useBoxSelect(flow.screenToFlowPosition);
  const drops = useMemo(() => dropHandlers(editor), [editor]);
  const onKeyDown = useCanvasKeys();
  const { onDoubleClick, ...presses } = pointing;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the nodes inside are the controls; their keys bubble up to here
    <div
      className={["canvas", "editor-canvas", connecting && "is-connecting", hovering && "is-hovering"]
        .filter(Boolean)
        .join(" ")}
      ref={frame}
      onKeyDown={onKeyDown}
      onDoubleClick={onDoubleClick}
      {...boxing.handlers}
      {...(mayEdit && drops)}
      data-layout={refined ? "refined" : "rank"}
      data-detail={blocks ? "blocks" : "cards"}
    >
      <ReactFlow
        nodes={near.nodes}
        edges={near.edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        nodesDraggable={mayEdit}
        nodesConnectable={mayEdit}
        elementsSelectable={false}
        nodesFocusable
        edgesFocusable={false}
        edgesReconnectable={mayEdit}
        reconnectRadius={14}
        connectOnClick={false}
        connectionRadius={0}
        connectionLineComponent={ConnectionLine}
        selectNodesOnDrag={false}
        // A selected team stays behind what it holds.
        elevateNodesOnSelect={false}
        nodeDragThreshold={3}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        zoomOnDoubleClick={false}
        ariaLabelConfig={ARIA}
        minZoom={0.02}
        maxZoom={1.6}
        onInit={stage.onInit}
        onMoveStart={stage.onMoveStart}
        {...presses}
        {...dragging}
        {...drawing}
        proOptions={{ hideAttribution: true }}
      >
        <Background variant={BackgroundVariant.Dots} gap={20} size={1.4} />
        {large && <Overview structure={structure} layout={layout} marks={marks} nodes={blocks} />}
        <Controls showInteractive={false} showFitView={false}>
          <ControlButton onClick={fit} title="Show all (f)" aria-label="Show all">
            <Maximize aria-hidden="true" />
          </ControlButton>
          {mayEdit && (
            <ControlButton
              onClick={() => relayout(editor)}
              title="Lay out anew (l)"
              aria-label="Lay out anew"
            >
              <LayoutDashboard aria-hidden="true" />
            </ControlButton>
          )}
          <FoldAll />
          <ControlButton onClick={() => openSearch(editor)} title="Find a node (/)" aria-label="Find a node">
            <Search aria-hidden="true" />
          </ControlButton>
        </Controls>
        {structure.nodes.length > 30 && <Minimap structure={structure} layout={layout} marks={marks} />}
      </ReactFlow>
      {mayEdit && <Palette />}
      <SearchBox />
      <Questions />
      <ConnectHint />
      {boxing.box && (
        <div
          className="select-box"
          style={{
            transform: `translate(${boxing.box.x}px, ${boxing.box.y}px)`,
            width: boxing.box.width,
            height: boxing.box.height,
          }}
        />
      )}
    </div>
  );
}

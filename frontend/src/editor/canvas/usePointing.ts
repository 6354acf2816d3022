import type { Edge, Node, ReactFlowInstance } from "@xyflow/react";
import { type MouseEvent, useMemo } from "react";
import { edgeAt, nodeAt } from "../../graph/hit";
import { useEditorParts } from "../context";
import { ui } from "../ui";
import { openAddMenu } from "./looks";
import { canvasUi } from "./ui";

const REACH = 8;

interface Options {
  flow: ReactFlowInstance;
  /** Whether nodes are blocks of one picture, and edges are too: then a press finds them by their place. */
  blocks: boolean;
  picture: boolean;
  focus(id: string): void;
}

/** Whether a press was on the canvas itself; what is drawn stands inside of its element. */
export function isGround(target: EventTarget): boolean {
  return (target as Element).classList.contains("react-flow__pane");
}

/** What a press means: it selects, asks or opens, and never changes the graph. */
export function usePointing({ flow, blocks, picture, focus }: Options) {
  const editor = useEditorParts();
  return useMemo(() => {
    const { store } = editor;
    const canvas = canvasUi(store);
    const at = (event: MouseEvent) => flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    const under = (event: MouseEvent): string | null => {
      const { layout } = canvas.getState();
      return blocks && layout ? nodeAt(layout, at(event)) : null;
    };
    const select = (id: string, more: boolean) => {
      const { selection } = store.getState();
      if (!more) {
        if (selection.size !== 1 || !selection.has(id)) store.getState().select([id]);
        return;
      }
      const next = new Set(selection);
      if (!next.delete(id)) next.add(id);
      store.getState().select(next);
    };
    const menu = (event: MouseEvent, id: string) => {
      event.preventDefault();
      if (!store.getState().selection.has(id)) store.getState().select([id]);
      canvas.setState({ question: { ask: "menu", id, at: { x: event.clientX, y: event.clientY } } });
    };
    const isMore = (event: MouseEvent) => event.shiftKey || event.ctrlKey || event.metaKey;
    const mayEdit = () => store.getState().may.edit && !store.getState().archived;
    return {
      onNodeClick: (event: MouseEvent, node: Node) => select(node.id, isMore(event)),
      onNodeDoubleClick: (_event: MouseEvent, node: Node) => {
        if (mayEdit()) ui.rename(node.id);
      },
      onNodeContextMenu: (event: MouseEvent, node: Node) => menu(event, node.id),
      onEdgeClick: (_event: MouseEvent, edge: Edge) => store.getState().selectEdge(edge.id),
      onPaneClick: (event: MouseEvent) => {
        const id = under(event);
        if (id !== null) {
          select(id, isMore(event));
          return;
        }
        const { layout, structure } = canvas.getState();
        const edge =
          picture && layout && structure
            ? edgeAt(structure.edges, layout, at(event), REACH / flow.getZoom())
            : null;
        if (edge !== null) store.getState().selectEdge(edge);
        else if (!isMore(event)) store.getState().select([]);
      },
      onPaneContextMenu: (event: MouseEvent | globalThis.MouseEvent) => {
        const id = under(event as MouseEvent);
        if (id !== null) menu(event as MouseEvent, id);
        else if (mayEdit()) {
          event.preventDefault();
          openAddMenu(editor, { x: event.clientX, y: event.clientY });
        }
      },
      onPaneMouseMove: (event: MouseEvent) => {
        const hovered = under(event);
        if (hovered !== canvas.getState().hovered) canvas.setState({ hovered });
      },
      onDoubleClick: (event: MouseEvent) => {
        if (!isGround(event.target)) return;
        const id = under(event);
        if (id !== null) focus(id);
        else if (mayEdit()) openAddMenu(editor, { x: event.clientX, y: event.clientY });
      },
    };
  }, [editor, flow, blocks, picture, focus]);
}

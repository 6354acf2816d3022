import { useEffect, useRef } from "react";
import { useEditor, useEditorParts } from "../context";
import { useDesk } from "./desk";
import { EdgeForm } from "./EdgeForm";
import { followRenames } from "./followRename";
import { GraphForm } from "./GraphForm";
import { ManyNodes } from "./ManyNodes";
import { NodeInspector } from "./NodeInspector";
import { RemovedNote } from "./RemovedNote";
import { useRemoved } from "./useRemoved";
import "../../styles/forms.css";
import "../../styles/inspector.css";

/** The same for a node through its renames, so that its form stays the same too. */
function useIdentity(): (id: string) => string {
  const { store } = useEditorParts();
  const first = useRef(new Map<string, string>());
  useEffect(
    () =>
      followRenames(store, (before, now) => {
        first.current.set(now, first.current.get(before) ?? before);
        first.current.delete(before);
      }),
    [store],
  );
  return (id) => first.current.get(id) ?? id;
}

/** What is typed goes out before the page does; what has not arrived by then keeps the person here. */
function useLastWords(): void {
  const desk = useDesk();
  const { store } = useEditorParts();
  useEffect(() => {
    const flush = () => desk.flush();
    const leaving = (event: BeforeUnloadEvent) => {
      desk.flush();
      if (store.getState().saving !== "stored") event.preventDefault();
    };
    window.addEventListener("beforeunload", leaving);
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      window.removeEventListener("beforeunload", leaving);
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flush);
    };
  }, [desk, store]);
}

function Chosen() {
  const selection = useEditor((state) => state.selection);
  const edge = useEditor((state) => state.selectedEdge);
  const nodes = useEditor((state) => state.draft.nodes);
  const identity = useIdentity();
  const ids = [...selection].filter((id) => nodes.has(id));
  const [id] = ids;
  if (edge !== null) return <EdgeForm id={edge} />;
  if (id === undefined) return <GraphForm />;
  if (ids.length > 1) return <ManyNodes ids={ids} />;
  return <NodeInspector key={identity(id)} id={id} />;
}

/** What is selected, as a form; the graph itself when nothing is. */
export function Inspector() {
  useLastWords();
  const [removed, close] = useRemoved();
  return (
    <aside className="inspector" aria-label="Inspector">
      {removed ? <RemovedNote removed={removed} onClose={close} /> : <Chosen />}
    </aside>
  );
}

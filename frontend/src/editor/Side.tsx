import { SlidersHorizontal, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Boundary } from "../ui/Boundary";
import { useEditor, useEditorParts } from "./context";
import { titleOf } from "./model";
import { useNarrow } from "./useNarrow";

const Inspector = lazy(() => import("./inspector/Inspector").then((module) => ({ default: module.Inspector })));

function Broken() {
  return (
    <div className="empty" role="alert">
      <h2>This cannot be shown here</h2>
      <p>The draft is not touched by that. The JSON view in the menu shows all of it.</p>
    </div>
  );
}

function Content() {
  const shown = useEditor((state) => [...state.selection].join(" "));
  return (
    <Boundary key={shown} fallback={<Broken />}>
      <Suspense fallback={<div className="skeleton" style={{ height: 160, margin: 16 }} />}>
        <Inspector />
      </Suspense>
    </Boundary>
  );
}

/** What is selected, when there is no room for it beside the table: a bar that opens it over everything. */
function Sheet() {
  const { store } = useEditorParts();
  const asked = useEditor((state) => state.focusInspector);
  const only = useEditor((state) => (state.selection.size === 1 ? [...state.selection][0] : undefined));
  const node = useEditor((state) => (only === undefined ? undefined : state.draft.nodes.get(only)));
  const [open, setOpen] = useState(false);
  const close = useRef<HTMLButtonElement>(null);
  const first = useRef(asked);
  useEffect(() => {
    if (asked !== first.current) setOpen(true);
    first.current = asked;
  }, [asked]);
  if (!open) {
    if (!node) return null;
    return (
      <button type="button" className="sheet-opener" onClick={() => store.getState().inspect(node.id)}>
        <SlidersHorizontal aria-hidden="true" />
        <span className="truncate">
          Open <bdi>{titleOf(node)}</bdi>
        </span>
      </button>
    );
  }
  return (
    <aside
      className="editor-side is-sheet"
      aria-label="Inspector"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented) setOpen(false);
      }}
    >
      <div className="sheet-head">
        <button type="button" ref={close} className="btn btn-quiet" onClick={() => setOpen(false)}>
          <X aria-hidden="true" />
          Close
        </button>
      </div>
      <Content />
    </aside>
  );
}

/** The inspector: beside the canvas, or over it where there is no room. */
export function Side() {
  const narrow = useNarrow();
  if (narrow) return <Sheet />;
  return (
    <aside className="editor-side" aria-label="Inspector">
      <Content />
    </aside>
  );
}

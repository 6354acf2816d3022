import { SlidersHorizontal, X } from "lucide-react";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Boundary } from "../ui/Boundary";
import { lazily } from "../ui/lazily";
import { useEditor, useEditorParts } from "./context";
import { titleOf } from "./model";
import { useNarrow } from "./useNarrow";

const Inspector = lazily(() =>
  import("./inspector/Inspector").then((module) => ({ default: module.Inspector })),
);

/** Another selection may be drawn all the same: it is tried anew. */
function Broken({ onChange }: { onChange(): void }) {
  const { store } = useEditorParts();
  useEffect(
    () =>
      store.subscribe((state, before) => {
        if (state.selection !== before.selection) onChange();
      }),
    [store, onChange],
  );
  return (
    <div className="empty" role="alert">
      <h2>This cannot be shown here</h2>
      <p>The draft is not touched by that. The JSON view in the menu shows all of it.</p>
    </div>
  );
}

function Content() {
  const [tries, setTries] = useState(0);
  const again = useCallback(() => setTries((count) => count + 1), []);
  return (
    <Boundary key={tries} fallback={<Broken onChange={again} />}>
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
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape from the fields in it bubbles up to here
    <div
      className="editor-side is-sheet"
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
    </div>
  );
}

/** The inspector: beside the canvas, or over it where there is no room. */
export function Side() {
  const narrow = useNarrow();
  if (narrow) return <Sheet />;
  return (
    <div className="editor-side">
      <Content />
    </div>
  );
}

import { Plus } from "lucide-react";
import { Suspense, useEffect, useRef } from "react";
import { Boundary } from "../ui/Boundary";
import { lazily } from "../ui/lazily";
import { useCode } from "./code/useCode";
import { useEditor, useMayEdit } from "./context";
import type { Mode } from "./store";
import { ui } from "./ui";
import { useNarrow } from "./useNarrow";

const EditorCanvas = lazily(() =>
  import("./canvas/EditorCanvas").then((module) => ({ default: module.EditorCanvas })),
);
const EditorTable = lazily(() =>
  import("./table/EditorTable").then((module) => ({ default: module.EditorTable })),
);
const CodeView = lazily(() => import("./code/CodeView").then((module) => ({ default: module.CodeView })));

const WAIT = (
  <div className="stage-wait">
    <div className="skeleton" />
  </div>
);

/** A graph without nodes says how to begin. The canvas beneath takes what is dropped on it. */
function Beginning() {
  const mayEdit = useMayEdit();
  const narrow = useNarrow();
  return (
    <div className="beginning">
      <div className="empty">
        <h2>No nodes yet</h2>
        {mayEdit ? (
          <>
            <p>
              {narrow ? (
                "Add the first step of this graph. Everything that you do is stored at once, as a draft."
              ) : (
                <>
                  Drag a kind from the palette onto the canvas, or press <kbd>n</kbd>. Everything that you do
                  is stored at once, as a draft.
                </>
              )}
            </p>
            <button type="button" className="btn btn-primary" onClick={() => ui.ask({ kind: "add" })}>
              <Plus aria-hidden="true" />
              Add the first node
            </button>
          </>
        ) : (
          <p>Whoever may edit this graph has not put anything into it.</p>
        )}
      </div>
    </div>
  );
}

function Table() {
  return (
    <Suspense fallback={WAIT}>
      <EditorTable />
    </Suspense>
  );
}

/** Whoever chooses another way of looking, by a key, say, leaves the JSON. */
function useLeaveCode(mode: Mode) {
  const shown = useRef(mode);
  useEffect(() => {
    if (shown.current !== mode) useCode.setState({ open: false });
    shown.current = mode;
  }, [mode]);
}

/** The graph itself: as a canvas, as a table, or as JSON. */
export function Stage() {
  const mode = useEditor((state) => state.mode);
  const empty = useEditor((state) => state.draft.nodes.size === 0);
  const code = useCode((state) => state.open);
  useLeaveCode(mode);
  if (code) {
    return (
      <Boundary
        fallback={
          <div className="empty" role="alert">
            <h2>The JSON cannot be shown</h2>
            <p>The draft is not touched by that.</p>
            <button type="button" className="btn" onClick={() => useCode.setState({ open: false })}>
              Back to the graph
            </button>
          </div>
        }
      >
        <Suspense fallback={WAIT}>
          <CodeView />
        </Suspense>
      </Boundary>
    );
  }
  if (mode === "table") return <Table />;
  return (
    <Boundary
      fallback={
        <>
          <p className="banner banner-warning">
            This graph cannot be drawn. The table shows the same nodes, and everything can be done there.
          </p>
          <Table />
        </>
      }
    >
      <Suspense fallback={WAIT}>
        <EditorCanvas />
      </Suspense>
      {empty && <Beginning />}
    </Boundary>
  );
}

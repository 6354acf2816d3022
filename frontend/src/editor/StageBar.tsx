import { CircleAlert, CircleCheck, History, Keyboard, Network, Table2, TriangleAlert } from "lucide-react";
import { standing } from "./changes/standing";
import { useCode } from "./code/useCode";
import { useEditor, useEditorParts, useMayEdit } from "./context";
import { problemCounts, problemWords } from "./problemCounts";
import type { Drawer, Mode } from "./store";
import { UndoRedo } from "./UndoRedo";
import { ui } from "./ui";

export const DRAWER_ID = "editor-drawer";

const MODES: { mode: Mode; word: string; icon: typeof Network }[] = [
  { mode: "graph", word: "Graph", icon: Network },
  { mode: "table", word: "Table", icon: Table2 },
];

function ModeSwitch() {
  const mode = useEditor((state) => state.mode);
  const setMode = useEditor((state) => state.setMode);
  const code = useCode((state) => state.open);
  const show = (one: Mode) => {
    useCode.setState({ open: false });
    setMode(one);
  };
  return (
    <fieldset className="segmented">
      <legend className="visually-hidden">How to show the nodes</legend>
      {MODES.map(({ mode: one, word, icon: Icon }) => (
        <button key={one} type="button" aria-pressed={mode === one && !code} onClick={() => show(one)}>
          <Icon aria-hidden="true" />
          <span className="word">{word}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Opens one side of the drawer, or closes it. */
function useDrawer(side: Drawer) {
  const { store } = useEditorParts();
  const open = useEditor((state) => state.drawer === side);
  return {
    "aria-expanded": open,
    "aria-controls": open ? DRAWER_ID : undefined,
    onClick: () => store.getState().setDrawer(open ? null : side),
  };
}

export function ProblemsButton() {
  const problems = useEditor((state) => state.problems);
  const { blocking, warnings, more } = problemCounts(problems);
  const drawer = useDrawer("problems");
  const words = problemWords(problems);
  return (
    <button type="button" className="btn btn-quiet btn-small" title={words} {...drawer}>
      {blocking > 0 && (
        <span className="count count-blocking" aria-hidden="true">
          <CircleAlert aria-hidden="true" />
          {blocking}
          {more && "+"}
        </span>
      )}
      {warnings > 0 && (
        <span className="count count-warning" aria-hidden="true">
          <TriangleAlert aria-hidden="true" />
          {warnings}
        </span>
      )}
      {blocking + warnings === 0 && <CircleCheck aria-hidden="true" />}
      <span className="word" aria-hidden="true">
        {blocking + warnings === 0 ? "No problems" : "Problems"}
      </span>
      <span className="visually-hidden">{words}</span>
    </button>
  );
}

export function ChangesButton() {
  const count = useEditor((state) => standing(state.changes).length);
  const drawer = useDrawer("changes");
  return (
    <button type="button" className="btn btn-quiet btn-small" title="Unpublished changes" {...drawer}>
      <History aria-hidden="true" />
      <span className="word">Changes</span> <span className="num muted">{count.toLocaleString("en")}</span>
    </button>
  );
}

/** What stands over the canvas or table: how to look at it, and what is open beneath it. */
export function StageBar() {
  const mayEdit = useMayEdit();
  return (
    <div className="stage-bar">
      <ModeSwitch />
      {mayEdit && <UndoRedo />}
      <span className="grow" />
      <ProblemsButton />
      <ChangesButton />
      <button
        type="button"
        className="btn btn-quiet btn-small btn-icon desktop-only"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts (?)"
        onClick={() => ui.ask({ kind: "help" })}
      >
        <Keyboard aria-hidden="true" />
      </button>
    </div>
  );
}

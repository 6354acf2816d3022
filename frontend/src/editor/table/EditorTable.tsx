import { Plus } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useEditor, useEditorParts, useMayEdit } from "../context";
import { problemsByNode } from "../store";
import { ui } from "../ui";
import { moveDiffs, stepOf } from "./moves";
import { OwnEdits } from "./OwnEdits";
import { RowMenu } from "./RowMenu";
import { branchesOf, fitting, rowsOf } from "./rows";
import { filterOf, NO_FILTER, TableBar } from "./TableBar";
import { type MenuPlace, Tree } from "./Tree";
import "../../styles/table.css";

const NOTHING: ReadonlySet<string> = new Set();

function Empty({ filtered, onClear }: { filtered: boolean; onClear(): void }) {
  const mayEdit = useMayEdit();
  if (filtered) {
    return (
      <div className="empty">
        <h2>No node fits</h2>
        <p>The filter hides all of them.</p>
        <button type="button" className="btn" onClick={onClear}>
          Show all nodes
        </button>
      </div>
    );
  }
  return (
    <div className="empty">
      <h2>No nodes yet</h2>
      <p>
        {mayEdit
          ? "Add the first one; the others can then be told to need it."
          : "Nobody has added any so far."}
      </p>
      {mayEdit && (
        <button type="button" className="btn btn-primary" onClick={() => ui.ask({ kind: "add" })}>
          <Plus aria-hidden="true" />
          Add a node
        </button>
      )}
    </div>
  );
}

/** The same graph as on the canvas, as a tree of rows, in which every edit can be made. */
export function EditorTable() {
  const { store, commands } = useEditorParts();
  const nodes = useEditor((state) => state.draft);
  const collapsed = useEditor((state) => state.collapsed);
  const found = useEditor((state) => state.problems);
  const [filter, setFilter] = useState(NO_FILTER);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const problems = useMemo(() => problemsByNode(found), [found]);
  const branches = useMemo(() => branchesOf(nodes), [nodes]);
  const rows = useMemo(() => {
    const fits = filterOf(filter, problems);
    return fits ? rowsOf(fitting(branches, fits), NOTHING) : rowsOf(branches, collapsed);
  }, [branches, collapsed, filter, problems]);
  const fit = filter === NO_FILTER ? nodes.nodes.size : rows.filter((row) => !row.branch.onTheWay).length;

  const onFound = () => {
    const first = rows.find((row) => !row.branch.onTheWay);
    if (!first) return;
    store.getState().select([first.id]);
    store.getState().show(first.id);
  };

  // What is to be seen is not hidden by a filter: a node that was just added, or one that a problem leads to.
  const reveal = useEditor((state) => state.reveal);
  const told = useRef(reveal);
  useEffect(() => {
    if (told.current === reveal) return;
    told.current = reveal;
    const { revealed } = store.getState();
    if (revealed !== null && !rows.some((row) => row.id === revealed)) setFilter(NO_FILTER);
  }, [reveal, rows, store]);

  const step = (id: string, by: -1 | 1) => {
    const row = rows.find((one) => one.id === id);
    if (!row || row.branch.body) return;
    const beside = rows.filter((one) => one.parent === row.parent && !one.branch.body);
    const shown = new Set(beside.map((one) => one.id));
    void commands.edit(() => {
      const { draft } = store.getState();
      const before = stepOf(draft, id, by, shown);
      return before === undefined ? [] : moveDiffs(draft, [id], draft.home.get(id) ?? null, before);
    });
  };

  return (
    <section className="editor-table" aria-label="Table of nodes">
      <TableBar filter={filter} onChange={setFilter} onFound={onFound} count={fit} />
      {rows.length > 0 ? (
        <Tree rows={rows} problems={problems} onMenu={setMenu} onStep={step} />
      ) : (
        <Empty filtered={filter !== NO_FILTER} onClear={() => setFilter(NO_FILTER)} />
      )}
      <OwnEdits />
      {menu && nodes.nodes.has(menu.id) && (
        <RowMenu place={menu} onStep={step} onClose={() => setMenu(null)} />
      )}
    </section>
  );
}

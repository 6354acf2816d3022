import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type MouseEvent, useCallback, useEffect, useRef } from "react";
import type { DraftProblem } from "../../api/types";
import { useEditor, useEditorParts, useMayEdit } from "../context";
import { ui, useUi } from "../ui";
import { NodeRow } from "./NodeRow";
import type { Row } from "./rows";
import { useActiveRow } from "./useActiveRow";
import { useCramped } from "./useCramped";
import { useTreeKeys } from "./useTreeKeys";

const HEADER = 34;
const ROW = 40;
const TALL_ROW = 60;

/** Where a menu was asked for. */
export interface MenuPlace {
  id: string;
  x: number;
  y: number;
}

interface Props {
  rows: readonly Row[];
  problems: ReadonlyMap<string, DraftProblem[]>;
  onMenu(place: MenuPlace): void;
  onStep(id: string, by: -1 | 1): void;
}

const rowIdOf = (target: EventTarget): string | null =>
  (target as Element).closest<HTMLElement>("tr[data-id]")?.dataset.id ?? null;

/** The nodes as a tree grid: one tab stop, arrows from row to row; only the rows in sight are drawn. */
export function Tree({ rows, problems, onMenu, onStep }: Props) {
  const { store } = useEditorParts();
  const mayEdit = useMayEdit();
  const grid = useRef<HTMLDivElement>(null);
  const narrow = useCramped(grid);
  const active = useActiveRow(rows, grid);
  const keys = useTreeKeys(rows, active, { step: onStep });
  const reveal = useEditor((state) => state.reveal);
  const height = narrow ? TALL_ROW : ROW;
  const header = narrow ? 0 : HEADER;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => grid.current,
    estimateSize: () => height,
    overscan: 12,
    paddingStart: header,
    scrollPaddingStart: header,
    getItemKey: (index) => rows[index]?.id ?? index,
    // The row with the focus is always there, however far it has been scrolled out of sight.
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const shown = defaultRangeExtractor(range);
        if (active.at < 0 || shown.includes(active.at)) return shown;
        return [...shown, active.at].sort((one, other) => one - other);
      },
      [active.at],
    ),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights follow from this alone
  useEffect(() => virtual.measure(), [height]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a row comes into sight when another becomes active
  useEffect(() => {
    if (active.at >= 0) virtual.scrollToIndex(active.at, { align: "auto" });
  }, [active.id]);

  // What is to be shown becomes the active row; what was selected elsewhere is, when the table opens.
  const seen = useRef<number | null>(null);
  useEffect(() => {
    if (seen.current === reveal) return;
    const { revealed, selection } = store.getState();
    const [first = null] = selection;
    if (seen.current === null && useUi.getState().intoTable) {
      useUi.setState({ intoTable: false });
      if (first === null && active.id !== null) active.go(active.id, true);
    }
    const id = seen.current === null ? first : revealed;
    if (id === null || active.placeOf(id) !== undefined) seen.current = reveal;
    if (id === null || active.placeOf(id) === undefined) return;
    const here = document.activeElement;
    active.go(id, here === document.body || (grid.current?.contains(here) ?? false));
  });

  const openMenu = (id: string, x: number, y: number) => {
    active.go(id, false);
    if (!store.getState().selection.has(id)) store.getState().select([id]);
    onMenu({ id, x, y });
  };

  const onClick = (event: MouseEvent) => {
    const id = rowIdOf(event.target);
    const row = id === null ? undefined : rows[active.placeOf(id) ?? -1];
    const pressed = (event.target as Element).closest<HTMLElement>("[data-does]");
    if (!row || (event.target as Element).closest("input")) return;
    if (pressed?.dataset.does === "menu") {
      const box = pressed.getBoundingClientRect();
      openMenu(row.id, box.right, box.bottom);
    } else if (pressed?.dataset.does === "open") {
      const closed = new Set(store.getState().collapsed);
      if (!closed.delete(row.id)) closed.add(row.id);
      store.getState().setCollapsed(closed);
      active.go(row.id, true);
    } else if (pressed?.dataset.does === "problems") {
      const [first] = problems.get(row.id) ?? [];
      store.getState().inspect(row.id, first?.field || null);
    } else keys.onRowClick(row.id, event);
  };

  const onDoubleClick = (event: MouseEvent) => {
    const id = rowIdOf(event.target);
    if (id === null || (event.target as Element).closest("button, input")) return;
    if (mayEdit && (event.target as Element).closest(".tree-name")) ui.rename(id);
    else store.getState().inspect(id);
  };

  const onContextMenu = (event: MouseEvent) => {
    const id = rowIdOf(event.target);
    if (id === null || (event.target as Element).closest("input")) return;
    event.preventDefault();
    // From the keyboard it has no place of its own.
    const box = (event.target as Element).getBoundingClientRect();
    const byKey = event.clientX === 0 && event.clientY === 0;
    openMenu(id, byKey ? box.left + 40 : event.clientX, byKey ? box.bottom : event.clientY);
  };

  const shown = virtual.getVirtualItems();
  return (
    <div className={narrow ? "tree-scroll is-narrow" : "tree-scroll"} ref={grid}>
      <table
        className="tree"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA allows a table this role
        role="treegrid"
        aria-label="Nodes"
        aria-multiselectable="true"
        aria-rowcount={rows.length + 1}
        onKeyDown={keys.onKeyDown}
        onFocus={({ target }) => {
          const id = target.matches("tr") ? rowIdOf(target) : null;
          if (id !== null && id !== active.id) active.go(id, false);
        }}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        onContextMenu={onContextMenu}
      >
        <TreeHead />
        <tbody style={{ height: virtual.getTotalSize() - header }}>
          {shown.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            return (
              <NodeRow
                key={row.id}
                row={row}
                index={item.index}
                top={item.start - header}
                active={item.index === active.at}
                problems={problems.get(row.id)}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function TreeHead() {
  return (
    <thead>
      <tr aria-rowindex={1} className="tree-head">
        {["Node", "Kind", "Needs", "Problems", "Here now"].map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        <th scope="col">
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

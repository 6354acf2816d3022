import { ListFilter, Plus, Search } from "lucide-react";
import type { DraftProblem } from "../../api/types";
import { kindWord } from "../../nodes/kinds";
import { useEditor, useEditorParts, useMayEdit } from "../context";
import type { NodeJson } from "../model";
import { askInTable, FILTER_ID } from "./asking";

export interface Filter {
  text: string;
  kind: string;
  onlyProblems: boolean;
}

export const NO_FILTER: Filter = { text: "", kind: "", onlyProblems: false };

/** Whether a node fits; null: all do. */
export function filterOf(
  { text, kind, onlyProblems }: Filter,
  problems: ReadonlyMap<string, DraftProblem[]>,
): ((node: NodeJson) => boolean) | null {
  const wanted = text.trim().toLocaleLowerCase();
  if (!wanted && !kind && !onlyProblems) return null;
  return (node) =>
    (!kind || node.kind === kind) &&
    (!onlyProblems || problems.has(node.id)) &&
    (!wanted || `${node.title ?? ""} ${node.id}`.toLocaleLowerCase().includes(wanted));
}

interface Props {
  filter: Filter;
  onChange(filter: Filter): void;
  /** Goes to the first row that fits. */
  onFound(): void;
  count: number;
}

/** The kinds that the draft has, in the order in which they first come. */
function useKinds(): string[] {
  const nodes = useEditor((state) => state.draft.nodes);
  return [...new Set([...nodes.values()].map((node) => node.kind))];
}

export function TableBar({ filter, onChange, onFound, count }: Props) {
  const editor = useEditorParts();
  const mayEdit = useMayEdit();
  const kinds = useKinds();
  const selected = useEditor((state) => state.selection.size);
  const change = (part: Partial<Filter>) => {
    const next = { ...filter, ...part };
    onChange(next.text || next.kind || next.onlyProblems ? next : NO_FILTER);
  };
  return (
    <div className="table-bar" role="toolbar" aria-label="Nodes">
      {mayEdit && (
        <button type="button" className="btn btn-small" onClick={() => askInTable.add(editor)}>
          <Plus aria-hidden="true" />
          Add
        </button>
      )}
      <label className="search">
        <Search size={14} aria-hidden="true" />
        <span className="visually-hidden">Filter nodes</span>
        <input
          id={FILTER_ID}
          className="input"
          type="search"
          placeholder="Filter nodes"
          value={filter.text}
          onChange={(event) => change({ text: event.target.value })}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const leave = event.key === "Enter" || event.key === "ArrowDown";
            if (!leave && !(event.key === "Escape" && filter.text === "")) return;
            event.preventDefault();
            const field = event.currentTarget;
            if (leave && filter !== NO_FILTER) {
              // Nothing has the focus then, so the row that is shown takes it.
              field.blur();
              onFound();
            } else field.closest(".editor-table")?.querySelector<HTMLElement>("tr[tabindex='0']")?.focus();
          }}
        />
      </label>
      <label>
        <span className="visually-hidden">Kind</span>
        <select
          className="select"
          value={filter.kind}
          onChange={(event) => change({ kind: event.target.value })}
        >
          <option value="">All kinds</option>
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindWord(kind)}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="btn btn-small btn-quiet"
        aria-pressed={filter.onlyProblems}
        onClick={() => change({ onlyProblems: !filter.onlyProblems })}
      >
        <ListFilter aria-hidden="true" />
        With problems
      </button>
      <span className="muted num table-count" role="status">
        {count.toLocaleString("en")} {count === 1 ? "node" : "nodes"}
        {selected > 1 && `, ${selected.toLocaleString("en")} selected`}
      </span>
    </div>
  );
}

import { ChevronRight } from "lucide-react";
import { useEffect, useRef } from "react";
import type { OverlayNode } from "../api/types";
import { MarkIcon } from "../graph/overlay";
import { KindIcon } from "../nodes/kinds";
import type { Compared } from "./comparing";
import { nodeWords } from "./comparing";
import { FieldChanges } from "./FieldChanges";

const SHOWN = 500;
/** Stands for the graph's own fields. No node has this id: an id begins with a letter or a digit. */
export const GRAPH = ".";

interface RowProps {
  node: OverlayNode;
  open: boolean;
  onToggle(): void;
  /** Where the canvas stands below the list. */
  onShow(): void;
}

/** One difference; opened, it shows the fields. */
function Row({ node, open, onToggle, onShow }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (open) row.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  const side = { added: "new", removed: "old", changed: null, rerouted: null, same: null } as const;
  return (
    <li ref={row} className={`difference diff-${node.mark}`} data-node={node.id}>
      <button type="button" className="difference-head" aria-expanded={open} onClick={onToggle}>
        <span className="diff-sign">
          <MarkIcon mark={node.mark} />
        </span>
        <span className="difference-text">
          <span className="difference-name">
            {node.kind && <KindIcon kind={node.kind} size={13} />}
            <bdi className="truncate" title={node.title}>
              {node.title}
            </bdi>
            {node.kind && node.id !== node.title && <code className="mono muted truncate">{node.id}</code>}
          </span>
          <span className="muted">{nodeWords(node)}</span>
        </span>
        <ChevronRight className="difference-chevron" size={14} aria-hidden="true" />
      </button>
      {open && (
        <>
          <FieldChanges fields={node.fields} only={side[node.mark]} />
          {node.id !== GRAPH && (
            <button type="button" className="btn btn-small show-on-canvas" onClick={onShow}>
              Show on the canvas
            </button>
          )}
        </>
      )}
    </li>
  );
}

interface Props {
  compared: Compared;
  selected: string | null;
  onSelect(id: string | null): void;
  onShow(): void;
}

/** Everything that differs, node by node. Opening one brings it into view on the canvas. */
export function DifferenceList({ compared, selected, onSelect, onShow }: Props) {
  const different = compared.nodes.filter(({ mark }) => mark !== "same");
  const own: OverlayNode[] =
    compared.graph.length > 0
      ? [{ id: GRAPH, title: "The graph", kind: "", team: null, mark: "changed", fields: compared.graph }]
      : [];
  const rows = [...own, ...different];
  const chosen = rows.findIndex(({ id }) => id === selected);
  const shown =
    chosen < SHOWN ? rows.slice(0, SHOWN) : [...rows.slice(0, SHOWN), rows[chosen] as OverlayNode];
  return (
    <ul className="differences">
      {shown.map((node) => (
        <Row
          key={node.id}
          node={node}
          open={node.id === selected}
          onShow={onShow}
          onToggle={() => onSelect(node.id === selected ? null : node.id)}
        />
      ))}
      {rows.length > shown.length && (
        <li className="muted differences-more">
          and {(rows.length - shown.length).toLocaleString("en")} more; select one on the canvas to see it
          here
        </li>
      )}
    </ul>
  );
}

import { ArrowRightLeft, X } from "lucide-react";
import { KindIcon } from "../../nodes/kinds";
import { useEditor } from "../context";
import { nameOf } from "../names";

export interface Need {
  node: string;
  case: string | null;
}

interface Props {
  needs: readonly Need[];
  /** The one that another is to replace. */
  changing: Need | null;
  /** Null: none is to be replaced after all. */
  onChange(need: Need | null): void;
  onRemove(need: Need): void;
}

const same = (one: Need, other: Need | null) => one.node === other?.node && one.case === other.case;

/** The dependencies of a node, in their order. */
export function Needs({ needs, changing, onChange, onRemove }: Props) {
  const nodes = useEditor((state) => state.draft.nodes);
  if (needs.length === 0) return <p className="muted">It needs nothing yet: it starts with its level.</p>;
  return (
    <ul className="needs" aria-label="Needed now">
      {needs.map((need) => {
        const node = nodes.get(need.node);
        const name = node ? nameOf(node) : need.node;
        const words = need.case === null ? name : `${name}, case ${need.case}`;
        const isChanging = same(need, changing);
        return (
          <li key={`${need.node} ${need.case}`} className={isChanging ? "is-changing" : undefined}>
            <KindIcon kind={node?.kind ?? ""} size={14} />
            <bdi className="truncate">{name}</bdi>
            {need.case !== null && (
              <span className="tree-tag">
                <bdi className="truncate">{need.case}</bdi>
              </span>
            )}
            <span className="grow" />
            <button
              type="button"
              className="btn btn-quiet btn-small btn-icon"
              aria-label={`Change ${words}`}
              title="Need another instead"
              aria-pressed={isChanging}
              onClick={() => onChange(isChanging ? null : need)}
            >
              <ArrowRightLeft aria-hidden="true" />
            </button>
            <button
              type="button"
              className="btn btn-quiet btn-small btn-icon"
              aria-label={`Take away ${words}`}
              title="Take away"
              onClick={() => onRemove(need)}
            >
              <X aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

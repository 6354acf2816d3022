import { ChevronRight, CircleAlert, Ellipsis, TriangleAlert } from "lucide-react";
import { memo } from "react";
import type { DraftProblem } from "../../api/types";
import { KindIcon, kindWord } from "../../nodes/kinds";
import { isolated, visible } from "../../ui/visible";
import { useEditor, useMayEdit } from "../context";
import { dependencyOf, type NodeJson } from "../model";
import { nameOf } from "../names";
import { initials } from "../people";
import { useUi } from "../ui";
import { RowTitle } from "./RowTitle";
import type { Row } from "./rows";

interface Props {
  row: Row;
  index: number;
  top: number;
  active: boolean;
  problems: DraftProblem[] | undefined;
}

const NEEDS = 4;

/** What a node needs, in words: at most a few names, then a number. */
function useNeeds(node: NodeJson): string {
  return useEditor((state) => {
    const needs = node.depends_on ?? [];
    const names = needs.slice(0, NEEDS).map((dependency) => {
      const { node: id, case: label } = dependencyOf(dependency);
      const needed = state.draft.nodes.get(id);
      return { name: needed ? nameOf(needed) : id, label };
    });
    const words = isolated(names.map((one) => one.name)).map((name, at) => {
      const label = names[at]?.label;
      return label == null ? name : `${name} (${isolated([label])[0]})`;
    });
    const more = needs.length - words.length;
    return words.join(", ") + (more > 0 ? ` and ${more} more` : "");
  });
}

function Problems({ problems }: { problems: DraftProblem[] }) {
  const grave = problems.filter((one) => one.level !== "environment").length;
  const Icon = grave > 0 ? CircleAlert : TriangleAlert;
  const words =
    grave > 0
      ? `${problems.length} ${problems.length === 1 ? "problem" : "problems"}`
      : `${problems.length} ${problems.length === 1 ? "warning" : "warnings"}`;
  return (
    <button
      type="button"
      tabIndex={-1}
      data-does="problems"
      className={grave > 0 ? "tree-count is-grave" : "tree-count"}
      title={problems.map((one) => one.message).join("\n")}
    >
      <Icon size={14} aria-hidden="true" />
      <span className="tree-wide-only">{words}</span>
      <span className="tree-narrow-only">
        {problems.length}
        <span className="visually-hidden"> {words.replace(/^\d+ /, "")}</span>
      </span>
    </button>
  );
}

function HereNow({ id }: { id: string }) {
  const people = useEditor((state) => state.people);
  const me = useEditor((state) => state.me.id);
  const here = people.filter((one) => one.node === id && one.id !== me);
  return (
    <>
      {here.map((one) => (
        <span key={one.id} className={`person person-${one.colour}`} title={visible(one.name)}>
          <span aria-hidden="true">{initials(one.name)}</span>
          <span className="visually-hidden">{visible(one.name)}</span>
        </span>
      ))}
    </>
  );
}

/** One node in words: all that the canvas shows of it. */
export const NodeRow = memo(function NodeRow({ row, index, top, active, problems }: Props) {
  const { node, body, onTheWay } = row.branch;
  const selected = useEditor((state) => state.selection.has(row.id));
  const renaming = useUi((state) => state.renaming === row.id);
  const mayEdit = useMayEdit();
  const needs = useNeeds(node);
  return (
    <tr
      className={onTheWay ? "tree-row is-on-the-way" : "tree-row"}
      style={{ transform: `translateY(${top}px)`, "--level": row.level - 1 } as React.CSSProperties}
      data-id={row.id}
      aria-rowindex={index + 2}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={selected}
      aria-expanded={row.open ?? undefined}
      tabIndex={active ? 0 : -1}
    >
      <td className="tree-title">
        {row.open === null ? (
          <span className="tree-toggle" />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            data-does="open"
            className="tree-toggle"
            aria-label={row.open ? "Close" : "Open"}
          >
            <ChevronRight size={14} aria-hidden="true" />
          </button>
        )}
        <KindIcon kind={node.kind} size={15} />
        {renaming && mayEdit ? (
          <RowTitle node={node} />
        ) : (
          <>
            <bdi className="tree-name truncate">{nameOf(node)}</bdi>
            {body && <span className="tree-tag">Body</span>}
            {node.title && <bdi className="tree-id mono truncate">{row.id}</bdi>}
          </>
        )}
      </td>
      <td className="tree-kind">{kindWord(node.kind)}</td>
      <td className="tree-needs truncate" title={needs}>
        {needs && <span className="tree-narrow-only">after </span>}
        {needs}
      </td>
      <td className="tree-problems">{problems && <Problems problems={problems} />}</td>
      <td className="tree-people">
        <HereNow id={row.id} />
      </td>
      <td className="tree-actions">
        <button
          type="button"
          tabIndex={active ? 0 : -1}
          data-does="menu"
          className="btn btn-quiet btn-small btn-icon"
          aria-haspopup="menu"
          aria-label={`Actions for ${nameOf(node)}`}
        >
          <Ellipsis aria-hidden="true" />
        </button>
      </td>
    </tr>
  );
});

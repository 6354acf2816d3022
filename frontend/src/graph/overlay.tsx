import { ArrowRightLeft, Minus, Pencil, Plus } from "lucide-react";
import { createContext, useContext } from "react";
import type { OverlayEdge, OverlayNode, Structure } from "../api/types";
import { KindIcon, kindWord } from "../nodes/kinds";
import type { Marks } from "./paint";

export type NodeMark = OverlayNode["mark"];
export type EdgeMark = OverlayEdge["mark"];

/** What is different about each node and edge. What is missing here stayed as it was. */
export interface Overlay {
  nodes: ReadonlyMap<string, { mark: NodeMark; fields: number }>;
  edges: ReadonlyMap<string, EdgeMark>;
}

export const OverlayContext = createContext<Overlay | null>(null);
export const SelectedContext = createContext<string | null>(null);

const ICONS = { added: Plus, removed: Minus, changed: Pencil, rerouted: ArrowRightLeft };

/** “Added”, “Removed”, “2 fields changed”, “Rerouted”. */
export function markWords(mark: NodeMark, fields: number): string {
  if (mark === "changed") return `${fields} ${fields === 1 ? "field" : "fields"} changed`;
  return { added: "Added", removed: "Removed", rerouted: "Rerouted", same: "" }[mark];
}

export function MarkIcon({ mark, size = 13 }: { mark: NodeMark; size?: number }) {
  if (mark === "same") return null;
  const Icon = ICONS[mark];
  return <Icon size={size} strokeWidth={2.5} aria-hidden="true" />;
}

/** A difference by icon, word and colour. */
export function MarkWord({ mark, fields }: { mark: NodeMark; fields: number }) {
  return (
    <span className={`diff-word diff-${mark}`}>
      <MarkIcon mark={mark} />
      <span className="truncate">{markWords(mark, fields)}</span>
    </span>
  );
}

export function useMark(id: string): { mark: NodeMark; fields: number; selected: boolean } | null {
  const overlay = useContext(OverlayContext);
  const selected = useContext(SelectedContext) === id;
  if (!overlay) return null;
  const { mark, fields } = overlay.nodes.get(id) ?? { mark: "same", fields: 0 };
  return { mark, fields, selected };
}

interface MarkedProps {
  title: string;
  kind: string;
  mark: NodeMark;
  fields: number;
  selected: boolean;
}

/** A node of a comparison: what it is, and what is different about it. */
export function MarkedCard({ title, kind, mark, fields, selected }: MarkedProps) {
  return (
    <article className={`node-card diff-card diff-${mark}${selected ? " is-selected" : ""}`}>
      <div className="node-title">
        <KindIcon kind={kind} />
        <bdi className="truncate" title={title}>
          {title}
        </bdi>
      </div>
      <p>
        {mark !== "same" && <MarkWord mark={mark} fields={fields} />}
        <span className="aside">{kindWord(kind)}</span>
      </p>
    </article>
  );
}

const FILLS: Record<NodeMark, string> = {
  same: "line-strong",
  added: "added",
  removed: "removed",
  changed: "changed",
  rerouted: "changed",
};

/** The same where the nodes are too small for cards. */
export function overlayMarks(overlay: Overlay, selected: string | null): Marks {
  return {
    fill: (id) => FILLS[overlay.nodes.get(id)?.mark ?? "same"],
    ring: (id) => (id === selected ? "accent" : null),
    lit: (id) => id === selected,
    dot: () => null,
    subscribe: () => () => {},
  };
}

/** Without the edges that only the old state has between nodes that are still there: the new ones lay it out. */
export function skeletonOf(structure: Structure, overlay: Overlay): Structure {
  const homes = new Map(structure.nodes.map((node) => [node.id, node.team ?? null]));
  const gone = (id: string) => overlay.nodes.get(id)?.mark === "removed";
  return {
    nodes: structure.nodes,
    edges: structure.edges.filter(
      ({ id, source, target }) =>
        homes.get(source) === homes.get(target) &&
        (overlay.edges.get(id) !== "removed" || gone(source) || gone(target)),
    ),
  };
}

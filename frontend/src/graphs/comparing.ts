import type { Comparison, OverlayNode, Structure } from "../api/types";
import { markWords, type Overlay } from "../graph/overlay";

/** What the page gets: the comparison without its diffs. */
export type Compared = Omit<Comparison, "diffs">;

export function structureOf({ nodes, edges }: Compared): Structure {
  return {
    nodes: nodes.map(({ id, title, kind, team }, index) => ({ id, title, kind, index, team })),
    edges: edges.map(({ id, source, target, case: name }) => ({ id, source, target, case: name })),
  };
}

/** Only what differs: thousands of nodes that stayed the same need no entry. */
export function overlayOf({ nodes, edges }: Compared): Overlay {
  const different = nodes.filter(({ mark }) => mark !== "same");
  return {
    nodes: new Map(different.map(({ id, mark, fields }) => [id, { mark, fields: fields.length }])),
    edges: new Map(edges.filter(({ mark }) => mark !== "same").map(({ id, mark }) => [id, mark])),
  };
}

/** How many nodes carry each mark, in the order of the legend. */
export function counts({ nodes }: Compared): [mark: OverlayNode["mark"], count: number][] {
  const marks = ["added", "removed", "changed", "rerouted"] as const;
  return marks.map((mark) => [mark, nodes.filter((node) => node.mark === mark).length]);
}

/** Field names as people read them. */
export const fieldWord = (field: string) => field.replaceAll("_", " ");

/** One node's difference in a line: “Added”, “2 fields changed: title, tool”. */
export function nodeWords({ mark, fields }: OverlayNode): string {
  const words = markWords(mark, fields.length);
  if (mark !== "changed") return words;
  const names = fields.map(({ field }) => fieldWord(field));
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return `${words}: ${shown.join(", ")}`;
}

import type { NodeJson } from "../model";
import { useTitleField } from "../useTitleField";

/** A node's title, written in its row. */
export function RowTitle({ node }: { node: NodeJson }) {
  const field = useTitleField(node, () => field.ref.current?.closest("tr")?.focus());
  return <input className="input tree-rename" {...field} />;
}

import { toJsonText } from "../../api/exact";
import { useFields } from "./desk";

/** The node's own JSON. */
export function JsonTab({ id }: { id: string }) {
  return <pre className="evidence">{toJsonText(useFields(id), 2)}</pre>;
}

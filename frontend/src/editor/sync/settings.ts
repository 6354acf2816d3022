import { toJsonText } from "../../api/exact";
import type { GraphDiff } from "../context";

/** The operations that put whole values where others may have put theirs. */
const SETTING = ["update_node", "set_graph", "set_role", "set_tools"];

export function isSettingFields(diffs: readonly GraphDiff[]): boolean {
  return diffs.length > 0 && diffs.every(({ op }) => SETTING.includes(op));
}

/** What is to be kept of an edit that was not stored: the one value that it would have set. */
export function notStored(diffs: readonly GraphDiff[]): string {
  const values = diffs.flatMap(({ set }) => Object.values((set as object | undefined) ?? {}));
  const [value] = values;
  if (values.length !== 1) return "Yours was not stored.";
  return `Yours was not stored: “${typeof value === "string" ? value : toJsonText(value)}”.`;
}

import type { EditorState } from "@codemirror/state";
import type { Violation } from "../../api/types";
import { visible } from "../../ui/visible";
import { rangeAt } from "./places";

/** One reason of a refusal and its place in the text. */
export interface Finding {
  from: number;
  /** The place in words: “Line 8, nodes[0].bogus”. */
  where: string;
  text: string;
  violation: Violation;
}

/** Of a text that is no JSON the server can only name the line. */
const BROKEN = /^Line (\d+), column (\d+): /;

export function findingAt(state: EditorState, violation: Violation): Finding {
  const { path, message } = violation;
  const broken = path === "$" ? BROKEN.exec(message) : null;
  if (broken) {
    const line = state.doc.line(Math.min(Number(broken[1]), state.doc.lines));
    const from = Math.min(line.from + Number(broken[2]) - 1, line.to);
    return { from, where: broken[0].slice(0, -2), text: visible(message.slice(broken[0].length)), violation };
  }
  const { from } = rangeAt(state, path);
  const field = path.replace(/^\$\.?/, "");
  const line = `Line ${state.doc.lineAt(from).number}`;
  return { from, where: visible(field ? `${line}, ${field}` : line), text: visible(message), violation };
}

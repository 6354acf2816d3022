import { toJsonText } from "../../api/exact";
import { type Draft, documentOf } from "../model";

/** The draft as its JSON is written: two spaces, one line a field, every digit of its numbers. */
export function documentText(draft: Draft): string {
  return `${toJsonText(documentOf(draft), 2)}\n`;
}

import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { type Path, parsePath } from "../../forms/paths";

export type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>["resolve"]>;

export interface Range {
  from: number;
  to: number;
}

export function isValue(node: SyntaxNode): boolean {
  return ["Object", "Array", "String", "Number", "True", "False", "Null"].includes(node.name);
}

/** The text of a JSON string or name; null while it is not whole yet. */
export function textOf(state: EditorState, node: SyntaxNode): string | null {
  try {
    return JSON.parse(state.sliceDoc(node.from, node.to)) as string;
  } catch {
    return null;
  }
}

export function nameOf(state: EditorState, property: SyntaxNode): string | null {
  const name = property.getChild("PropertyName");
  return name && textOf(state, name);
}

export function heldBy(property: SyntaxNode): SyntaxNode | null {
  const last = property.lastChild;
  return last && isValue(last) ? last : null;
}

export function itemsOf(array: SyntaxNode): SyntaxNode[] {
  const items: SyntaxNode[] = [];
  for (let child = array.firstChild; child; child = child.nextSibling) if (isValue(child)) items.push(child);
  return items;
}

function propertyOf(state: EditorState, object: SyntaxNode, name: string): SyntaxNode | null {
  return object.getChildren("Property").find((one) => nameOf(state, one) === name) ?? null;
}

/** Where a path like `$.nodes[0].cases[1].when` leads in the text; as far as it leads. */
export function rangeAt(state: EditorState, path: string): Range {
  const tree = syntaxTree(state);
  let value = tree.topNode.firstChild;
  let shown: Range = { from: 0, to: Math.min(1, state.doc.length) };
  for (const key of parsePath(path) ?? []) {
    if (!value) break;
    if (value.name === "Array" && typeof key === "number") {
      value = itemsOf(value)[key] ?? null;
      if (value) shown = firstLine(state, value);
      continue;
    }
    const property = value.name === "Object" ? propertyOf(state, value, String(key)) : null;
    if (!property) break;
    value = heldBy(property);
    shown = firstLine(state, property);
  }
  return shown;
}

/** Where the node of this id is written; null while the text has none. */
export function nodeAt(state: EditorState, id: string): Range | null {
  let found: Range | null = null;
  syntaxTree(state).iterate({
    enter: ({ node }) => {
      if (found) return false;
      if (node.name !== "Property" || nameOf(state, node) !== "id") return undefined;
      const value = heldBy(node);
      const list = node.parent?.parent;
      const isNode = list?.name === "Array" && list.parent !== null && nameOf(state, list.parent) === "nodes";
      if (isNode && value && textOf(state, value) === id) found = { from: node.from, to: node.to };
      return undefined;
    },
  });
  return found;
}

/** A whole node would be a page of red: its first line says enough. */
function firstLine(state: EditorState, { from, to }: Range): Range {
  return { from, to: Math.min(to, Math.max(state.doc.lineAt(from).to, from + 1)) };
}

/** The path of the keys that lead to the object or array around `node`, outermost first, with these containers. */
export function way(state: EditorState, node: SyntaxNode): { path: Path; containers: SyntaxNode[] } {
  const path: Path = [];
  const containers: SyntaxNode[] = [];
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.name !== "Object" && at.name !== "Array") continue;
    containers.unshift(at);
    const parent: SyntaxNode | null = at.parent;
    if (parent?.name === "Property") path.unshift(nameOf(state, parent) ?? "");
    else if (parent?.name === "Array") {
      const self = at;
      path.unshift(itemsOf(parent).findIndex((item) => item.from === self.from));
    }
  }
  return { path, containers };
}

/** Where the text stops being JSON; null: it is JSON as far as its shape goes. */
export function brokenAt(state: EditorState): Range | null {
  let found: Range | null = null;
  syntaxTree(state).iterate({
    enter: (node) => {
      if (found) return false;
      if (node.type.isError) found = { from: node.from, to: Math.max(node.to, node.from) };
      return undefined;
    },
  });
  return found;
}

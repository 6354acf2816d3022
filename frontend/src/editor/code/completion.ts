import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  pickedCompletion,
} from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Catalog } from "../../api/types";
import type { Path } from "../../forms/paths";
import { heldBy, nameOf, type SyntaxNode, textOf, way } from "./places";
import { documentSchema, type Field, fieldsOf, type Schema, schemasAt, valuesOf } from "./schema";

/** The plain texts of an object: `kind` and the like, which tell what it is. What is being written tells nothing yet. */
function textsOf(state: EditorState, object: SyntaxNode | undefined, pos: number): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const property of object?.getChildren("Property") ?? []) {
    if (property.from <= pos && pos <= property.to && heldBy(property)?.name === "String") continue;
    const name = nameOf(state, property);
    const value = heldBy(property);
    const text = value?.name === "String" ? textOf(state, value) : null;
    if (name !== null && text !== null) texts[name] = text;
  }
  return texts;
}

function opening(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  return { string: '""', array: "[]", object: "{}" }[String(type)] ?? "";
}

/** Writes the name with its quotes, the colon and the beginning of a value, unless there is one already. */
function writeName(name: string, schema: Schema) {
  return (view: EditorView, completion: Completion, from: number, to: number) => {
    const after = view.state.sliceDoc(to, to + 400);
    const value = /^\s*:/.test(after) ? "" : `: ${opening(schema)}`;
    // With another field behind it, this one ends in a comma.
    const end = value && /^\s*"/.test(after) ? "," : "";
    const insert = JSON.stringify(name) + value + end;
    const inside = /[\]}"]$/.test(value) && schema.const === undefined ? 1 + end.length : 0;
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length - inside },
      annotations: pickedCompletion.of(completion),
      scrollIntoView: true,
    });
  };
}

function asCompletion({ name, title, help, required, schema }: Field): Completion {
  return {
    label: JSON.stringify(name),
    displayLabel: name,
    detail: title,
    ...(help ? { info: help } : {}),
    type: "property",
    boost: required ? 1 : 0,
    apply: writeName(name, schema),
  };
}

function literal(value: unknown, detail?: string): Completion {
  return { label: JSON.stringify(value), type: "constant", ...(detail ? { detail } : {}) };
}

/** Names that a schema does not list: of tools, nodes, people. */
function known(catalog: Catalog, ids: () => readonly string[], path: Path): Completion[] {
  const keys = path.filter((key) => typeof key === "string");
  const last = keys.at(-1);
  const texts = {
    tool: () => catalog.tools.map(({ name, description }) => literal(name, description.split("\n")[0])),
    tool_allowlist: () => catalog.tools.map(({ name }) => literal(name)),
    depends_on: () => ids().map((id) => literal(id)),
    node: () => ids().map((id) => literal(id)),
    assignees: () => catalog.people.map((one) => literal(one)),
    groups: () => catalog.groups.map((one) => literal(one)),
    agent_hint: () => catalog.agents.map((one) => literal(one)),
    role: () => catalog.roles.map((one) => literal(one)),
  } as Record<string, () => Completion[]>;
  return (last && texts[last]?.()) || [];
}

/** Where the cursor is: writing a name in an object, or a value. */
function placeOf(state: EditorState, pos: number) {
  const node = syntaxTree(state).resolveInner(pos, -1);
  const token = ["PropertyName", "String", "Number", "True", "False", "Null"].includes(node.name)
    ? node
    : null;
  const parent = token?.parent ?? node;
  if (node.name === "PropertyName") return { writes: "name" as const, token, parent };
  if (parent.name === "Property" || (token && parent.name === "Array")) {
    return { writes: "value" as const, token, parent };
  }
  if (node.name === "Object") return { writes: "name" as const, token: null, parent: node };
  if (node.name === "Array") return { writes: "value" as const, token: null, parent: node };
  // A broken bit of text: what it is part of tells.
  const around = node.parent;
  if (around?.name === "Property") return { writes: "value" as const, token: null, parent: around };
  if (around?.name === "Object") return { writes: "name" as const, token: node, parent: around };
  return null;
}

/** Completes the names of fields, and the values that can be named, as the catalog's schemas have them. */
export function completions(catalog: Catalog, ids: () => readonly string[]) {
  const root = documentSchema(catalog);
  return (context: CompletionContext): CompletionResult | null => {
    const { state, pos, explicit } = context;
    const place = placeOf(state, pos);
    if (!place || (!place.token && !explicit)) return null;
    const { path, containers } = way(state, place.parent);
    const texts = (depth: number) => textsOf(state, containers[depth], pos);
    const from = place.token?.from ?? pos;
    const to = place.token ? Math.max(place.token.to, pos) : pos;
    if (place.writes === "name") {
      const there = new Set(
        (containers.at(-1)?.getChildren("Property") ?? [])
          .filter((property) => property.from !== place.token?.parent?.from)
          .map((property) => nameOf(state, property)),
      );
      const fields = fieldsOf(root, schemasAt(root, path, texts)).filter((one) => !there.has(one.name));
      return { from, to, options: fields.map(asCompletion), filter: true };
    }
    const key = place.parent.name === "Property" ? nameOf(state, place.parent) : 0;
    if (key === null) return null;
    const whole = [...path, key];
    const values = valuesOf(schemasAt(root, whole, texts)).map((value) => literal(value));
    const options = [...values, ...known(catalog, ids, whole)];
    return options.length > 0 ? { from, to, options } : null;
  };
}

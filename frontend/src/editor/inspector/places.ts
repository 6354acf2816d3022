import { own } from "../../own";
import type { GraphDiff } from "../context";

/** The fields of one node as its JSON has them, or those of the graph. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whole fields to replace; undefined removes one. */
export type FieldChanges = Record<string, unknown>;

/**
 * What one control edits: a place in the fields of a node (null: of the graph). `path` names it as the
 * server does in problems, like `cases[0].when.value`.
 */
export interface Place {
  readonly node: string | null;
  readonly path: string;
  read(fields: Fields): unknown;
  /** The fields to replace; a sentence when that cannot be done. */
  write(fields: Fields, value: unknown): FieldChanges | string;
  /** What else goes with it, in other nodes. */
  follow?(before: unknown, value: unknown, read: ReadFields): Followed[];
}

/** The fields of a node as they will be once everything on its way has arrived. */
export type ReadFields = (node: string) => Fields;

/** A change of another node that an edit brings with it. */
export interface Followed {
  node: string;
  changes: FieldChanges;
  diffs: GraphDiff[];
}

export const GONE = "The place of this field is gone: somebody removed it.";

export function fieldPlace(node: string | null, name: string): Place {
  return {
    node,
    path: name,
    read: (fields) => fields[name],
    write: (_fields, value) => ({ [name]: value }),
  };
}

export type Step = string | number;

function stepInto(value: unknown, step: Step): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, step) ? (value as Record<Step, unknown>)[step] : undefined;
}

function replacedIn(value: unknown, steps: readonly Step[], inner: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return inner;
  if (Array.isArray(value)) {
    return value.map((one, at) => (at === step ? replacedIn(one, rest, inner) : one));
  }
  const object = { ...(value as Record<string, unknown> | undefined) };
  const next = replacedIn(own(object, String(step)), rest, inner);
  if (next === undefined) delete object[String(step)];
  else object[String(step)] = next;
  return object;
}

/** `["cases", 0, "when", "value"]` as the server writes it: `cases[0].when.value`. */
export function pathText(steps: readonly Step[]): string {
  return steps
    .map((step, at) => {
      if (typeof step === "number") return `[${step}]`;
      if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(step)) return at === 0 ? step : `.${step}`;
      return `["${step}"]`;
    })
    .join("");
}

/** A place inside a field. `steps` is asked for the fields at hand: the list around it may have another order. */
export function innerPlace(
  node: string | null,
  path: string,
  steps: (fields: Fields) => readonly Step[] | null,
): Place {
  return {
    node,
    path,
    read: (fields) => steps(fields)?.reduce<unknown>((value, step) => stepInto(value, step), fields),
    write: (fields, value) => {
      const found = steps(fields);
      if (!found) return GONE;
      const [name, ...rest] = found as [string, ...Step[]];
      return { [name]: replacedIn(fields[name], rest, value) };
    },
  };
}

/** A place inside a field where nothing moves, like `join.best_by`. */
export function fixedPlace(node: string | null, ...steps: Step[]): Place {
  return innerPlace(node, pathText(steps), () => steps);
}

const TOOLS = "tool_allowlist";

/** The operations that make `changes`. The server has its own for an id, a role and a list of tools. */
export function diffsOf(node: string | null, fields: Fields, changes: FieldChanges): GraphDiff[] {
  if (node === null) return [{ op: "set_graph", ...parted(changes) }];
  const { id, ...others } = changes;
  const rest: FieldChanges = { ...others };
  const diffs: GraphDiff[] = [];
  const agent = fields.kind === "agent" && !("kind" in rest);
  if (agent && "role" in rest) {
    diffs.push({ op: "set_role", id: node, role: rest.role ?? null });
    delete rest.role;
  }
  if (agent && Array.isArray(rest[TOOLS])) {
    diffs.push({ op: "set_tools", id: node, tool_allowlist: rest[TOOLS] });
    delete rest[TOOLS];
  }
  if (Object.keys(rest).length > 0) diffs.push({ op: "update_node", id: node, ...parted(rest) });
  if (id !== undefined) diffs.push({ op: "rename_node", id: node, new_id: id });
  return diffs;
}

function parted(changes: FieldChanges): { set: Record<string, unknown>; unset: string[] } {
  const entries = Object.entries(changes);
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    unset: entries.filter(([, value]) => value === undefined).map(([name]) => name),
  };
}

/** `fields` after `changes`, as the draft will have them. */
export function changed(fields: Fields, changes: FieldChanges): Fields {
  const next: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) delete next[name];
    else next[name] = value;
  }
  return next;
}

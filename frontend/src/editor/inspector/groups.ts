import { type FormField, words } from "./schema";

export type Group = "What it does" | "Input" | "When it fails" | "Schemas";

export const GROUPS: readonly Group[] = ["What it does", "Input", "When it fails", "Schemas"];

const ELSEWHERE: Record<string, Group> = {
  depends_on: "Input",
  input: "Input",
  failure_strategy: "When it fails",
  max_retries: "When it fails",
  timeout_seconds: "When it fails",
  verify_predicate: "When it fails",
  on_item_error: "When it fails",
  on_bound: "When it fails",
  on_reject: "When it fails",
  deadline_seconds: "When it fails",
  on_deadline: "When it fails",
  input_schema: "Schemas",
  output_schema: "Schemas",
};

/** In the head of the inspector, on the canvas, or changed by operations of their own. */
const NO_FIELDS = new Set(["id", "kind", "title", "nodes", "depends_on", "body"]);

/** Comes first or last in its group; the rest stands as the schema has it. */
const ORDER: Record<string, number> = {
  description: -2,
  prompt: -1,
  depends_on: -1,
  body: 1,
  execution_mode: 2,
  verify_predicate: -1,
};

const DEPENDS: FormField = {
  name: "depends_on",
  title: "Needs",
  help: "The nodes whose output it waits for; an edge out of a branch names its case.",
  required: false,
  schema: {},
};

const BODY: FormField = {
  name: "body",
  title: "Body",
  help: "What runs for each item or pass: one node beside it, or a graph of its own.",
  required: true,
  schema: {},
};

/** Which agent decides is no question where expressions do. What is set there all the same stays in sight. */
export function meansNothing(name: string, fields: Readonly<Record<string, unknown>>): boolean {
  if (fields.kind !== "branch" || !["agent_hint", "agent_hash"].includes(name)) return false;
  const cases = Array.isArray(fields.cases) ? fields.cases : [];
  const byModel = cases.some((one) => one?.when?.kind === "model_decision");
  return !byModel && fields[name] === undefined;
}

/** A kind's fields by group. What other nodes are is in no schema: edges always, a body where there is one. */
export function grouped(fields: readonly FormField[], hasBody: boolean): Map<Group, FormField[]> {
  const found = new Map<Group, FormField[]>(GROUPS.map((group) => [group, []]));
  const own = fields.filter(({ name }) => !NO_FIELDS.has(name));
  const all = [DEPENDS, ...(hasBody ? [BODY] : []), ...own];
  for (const field of all) {
    const group = ELSEWHERE[field.name] ?? "What it does";
    // A field does not repeat what stands over its group.
    const title = field.title === group ? words(field.name) : field.title;
    found.get(group)?.push({ ...field, title });
  }
  for (const list of found.values()) list.sort((a, b) => (ORDER[a.name] ?? 0) - (ORDER[b.name] ?? 0));
  return found;
}

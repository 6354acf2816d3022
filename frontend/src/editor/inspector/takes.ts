import type { Catalog, ScopePath } from "../../api/types";
import { isObject, type Json } from "./schema";

/** One field of the input of a tool, as its schema says. */
export interface Taken {
  name: string;
  type: string;
  required: boolean;
  description: string | undefined;
}

const WORDS: Record<string, string> = {
  array: "list",
  boolean: "true or false",
  integer: "whole number",
  null: "nothing",
  object: "object",
  string: "text",
};

const DEEPEST = 4;

function target(schema: unknown, root: Json): Json {
  let current = isObject(schema) ? schema : {};
  for (let hops = 0; hops < DEEPEST && typeof current.$ref === "string"; hops += 1) {
    const name = current.$ref.replace(/^#\/\$defs\//, "");
    const found = isObject(root.$defs) && Object.hasOwn(root.$defs, name) ? root.$defs[name] : undefined;
    if (!isObject(found)) break;
    const { $ref: _, ...beside } = current;
    current = { ...found, ...beside };
  }
  return current;
}

const either = (all: readonly string[]) => [...new Set(all)].join(" or ");

/** What a value may be, in words; “anything” where the schema does not tell. */
export function typeWords(schema: unknown, root: Json, depth = 0): string {
  const found = target(schema, root);
  if (Array.isArray(found.enum)) return either(found.enum.map((one) => JSON.stringify(one)));
  if ("const" in found) return JSON.stringify(found.const);
  for (const alternatives of [found.anyOf, found.oneOf]) {
    if (Array.isArray(alternatives) && depth < DEEPEST)
      return either(alternatives.map((one) => typeWords(one, root, depth + 1)));
  }
  const types = Array.isArray(found.type) ? found.type : [found.type];
  const words = types.filter((one) => typeof one === "string").map((one) => WORDS[one] ?? one);
  if (words.length === 0) return "anything";
  if (found.type === "array" && isObject(found.items) && depth < DEEPEST) {
    const inner = typeWords(found.items, root, depth + 1);
    return inner === "anything" ? "list" : `list of ${inner}`;
  }
  return either(words);
}

/** What a tool takes, required fields first; null where nobody here knows. */
export function takenBy(catalog: Catalog | null, tool: unknown): Taken[] | null {
  const schema = catalog?.tools.find((one) => one.name === tool)?.input_schema;
  if (!isObject(schema) || schema.type !== "object") return null;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  const all = Object.entries(properties).map(([name, property]) => {
    const { description } = target(property, schema);
    return {
      name,
      type: typeWords(property, schema),
      required: required.includes(name),
      description: typeof description === "string" ? description : undefined,
    };
  });
  return [...all.filter((one) => one.required), ...all.filter((one) => !one.required)];
}

/** The path in sight that leads to something of this name; what flows in comes before the run's input. */
export function expressionFor(name: string, paths: readonly ScopePath[]): string {
  const ends = paths.map(({ path }) => path).filter((path) => path.endsWith(`.${name}`));
  return ends.find((path) => path.startsWith("value.")) ?? ends[0] ?? "value";
}

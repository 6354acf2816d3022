import type { RJSFSchema } from "@rjsf/utils";
import { rounded } from "../api/exact";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Keywords whose values are data, not schemas. */
const DATA = new Set(["const", "enum", "default", "examples", "required"]);

function branchTitle(branch: Json, at: number): string {
  const properties = isObject(branch.properties) ? Object.values(branch.properties) : [];
  const tag = properties.find((one) => isObject(one) && typeof one.const === "string") as Json | undefined;
  if (typeof branch.const === "string") return branch.const;
  if (tag) return String(tag.const);
  if (typeof branch.$ref === "string") return branch.$ref.split("/").at(-1) ?? `Option ${at + 1}`;
  if (branch.type === "null") return "Nothing";
  if (typeof branch.type === "string") return branch.type[0]?.toUpperCase() + branch.type.slice(1);
  return `Option ${at + 1}`;
}

/** `anyOf: [X, null]` of a plain X is one nullable field, not a choice between two. */
function collapseNullable(schema: Json): Json {
  const list = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(list) || list.length !== 2) return schema;
  const plain = list.find((one) => isObject(one) && one.type !== "null") as Json | undefined;
  const hasNull = list.some((one) => isObject(one) && one.type === "null");
  if (!hasNull || !plain || !["string", "number", "integer", "boolean"].includes(plain.type as string))
    return schema;
  const { anyOf: _anyOf, oneOf: _oneOf, ...rest } = schema;
  return { ...plain, ...rest, type: [plain.type, "null"] };
}

/** A schema that allows anything needs one keyword at least, or no field is drawn for it. */
function open(schema: unknown): unknown {
  const anything = schema === true || (isObject(schema) && Object.keys(schema).length === 0);
  return anything ? { $comment: "any JSON" } : schema;
}

function prepare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prepare);
  if (!isObject(value)) return value;
  const copy: Json = {};
  for (const [key, inner] of Object.entries(value)) copy[key] = DATA.has(key) ? inner : prepare(inner);
  const schema = collapseNullable(copy);
  if (isObject(schema.properties)) {
    schema.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, one]) => [key, open(one)]),
    );
  }
  if (schema.items === true) schema.items = open(true);
  for (const key of ["oneOf", "anyOf"]) {
    const branches = schema[key];
    if (!Array.isArray(branches)) continue;
    schema[key] = branches.map((branch, at) =>
      isObject(branch) && !branch.title ? { ...branch, title: branchTitle(branch, at) } : branch,
    );
  }
  return schema;
}

/** The schema as the form draws it: branches named, nullable fields one field. It accepts the same values. */
export function preparedSchema(schema: unknown): RJSFSchema {
  return (isObject(schema) ? prepare(rounded(schema)) : {}) as RJSFSchema;
}

/** Whether the schema asks nothing, so that a decision needs no form. */
export function asksNothing(schema: unknown): boolean {
  if (!isObject(schema)) return true;
  const {
    $schema: _1,
    title: _2,
    description: _3,
    $id: _4,
    type,
    properties,
    additionalProperties: _5,
    ...rest
  } = schema;
  if (Object.keys(rest).length > 0) return false;
  const empty = !isObject(properties) || Object.keys(properties).length === 0;
  return empty && (type === undefined || type === "object" || type === "null");
}

/** The answer to a schema that asks nothing. */
export function emptyAnswer(schema: unknown): unknown {
  return isObject(schema) && schema.type === "object" ? {} : null;
}

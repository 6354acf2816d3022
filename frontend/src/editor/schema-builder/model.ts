import { type FieldType, fitsType, isObject, type Json, LIMITS, typeOf } from "./fieldTypes";

/** One property as the builder edits it. What is not edited stays in `schema` as it was read. */
export interface BuilderField {
  /** Stays with the field while it is renamed and moved. */
  uid: number;
  key: string;
  type: FieldType;
  schema: Json;
  /** The key is still made from the title. */
  auto?: boolean;
}

/** An object schema as a list of fields. `root` has its other keywords, each in its place. */
export interface BuilderForm {
  root: Json;
  fields: readonly BuilderField[];
  required: readonly string[] | undefined;
}

export type Reading = { form: BuilderForm } | { why: string };

const ROOT = new Set([
  "$schema",
  "type",
  "title",
  "description",
  "properties",
  "required",
  "additionalProperties",
]);

let uids = 0;

export function freshUid(): number {
  uids += 1;
  return uids;
}

const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === "string";
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;

/** What keeps a property out of the builder, in words; null when nothing does. */
function propertyProblem(key: string, schema: unknown): string | null {
  if (!isObject(schema)) return `The field “${key}” allows anything or nothing.`;
  const type = typeOf(schema, key);
  if (!type) return `The field “${key}” is of a kind that only JSON can say.`;
  const { title, description, type: _type, format: _format, enum: _enum, items: _items, ...rest } = schema;
  if (!isTextOrAbsent(title) || !isTextOrAbsent(description)) return `The words of “${key}” are no text.`;
  const { default: standard, examples, ...limits } = rest;
  if ("default" in rest && !fitsType(type, standard))
    return `The default of “${key}” is nothing that a form can show.`;
  if ("examples" in rest) {
    const fine = Array.isArray(examples) && examples.length === 1 && fitsType(type, examples[0]);
    if (!fine || type === "yesno") return `The examples of “${key}” are more than the builder can show.`;
  }
  const known = new Map(LIMITS[type].map((limit) => [limit.name, limit]));
  for (const [name, value] of Object.entries(limits)) {
    const limit = known.get(name);
    if (!limit) return `The field “${key}” has “${name}”, which the builder cannot show.`;
    const fine =
      limit.takes === "text"
        ? typeof value === "string"
        : limit.takes === "count"
          ? isCount(value)
          : typeof value === "number";
    if (!fine) return `“${name}” of “${key}” has a value that the builder cannot show.`;
  }
  return null;
}

function rootProblem(schema: Json): string | null {
  if (schema.type !== "object") return "It describes something else than an object with fields.";
  const strange = Object.keys(schema).find((name) => !ROOT.has(name));
  if (strange !== undefined) return `It has “${strange}”, which the builder cannot show.`;
  const { properties, required, additionalProperties, title, description, $schema } = schema;
  if (properties !== undefined && !isObject(properties)) return "Its properties are no object.";
  if (additionalProperties !== undefined && typeof additionalProperties !== "boolean") {
    return "It says what other fields have to look like.";
  }
  if (![title, description, $schema].every(isTextOrAbsent)) return "Its words are no text.";
  if (required === undefined) return null;
  if (!Array.isArray(required) || !required.every((one) => typeof one === "string")) {
    return "Its list of required fields is no list of texts.";
  }
  if (new Set(required).size !== required.length) return "It names a required field twice.";
  const missing = required.find((one) => !isObject(properties) || !Object.hasOwn(properties, one));
  return missing === undefined ? null : `It requires “${missing}” without describing it.`;
}

/** A schema as the builder edits it, or why it cannot without losing something. Absent: an empty form. */
export function readSchema(schema: unknown): Reading {
  if (schema === undefined) return { form: { root: { type: "object" }, fields: [], required: undefined } };
  if (schema === true) return { why: "It accepts anything at all." };
  if (!isObject(schema)) return { why: "It accepts nothing." };
  const why = rootProblem(schema);
  if (why !== null) return { why };
  const properties = Object.entries((schema.properties as Json | undefined) ?? {});
  for (const [key, property] of properties) {
    const problem = propertyProblem(key, property);
    if (problem !== null) return { why: problem };
  }
  const fields = properties.map(([key, property]) => {
    const own = property as Json;
    return { uid: freshUid(), key, type: typeOf(own, key) as FieldType, schema: own };
  });
  return { form: { root: schema, fields, required: schema.required as string[] | undefined } };
}

export type Writing = { schema: Json } | { at: number; refusal: string };

/** The schema of the form; where two fields share a key, or one has none, the field that is to change. */
export function writeSchema({ root, fields, required }: BuilderForm): Writing {
  const keys = new Set<string>();
  for (const { uid, key } of fields) {
    if (key === "") return { at: uid, refusal: "A field needs a key." };
    if (keys.has(key)) return { at: uid, refusal: `There is a field “${key}” already.` };
    keys.add(key);
  }
  const schema: Json = { ...root };
  if (fields.length > 0 || "properties" in root) {
    schema.properties = Object.fromEntries(fields.map(({ key, schema }) => [key, schema]));
  }
  if (required === undefined) delete schema.required;
  else schema.required = [...required];
  return { schema };
}

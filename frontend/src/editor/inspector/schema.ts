import { own } from "../../own";
/** What the catalog's JSON Schema of a kind says about its form. */

export type Json = Record<string, unknown>;

export interface FormField {
  name: string;
  title: string;
  help: string | undefined;
  required: boolean;
  schema: Json;
}

export type Control =
  | { type: "choice"; options: string[]; standard: string | undefined }
  | { type: "flag"; standard: boolean | undefined }
  | { type: "number"; integer: boolean; standard: number | undefined }
  | { type: "text"; long: boolean }
  | { type: "texts" }
  | { type: "json" };

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function resolved(schema: unknown, root: Json): Json {
  let current = isObject(schema) ? schema : {};
  for (let hops = 0; hops < 8 && typeof current.$ref === "string"; hops += 1) {
    const name = current.$ref.replace(/^#\/\$defs\//, "");
    const found = isObject(root.$defs) ? own(root.$defs, name) : undefined;
    if (!isObject(found)) break;
    const { $ref: _, ...beside } = current;
    current = { ...found, ...beside };
  }
  return current;
}

export const words = (name: string): string => {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export function fieldsOf(form: Json): FormField[] {
  const required = Array.isArray(form.required) ? form.required : [];
  const properties = isObject(form.properties) ? form.properties : {};
  return Object.entries(properties).map(([name, property]) => {
    const schema = resolved(property, form);
    const own = isObject(property) ? property : {};
    const title = "$ref" in own ? own.title : schema.title;
    const help = "$ref" in own ? own.description : schema.description;
    return {
      name,
      title: typeof title === "string" ? title : words(name),
      help: typeof help === "string" ? help : undefined,
      required: required.includes(name),
      schema,
    };
  });
}

/** Fields whose meaning no schema can say. */
const OWN_EDITORS = new Set(["depends_on", "body", "cases", "verify_predicate", "join", "on_deadline"]);
const OF_MANY: Record<string, string> = { tool: "tools", user: "users", group: "groups" };

/** Which editor a field wants: the schema says so by a format, of its own or of its items. */
export function editorOf({ name, schema }: Pick<FormField, "name" | "schema">): string | null {
  if (OWN_EDITORS.has(name)) return name;
  if (typeof schema.format === "string") return schema.format;
  const format = (inner: unknown) =>
    isObject(inner) && typeof inner.format === "string" ? inner.format : "";
  if (format(schema.additionalProperties) === "expression") return "mapping";
  return OF_MANY[format(schema.items)] ?? null;
}

const PROSE = new Set(["description", "prompt", "goal"]);

export function controlOf({ name, schema }: Pick<FormField, "name" | "schema">): Control {
  const standard = schema.default;
  if (Array.isArray(schema.enum) && schema.enum.every((one) => typeof one === "string")) {
    return {
      type: "choice",
      options: schema.enum as string[],
      standard: typeof standard === "string" ? standard : undefined,
    };
  }
  switch (schema.type) {
    case "boolean":
      return { type: "flag", standard: typeof standard === "boolean" ? standard : undefined };
    case "integer":
    case "number":
      return {
        type: "number",
        integer: schema.type === "integer",
        standard: typeof standard === "number" ? standard : undefined,
      };
    case "string":
      return { type: "text", long: PROSE.has(name) };
    case "array": {
      const items = isObject(schema.items) ? schema.items : {};
      return items.type === "string" ? { type: "texts" } : { type: "json" };
    }
    default:
      return { type: "json" };
  }
}

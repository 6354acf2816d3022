import type { Catalog } from "../../api/types";
import type { Path } from "../../forms/paths";
import { own } from "../../own";

export type Schema = Record<string, unknown>;

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The schema of a whole document, put together from the catalog: the graph's own fields as its form has
 * them, and the nodes as adding one takes them.
 */
export function documentSchema(catalog: Catalog): Schema {
  const adding = catalog.operations.add_node as Schema | undefined;
  const node = (adding?.properties as Schema | undefined)?.node ?? {};
  return {
    type: "object",
    $defs: adding?.$defs ?? {},
    properties: {
      schema_version: { const: 1, title: "Version of the format" },
      ...((catalog.graph_form as Schema).properties as Schema),
      nodes: { type: "array", title: "Nodes", items: node },
    },
  };
}

function resolved(root: Schema, schema: unknown): Schema[] {
  if (!isSchema(schema)) return [];
  if (typeof schema.$ref === "string") {
    const keys = schema.$ref.replace(/^#\//, "").split("/");
    const target = keys.reduce<unknown>((at, key) => (isSchema(at) ? at[key] : undefined), root);
    const { $ref: _, ...rest } = schema;
    return resolved(root, isSchema(target) ? { ...target, ...rest } : undefined);
  }
  const branches = (schema.oneOf ?? schema.anyOf) as unknown[] | undefined;
  return branches ? branches.flatMap((branch) => resolved(root, branch)) : [schema];
}

/** Whether an object with these plain texts in it can be meant by the schema: its constants agree. */
function agrees(schema: Schema, texts: Readonly<Record<string, string>>): boolean {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  return Object.entries(properties).every(([name, one]) => {
    const given = own(texts, name);
    return given === undefined || !isSchema(one) || one.const === undefined || one.const === given;
  });
}

function step(schema: Schema, key: string | number): unknown {
  if (typeof key === "number") return schema.items;
  const properties = isSchema(schema.properties) ? schema.properties : {};
  return own(properties, key) ?? schema.additionalProperties;
}

/**
 * What may stand at `path`: every schema that it can be. `textsAt` gives the plain texts of the object
 * that the first so many keys lead to; they tell which kind of node, say, it is.
 */
export function schemasAt(
  root: Schema,
  path: Path,
  textsAt: (depth: number) => Readonly<Record<string, string>>,
): Schema[] {
  const fitting = (found: Schema[], depth: number) => found.filter((one) => agrees(one, textsAt(depth)));
  let found = fitting(resolved(root, root), 0);
  path.forEach((key, at) => {
    found = fitting(
      found.flatMap((schema) => resolved(root, step(schema, key))),
      at + 1,
    );
  });
  return found;
}

export interface Field {
  name: string;
  title: string;
  help: string;
  required: boolean;
  schema: Schema;
}

/** The fields that an object of one of these schemas can have, each once. */
export function fieldsOf(root: Schema, schemas: readonly Schema[]): Field[] {
  const fields = new Map<string, Field>();
  for (const schema of schemas) {
    const required = Array.isArray(schema.required) ? schema.required : [];
    for (const [name, one] of Object.entries(isSchema(schema.properties) ? schema.properties : {})) {
      const [plain = {}] = resolved(root, one);
      const told = isSchema(one) ? { ...plain, ...one } : plain;
      if (!fields.has(name)) {
        fields.set(name, {
          name,
          title: typeof told.title === "string" ? told.title : "",
          help: typeof told.description === "string" ? told.description : "",
          required: required.includes(name),
          schema: plain,
        });
      }
    }
  }
  return [...fields.values()];
}

/** The plain values that a schema names: of an enumeration, a constant, yes or no. */
export function valuesOf(schemas: readonly Schema[]): unknown[] {
  return schemas.flatMap((schema) => {
    if (Array.isArray(schema.enum)) return schema.enum;
    if (schema.const !== undefined) return [schema.const];
    return schema.type === "boolean" ? [true, false] : [];
  });
}

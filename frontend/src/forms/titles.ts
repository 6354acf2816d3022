import type { RJSFSchema } from "@rjsf/utils";
import type { Path } from "./paths";

/** `approver_note` → "Approver note": for fields whose schema has no title. */
export function humanise(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim();
  return words ? words[0]?.toUpperCase() + words.slice(1) : name;
}

function resolve(schema: RJSFSchema | undefined, root: RJSFSchema): RJSFSchema {
  let current = schema ?? {};
  for (let hops = 0; hops < 8 && typeof current.$ref === "string"; hops += 1) {
    const keys = current.$ref.replace(/^#\/?/, "").split("/").filter(Boolean);
    const target = keys.reduce<unknown>(
      (at, key) =>
        (at as Record<string, unknown> | undefined)?.[key.replaceAll("~1", "/").replaceAll("~0", "~")],
      root,
    );
    if (!target || typeof target !== "object") break;
    current = target as RJSFSchema;
  }
  return current;
}

function child(schema: RJSFSchema, key: string | number, root: RJSFSchema): RJSFSchema | undefined {
  const branches = [schema, ...((schema.oneOf ?? schema.anyOf ?? schema.allOf ?? []) as RJSFSchema[])];
  for (const branch of branches.map((one) => resolve(one, root))) {
    const property = branch.properties?.[key];
    if (property && typeof property === "object") return property as RJSFSchema;
    if (typeof key === "number" && branch.items && typeof branch.items === "object") {
      const items = branch.items;
      return (Array.isArray(items) ? items[key] : items) as RJSFSchema | undefined;
    }
  }
  return undefined;
}

/** What a person calls the field at `path`: "Lines 1 → Amount". Empty for the form itself. */
export function titleAt(root: RJSFSchema, path: Path): string {
  let schema: RJSFSchema | undefined = resolve(root, root);
  const words: string[] = [];
  for (const key of path) {
    schema = schema ? child(schema, key, root) : undefined;
    const resolved: RJSFSchema | undefined = schema ? resolve(schema, root) : undefined;
    if (typeof key === "number" || /^\d+$/.test(key)) {
      const owner = words.pop() ?? "Item";
      words.push(`${owner} ${Number(key) + 1}`);
    } else {
      words.push(schema?.title ?? resolved?.title ?? humanise(key));
    }
    schema = resolved;
  }
  return words.join(" → ");
}

/** A validator's message with the field's title in place of its name. */
export function inWords(message: string, title: string): string {
  const missing = /^"([^"]+)" is a required property$/.exec(message);
  if (missing) return `${title || humanise(missing[1] as string)} is required`;
  if (title && /^this field is required\.?$/i.test(message)) return `${title} is required`;
  return message;
}

import { isLongText } from "../../forms/prose";

export type Json = Record<string, unknown>;

export type FieldType = "text" | "long" | "number" | "whole" | "yesno" | "choice" | "date" | "email" | "list";

export const FIELD_TYPES: Record<FieldType, string> = {
  text: "Text",
  long: "Long text",
  number: "Number",
  whole: "Whole number",
  yesno: "Yes or no",
  choice: "Choice",
  date: "Date",
  email: "E-mail",
  list: "List of texts",
};

/** A keyword with an input of its own: what it says, and what may be typed into it. */
export interface Keyword {
  name: string;
  label: string;
  takes: "text" | "number" | "count";
  /** Shown only where the schema has it already. */
  rare?: true;
}

const LENGTHS: Keyword[] = [
  { name: "minLength", label: "Characters at least", takes: "count" },
  { name: "maxLength", label: "Characters at most", takes: "count" },
];
const BOUNDS: Keyword[] = [
  { name: "minimum", label: "At least", takes: "number" },
  { name: "maximum", label: "At most", takes: "number" },
  { name: "exclusiveMinimum", label: "More than", takes: "number", rare: true },
  { name: "exclusiveMaximum", label: "Less than", takes: "number", rare: true },
  { name: "multipleOf", label: "In steps of", takes: "number" },
];
const PATTERN: Keyword = {
  name: "pattern",
  label: "Pattern (a regular expression)",
  takes: "text",
  rare: true,
};

/** The limits that each type can have. */
export const LIMITS: Record<FieldType, readonly Keyword[]> = {
  text: [...LENGTHS, PATTERN],
  long: LENGTHS,
  number: BOUNDS,
  whole: BOUNDS,
  yesno: [],
  choice: [],
  date: [],
  email: [],
  list: [
    { name: "minItems", label: "Entries at least", takes: "count" },
    { name: "maxItems", label: "Entries at most", takes: "count" },
  ],
};

/** What makes a property one of the type; the rest of it is words, limits and a default. */
export function basis(type: FieldType): Json {
  switch (type) {
    case "number":
      return { type: "number" };
    case "whole":
      return { type: "integer" };
    case "yesno":
      return { type: "boolean" };
    case "choice":
      return { type: "string", enum: ["first", "second"] };
    case "date":
      return { type: "string", format: "date" };
    case "email":
      return { type: "string", format: "email" };
    case "list":
      return { type: "array", items: { type: "string" } };
    default:
      return { type: "string" };
  }
}

/** The keywords that say the type; none of them is a limit or a word. */
export const OF_TYPE = new Set(["type", "format", "enum", "items"]);

export const isObject = (value: unknown): value is Json =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** The type of a property that the builder can show; null for any other. */
export function typeOf(schema: Json, key: string): FieldType | null {
  if ("enum" in schema) {
    const { enum: choices, type } = schema;
    const fine = isTexts(choices) && choices.length > 0 && new Set(choices).size === choices.length;
    return fine && (type === undefined || type === "string") && !("format" in schema) ? "choice" : null;
  }
  switch (schema.type) {
    case "number":
      return "number";
    case "integer":
      return "whole";
    case "boolean":
      return "yesno";
    case "array": {
      const { items } = schema;
      const plain = isObject(items) && items.type === "string" && Object.keys(items).length === 1;
      return plain ? "list" : null;
    }
    case "string":
      if (schema.format === "date") return "date";
      if (schema.format === "email") return "email";
      if ("format" in schema) return null;
      return isLongText(schema, key) ? "long" : "text";
    default:
      return null;
  }
}

/** Whether a value may stand as the default (or example) of a field of the type. */
export function fitsType(type: FieldType, value: unknown): boolean {
  switch (type) {
    case "number":
      return typeof value === "number";
    case "whole":
      return Number.isSafeInteger(value);
    case "yesno":
      return typeof value === "boolean";
    case "list":
      return false;
    default:
      return typeof value === "string";
  }
}

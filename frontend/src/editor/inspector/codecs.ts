import { parseJson, toJsonText } from "../../api/exact";
import { parseNumber } from "../../forms/numbers";

export type Read = { value: unknown } | { refusal: string };

/** How a control shows a JSON value, and what a person's edit of it means. It never judges a value. */
export interface Codec<T> {
  show(value: unknown): T;
  read(edited: T): Read;
}

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : toJsonText(value);
};

/** An emptied field is left out. */
export const optionalText: Codec<string> = {
  show: shown,
  read: (text) => ({ value: text === "" ? undefined : text }),
};

/** An emptied field is empty text; whether that will do is for the server to say. */
export const plainText: Codec<string> = { show: shown, read: (text) => ({ value: text }) };

export function number(integer: boolean): Codec<string> {
  return {
    show: shown,
    read: (text) => {
      const { value, refusal } = parseNumber(text, integer);
      return refusal === null ? { value } : { refusal: `${refusal}.` };
    },
  };
}

const NOT_JSON = "This is not JSON yet: text needs quotes, objects need braces.";

export const json: Codec<string> = {
  show: (value) => (value === undefined ? "" : toJsonText(value, 2)),
  read: (text) => {
    if (text.trim() === "") return { value: undefined };
    try {
      return { value: parseJson(text) };
    } catch {
      return { refusal: NOT_JSON };
    }
  },
};

/** A choice, where one of them may be what the server leaves out. */
export function choice(standard: string | undefined): Codec<string> {
  return {
    show: (value) => (value === undefined ? (standard ?? "") : shown(value)),
    read: (text) => ({ value: text === "" || text === standard ? undefined : text }),
  };
}

export function flag(standard: boolean | undefined): Codec<boolean> {
  return {
    show: (value) => (typeof value === "boolean" ? value : (standard ?? false)),
    read: (on) => ({ value: on === standard ? undefined : on }),
  };
}

/** Values that are edited as they are. */
export const whole: Codec<unknown> = { show: (value) => value, read: (value) => ({ value }) };

import type { DraftProblem } from "../../api/types";
import { pathText } from "./places";
import { isObject } from "./schema";

/** The places inside fields that have a control of their own. */
export function innerPaths(fields: Readonly<Record<string, unknown>>): string[] {
  const paths: string[] = [];
  for (const name of ["depends_on", "cases", "tool_allowlist", "assignees", "groups"]) {
    const list = fields[name];
    if (!Array.isArray(list)) continue;
    list.forEach((one, at) => {
      paths.push(`${name}[${at}]`);
      if (name !== "cases" || !isObject(one)) return;
      paths.push(`${name}[${at}].name`);
      if (isObject(one.when) && one.when.kind === "expression") paths.push(`${name}[${at}].when.value`);
    });
  }
  if (isObject(fields.input)) paths.push(...Object.keys(fields.input).map((key) => pathText(["input", key])));
  if (isObject(fields.verify_predicate)) paths.push("verify_predicate.value");
  if (isObject(fields.join)) paths.push("join.best_by");
  if (isObject(fields.on_deadline)) paths.push("on_deadline.submit");
  return paths;
}

const holds = (outer: string, path: string): boolean =>
  path === outer || (path.startsWith(outer) && /[.[]/.test(path.charAt(outer.length)));

/** The most exact of `shown` that holds `path`. */
export function nearest(path: string, shown: Iterable<string>): string | null {
  let best: string | null = null;
  for (const one of shown) {
    if (one !== "" && holds(one, path) && one.length > (best?.length ?? 0)) best = one;
  }
  return best;
}

export interface Placed {
  at: ReadonlyMap<string, DraftProblem[]>;
  /** Those that belong to no field in sight. */
  rest: DraftProblem[];
}

/** Each problem at the field that it is about. */
export function placed(problems: readonly DraftProblem[], shown: readonly string[]): Placed {
  const at = new Map<string, DraftProblem[]>();
  const rest: DraftProblem[] = [];
  for (const problem of problems) {
    const path = nearest(problem.field, shown);
    if (path === null) rest.push(problem);
    else at.set(path, [...(at.get(path) ?? []), problem]);
  }
  return { at, rest };
}

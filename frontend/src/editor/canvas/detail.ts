import type { NodeJson } from "../model";

const count = (many: number, one: string, more = `${one}s`) => `${many} ${many === 1 ? one : more}`;

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.round(seconds / 6) / 10} min`;
  if (seconds < 86_400) return `${Math.round(seconds / 360) / 10} h`;
  return `${Math.round(seconds / 8640) / 10} days`;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The most telling field of a node in a few words, for its card; empty where nothing is set yet. */
export function detailOf(node: NodeJson, held: number): string {
  switch (node.kind) {
    case "agent":
      return text(node.role) || text(node.agent_hint) || text(node.model);
    case "tool":
      return text(node.tool);
    case "gate": {
      const wanted = Number(node.required_approvals ?? 1);
      return wanted > 1 ? count(wanted, "approval") : "";
    }
    case "branch":
      return count(((node.cases as unknown[] | undefined) ?? []).length, "case");
    case "map":
      return text(node.over);
    case "fold":
      return typeof node.max_iterations === "number"
        ? `at most ${count(node.max_iterations, "pass", "passes")}`
        : "";
    case "delay":
      return typeof node.seconds === "number" ? duration(node.seconds) : "";
    case "team":
      return count(held, "node");
    default:
      return "";
  }
}

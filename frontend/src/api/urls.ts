/** A node's path in a URL: every segment is escaped, the slashes between them stay. */
function escapePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

export const urls = {
  view: (run: number) => `/api/runs/${run}/view/`,
  structure: (run: number) => `/api/runs/${run}/graph/`,
  node: (run: number, path: string) => `/api/runs/${run}/nodes/${escapePath(path)}/`,
  events: (run: number, after: number) => `/api/runs/${run}/events/?after=${after}`,
  verb: (run: number, verb: string) => `/api/runs/${run}/${verb}/`,
  runs: () => "/api/runs/",
  graph: (slug: string) => `/api/graphs/${encodeURIComponent(slug)}/`,
  graphs: () => "/api/graphs/",
  import: () => "/api/import/",
  catalog: () => "/api/catalog/",
  validateDocument: () => "/api/validate/",
  validateValue: () => "/api/validate/value/",
  draft: (slug: string) => `/api/graphs/${encodeURIComponent(slug)}/draft/`,
  /** One POST (PUT for the document) each: changes, undo, redo, discard, document, paste, publish, expression. */
  draftVerb: (slug: string, verb: string) => `/api/graphs/${encodeURIComponent(slug)}/draft/${verb}/`,
  changes: (slug: string, after: number) =>
    `/api/graphs/${encodeURIComponent(slug)}/draft/changes/?after=${after}`,
  connections: (slug: string, node: string, end: "source" | "target") =>
    `/api/graphs/${encodeURIComponent(slug)}/draft/connections/?node=${encodeURIComponent(node)}&end=${end}`,
  scope: (slug: string, node: string, field = "") =>
    `/api/graphs/${encodeURIComponent(slug)}/draft/nodes/${encodeURIComponent(node)}/scope/?field=${encodeURIComponent(field)}`,
  layout: (slug: string) => `/api/graphs/${encodeURIComponent(slug)}/layout/`,
  revisions: (slug: string) => `/api/graphs/${encodeURIComponent(slug)}/revisions/`,
  restore: (slug: string, number: number) =>
    `/api/graphs/${encodeURIComponent(slug)}/revisions/${number}/restore/`,
  compare: (slug: string, old: string, fresh: string) =>
    `/api/graphs/${encodeURIComponent(slug)}/compare/${encodeURIComponent(old)}/${encodeURIComponent(fresh)}/`,
  /** One POST each: duplicate, archive, unarchive. */
  graphVerb: (slug: string, verb: string) => `/api/graphs/${encodeURIComponent(slug)}/${verb}/`,
  exported: (slug: string, revision: string) =>
    `/api/graphs/${encodeURIComponent(slug)}/export/?revision=${encodeURIComponent(revision)}`,
  graphPage: (slug: string) => `/graphs/${encodeURIComponent(slug)}/`,
  historyPage: (slug: string) => `/graphs/${encodeURIComponent(slug)}/history/`,
  comparePage: (slug: string, old: string, fresh: string) =>
    `/graphs/${encodeURIComponent(slug)}/compare/${encodeURIComponent(old)}/${encodeURIComponent(fresh)}/`,
  runsOf: (slug: string) => `/runs/?graph=${encodeURIComponent(slug)}`,
  approval: (id: number) => `/api/approvals/${id}/`,
  validate: (id: number) => `/api/approvals/${id}/validate/`,
  decision: (id: number) => `/api/approvals/${id}/decision/`,
  runPage: (run: number) => `/runs/${run}/`,
  approvalPage: (id: number) => `/approvals/${id}/`,
};

export function socketUrl(path: string): string {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;
}

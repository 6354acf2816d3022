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
  approval: (id: number) => `/api/approvals/${id}/`,
  validate: (id: number) => `/api/approvals/${id}/validate/`,
  decision: (id: number) => `/api/approvals/${id}/decision/`,
  runPage: (run: number) => `/runs/${run}/`,
  approvalPage: (id: number) => `/approvals/${id}/`,
};

export function socketUrl(path: string): string {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;
}

// The frame that the server's templates draw, with the class names that both sides share.
import { readFile } from "node:fs/promises";
import { approval, runs } from "./fixtures.mjs";

const icon = (name) =>
  `<svg width="17" height="17" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${name}</svg>`;
const RUNS = icon('<polygon points="6 3 20 12 6 21 6 3"/>');
const GRAPHS = icon(
  '<circle cx="18" cy="5" r="3"/><circle cx="6" cy="12" r="3"/><circle cx="18" cy="19" r="3"/><path d="m8.6 13.5 6.8 4M15.4 6.5l-6.8 4"/>',
);
const APPROVALS = icon(
  '<path d="M9 11l3 3L22 4"/><path d="M21 12v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h11"/>',
);

async function assets(entry, dist) {
  const manifest = JSON.parse(await readFile(new URL("manifest.json", dist)));
  const css = new Set();
  const preload = new Set();
  const walk = (key) => {
    const chunk = manifest[key];
    for (const file of chunk.css ?? []) css.add(file);
    for (const next of chunk.imports ?? []) {
      preload.add(manifest[next].file);
      walk(next);
    }
  };
  walk(entry);
  return [
    ...[...css].map((file) => `<link rel="stylesheet" href="/static/dist/${file}">`),
    ...[...preload].map((file) => `<link rel="modulepreload" href="/static/dist/${file}">`),
    `<script type="module" src="/static/dist/${manifest[entry].file}"></script>`,
  ].join("");
}

async function frame({ theme, title, crumbs, body, entry, current, dist }) {
  const link = (name, mark, href, extra = "") =>
    `<a class="nav-link" href="${href}"${current === name ? ' aria-current="page"' : ""}>${mark}${name}${extra}</a>`;
  return `<!doctype html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><meta name="csrf-token" content="dev"><meta name="csp-nonce" property="csp-nonce" content="dev" nonce="dev">${await assets("src/pages/base.ts", dist)}${entry ? await assets(entry, dist) : ""}</head><body><a class="skip-link" href="#main">Skip to the page</a><div class="app-shell"><nav class="sidebar" aria-label="Main"><a class="brand" href="/">Trackside</a>${link("Runs", RUNS, "/run/1482")}${link("Graphs", GRAPHS, "/graph")}${link("Approvals", APPROVALS, "/approval", '<span class="badge" data-approvals-badge>3</span>')}</nav><header class="topbar"><nav class="crumbs" aria-label="Where you are">${crumbs}</nav><span class="grow"></span><button type="button" class="btn btn-quiet btn-icon" data-theme-switch>◐</button></header><main class="page" id="main">${body}</main></div></body></html>`;
}

const LIST = `<div class="page-head"><h1>Runs</h1><span class="grow"></span><a class="btn btn-primary" href="/graph">Start a run</a></div>
<nav class="tabs" aria-label="Which runs"><a class="tab" aria-current="page" href="#">All</a><a class="tab" href="#">Mine</a></nav>
<div class="banner banner-warning">One approval waits for you: <a href="/approval">Approve refund</a></div>
<div class="card"><table class="table"><thead><tr><th>Run</th><th>Status</th><th>Progress</th><th>Started</th></tr></thead><tbody>
${["created", "pending", "ready", "running", "waiting", "completed", "failed", "skipped", "canceled", "paused", "stalled", "expired", "approved", "rejected", "closed", "open"].map((status, at) => `<tr><td><a href="/run/1482">Dispute refund #${1482 - at}</a></td><td><span class="pill pill-${status}">${status[0].toUpperCase()}${status.slice(1)}</span></td><td><span class="progress"><i class="seg-completed" style="width:50%"></i><i class="seg-failed" style="width:12%"></i><i class="seg-waiting" style="width:12%"></i></span></td><td class="num"><time data-relative datetime="${new Date(Date.now() - at * 4e6).toISOString()}"></time></td></tr>`).join("")}
</tbody></table></div>
<div class="card"><div class="empty"><h2>No graphs yet</h2><p>Import one of the examples, or load your own file.</p><a class="btn" href="#">Import a graph</a></div></div>
<form class="card stack"><div class="field"><label class="field-label" for="a">Name <small>optional</small></label><input class="input" id="a" value="Dispute refund"></div><div class="field"><label class="field-label" for="b">Kind</label><select class="select" id="b"><option>Native</option></select></div><div class="field"><label class="field-label" for="c">Input</label><textarea class="textarea mono" id="c" aria-invalid="true">{}</textarea><p class="field-error">Amount is required</p></div><div class="row"><button class="btn btn-primary" type="button">Save</button><button class="btn btn-danger" type="button">Archive</button><button class="btn btn-quiet" type="button">Back</button><button class="btn" disabled type="button">Not now</button></div></form>`;

export const samples = () =>
  Object.keys(runs)
    .map((id) => `/run/${id}`)
    .join("\n");

export async function page(url, dist) {
  const theme = url.searchParams.get("theme") ?? "system";
  const base = { theme, dist };
  const run = /^\/run\/(\d+)$/.exec(url.pathname)?.[1];
  if (run) {
    const name = runs[run].snapshot.run.graph_name;
    return frame({
      ...base,
      title: `Run ${run}`,
      current: "Runs",
      crumbs: `<a href="/">Runs</a><a href="#">${name}</a><b>#${run}</b>`,
      entry: "src/pages/run.tsx",
      body: `<div id="run-island" data-run-id="${run}" data-snapshot-url="/api/runs/${run}/view/" data-graph-url="/api/runs/${run}/graph/" data-can-control="true"></div>`,
    });
  }
  if (url.pathname === "/approval") {
    return frame({
      ...base,
      title: "Approval",
      current: "Approvals",
      crumbs: `<a href="#">Approvals</a><b>${approval.node_title}</b>`,
      entry: "src/pages/approval.tsx",
      body: `<div class="page-head"><h1>${approval.node_title}</h1><span class="pill pill-open">Open</span></div><div class="card"><div id="approval-island" data-approval-id="31"></div></div>`,
    });
  }
  if (url.pathname === "/graph") {
    return frame({
      ...base,
      title: "Graph",
      current: "Graphs",
      crumbs: "<a href='#'>Graphs</a><b>Dispute refund</b>",
      entry: "src/pages/graph.tsx",
      body: '<div class="page-head"><h1>Dispute refund</h1></div><div class="card"><div id="graph-island" data-graph-slug="dispute-refund"></div></div>',
    });
  }
  if (url.pathname === "/start") {
    return frame({
      ...base,
      title: "Start",
      current: "Graphs",
      crumbs: "<a href='#'>Graphs</a><b>Start</b>",
      entry: "src/pages/start.tsx",
      body: '<div class="page-head"><h1>Start a run</h1></div><div class="card"><div id="start-island" data-graph-slug="dispute-refund"></div></div>',
    });
  }
  if (url.pathname === "/signin") {
    return `<!doctype html><html lang="en" data-theme="${theme}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sign in</title>${await assets("src/pages/base.ts", dist)}</head><body><main class="signin-card"><span class="brand">Trackside</span><h1>Sign in</h1><div class="field"><label class="field-label" for="u">Name</label><input class="input" id="u"></div><div class="field"><label class="field-label" for="p">Password</label><input class="input" id="p" type="password"></div><button class="btn btn-primary" type="button">Sign in</button></main></body></html>`;
  }
  if (url.pathname === "/")
    return frame({ ...base, title: "Runs", current: "Runs", crumbs: "<b>Runs</b>", body: LIST });
  return null;
}

// A fixture server for looking at the pages without the application: `npm run build && npm run harness`.
// It sends the same content security policy, so that what it forbids shows here first.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { approval, detail, runs, violationsOf } from "./fixtures.mjs";
import { page, samples } from "./pages.mjs";
import { accept } from "./websocket.mjs";

const PORT = Number(process.env.PORT ?? 8765);
const DIST = new URL("../../static/dist/", import.meta.url);
const TYPES = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};
const CSP =
  "default-src 'self'; script-src 'self'; style-src-elem 'self' 'nonce-dev'; style-src-attr 'unsafe-inline'; img-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

function json(response, value, status = 200) {
  response.writeHead(status, {
    "Content-Type": status < 400 ? "application/json" : "application/problem+json",
  });
  response.end(JSON.stringify(value));
}

const problem = (response, status, code, text, errors = []) =>
  json(response, { type: "about:blank", title: text, status, code, detail: text, errors }, status);

async function bodyOf(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text ? JSON.parse(text) : {};
}

async function api(request, response, url) {
  const [, id, what, ...rest] = /^\/api\/runs\/(\d+)\/(\w+)\/(.*)$/.exec(url.pathname) ?? [];
  const found = runs[id];
  if (found && request.method === "GET") {
    if (what === "view") return json(response, found.snapshot);
    if (what === "graph") return json(response, found.structure);
    if (what === "events") {
      const after = Number(url.searchParams.get("after"));
      return json(response, {
        events: found.events.filter((event) => event.seq > after).slice(0, 1000),
        seq: found.snapshot.seq,
      });
    }
    if (what === "nodes") {
      const value = detail(id, decodeURIComponent(rest[0].replace(/\/$/, "")));
      return value ? json(response, value) : problem(response, 404, "not_found", "There is no such node.");
    }
  }
  if (found)
    return json(response, {
      ...found.snapshot.run,
      status: "paused",
      status_text: "Paused",
      verbs: ["continue", "cancel"],
    });
  if (url.pathname === "/api/approvals/31/") return json(response, approval);
  if (url.pathname === "/api/approvals/31/validate/")
    return json(response, { errors: violationsOf((await bodyOf(request)).input) });
  if (url.pathname === "/api/approvals/31/decision/") {
    const { outcome, input, reason } = await bodyOf(request);
    const errors = outcome === "approve" ? violationsOf(input) : [];
    if (errors.length > 0)
      return problem(response, 422, "approval_schema_violation", "The answer does not fit.", errors);
    return json(response, {
      ...approval,
      status: outcome === "approve" ? "approved" : "rejected",
      receipt: {
        outcome,
        actor: "Ines Weber",
        at: new Date().toISOString(),
        reason,
        input,
        seq: 42,
        run: 1482,
        graph_hash: "sha256:9f2c41b7",
      },
    });
  }
  if (url.pathname === "/api/graphs/dispute-refund/") {
    return json(response, {
      slug: "dispute-refund",
      name: "Dispute refund",
      revision: 4,
      input_schema: approval.approval_schema,
      ...runs[1482].structure,
    });
  }
  if (url.pathname === "/api/runs/" && request.method === "POST")
    return problem(
      response,
      422,
      "input_violation",
      "The input does not fit.",
      violationsOf((await bodyOf(request)).input),
    );
  return problem(response, 404, "not_found", "There is no such thing.");
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, `http://127.0.0.1:${PORT}`);
  try {
    if (url.pathname.startsWith("/api/")) return await api(request, response, url);
    if (url.pathname.startsWith("/static/dist/")) {
      const file = await readFile(new URL(url.pathname.slice("/static/dist/".length), DIST));
      response.writeHead(200, {
        "Content-Type": TYPES[extname(url.pathname)] ?? "application/octet-stream",
        "Cache-Control": "max-age=3600",
      });
      return response.end(file);
    }
    const html = await page(url, DIST);
    response.writeHead(html ? 200 : 404, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": CSP,
    });
    response.end(html ?? samples());
  } catch (error) {
    problem(response, 500, "error", String(error));
  }
});

server.on("upgrade", (request, socket) => {
  const url = new URL(request.url, `http://127.0.0.1:${PORT}`);
  const send = accept(request, socket);
  const found = runs[/^\/ws\/runs\/(\d+)\//.exec(url.pathname)?.[1]];
  const pings = setInterval(() => send({ type: "ping" }), 10_000);
  let beat;
  socket.on("close", () => {
    clearInterval(pings);
    clearInterval(beat);
  });
  if (!found) return send({ type: "approvals", open: 3 });
  let seq = Math.max(Number(url.searchParams.get("after")), found.snapshot.seq);
  send({ type: "hello", seq, protocol: 1 });
  if (!url.searchParams.has("quiet") && Number(process.env.BEAT)) {
    beat = setInterval(() => {
      seq += 1;
      const node = found.snapshot.nodes[seq % found.snapshot.nodes.length];
      const event = {
        seq,
        kind: "ToolCallCompleted",
        origin: "external",
        at: new Date().toISOString(),
        actor: null,
        node: node.id,
        summary: `${node.title}: a call completed`,
        payload: {},
      };
      send({
        type: "update",
        from: seq,
        to: seq,
        run: { ...found.snapshot.run, seq },
        nodes: [node],
        events: [event],
      });
    }, Number(process.env.BEAT));
  }
});

server.listen(PORT, "127.0.0.1", () => console.log(`http://127.0.0.1:${PORT}/`));

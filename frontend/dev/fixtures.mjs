// Runs in different states, in the exact shapes of the API. Times are relative to the start of the server.
const NOW = Date.now();
const ago = (seconds) => new Date(NOW - seconds * 1_000).toISOString();

const DISPUTE = [
  ["look_up", "Look up dispute", "tool", null, []],
  ["route", "Route by amount", "branch", null, ["look_up"]],
  ["evidence", "Evidence team", "team", null, ["look_up"]],
  ["history", "Collect history", "agent", "evidence", []],
  ["summary", "Summarise", "agent", "evidence", ["history"]],
  ["approve", "Approve refund", "gate", null, [["route", "over 250"]]],
  ["auto", "Auto-settle", "tool", null, [["route", "else"]]],
  ["settle", "Settle", "tool", null, ["approve", "auto", "evidence"]],
];

const PIPELINE = [
  ["fetch", "Fetch the pages", "tool", null, []],
  ["each", "Read each page", "map", null, ["fetch"]],
  ["read", "Read a page", "agent", "each", []],
  ["refine", "Refine until it reads well", "fold", null, ["each"]],
  ["pass", "One pass", "agent", "refine", []],
  ["cool", "Wait a minute", "delay", null, ["refine"]],
  ["publish", "Publish", "tool", null, ["cool", "fetch"]],
];

function structure(rows) {
  return {
    nodes: rows.map(([id, title, kind, team], index) => ({ id, title, kind, index, team })),
    edges: rows.flatMap(([id, , , , needs]) =>
      needs.map((need, at) => {
        const [source, label] = Array.isArray(need) ? need : [need, null];
        return { id: `${id}:${at}`, source, target: id, case: label };
      }),
    ),
  };
}

const WORDS = {
  pending: "Pending",
  ready: "Ready",
  running: "Running",
  waiting: "Waiting",
  completed: "Completed",
  failed: "Failed",
  skipped: "Skipped",
  canceled: "Canceled",
};

function view(row, index, status, changes = {}, states = {}) {
  const [id, title, kind, team, needs] = row;
  return {
    id,
    node: id,
    title,
    kind,
    index,
    team,
    status,
    status_text: WORDS[status],
    attempt: status === "pending" ? 0 : 1,
    retry_count: 0,
    predicate_rerun_count: 0,
    predicate_outcome: null,
    assigned_agent: kind === "agent" && status !== "pending" ? "analyst" : null,
    entered_at: null,
    finished_at: null,
    result: null,
    problem: null,
    parked: null,
    case: null,
    skip_reason: null,
    depends_on: needs.map((need) => {
      const [node, label] = Array.isArray(need) ? need : [need, null];
      return { node, case: label, state: states[label ? `${node}/${label}` : node] ?? "undecided" };
    }),
    ...changes,
  };
}

const KINDS_OF_EVENTS = [
  "NodeEntered",
  "ToolCallRequested",
  "ToolCallCompleted",
  "NodeCompleted",
  "BranchDecided",
  "NodeSkipped",
  "NodeSuspended",
];
function eventsOf(nodes, seq) {
  return Array.from({ length: seq + 1 }, (_, at) => {
    const node = nodes[at % Math.max(1, nodes.length)];
    const kind = at === 0 ? "RunStarted" : KINDS_OF_EVENTS[at % KINDS_OF_EVENTS.length];
    return {
      seq: at,
      kind,
      origin: at % 3 === 0 ? "external" : "engine",
      at: ago(130 - at * 2),
      actor: at === 0 ? "Ines Weber" : null,
      node: at === 0 ? null : (node?.id ?? null),
      summary: at === 0 ? "Ines Weber started the run" : `${node?.title ?? "The run"}: ${kind}`,
      payload: { node: node?.id ?? null, attempt: 1, output: { amount_usd: 300, note: "Charged twice" } },
    };
  });
}

function run(id, name, status, text, nodes, seq, changes = {}) {
  const by = {};
  for (const one of nodes) if (!one.id.includes("[")) by[one.status] = (by[one.status] ?? 0) + 1;
  const done = ["completed", "failed", "skipped", "canceled"].reduce((sum, key) => sum + (by[key] ?? 0), 0);
  return {
    id,
    graph_slug: "dispute-refund",
    graph_name: name,
    revision: 4,
    graph_hash: `sha256:${id}`,
    status,
    status_text: text,
    seq,
    progress: { done, total: nodes.filter((one) => !one.id.includes("[")).length, by_status: by },
    waiting: by.waiting ?? 0,
    started_by: "Ines Weber",
    created_at: ago(134),
    started_at: ago(134),
    finished_at: null,
    labels: {},
    output: null,
    refusal: null,
    verbs: ["pause", "cancel"],
    ...changes,
  };
}

const done = (from, to) => ({ entered_at: ago(from), finished_at: ago(to) });

function disputeNodes(changes = {}) {
  const all = {
    look_up: view(DISPUTE[0], 0, "completed", {
      ...done(134, 133.6),
      result: {
        text: '{"amount_usd": 300, "dispute_id": "D-2291", "reason": "Charged twice"}',
        cut: false,
        size: 68,
      },
    }),
    route: view(DISPUTE[1], 1, "completed", { ...done(133, 132.997), case: "over 250" }, { look_up: "live" }),
    evidence: view(DISPUTE[2], 2, "running", { entered_at: ago(133) }, { look_up: "live" }),
    history: view(DISPUTE[3], 3, "completed", done(132, 125.9)),
    summary: view(
      DISPUTE[4],
      4,
      "running",
      { entered_at: ago(9), attempt: 2, retry_count: 1, status_text: "Running, try 2" },
      { history: "live" },
    ),
    approve: view(
      DISPUTE[5],
      5,
      "waiting",
      {
        entered_at: ago(112),
        status_text: "Waiting · 0 of 2",
        parked: {
          cause: "gate",
          approval: 31,
          suspension: "approve#1",
          due: ago(-14_300),
          approvals: 0,
          required: 2,
        },
      },
      { "route/over 250": "live" },
    ),
    auto: view(DISPUTE[6], 6, "skipped", { skip_reason: "other case" }, { "route/else": "dead" }),
    settle: view(DISPUTE[7], 7, "pending", {}, { auto: "dead" }),
  };
  return DISPUTE.map(([id]) => ({ ...all[id], ...changes[id] }));
}

const failedNodes = disputeNodes({
  evidence: { status: "failed", status_text: "Failed", entered_at: ago(133), finished_at: ago(60) },
  summary: {
    status: "failed",
    status_text: "Failed after 4 tries",
    attempt: 4,
    retry_count: 3,
    entered_at: ago(70),
    finished_at: ago(60),
    problem: {
      code: "tool_error",
      message: "The model's answer was cut off three times.",
      permanent: false,
      node: "summary",
      hint: "Retry the run once the provider answers again.",
    },
  },
  approve: {
    status: "canceled",
    status_text: "Canceled",
    parked: null,
    entered_at: ago(112),
    finished_at: ago(60),
  },
  settle: {
    status: "skipped",
    status_text: "Skipped",
    skip_reason: "upstream failed",
    depends_on: [
      { node: "approve", case: null, state: "broken" },
      { node: "auto", case: null, state: "dead" },
      { node: "evidence", case: null, state: "broken" },
    ],
  },
});

function pipelineNodes() {
  const rows = PIPELINE;
  const items = Array.from({ length: 14 }, (_, at) => ({
    ...view(
      rows[2],
      2,
      at < 9 ? "completed" : at === 9 ? "failed" : at < 12 ? "running" : "pending",
      at < 10 ? done(60 - at, 55 - at) : at < 12 ? { entered_at: ago(4) } : {},
    ),
    id: `each[${at}]/read`,
  }));
  return [
    view(rows[0], 0, "completed", done(64, 63.2)),
    view(rows[1], 1, "running", { entered_at: ago(63) }, { fetch: "live" }),
    ...items,
    view(rows[3], 3, "pending"),
    view(rows[5], 5, "pending"),
    view(rows[6], 6, "pending", {}, { fetch: "live" }),
  ];
}

function big(count) {
  const rows = Array.from({ length: count }, (_, at) => [
    `n${at}`,
    `Step ${at}`,
    ["tool", "agent", "branch", "gate"][at % 4],
    null,
    at === 0
      ? []
      : [...new Set([`n${Math.floor((at - 1) / 2)}`, ...(at % 7 === 0 && at > 20 ? [`n${at - 9}`] : [])])],
  ]);
  const status = (at) =>
    at < count * 0.6 ? "completed" : at < count * 0.62 ? "running" : at % 50 === 0 ? "waiting" : "pending";
  return {
    rows,
    nodes: rows.map((row, at) =>
      view(
        row,
        at,
        status(at),
        at < count * 0.6 ? done(90, 88) : at < count * 0.62 ? { entered_at: ago(3) } : {},
      ),
    ),
  };
}

const hundred = big(60);
const thousand = big(1000);

function scenario(rows, nodes, theRun, seq) {
  return {
    structure: structure(rows),
    snapshot: { seq, run: theRun, nodes },
    events: eventsOf(
      nodes.filter((one) => !one.id.includes("[")),
      seq,
    ),
  };
}

export const runs = {
  1482: scenario(
    DISPUTE,
    disputeNodes(),
    run(1482, "Dispute refund", "running", "Running · 1 waiting", disputeNodes(), 41),
    41,
  ),
  1483: scenario(
    DISPUTE,
    failedNodes,
    run(1483, "Dispute refund", "failed", "Failed", failedNodes, 58, {
      verbs: ["retry"],
      finished_at: ago(60),
    }),
    58,
  ),
  1484: scenario(
    [],
    [],
    run(1484, "Nothing at all", "created", "Created", [], 0, { started_at: null, verbs: ["cancel"] }),
    0,
  ),
  1485: scenario(
    PIPELINE,
    pipelineNodes(),
    run(1485, "Document pipeline", "running", "Running", pipelineNodes(), 120),
    120,
  ),
  1486: scenario(
    hundred.rows,
    hundred.nodes,
    run(1486, "Sixty steps", "paused", "Paused", hundred.nodes, 900, { verbs: ["continue", "cancel"] }),
    900,
  ),
  1487: scenario(
    thousand.rows,
    thousand.nodes,
    run(1487, "A thousand steps", "running", "Running", thousand.nodes, 5000),
    5000,
  ),
  1488: scenario(
    DISPUTE,
    disputeNodes(),
    run(1488, "Dispute refund", "stalled", "Stalled", disputeNodes(), 41, {
      verbs: ["retry", "cancel"],
      refusal: {
        code: "provider",
        message: "The agent “analyst” could not be reached.",
        permanent: false,
        node: "summary",
        hint: "Everything that is done is kept. Retry once the provider answers.",
      },
    }),
    41,
  ),
};

export function detail(id, path) {
  const found = runs[id]?.snapshot.nodes.find((node) => node.id === path);
  if (!found) return null;
  const call = (n, changes) => ({
    id: `${path}#1.${n}`,
    tool: ["ledger.look_up", "bank.history", "mail.send"][n % 3],
    effect: ["read", "idempotent", "write"][n % 3],
    input: { dispute_id: "D-2291", limit: 50 },
    output: {
      rows: Array.from({ length: 30 }, (_, at) => ({ at, amount: at * 12.5, memo: "Card payment" })),
    },
    problem: null,
    idempotency_key: "k_6f2c9a0e41d7b8",
    requested_at: ago(130),
    completed_at: ago(129),
    duration_ms: 412,
    ...changes,
  });
  return {
    view: found,
    document: {},
    description: "Look up the disputed charge in the ledger and return its amount, reason and customer.",
    input: { dispute_id: "D-2291" },
    output: {
      amount_usd: 300,
      dispute_id: "D-2291",
      reason: "Charged twice",
      customer: { id: 8812, name: "Ada Byron", since: "2019-04-02" },
    },
    attempts:
      found.attempt === 0
        ? []
        : [
            {
              number: 1,
              entered_at: ago(132),
              finished_at: ago(126),
              reason: "",
              problem:
                found.attempt > 1
                  ? {
                      code: "timeout",
                      message: "No answer within 30 s.",
                      permanent: false,
                      node: path,
                      hint: "",
                    }
                  : null,
              calls: [
                call(0, {}),
                call(
                  1,
                  found.attempt > 1
                    ? {
                        problem: {
                          code: "timeout",
                          message: "No answer within 30 s.",
                          permanent: false,
                          node: path,
                          hint: "",
                        },
                        duration_ms: 30_000,
                      }
                    : {},
                ),
              ],
            },
            ...(found.attempt > 1
              ? [
                  {
                    number: 2,
                    entered_at: ago(9),
                    finished_at: null,
                    reason: "The first try timed out.",
                    problem: null,
                    calls: [call(2, { completed_at: null, duration_ms: null, output: null })],
                  },
                ]
              : []),
          ],
    events: runs[id].events.filter((event) => event.node === path),
    task: {},
  };
}

export const approval = {
  id: 31,
  run: 1482,
  graph_name: "Dispute refund",
  node: "approve",
  node_title: "Approve refund",
  cause: "gate",
  status: "open",
  prompt: "This dispute is above the review threshold. Which refund should be issued?",
  approval_schema: {
    type: "object",
    properties: {
      refund: { type: "number", title: "Refund", description: "US dollars", minimum: 0, maximum: 300 },
      currency: { const: "USD", title: "Currency" },
      confirmed: { type: "boolean", title: "The bank confirmed the second charge" },
      channel: { enum: ["card", "bank", "credit"], title: "Pay back by", default: "card" },
      how: {
        title: "Notice",
        oneOf: [
          {
            title: "By e-mail",
            type: "object",
            properties: {
              kind: { const: "mail" },
              address: { type: "string", format: "email", title: "Address" },
            },
            required: ["kind", "address"],
          },
          {
            title: "No notice",
            type: "object",
            properties: { kind: { const: "none" }, why: { type: "string", title: "Why" } },
            required: ["kind"],
          },
        ],
      },
      lines: {
        type: "array",
        title: "Lines",
        items: {
          type: "object",
          title: "Line",
          properties: {
            charge: { type: "string", title: "Charge" },
            amount: { type: "integer", title: "Amount" },
          },
          required: ["charge", "amount"],
        },
      },
      note: { type: ["string", "null"], title: "Approver note" },
    },
    required: ["refund", "confirmed", "channel"],
  },
  evidence: {
    "What flows in": { dispute_id: "D-2291", amount_usd: 300.0, reason: "Charged twice" },
    "Look up dispute": {
      dispute_id: "D-2291",
      customer: { id: 8812, name: "Ada Byron" },
      charges: [150, 150],
    },
  },
  fixed_input: null,
  has_fixed_input: false,
  required: 2,
  approvals: [],
  assignees: [],
  groups: ["Finance"],
  version: 1,
  created_at: ago(112),
  due: ago(-14_300),
  receipt: null,
};

export function violationsOf(input) {
  const errors = [];
  const value = input ?? {};
  if (typeof value.refund !== "number")
    errors.push({ path: "$.refund", message: '"refund" is a required property' });
  else if (value.refund > 300)
    errors.push({ path: "$.refund", message: `${value.refund} is more than the maximum of 300` });
  if (typeof value.confirmed !== "boolean")
    errors.push({ path: "$.confirmed", message: '"confirmed" is a required property' });
  (value.lines ?? []).forEach((line, at) => {
    if (!(line.amount > 0))
      errors.push({ path: `$.lines[${at}].amount`, message: '"amount" is a required property' });
  });
  return errors;
}

"""Who may do what: one row for each route and method.

`test_permission_table` holds the rows against the URL configuration: a route or method without a row
fails there, and so does a row without a route. Roles are the five groups and four more:

- ``stranger``: not signed in
- ``nobody``: signed in, in no group
- ``token read``, ``token all``: a program with a token of somebody in Admin. Pages know no tokens.

`answers` are what somebody who may do it gets with `body`: a page, or what the request itself is refused
for. Whoever may not gets 403; a stranger is sent to sign in, or told so by 401. Bodies are well formed,
because a request that cannot be read is refused for that, to whomever.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

STRANGER, NOBODY, TOKEN_READ, TOKEN_ALL = "stranger", "nobody", "token read", "token all"
GROUPS = ("Viewer", "Editor", "Operator", "Approver", "Admin")
ROLES = (STRANGER, NOBODY, *GROUPS, TOKEN_READ, TOKEN_ALL)

EVERYONE = frozenset(ROLES)
SIGNED_IN = EVERYONE - {STRANGER}
VIEW = SIGNED_IN - {NOBODY}
EDIT = frozenset({"Editor", "Admin", TOKEN_ALL})
START = CONTROL = frozenset({"Operator", "Admin", TOKEN_ALL})
DECIDE = frozenset({"Approver", "Admin", TOKEN_ALL})
TOKENS = AUDIT = frozenset({"Admin", TOKEN_ALL})
# A token makes no tokens.
IN_PERSON = frozenset({"Admin"})


@dataclass(frozen=True)
class Row:
    """`name` is the route's name; `kwargs` fill its address, beside those that all samples share."""

    name: str
    method: str
    roles: frozenset[str]
    answers: frozenset[int]
    body: Any = None
    query: str = ""
    kwargs: dict[str, Any] = field(default_factory=dict)

    @property
    def is_api(self) -> bool:
        return self.name.startswith("api-")

    def __str__(self) -> str:
        return f"{self.method} {self.name}"


def row(
    name: str,
    method: str,
    roles: frozenset[str],
    *answers: int,
    body: Any = None,
    query: str = "",
    **kwargs: Any,
) -> Row:
    return Row(name, method, roles, frozenset(answers or (200,)), body, query, kwargs)


NODE = {"id": "a", "kind": "agent"}
RENAME = {"op": "update_node", "id": "approve", "set": {"title": "x"}}

PAGES = [
    row("healthz", "GET", EVERYONE),
    row("readyz", "GET", EVERYONE, 503),
    # Metrics have a door of their own, see test_metrics.py: whoever asks, it is shut under this host's name.
    row("metrics", "GET", EVERYONE, 403),
    row("signin", "GET", EVERYONE, 200, 302),
    row("signin", "POST", EVERYONE, 422, 302, body={"username": "eve", "password": "wrong"}),
    row("signin-link", "GET", EVERYONE, 410, secret="unknown"),
    row("signin-link", "POST", EVERYONE, 410, secret="unknown"),
    row("signout", "POST", EVERYONE, 302),
    row("theme", "POST", EVERYONE, 302, body={"theme": "dark"}),
    row("home", "GET", SIGNED_IN),
    row("password", "GET", SIGNED_IN),
    row("password", "POST", SIGNED_IN, 422),
    row("runs", "GET", VIEW),
    row("run", "GET", VIEW),
    row("run-pause", "POST", CONTROL, 302),
    row("run-continue", "POST", CONTROL, 302),
    row("run-cancel", "POST", CONTROL, 302),
    row("run-retry", "POST", CONTROL, 302),
    row("graphs", "GET", VIEW),
    row("graph", "GET", VIEW),
    row("graph-start", "POST", START, 302, body={"input": '{"amount": 1}'}),
    row("graph-new", "GET", EDIT),
    row("graph-new", "POST", EDIT, 302, body={"name": "Another"}),
    row("graph-import", "GET", EDIT),
    row("graph-import", "POST", EDIT, 422),
    row("graph-duplicate", "GET", EDIT),
    row("graph-duplicate", "POST", EDIT, 302, body={"name": "Copy"}),
    row("graph-history", "GET", VIEW),
    row("graph-compare-pick", "GET", VIEW, 302),
    row("graph-compare", "GET", VIEW),
    row("graph-restore", "POST", EDIT, 302, body={"base_version": "0"}),
    row("graph-archive", "POST", EDIT, 302),
    row("graph-unarchive", "POST", EDIT, 302),
    row("approvals", "GET", SIGNED_IN),
    row("approvals-export-csv", "GET", SIGNED_IN),
    row("approvals-export-json", "GET", SIGNED_IN),
    row("approval", "GET", VIEW),
    row("approval", "POST", DECIDE, 302, body={"outcome": "reject", "reason": "no", "version": "1"}),
    row("settings", "GET", SIGNED_IN),
    row("settings-audit", "GET", AUDIT),
    row("settings-audit-csv", "GET", AUDIT),
    row("settings-audit-json", "GET", AUDIT),
    row("settings-docs", "GET", SIGNED_IN),
    row("settings-tokens", "GET", IN_PERSON),
    row("settings-tokens", "POST", IN_PERSON, 422),
    row("settings-tokens", "POST", IN_PERSON, 201, body={"name": "x", "scope": "read", "expires": "7"}),
    row("settings-token-revoke", "POST", IN_PERSON, 302),
]

API = [
    row("api-runs", "GET", VIEW),
    row("api-runs", "POST", START, 201, body={"graph": "refund", "input": {"amount": 1}}),
    row("api-run", "GET", VIEW),
    row("api-run-view", "GET", VIEW),
    row("api-run-graph", "GET", VIEW),
    row("api-run-nodes", "GET", VIEW),
    row("api-run-node", "GET", VIEW),
    row("api-run-events", "GET", VIEW),
    row("api-run-pause", "POST", CONTROL),
    row("api-run-continue", "POST", CONTROL, 409),
    row("api-run-cancel", "POST", CONTROL),
    row("api-run-retry", "POST", CONTROL, 409),
    row("api-graphs", "GET", VIEW),
    row("api-graphs", "POST", EDIT, 201, body={"name": "Another"}),
    row("api-graph", "GET", VIEW),
    row("api-graph-duplicate", "POST", EDIT, 201, body={"name": "Copy"}),
    row("api-graph-archive", "POST", EDIT),
    row("api-graph-unarchive", "POST", EDIT, 409),
    row("api-graph-export", "GET", VIEW),
    row("api-graph-import", "POST", EDIT, 422, body={"text": "{}"}),
    row("api-draft", "GET", VIEW),
    row("api-draft-changes", "GET", VIEW),
    row("api-draft-changes", "POST", EDIT, body={"base_version": 0, "diffs": [RENAME]}),
    row("api-draft-changes", "POST", EDIT, 409, body={"base_version": 9, "diffs": [RENAME]}),
    row("api-draft-undo", "POST", EDIT, 409),
    row("api-draft-redo", "POST", EDIT, 409),
    row("api-draft-discard", "POST", EDIT, 200, body={"base_version": 0}),
    row("api-draft-document", "PUT", EDIT, body={"base_version": 0, "document": {"name": "x"}}),
    row("api-draft-paste", "POST", EDIT, body={"base_version": 0, "nodes": [NODE]}),
    row("api-draft-publish", "POST", EDIT, 409, body={"version": 0}),
    row("api-draft-connections", "GET", VIEW, query="?node=approve"),
    row("api-draft-expression", "POST", EDIT, body={"text": "value"}),
    row("api-draft-scope", "GET", VIEW),
    row("api-layout", "GET", VIEW),
    row("api-layout", "PATCH", EDIT, body={"positions": {}}),
    row("api-revisions", "GET", VIEW),
    row("api-revision", "GET", VIEW),
    row("api-revision-restore", "POST", EDIT, body={"base_version": 0}),
    row("api-compare", "GET", VIEW),
    row("api-tools", "GET", VIEW),
    row("api-tool", "GET", VIEW),
    row("api-agents", "GET", VIEW),
    row("api-roles", "GET", VIEW),
    row("api-catalog", "GET", VIEW),
    row("api-validate", "POST", VIEW, body={"document": {}}),
    row("api-validate-value", "POST", VIEW, body={"schema": True, "value": 1}),
    row("api-approvals", "GET", SIGNED_IN),
    row("api-approval", "GET", VIEW),
    row("api-approval-validate", "POST", DECIDE, body={"input": {}}),
    row("api-approval-decision", "POST", DECIDE, 422, body={"outcome": "approve", "input": {}}),
    row("api-approval-decision", "POST", DECIDE, body={"outcome": "reject", "reason": "no"}),
    row("api-audit", "GET", AUDIT),
    row("api-tokens", "GET", TOKENS),
    row("api-tokens", "POST", IN_PERSON, 422, body={"name": "x", "scope": "nonsense"}),
    row("api-tokens", "POST", IN_PERSON, 201, body={"name": "x"}),
    row("api-token", "DELETE", TOKENS),
    row("api-schema", "GET", SIGNED_IN),
]

TABLE = [*PAGES, *API]

# Django's admin has its own rules, which `test_access` looks at: staff, and looking only.
EXCLUDED = ("admin",)

# Sockets know sessions only: a browser cannot put a token in a header there, and addresses are no place.
SOCKETS = {
    "ws/runs/{run}/": VIEW - {TOKEN_READ, TOKEN_ALL},
    "ws/graphs/refund/": VIEW - {TOKEN_READ, TOKEN_ALL},
    "ws/me/": SIGNED_IN - {TOKEN_READ, TOKEN_ALL},
}

# Whoever may run commands may read the database: they act as “command line”, and nothing holds them.
COMMANDS = {
    "bench": "measures in a database of its own",
    "graph_diff": "reads",
    "graph_export": "reads",
    "graph_import": "writes as the command line",
    "graph_validate": "reads",
    "load_examples": "writes as the command line",
    "reference_docs": "reads",
    "replay_run": "reads",
    "run_show": "reads",
    "run_start": "writes as the command line",
    "serve": "is the server",
    "signin_link": "makes a way in",
    "token_create": "makes a way in",
}

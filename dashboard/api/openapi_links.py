"""Links in the OpenAPI document: what can be asked next about what an answer has just told."""

from __future__ import annotations

from typing import Any, NamedTuple


class Flow(NamedTuple):
    """`found`: parameters of the operations in `then`, and where the answer or its request has them."""

    after: str
    status: str
    found: dict[str, str]
    then: tuple[str, ...]


SLUG_TOLD = {"slug": "$response.body#/slug"}
SLUG_ASKED = {"slug": "$request.path.slug"}
RUN_TOLD = {"id": "$response.body#/id"}

OF_A_GRAPH = (
    "graphs_read",
    "draft_read",
    "draft_change",
    "draft_publish",
    "graphs_duplicate",
    "graphs_export",
    "graphs_archive",
)
OF_A_RUN = (
    "runs_read",
    "runs_view",
    "runs_graph",
    "runs_nodes",
    "runs_events",
    "runs_pause",
    "runs_continue",
    "runs_cancel",
    "runs_retry",
)
FLOWS = (
    Flow("graphs_create", "201", SLUG_TOLD, OF_A_GRAPH),
    Flow("graphs_import", "201", SLUG_TOLD, OF_A_GRAPH),
    Flow("graphs_duplicate", "201", SLUG_TOLD, OF_A_GRAPH),
    Flow("graphs_archive", "200", SLUG_TOLD, ("graphs_read", "draft_change", "graphs_unarchive")),
    Flow(
        "draft_change", "200", SLUG_ASKED, ("draft_changes", "draft_publish", "draft_undo", "draft_discard")
    ),
    Flow("draft_undo", "200", SLUG_ASKED, ("draft_redo",)),
    Flow(
        "draft_publish",
        "201",
        SLUG_ASKED | {"number": "$response.body#/number"},
        ("revisions_read", "revisions_restore"),
    ),
    Flow("runs_start", "201", RUN_TOLD, OF_A_RUN),
    Flow("runs_pause", "200", RUN_TOLD, ("runs_continue", "runs_cancel")),
    Flow("tokens_create", "201", {"id": "$response.body#/token/id"}, ("tokens_revoke",)),
)


def add_links(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """KeyError for a flow of an operation or a status that the document does not have."""
    operations = {
        operation["operationId"]: operation
        for methods in result["paths"].values()
        for operation in methods.values()
    }
    for flow in FLOWS:
        response = operations[flow.after]["responses"][flow.status]
        response["links"] = {
            target: {"operationId": target, "parameters": dict(flow.found)} for target in flow.then
        }
    return result

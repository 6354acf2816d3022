"""The API's addresses."""

from __future__ import annotations

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from dashboard.api import approvals, audit, authoring, drafts, graphs, registries, revisions, runs, tokens
from dashboard.api import openapi as openapi  # its extensions register themselves

urlpatterns = [
    path("runs/", runs.RunListView.as_view(), name="api-runs"),
    path("runs/<int:id>/", runs.RunDetailView.as_view(), name="api-run"),
    path("runs/<int:id>/view/", runs.RunSnapshotView.as_view(), name="api-run-view"),
    path("runs/<int:id>/graph/", runs.RunStructureView.as_view(), name="api-run-graph"),
    path("runs/<int:id>/nodes/", runs.RunNodesView.as_view(), name="api-run-nodes"),
    path("runs/<int:id>/nodes/<path:node>/", runs.RunNodeView.as_view(), name="api-run-node"),
    path("runs/<int:id>/events/", runs.RunEventsView.as_view(), name="api-run-events"),
    path("runs/<int:id>/pause/", runs.RunPauseView.as_view(), name="api-run-pause"),
    path("runs/<int:id>/continue/", runs.RunContinueView.as_view(), name="api-run-continue"),
    path("runs/<int:id>/cancel/", runs.RunCancelView.as_view(), name="api-run-cancel"),
    path("runs/<int:id>/retry/", runs.RunRetryView.as_view(), name="api-run-retry"),
    path("graphs/", graphs.GraphListView.as_view(), name="api-graphs"),
    path("graphs/<slug:slug>/", graphs.GraphDetailView.as_view(), name="api-graph"),
    path("graphs/<slug:slug>/duplicate/", graphs.GraphDuplicateView.as_view(), name="api-graph-duplicate"),
    path("graphs/<slug:slug>/archive/", graphs.GraphArchiveView.as_view(), name="api-graph-archive"),
    path("graphs/<slug:slug>/unarchive/", graphs.GraphUnarchiveView.as_view(), name="api-graph-unarchive"),
    path("graphs/<slug:slug>/export/", graphs.GraphExportView.as_view(), name="api-graph-export"),
    path("graphs/<slug:slug>/draft/", drafts.DraftDetailView.as_view(), name="api-draft"),
    path("graphs/<slug:slug>/draft/changes/", drafts.DraftChangesView.as_view(), name="api-draft-changes"),
    path("graphs/<slug:slug>/draft/undo/", drafts.DraftUndoView.as_view(), name="api-draft-undo"),
    path("graphs/<slug:slug>/draft/redo/", drafts.DraftRedoView.as_view(), name="api-draft-redo"),
    path("graphs/<slug:slug>/draft/discard/", drafts.DraftDiscardView.as_view(), name="api-draft-discard"),
    path("graphs/<slug:slug>/draft/document/", drafts.DraftDocumentView.as_view(), name="api-draft-document"),
    path("graphs/<slug:slug>/draft/paste/", drafts.DraftPasteView.as_view(), name="api-draft-paste"),
    path("graphs/<slug:slug>/draft/publish/", drafts.DraftPublishView.as_view(), name="api-draft-publish"),
    path(
        "graphs/<slug:slug>/draft/connections/",
        authoring.ConnectionsView.as_view(),
        name="api-draft-connections",
    ),
    path(
        "graphs/<slug:slug>/draft/expression/",
        authoring.ExpressionView.as_view(),
        name="api-draft-expression",
    ),
    path(
        "graphs/<slug:slug>/draft/nodes/<str:node>/scope/",
        authoring.ScopeOfNodeView.as_view(),
        name="api-draft-scope",
    ),
    path("graphs/<slug:slug>/layout/", drafts.LayoutDetailView.as_view(), name="api-layout"),
    path("graphs/<slug:slug>/revisions/", revisions.RevisionListView.as_view(), name="api-revisions"),
    path(
        "graphs/<slug:slug>/revisions/<int:number>/",
        revisions.RevisionDetailView.as_view(),
        name="api-revision",
    ),
    path(
        "graphs/<slug:slug>/revisions/<int:number>/restore/",
        revisions.RevisionRestoreView.as_view(),
        name="api-revision-restore",
    ),
    path(
        "graphs/<slug:slug>/compare/<str:old>/<str:new>/",
        revisions.RevisionCompareView.as_view(),
        name="api-compare",
    ),
    path("import/", graphs.GraphImportView.as_view(), name="api-graph-import"),
    path("tools/", registries.ToolListView.as_view(), name="api-tools"),
    path("tools/<str:tool>/", registries.ToolDetailView.as_view(), name="api-tool"),
    path("agents/", registries.AgentListView.as_view(), name="api-agents"),
    path("roles/", registries.RoleListView.as_view(), name="api-roles"),
    path("catalog/", authoring.CatalogView.as_view(), name="api-catalog"),
    path("validate/", authoring.DocumentCheckView.as_view(), name="api-validate"),
    path("validate/value/", authoring.ValueCheckView.as_view(), name="api-validate-value"),
    path("approvals/", approvals.ApprovalListView.as_view(), name="api-approvals"),
    path("approvals/<int:id>/", approvals.ApprovalDetailView.as_view(), name="api-approval"),
    path(
        "approvals/<int:id>/validate/", approvals.ApprovalValidateView.as_view(), name="api-approval-validate"
    ),
    path(
        "approvals/<int:id>/decision/", approvals.ApprovalDecisionView.as_view(), name="api-approval-decision"
    ),
    path("audit/", audit.AuditListView.as_view(), name="api-audit"),
    path("tokens/", tokens.TokenListView.as_view(), name="api-tokens"),
    path("tokens/<int:id>/", tokens.TokenDetailView.as_view(), name="api-token"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
]

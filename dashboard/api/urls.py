"""The API's addresses."""

from __future__ import annotations

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from dashboard.api import approvals, graphs, runs
from dashboard.api import openapi as openapi  # its extensions register themselves

urlpatterns = [
    path("runs/", runs.RunListView.as_view(), name="api-runs"),
    path("runs/<int:id>/", runs.RunDetailView.as_view(), name="api-run"),
    path("runs/<int:id>/view/", runs.RunSnapshotView.as_view(), name="api-run-view"),
    path("runs/<int:id>/graph/", runs.RunStructureView.as_view(), name="api-run-graph"),
    path("runs/<int:id>/nodes/<path:node>/", runs.RunNodeView.as_view(), name="api-run-node"),
    path("runs/<int:id>/events/", runs.RunEventsView.as_view(), name="api-run-events"),
    path("runs/<int:id>/pause/", runs.RunPauseView.as_view(), name="api-run-pause"),
    path("runs/<int:id>/continue/", runs.RunContinueView.as_view(), name="api-run-continue"),
    path("runs/<int:id>/cancel/", runs.RunCancelView.as_view(), name="api-run-cancel"),
    path("runs/<int:id>/retry/", runs.RunRetryView.as_view(), name="api-run-retry"),
    path("graphs/", graphs.GraphListView.as_view(), name="api-graphs"),
    path("graphs/<slug:slug>/", graphs.GraphDetailView.as_view(), name="api-graph"),
    path("approvals/", approvals.ApprovalListView.as_view(), name="api-approvals"),
    path("approvals/<int:id>/", approvals.ApprovalDetailView.as_view(), name="api-approval"),
    path(
        "approvals/<int:id>/validate/", approvals.ApprovalValidateView.as_view(), name="api-approval-validate"
    ),
    path(
        "approvals/<int:id>/decision/", approvals.ApprovalDecisionView.as_view(), name="api-approval-decision"
    ),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
]

"""The address of every page."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.decorators import login_required
from django.urls import URLPattern, URLResolver, include, path

from dashboard.views import (
    api_docs,
    approvals,
    audit,
    errors,
    graphs,
    health,
    home,
    new_graphs,
    revisions,
    runs,
    settings,
    signin,
)

# There is one way in, with its throttle and its one-time links: the admin's own form is not used.
admin.site.login = login_required(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = "Trackside: people and groups"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("signin/", signin.signin, name="signin"),
    path("signin/<str:secret>/", signin.signin_link, name="signin-link"),
    path("signout/", signin.signout, name="signout"),
    path("account/password/", signin.password, name="password"),
    path("account/theme/", signin.theme, name="theme"),
    path("admin/", admin.site.urls),
    path("runs/", runs.runs, name="runs"),
    path("runs/<int:id>/", runs.run, name="run"),
    path("runs/<int:id>/pause/", runs.pause, name="run-pause"),
    path("runs/<int:id>/continue/", runs.unpause, name="run-continue"),
    path("runs/<int:id>/cancel/", runs.cancel, name="run-cancel"),
    path("runs/<int:id>/retry/", runs.retry, name="run-retry"),
    path("graphs/", graphs.graphs, name="graphs"),
    path("graphs/<slug:slug>/", graphs.graph, name="graph"),
    path("graphs/<slug:slug>/start/", graphs.start, name="graph-start"),
    path("graphs/<slug:slug>/duplicate/", new_graphs.duplicate, name="graph-duplicate"),
    path("graphs/<slug:slug>/history/", revisions.history, name="graph-history"),
    path("graphs/<slug:slug>/compare/", revisions.pick, name="graph-compare-pick"),
    path("graphs/<slug:slug>/compare/<str:old>/<str:new>/", revisions.compare, name="graph-compare"),
    path("graphs/<slug:slug>/restore/<int:number>/", revisions.restore, name="graph-restore"),
    path("graphs/<slug:slug>/archive/", graphs.archive, name="graph-archive"),
    path("graphs/<slug:slug>/unarchive/", graphs.unarchive, name="graph-unarchive"),
    # Not below “graphs/”, where any word could be a graph's slug.
    path("new/", new_graphs.new, name="graph-new"),
    path("import/", new_graphs.import_graph, name="graph-import"),
    path("approvals/", approvals.approvals, name="approvals"),
    path("approvals/<int:id>/", approvals.approval, name="approval"),
    path("approvals/export.csv", approvals.export, {"format": "csv"}, name="approvals-export-csv"),
    path("approvals/export.json", approvals.export, {"format": "json"}, name="approvals-export-json"),
    path("settings/audit/", audit.audit, name="settings-audit"),
    path("settings/audit/export.csv", audit.export, {"format": "csv"}, name="settings-audit-csv"),
    path("settings/audit/export.json", audit.export, {"format": "json"}, name="settings-audit-json"),
    path("settings/", settings.settings, name="settings"),
    path("settings/tokens/", settings.tokens, name="settings-tokens"),
    path("settings/tokens/<int:id>/revoke/", settings.token_revoked, name="settings-token-revoke"),
    # A page, so whoever is not signed in is led to the form, and not answered in JSON.
    path("api/docs/", api_docs.api_docs, name="settings-docs"),
    path("api/", include("dashboard.api.urls")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", health.metrics, name="metrics"),
]

handler400 = errors.bad_request
handler403 = errors.permission_denied
handler404 = errors.not_found
handler500 = errors.server_error

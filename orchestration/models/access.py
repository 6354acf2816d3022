"""The permissions of Trackside, one for each verb, listed in one place."""

from __future__ import annotations

from django.db import models

VERBS = {
    "view": "Can view graphs and runs",
    "edit_graph": "Can edit graphs",
    "publish_graph": "Can publish graphs",
    "start_run": "Can start runs",
    "control_run": "Can pause, continue, cancel and retry runs",
    "change_run": "Can change the graph of a run under way",
    "decide_approval": "Can decide approvals",
    "manage_agents": "Can manage agents, tools and roles",
    "manage_tokens": "Can manage API tokens",
    "view_audit": "Can look at the audit",
}


class Access(models.Model):
    """Holds the permissions; it has no table.

    The other models have no permissions of their own: Django's default ``change_run`` on Run would
    answer to the same name as our verb.
    """

    class Meta:
        managed = False
        default_permissions = ()
        permissions = tuple(VERBS.items())

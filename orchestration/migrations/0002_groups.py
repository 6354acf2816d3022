"""The five groups with their permissions.

Django makes permissions only after all migrations have run, so this one makes the rows that it needs
itself, under the names that Django would give them; Django finds them later and leaves them alone.
"""

from __future__ import annotations

from typing import Any

from django.db import migrations

NAMES = {
    "view": "Can view graphs and runs",
    "edit_graph": "Can edit graphs",
    "publish_graph": "Can publish graphs",
    "start_run": "Can start runs",
    "control_run": "Can pause, continue, cancel and retry runs",
    "change_run": "Can change the graph of a run under way",
    "decide_approval": "Can decide approvals",
    "manage_agents": "Can manage agents, tools and roles",
    "manage_tokens": "Can manage API tokens",
}
GROUPS = {
    "Viewer": ("view",),
    "Editor": ("view", "edit_graph", "publish_graph"),
    "Operator": ("view", "start_run", "control_run", "change_run"),
    "Approver": ("view", "decide_approval"),
    "Admin": tuple(NAMES),
}


def make_groups(apps: Any, alias: str) -> None:
    """Make what is missing. Groups that exist keep whatever else an administrator gave them."""
    content_type, _ = (
        apps.get_model("contenttypes", "ContentType")
        .objects.using(alias)
        .get_or_create(app_label="orchestration", model="access")
    )
    permissions = {
        codename: apps.get_model("auth", "Permission")
        .objects.using(alias)
        .get_or_create(content_type=content_type, codename=codename, defaults={"name": name})[0]
        for codename, name in NAMES.items()
    }
    for group_name, codenames in GROUPS.items():
        group, _ = apps.get_model("auth", "Group").objects.using(alias).get_or_create(name=group_name)
        group.permissions.add(*(permissions[codename] for codename in codenames))


def forwards(apps: Any, schema_editor: Any) -> None:
    make_groups(apps, schema_editor.connection.alias)


class Migration(migrations.Migration):
    dependencies = [
        ("orchestration", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    # Backwards nothing happens: people may sit in the groups by then.
    operations = [migrations.RunPython(forwards, migrations.RunPython.noop)]

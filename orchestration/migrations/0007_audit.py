"""The audit's table, what keeps it append-only, and the permission to look at it.

The guards are triggers, so that no program with the application's account of the database can change or
remove an entry by mistake: it would have to drop them first. PostgreSQL's TRUNCATE is not stopped: only
the table's owner may do it, who may drop triggers too.
"""

from __future__ import annotations

from typing import Any

import django.utils.timezone
from django.db import migrations, models

TABLE = "orchestration_auditentry"
WORDS = "The audit is append-only."
# REPLACE removes a row without asking the trigger on DELETE, hence the third.
SQLITE = {
    "audit_keeps_update": f"BEFORE UPDATE ON {TABLE} BEGIN SELECT RAISE(ABORT, '{WORDS}'); END",
    "audit_keeps_delete": f"BEFORE DELETE ON {TABLE} BEGIN SELECT RAISE(ABORT, '{WORDS}'); END",
    "audit_keeps_replace": f"BEFORE INSERT ON {TABLE} WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE id = NEW.id)"  # noqa: S608 -- a constant
    f" BEGIN SELECT RAISE(ABORT, '{WORDS}'); END",
}
POSTGRESQL = f"""
CREATE FUNCTION audit_keeps() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '{WORDS}' USING ERRCODE = 'integrity_constraint_violation'; END $$;
CREATE TRIGGER audit_keeps BEFORE UPDATE OR DELETE ON {TABLE} FOR EACH ROW EXECUTE FUNCTION audit_keeps();
"""


def guard(connection: Any) -> None:
    """Make the triggers."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRESQL)
            return
        for name, body in SQLITE.items():
            cursor.execute(f"CREATE TRIGGER {name} {body}")


def unguard(connection: Any) -> None:
    """Take them away again."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"DROP TRIGGER audit_keeps ON {TABLE}")
            cursor.execute("DROP FUNCTION audit_keeps()")
            return
        for name in SQLITE:
            cursor.execute(f"DROP TRIGGER {name}")


def grant(apps: Any, alias: str) -> None:
    """Let the group Admin look. Django makes permissions only later; this one is named as it would."""
    access = (
        apps.get_model("contenttypes", "ContentType")
        .objects.using(alias)
        .get_or_create(app_label="orchestration", model="access")[0]
    )
    permission = (
        apps.get_model("auth", "Permission")
        .objects.using(alias)
        .get_or_create(
            content_type=access, codename="view_audit", defaults={"name": "Can look at the audit"}
        )[0]
    )
    admins = apps.get_model("auth", "Group").objects.using(alias).get_or_create(name="Admin")[0]
    admins.permissions.add(permission)


def make_guards(apps: Any, schema_editor: Any) -> None:
    guard(schema_editor.connection)


def drop_guards(apps: Any, schema_editor: Any) -> None:
    unguard(schema_editor.connection)


def grant_to_admins(apps: Any, schema_editor: Any) -> None:
    grant(apps, schema_editor.connection.alias)


class Migration(migrations.Migration):
    dependencies = [
        ("orchestration", "0006_tokens"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="access",
            options={
                "default_permissions": (),
                "managed": False,
                "permissions": (
                    ("view", "Can view graphs and runs"),
                    ("edit_graph", "Can edit graphs"),
                    ("publish_graph", "Can publish graphs"),
                    ("start_run", "Can start runs"),
                    ("control_run", "Can pause, continue, cancel and retry runs"),
                    ("change_run", "Can change the graph of a run under way"),
                    ("decide_approval", "Can decide approvals"),
                    ("manage_agents", "Can manage agents, tools and roles"),
                    ("manage_tokens", "Can manage API tokens"),
                    ("view_audit", "Can look at the audit"),
                ),
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("actor_id", models.BigIntegerField(blank=True, db_column="actor_user", null=True)),
                ("actor_name", models.CharField(max_length=200)),
                ("via", models.CharField(max_length=16)),
                ("token", models.CharField(blank=True, default="", max_length=100)),
                ("address", models.CharField(blank=True, default="", max_length=45)),
                ("verb", models.CharField(max_length=32)),
                ("kind", models.CharField(max_length=16)),
                ("object_id", models.CharField(blank=True, default="", max_length=100)),
                ("label", models.CharField(blank=True, default="", max_length=250)),
                ("graph_hash", models.CharField(blank=True, default="", max_length=71)),
                ("event", models.BigIntegerField(blank=True, null=True)),
                ("refused", models.BooleanField(default=False)),
                ("detail", models.JSONField(blank=True, default=dict)),
            ],
            options={
                "ordering": ("-id",),
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["at"], name="audit_by_time"),
                    models.Index(fields=["actor_name", "-id"], name="audit_by_actor"),
                    models.Index(fields=["verb", "-id"], name="audit_by_verb"),
                    models.Index(fields=["kind", "object_id", "-id"], name="audit_by_object"),
                ],
            },
        ),
        migrations.RunPython(make_guards, drop_guards),
        # Backwards the permission stays: somebody may have been given it by then.
        migrations.RunPython(grant_to_admins, migrations.RunPython.noop),
    ]

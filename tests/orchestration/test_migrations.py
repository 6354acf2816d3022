from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command

from orchestration.models import Access

pytestmark = pytest.mark.django_db


def test_the_models_have_no_change_without_a_migration() -> None:
    call_command("makemigrations", "orchestration", check=True, dry_run=True, verbosity=0)


def test_the_migrations_name_the_permissions_as_the_model_does() -> None:
    module = import_module("orchestration.migrations.0002_groups")
    later = ("view_audit", "Can look at the audit")  # 0007
    assert (*module.NAMES.items(), later) == Access._meta.permissions


def test_administrators_may_look_at_the_audit_and_nobody_else(groups: None) -> None:
    allowed = Group.objects.filter(permissions__codename="view_audit")
    assert [group.name for group in allowed] == ["Admin"]


def test_making_the_groups_again_takes_nothing_away(groups: None) -> None:
    viewer = Group.objects.get(name="Viewer")
    viewer.permissions.add(Permission.objects.get(codename="start_run"))
    import_module("orchestration.migrations.0002_groups").make_groups(apps, "default")
    assert viewer.permissions.filter(codename="start_run").exists()
    assert Permission.objects.filter(codename="view", content_type__app_label="orchestration").count() == 1

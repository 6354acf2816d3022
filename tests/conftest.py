"""What all tests share.

Databases: plain `pytest` runs on SQLite. What a test promises about storage holds on PostgreSQL too; the
same tests run there by

    python -m tests.on_postgres pytest tests/contracts tests/orchestration

which starts a real server on a private socket and sets DATABASE_URL (see tests/on_postgres.py).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, User
from django.db import connections, transaction
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.backends.sqlite3.base import DatabaseWrapper as SQLite

from orchestration import runtime
from orchestration.engine.replay import replay
from orchestration.eventlog import DjangoEventLog
from orchestration.models import Run


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Every run that a test leaves in the database must replay clean, unless the test made its log up."""
    result = yield
    if item.get_closest_marker("django_db") and not item.get_closest_marker("made_up_logs"):
        log = DjangoEventLog()
        for run in Run.objects.filter(seq__gte=0).values_list("pk", flat=True):
            divergence = replay(log.document, log.read(run))
            assert divergence is None, f"run {run} does not replay: {divergence}"
    return result


Person = Callable[..., User]
AUDIT = import_module("orchestration.migrations.0007_audit")


@pytest.fixture(scope="session", autouse=True)
def _emptied_in_spite_of_the_audit() -> Iterator[None]:
    """After a test with real transactions every table is emptied. SQLite does that by DELETE, which the
    audit's guards refuse, so they step aside for that moment; PostgreSQL truncates.
    """
    operations = SQLite.ops_class
    plain = operations.execute_sql_flush

    def flush(self: BaseDatabaseOperations, statements: Sequence[str]) -> None:
        with transaction.atomic(using=self.connection.alias):
            AUDIT.unguard(self.connection)
            plain(self, statements)
            AUDIT.guard(self.connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "execute_sql_flush", flush)
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file, as in production: its memory mode locks in another way."""
    for connection in connections.all():
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("db") / "test.sqlite3")


@pytest.fixture(autouse=True)
def _forget_driver() -> Iterator[None]:
    """A driver keeps runs in memory by their number, and every test starts counting anew."""
    runtime.forget_driver()
    yield
    runtime.forget_driver()


@pytest.fixture
def groups(db: None) -> None:
    """The five groups, also after a test with real transactions has emptied every table."""
    import_module("orchestration.migrations.0002_groups").make_groups(apps, "default")
    AUDIT.grant(apps, "default")


@pytest.fixture
def person(groups: None) -> Person:
    """Make a user in the named groups: ``person("ada", "Approver")``."""

    def make(name: str, *group_names: str) -> User:
        user = User.objects.create_user(name)
        user.groups.set(Group.objects.filter(name__in=group_names))
        return user

    return make

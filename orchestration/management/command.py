"""What all commands share: `--json`, an empty database made ready, refusals instead of tracebacks."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from orchestration.tools import autodiscover


class Refused(Exception):
    """The command cannot do what it was asked; `value` is what `--json` prints about it."""

    def __init__(self, message: str, value: dict[str, Any] | None = None, code: str = "refused") -> None:
        super().__init__(message)
        self.value = value if value is not None else {"error": {"code": code, "message": message}}


@dataclass(frozen=True)
class Answer:
    """`value` for `--json`, `text` for people; `ok` False makes the exit code 1."""

    value: dict[str, Any]
    text: str
    ok: bool = True


class TracksideCommand(BaseCommand):
    """Subclasses fill in `arguments` and `answer`; they raise Refused with words for people."""

    requires_system_checks = ()
    needs_database = True

    def arguments(self, parser: CommandParser) -> None:
        """Declare the command's own arguments."""

    def answer(self, **options: Any) -> Answer:
        """Do the work."""
        raise NotImplementedError

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        self.arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the answer; leave with 1 when it is a refusal."""
        try:
            tools_load()
            if self.needs_database:
                database_prepare()
            answer = self.answer(**options)
        except Refused as refused:
            if options["json"]:
                self.stdout.write(json.dumps(refused.value))
            self.stderr.write(str(refused))
            sys.exit(1)
        except DatabaseError as error:
            self.stderr.write(f"The database did not answer: {error}".strip())
            sys.exit(1)
        self.stdout.write(json.dumps(answer.value) if options["json"] else answer.text)
        if not answer.ok:
            sys.exit(1)


def tools_load() -> None:
    """Import every module of tools. Raises Refused when one cannot be."""
    try:
        autodiscover()
    except Exception as error:
        raise Refused(
            f"The tools cannot be loaded: {type(error).__name__}: {error}. Look at the tools modules of the "
            "installed apps and at TRACKSIDE_TOOL_MODULES.",
            code="tools_not_loaded",
        ) from error


def database_prepare() -> None:
    """Migrate an empty database. Raises Refused for one that is older than the code."""
    try:
        empty = not connection.introspection.table_names()
        if not empty and not MigrationExecutor(connection).migration_plan(_targets()):
            return
    except (DatabaseError, ImproperlyConfigured) as error:
        raise Refused(f"The database cannot be opened: {error}".strip(), code="no_database") from error
    if not empty:
        raise Refused(
            "The database was made by an earlier version. Run: manage.py migrate", code="old_database"
        )
    database_migrate()


def database_migrate() -> None:
    """Bring the database up to this version; does nothing when it is."""
    if MigrationExecutor(connection).migration_plan(_targets()):
        call_command("migrate", verbosity=0, interactive=False)


def _targets() -> list[tuple[str, str]]:
    leaves: list[tuple[str, str]] = MigrationExecutor(connection).loader.graph.leaf_nodes()
    return leaves

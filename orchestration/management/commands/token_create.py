"""`manage.py token_create USER --name NAME`: an API token for a script."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandParser

from orchestration.management.command import Answer, Refused, TracksideCommand
from orchestration.management.showing import violation_values
from orchestration.selectors.tokens import token_view
from orchestration.services import errors
from orchestration.services.tokens import token_create


class Command(TracksideCommand):
    help = "Print a new API token that acts for USER. It is shown once and can never be read again."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="USER")
        parser.add_argument("--name", required=True, help="what the token is for")
        parser.add_argument("--scope", default="read", help="read (unless given), everything, or verbs")
        parser.add_argument("--expires-days", type=int, metavar="DAYS", help="never expires unless given")

    def answer(self, **options: Any) -> Answer:
        owner = User.objects.filter(username=options["user"], is_active=True).first()
        if owner is None:
            raise Refused(f"There is no active user “{options['user']}”.", code="not_found")
        try:
            made = token_create(
                owner=owner,
                name=options["name"],
                scope=options["scope"],
                expires_days=options["expires_days"],
                actor=None,
            )
        except errors.Refused as error:
            lines = [f"{violation.path}: {violation.message}" for violation in error.violations]
            body = {
                "code": error.code,
                "message": error.detail,
                "errors": violation_values(error.violations),
            }
            raise Refused("\n".join([error.detail, *lines]), {"error": body}) from error
        except errors.Conflict as error:
            raise Refused(error.detail, code=error.code) from error
        view = token_view(made.token).model_dump(mode="json")
        return Answer({"token": view, "secret": made.secret}, made.secret)

"""`manage.py signin_link USER`: a one-time way in, for a person who lost their password."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from dashboard.signin import signin_link_create


class Command(BaseCommand):
    help = "Print the address of a page that signs USER in once, within 15 minutes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="USER")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        users = get_user_model().objects.filter(username=options["user"], is_active=True)
        user = users.first()
        if user is None:
            raise CommandError(f"There is no active user “{options['user']}”.")
        path = signin_link_create(user)
        address = settings.PUBLIC_ADDRESS
        if address is None and not settings.HTTPS:
            address = f"http://localhost:{settings.PORT}"
        if options["json"]:
            self.stdout.write(json.dumps({"path": path, "url": address and address + path}))
        elif address:
            self.stdout.write(address + path)
        else:
            self.stdout.write(path)
            self.stderr.write(
                "Put the address of this installation in front, like https://trackside.example.org"
            )

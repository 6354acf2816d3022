"""`manage.py signin_link USER`: a one-time way in, for a person who lost their password."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import CommandParser

from dashboard.signin import signin_link_create
from orchestration.management.command import Answer, Refused, TracksideCommand


class Command(TracksideCommand):
    help = "Print the address of a page that signs USER in once, within 15 minutes."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("user", metavar="USER")

    def answer(self, **options: Any) -> Answer:
        user = User.objects.filter(username=options["user"], is_active=True).first()
        if user is None:
            raise Refused(f"There is no active user “{options['user']}”.", code="not_found")
        path = signin_link_create(user)
        address = settings.PUBLIC_ADDRESS
        if address is None and not settings.HTTPS:
            address = f"http://localhost:{settings.PORT}"
        if address is None and not options["json"]:
            self.stderr.write(
                "Put the address of this installation in front, like https://trackside.example.org"
            )
        return Answer({"path": path, "url": address and address + path}, (address or "") + path)

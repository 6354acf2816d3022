"""`manage.py serve`: the whole of Trackside in one process."""

from __future__ import annotations

import errno
import ipaddress
import socket
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import CommandError, CommandParser
from django.db import DatabaseError, connections, transaction

from dashboard.environment import port_number
from orchestration import notify
from orchestration.backends.keeper import EngineKeeper
from orchestration.management.command import Refused, TracksideCommand, database_migrate, tools_load
from orchestration.management.examples import examples_load
from orchestration.models.audit import Verb
from orchestration.services.audit import audit_record

PORTS_TRIED = 50


class Command(TracksideCommand):
    help = "Serve pages, API and live updates, and run the engine, until Ctrl-C or SIGTERM."

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", help="instead of the one in PORT, which is 8000 when it is not set")
        parser.add_argument("--host", default="127.0.0.1")

    def handle(self, *args: Any, **options: Any) -> None:
        # Before anything else that might choose another reactor.
        from daphne.server import twisted_loop  # type: ignore[import-untyped]  # ships no types

        from dashboard.asgi import application
        from dashboard.live.server import PatientServer

        try:
            tools_load()
            database_migrate()
            examples_load()
            listener = self._listen(options["host"], _port(options["port"]))
            line = _line(_address(listener), self._way_in())
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        except DatabaseError as error:
            raise CommandError(f"The database cannot be used: {error}".strip()) from error
        server = PatientServer(
            application=application,
            # The server owns the socket from here on.
            endpoints=[f"fd:fileno={listener.detach()}"],
            server_name="trackside",
            # A browser whose line is dead does not say goodbye; the others are to see it leave all the same.
            ping_interval=10,
            ping_timeout=15,
            ready_callable=lambda: self._say(line),
        )
        keeper = EngineKeeper(busy=lambda why: self.stderr.write(f"{why} This process stands by."))
        notify.bind_loop(twisted_loop)
        keeper.start()
        connections.close_all()
        try:
            server.run()
        finally:
            notify.bind_loop(None)
            keeper.stop()

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        # Into a pipe or a file (tee, a service manager) the line would wait in a buffer.
        self.stdout.flush()

    def _listen(self, host: str, port: int) -> socket.socket:
        """A listening socket on this port, or on the next free one, which is said."""
        for candidate in range(port, min(port + PORTS_TRIED, 65536) if port else 1):
            try:
                return _bound(host, candidate)
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    # An unknown --host has words only in the error's own text.
                    why = error.strerror or error
                    raise CommandError(f"{host}:{candidate} cannot be used: {why}.") from error
                self.stderr.write(f"Port {candidate} is taken; trying the next one.")
        raise CommandError(
            f"No port from {port} to {min(port + PORTS_TRIED, 65536) - 1} is free. For example: PORT=8123"
        )

    def _way_in(self) -> str:
        """The path of a fresh one-time link while the first account has no password, else the root."""
        from dashboard.signin import signin_link_create

        admin = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
        if admin is None:
            admin = User(username="admin", is_superuser=True, is_staff=True)
            admin.set_unusable_password()
            with transaction.atomic():
                admin.save()
                detail = {"did": "add", "superuser": True}
                audit_record(verb=Verb.PEOPLE_CHANGE, actor=None, about=admin, detail=detail)
        return "/" if admin.has_usable_password() else signin_link_create(admin, minutes=None)


def _line(here: str, way_in: str) -> str:
    """What is printed when it is up: the address for a browser, and where a proxy finds us."""
    if settings.PUBLIC_ADDRESS:
        return f"{settings.PUBLIC_ADDRESS}{way_in} (by the proxy in front of {here})"
    if settings.HTTPS:
        return f"{way_in} at the public address (by the proxy in front of {here})"
    return here + way_in


def _port(text: str | None) -> int:
    port: int | None = settings.PORT if text is None else port_number(text)
    if port is None:
        raise CommandError("--port is not a port number from 1 to 65535. For example: --port 8000")
    return port


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        # A port that the last start has just left may be taken at once, one that is in use may not.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except BaseException:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def _address(listener: socket.socket) -> str:
    """Where a browser on this machine finds us."""
    host, port = listener.getsockname()[:2]
    address = ipaddress.ip_address(host)
    if address.is_unspecified:
        return f"http://localhost:{port}"
    return f"http://[{host}]:{port}" if address.version == 6 else f"http://{host}:{port}"

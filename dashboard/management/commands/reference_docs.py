"""`manage.py reference_docs`: write the reference pages, or say which are stale."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from dashboard.known_settings import settings_page
from orchestration.management.command import Answer, TracksideCommand
from orchestration.management.reference import reference_page, reference_pages


class Command(TracksideCommand):
    help = "Write docs/reference anew from the code."
    needs_database = False

    def arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing; exit with 1 when one is stale"
        )
        parser.add_argument("--folder", default=str(Path(settings.BASE_DIR, "docs", "reference")))

    def answer(self, **options: Any) -> Answer:
        folder = Path(options["folder"])
        stale = []
        pages = {**reference_pages(), "settings.md": reference_page(settings_page())}
        for name, text in pages.items():
            file = folder / name
            if not file.is_file() or file.read_text(encoding="utf-8") != text:
                stale.append(name)
                if not options["check"]:
                    folder.mkdir(parents=True, exist_ok=True)
                    file.write_text(text, encoding="utf-8")
        words = "Stale" if options["check"] else "Written"
        text = f"{words}: {', '.join(stale)}" if stale else "The reference is up to date."
        return Answer({"stale": stale}, text, ok=not (options["check"] and stale))

"""Long lists as files, CSV and JSON, written while they are read."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import AsyncIterator, Iterable, Iterator
from datetime import datetime
from itertools import chain
from typing import Any, Literal

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone
from pydantic import BaseModel

from dashboard.api.renderers import to_json

Format = Literal["csv", "json"]
TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
# What a spreadsheet takes for the beginning of a formula.
FORMULAS = ("=", "+", "-", "@", "\t", "\r")
LINES_A_PIECE = 200


def file_response(
    request: HttpRequest, name: str, format: Format, lines: Iterable[BaseModel], model: type[BaseModel]
) -> StreamingHttpResponse:
    """`lines` as a download called after `name` and today."""
    pieces = json_pieces(lines) if format == "json" else csv_pieces(lines, model)
    # A server that waits for nothing wants to be asked for nothing; the test client asks the plain way.
    content = _without_waiting(pieces) if isinstance(request, ASGIRequest) else pieces
    return StreamingHttpResponse(
        content,
        content_type=TYPES[format],
        headers={
            "Content-Disposition": f'attachment; filename="{name}-{timezone.now():%Y-%m-%d}.{format}"',
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        },
    )


def json_pieces(lines: Iterable[BaseModel]) -> Iterator[bytes]:
    """One array, a line of the file for each."""
    before = b"[\n"
    for line in lines:
        yield before + to_json(line)
        before = b",\n"
    yield b"[]\n" if before == b"[\n" else b"\n]\n"


def csv_pieces(lines: Iterable[BaseModel], model: type[BaseModel]) -> Iterator[bytes]:
    """A head, then a row for each; objects in objects become columns, whatever else is not flat JSON."""
    written = io.StringIO()
    table = csv.writer(written)
    table.writerow(_head(model))
    for number, line in enumerate(lines, 1):
        table.writerow([cell(value) for value in _row(line)])
        if number % LINES_A_PIECE == 0:
            yield _taken(written)
    yield _taken(written)


def cell(value: Any) -> str:
    """Text that no spreadsheet takes for a formula: what looks like one gets an apostrophe in front."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, int):
        return str(value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
    return f"'{text}" if text.startswith(FORMULAS) else text


def _head(model: type[BaseModel]) -> Iterator[str]:
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from (f"{name}_{part}" for part in inner.model_fields)
        else:
            yield name


def _row(line: BaseModel) -> Iterator[Any]:
    cells = ([value] if not isinstance(value, BaseModel) else _row(value) for _, value in line)
    return chain.from_iterable(cells)


def _taken(written: io.StringIO) -> bytes:
    text = written.getvalue()
    written.seek(0)
    written.truncate()
    return text.encode()


async def _without_waiting(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    def take() -> bytes | None:
        return next(pieces, None)

    while (piece := await sync_to_async(take)()) is not None:
        yield piece

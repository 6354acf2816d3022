"""A question about labels that both databases answer for every name, numbers and quotes included.

Django's own lookups take a name like ``7`` for a place in a list, and SQLite's paths know no quotes.
"""

from __future__ import annotations

from typing import Any

from django.db.models import BooleanField, F, Func, Value
from django.db.models.sql.compiler import SQLCompiler

Compiled = tuple[str, tuple[Any, ...]]


class HasLabel(Func):
    """Whether `labels` has `name`, and says exactly `value` there unless that is None."""

    output_field = BooleanField()
    conditional = True

    def __init__(self, name: str, value: str | None = None) -> None:
        self._asks_value = value is not None
        super().__init__(F("labels"), Value(name), *([] if value is None else [Value(value)]))

    def as_sqlite(self, compiler: SQLCompiler, connection: Any, **context: Any) -> Compiled:
        parts, parameters = self._parts(compiler)
        value = f" AND label.value = {parts[2]}" if self._asks_value else ""
        each = f"SELECT 1 FROM JSON_EACH({parts[0]}) AS label"  # noqa: S608  # compiled parts, with placeholders
        return f"EXISTS ({each} WHERE label.key = {parts[1]}{value})", parameters

    def as_postgresql(self, compiler: SQLCompiler, connection: Any, **context: Any) -> Compiled:
        parts, parameters = self._parts(compiler)
        found = f"({parts[0]} ->> {parts[1]}::text)"
        return (f"{found} = {parts[2]}::text" if self._asks_value else f"{found} IS NOT NULL"), parameters

    def _parts(self, compiler: SQLCompiler) -> tuple[list[str], tuple[Any, ...]]:
        compiled = [compiler.compile(part) for part in self.get_source_expressions()]
        return [sql for sql, _ in compiled], tuple(one for _, found in compiled for one in found)

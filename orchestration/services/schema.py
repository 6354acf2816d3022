"""The check of answers and inputs, where services are looked for; the work is done in `graph.schemas`."""

from __future__ import annotations

from orchestration.graph.schemas import SchemaInvalid, compile_schema, violations

__all__ = ["SchemaInvalid", "compile_schema", "violations"]

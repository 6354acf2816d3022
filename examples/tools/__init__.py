"""The tools of the two example graphs."""

from __future__ import annotations

from examples.tools import archive, disputes, documents, report

__all__ = ["archive", "disputes", "documents", "report"]

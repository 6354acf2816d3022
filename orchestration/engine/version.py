"""The version that a log is recorded with.

It changes when `decide` or `fold` would treat an old log differently.
"""

from __future__ import annotations

ENGINE_VERSION = "1"

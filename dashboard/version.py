"""The version of Trackside, as the changelog counts it."""

from __future__ import annotations

VERSION = "0.1.0"

"""Filled in below the layer that needs it."""

from __future__ import annotations

"""What those who run the server see of it: metrics and logs."""

from __future__ import annotations

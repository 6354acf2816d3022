"""The rows of the domain. One module a noun; import them from here."""

from __future__ import annotations

from orchestration.models.access import Access
from orchestration.models.agents import Agent, Definition, Role
from orchestration.models.approvals import Approval
from orchestration.models.audit import AuditEntry
from orchestration.models.drafts import Change, Draft, Layout
from orchestration.models.graphs import Graph, Revision, StoredDocument
from orchestration.models.heartbeats import EngineHeartbeat
from orchestration.models.runs import CallMark, Run, RunEvent, RunTimer
from orchestration.models.tokens import ApiToken

__all__ = [
    "Access",
    "Agent",
    "ApiToken",
    "Approval",
    "AuditEntry",
    "CallMark",
    "Change",
    "Definition",
    "Draft",
    "EngineHeartbeat",
    "Graph",
    "Layout",
    "Revision",
    "Role",
    "Run",
    "RunEvent",
    "RunTimer",
    "StoredDocument",
]

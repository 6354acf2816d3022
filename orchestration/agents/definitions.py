"""What an agent and a role are: frozen, and named by a hash over all that matters to their work."""

from __future__ import annotations

import hashlib
import re
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from orchestration.graph.canonical import canonical_bytes

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
MODEL = re.compile(r"simulated|(openai|anthropic):\S{1,200}|compatible:[a-z0-9][a-z0-9_-]{0,63}/\S{1,200}")

Temperature = Annotated[float, Field(ge=0, le=2)]


class Definition(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AgentDefinition(Definition):
    """`model` is ``openai:<name>``, ``anthropic:<name>``, ``compatible:<connection>/<name>`` or
    ``simulated``. `role` is what the agent is best at; `output_schema` holds where a node has none."""

    name: str
    description: str = ""
    model: str
    system_prompt: str = ""
    role: str | None = None
    tools: tuple[str, ...] = ()
    output_schema: dict[str, Any] | None = None
    temperature: Temperature | None = None


class RoleDefinition(Definition):
    """`prompt`, `tools` and `temperature` go before those of the agent that works in the role."""

    name: str
    title: str
    prompt: str
    tools: tuple[str, ...] = ()
    temperature: Temperature | None = None
    requires_approval: bool = False


def definition_text(definition: Definition) -> str:
    """Canonical JSON of all that matters: what it is called and how it is described does not."""
    value = definition.model_dump(mode="json", exclude={"name", "description", "title"})
    return canonical_bytes(value).decode()


def definition_hash(definition: Definition) -> str:
    """``sha256:`` and 64 hex digits; the same for the same work under another name."""
    return "sha256:" + hashlib.sha256(definition_text(definition).encode()).hexdigest()

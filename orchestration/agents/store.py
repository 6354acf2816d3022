"""Definitions by hash, and what agents and roles there are now."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TypeVar

from orchestration.agents.definitions import (
    AgentDefinition,
    RoleDefinition,
    definition_hash,
    definition_text,
)
from orchestration.agents.roles import BUILT_IN
from orchestration.engine.talks import SIMULATED
from orchestration.models import Agent, Definition, Role

ASSISTANT = AgentDefinition(
    name="assistant",
    description="Works on whatever is given to nobody else.",
    model=SIMULATED,
    system_prompt="You do one step of a larger task. Do exactly what you are asked, with what you are given.",
)

D = TypeVar("D", AgentDefinition, RoleDefinition)


class UnknownDefinition(KeyError):
    """No agent or role is kept under this hash."""


def agent_definition(hash: str) -> AgentDefinition:
    """What the agent with this hash is; its name is the hash. Raises UnknownDefinition."""
    return AgentDefinition.model_validate({"name": hash, **_read(hash)})


def role_definition(hash: str) -> RoleDefinition:
    """What the role with this hash is; its name is the hash. Raises UnknownDefinition."""
    return RoleDefinition.model_validate({"name": hash, "title": hash, **_read(hash)})


@lru_cache(maxsize=1_000)
def _read(hash: str) -> dict[str, object]:
    row = Definition.objects.filter(pk=hash).first()
    if row is None:
        raise UnknownDefinition(hash)
    found: dict[str, object] = json.loads(row.text)
    return found


def keep(definition: AgentDefinition | RoleDefinition) -> str:
    """Keep the definition for ever; gives its hash."""
    hash = definition_hash(definition)
    kind = Definition.Kind.AGENT if isinstance(definition, AgentDefinition) else Definition.Kind.ROLE
    Definition.objects.get_or_create(pk=hash, defaults={"kind": kind, "text": definition_text(definition)})
    return hash


def agents_now() -> dict[str, AgentDefinition]:
    """Every agent that can be given work, by name; a fresh installation has one, and it is simulated."""
    rows = Agent.objects.standing().with_definition()
    found = {row.name: _named(row, AgentDefinition, description=row.description) for row in rows}
    return found or {ASSISTANT.name: ASSISTANT}


def default_agent() -> str | None:
    """The name of the agent that works on what is given to nobody."""
    row = Agent.objects.standing().filter(is_default=True).first()
    if row is not None:
        return row.name
    return None if Agent.objects.standing().exists() else ASSISTANT.name


def roles_now() -> dict[str, RoleDefinition]:
    """Every role, by name: those that are always there and your own."""
    rows = Role.objects.standing().with_definition()
    return {**BUILT_IN, **{row.name: _named(row, RoleDefinition, title=row.title) for row in rows}}


def _named(row: Agent | Role, kind: type[D], **more: str) -> D:
    return kind.model_validate({**json.loads(row.definition.text), "name": row.name, **more})

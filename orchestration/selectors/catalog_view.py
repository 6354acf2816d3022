"""What can be put into a graph here: kinds with their forms, tools, and people who can be asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.contrib.auth.models import Group, User

from orchestration.graph.diff import diff_schemas
from orchestration.graph.kind_forms import KIND_WORDS, blank_node, graph_form, kind_form
from orchestration.selectors.draft_views import Catalog, KindEntry, NamedEntry, ToolEntry
from orchestration.tools import registered

Bindings = Mapping[str, Mapping[str, Any]]


def catalog_view(tools: Bindings) -> Catalog:
    """`tools` are those that can be called here, by name, as their bindings say."""
    return Catalog(
        kinds=[_kind(kind, tools) for kind in KIND_WORDS],
        tools=tool_entries(tools),
        agents=[entry.name for entry in agent_entries()],
        roles=[entry.name for entry in role_entries()],
        people=list(
            User.objects.filter(is_active=True).order_by("username").values_list("username", flat=True)
        ),
        groups=list(Group.objects.order_by("name").values_list("name", flat=True)),
        graph_form=graph_form(),
        operations=_operations(),
    )


def tool_entries(tools: Bindings) -> list[ToolEntry]:
    """In order of names."""
    return [_tool(name, tools[name]) for name in sorted(tools)]


def agent_entries() -> list[NamedEntry]:
    """No agent can be registered in this version."""
    return []


def role_entries() -> list[NamedEntry]:
    """No role can be registered in this version."""
    return []


def _kind(kind: str, tools: Bindings) -> KindEntry:
    words = KIND_WORDS[kind]
    return KindEntry(
        kind=kind,
        title=words.title,
        description=words.description,
        form=kind_form(kind),
        blank=blank_node(kind, tools),
    )


def _tool(name: str, binding: Mapping[str, Any]) -> ToolEntry:
    """Another process may know a tool that this one does not: then nothing describes it."""
    known = registered().get(name)
    return ToolEntry(
        name=name,
        effect=binding["effect"],
        description="" if known is None else known.description,
        input_schema=binding["input_schema"],
        output_schema=binding["output_schema"],
    )


@cache
def _operations() -> dict[str, Any]:
    return dict(diff_schemas())

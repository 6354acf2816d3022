"""What an entry of the audit is about, in text that outlives it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from django.contrib.auth.models import Group, User

from orchestration.models.approvals import Approval
from orchestration.models.graphs import Graph
from orchestration.models.runs import Run
from orchestration.models.tokens import ApiToken


@dataclass(frozen=True)
class About:
    """`id` is the slug of a graph and the number of anything else; both may be empty."""

    kind: str
    id: str = ""
    label: str = ""
    graph_hash: str = ""


Thing: TypeAlias = Graph | Run | Approval | User | Group | ApiToken | About


def about_of(thing: Thing) -> About:
    """Reads the graph of a run, and the run of an approval, unless they are at hand."""
    match thing:
        case About():
            return thing
        case Graph():
            return About("graph", thing.slug, thing.name)
        case Run():
            return About("run", str(thing.pk), f"{thing.graph.name} #{thing.pk}", thing.graph_hash)
        case Approval():
            where = f"{thing.run.graph.name} #{thing.run_id}"
            label = f"{thing.node or thing.get_cause_display()} of {where}"
            return About("approval", str(thing.pk), label, thing.run.graph_hash)
        case ApiToken():
            return About("token", str(thing.pk), thing.name)
        case User():
            return About("account", str(thing.pk), thing.get_username())
        case Group():
            return About("group", str(thing.pk), thing.name)

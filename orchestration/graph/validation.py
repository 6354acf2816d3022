"""Everything that is wrong with a document, on three levels of soundness, in a stable order."""

from __future__ import annotations

from orchestration.graph.document import Document
from orchestration.graph.environment import Catalog as Catalog
from orchestration.graph.environment import catalog_of as catalog_of
from orchestration.graph.outline import Outline
from orchestration.graph.problems import Problem as Problem
from orchestration.graph.problems import ProblemCode as ProblemCode
from orchestration.graph.verdicts import Verdicts as Verdicts
from orchestration.graph.verdicts import verdicts_of
from orchestration.graph.wellformed import Limits as Limits
from orchestration.graph.wellformed import well_formed_problems

DEFAULT_LIMITS = Limits()


def validate(
    document: Document, catalog: Catalog | None = None, *, limits: Limits = DEFAULT_LIMITS
) -> list[Problem]:
    """All problems: well-formedness first, then what keeps the graph from running, then the environment's.

    Each level is in document order. Without a catalog nothing is said about the environment.
    """
    outline = Outline(document)
    problems = well_formed_problems(outline, limits)
    # Where the structure is broken, what a node would receive is anyone's guess.
    return problems + verdicts_of(outline, catalog, well_formed=not problems).problems()


def validate_again(document: Document, catalog: Catalog | None, before: Verdicts | None) -> Verdicts:
    """The same for a document that is known to be well-formed. Nodes that stand as they stood in the one
    that `before` is about are not looked at again.
    """
    return verdicts_of(Outline(document), catalog, before=before)


def structure_problems(document: Document, *, limits: Limits = DEFAULT_LIMITS) -> list[Problem]:
    """What keeps the document from being well-formed, in document order."""
    return well_formed_problems(Outline(document), limits)


def is_well_formed(document: Document, *, limits: Limits = DEFAULT_LIMITS) -> bool:
    return not structure_problems(document, limits=limits)

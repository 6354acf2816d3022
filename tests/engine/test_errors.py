"""The fourteen refusals: each says whether it is permanent, and in words what happened."""

from __future__ import annotations

import pytest

from orchestration.engine import errors
from orchestration.engine.errors import EngineError

VERDICTS = {
    "MapOverNotAList": True,
    "UnsupportedMapBody": True,
    "NoBranchCaseMatched": True,
    "BranchDecisionUnmatched": True,
    "UnsupportedFoldBody": True,
    "FoldNoComparableCandidate": True,
    "FoldBoundExceeded": True,
    "MalformedGraph": True,
    "UnknownAgent": False,
    "UnknownTool": False,
    "ToolFailed": False,
    "ApprovalSchemaViolation": False,
    "GraphEncode": False,
    "RuntimeRefusal": False,
}


def subclasses(cls: type[EngineError]) -> list[type[EngineError]]:
    return [found for sub in cls.__subclasses__() for found in (sub, *subclasses(sub))]


def test_every_refusal_gives_its_own_verdict() -> None:
    found = subclasses(EngineError)
    assert {cls.__name__: cls.__dict__["permanent"] for cls in found} == VERDICTS
    assert len({cls.code for cls in found}) == len(found)


@pytest.mark.parametrize("name", VERDICTS)
def test_every_refusal_has_its_fields_and_a_sentence(name: str) -> None:
    cls = getattr(errors, name)
    lists = {"violations": [errors.Violation("$.a", "is missing")], "cases": ["x", "y"]}
    refusal = cls(**{field: lists.get(field, f"<{field}>") for field in cls.fields})
    assert "<" in refusal.message and refusal.message[-1] in ".>"
    assert str(refusal) == refusal.message
    for field in cls.fields:
        if field != "message":
            assert getattr(refusal, field) == lists.get(field, f"<{field}>")


def test_a_missing_or_unknown_field_is_a_programming_error() -> None:
    with pytest.raises(TypeError):
        errors.UnknownTool(node="a")
    with pytest.raises(TypeError):
        errors.UnknownTool(node="a", tool="b", more=1)


def test_a_cause_is_kept_unchanged() -> None:
    cause = OSError("disk full")
    try:
        raise errors.RuntimeRefusal(cause="store", node=None, detail="The log cannot be written.") from cause
    except errors.RuntimeRefusal as refusal:
        assert refusal.__cause__ is cause

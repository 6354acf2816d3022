"""What holds of every operation on every document."""

from __future__ import annotations

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orchestration.graph.canonical import graph_hash
from orchestration.graph.compare import changed_nodes, compare
from orchestration.graph.diff import DiffCode, DiffError, apply, describe, invert, parse_diffs, way_back
from orchestration.graph.diff.applying import sketched
from orchestration.graph.diff.errors import Refusal
from orchestration.graph.diff.registry import GraphDiff
from orchestration.graph.diff.size import generous_size, written_size
from orchestration.graph.document import Document, document_from_value
from orchestration.graph.rebase import rebase
from orchestration.graph.validation import Limits, is_well_formed
from tests.graph.diff.profile import laws
from tests.graph.diff.strategies import diff_values, documents
from tests.graph.strategies import document_values

LIMITS = Limits(nodes=11, levels=4, size_bytes=1500)


def drawn(data: st.DataObject, document: Document) -> GraphDiff | None:
    """A random diff for the document, if it is one at all."""
    try:
        (diff,) = parse_diffs([data.draw(diff_values(document))])
    except DiffError as error:
        assert error.code in (DiffCode.INVALID_NODE, DiffCode.MALFORMED_DIFF)
        return None
    return diff


def applied(document: Document, diff: GraphDiff, limits: Limits = LIMITS) -> Document | None:
    try:
        return apply(document, [diff], limits=limits)
    except DiffError:
        return None


def tried(document: Document, diff: GraphDiff) -> Document | None:
    """The document after the diff, whatever it has become."""
    try:
        return sketched(document, diff)
    except Refusal:
        return None


@laws
@given(documents(), st.data())
def test_the_quick_check_says_what_the_full_one_says(document: Document, data: st.DataObject) -> None:
    assert is_well_formed(document)
    if not is_well_formed(document, limits=LIMITS):
        return
    for _ in range(3):
        diff = drawn(data, document)
        result = None if diff is None else tried(document, diff)
        if diff is None or result is None:
            continue
        accepted = applied(document, diff)
        assert (accepted is not None) == is_well_formed(result, limits=LIMITS), diff
        if accepted is not None:
            assert accepted == result
            assert document_from_value(accepted.to_value()) == accepted
            document = accepted


@laws
@given(documents(), st.data())
def test_undoing_is_exact(document: Document, data: st.DataObject) -> None:
    value = document.to_value()
    diff = drawn(data, document)
    if diff is None or (after := applied(document, diff, Limits())) is None:
        return
    undo = invert(document, diff)
    assert len(undo) <= 1
    back = apply(after, undo)
    assert back == document
    assert back.to_value() == value == document.to_value()
    assert apply(back, way_back(after, back)) == after  # Redone as exactly.
    read_again = parse_diffs([one.to_value() for one in undo])
    assert apply(after, read_again) == document


@laws
@given(documents(), documents())
def test_comparing_gives_the_way_to_the_other(old: Document, new: Document) -> None:
    diffs = compare(old, new)
    assert apply(old, diffs) == new
    assert bool(diffs) == (old != new)
    assert compare(old, document_from_value(old.to_value())) == []
    marked = changed_nodes(old, new)
    assert not any(changed_nodes(old, old).values())
    if old.nodes != new.nodes:
        assert any(marked.values())


@laws
@given(documents(), st.data())
def test_a_comparison_after_some_diffs_is_hardly_longer_than_they_were(
    document: Document, data: st.DataObject
) -> None:
    result = document
    count = 0
    for _ in range(2):
        diff = drawn(data, result)
        if diff is not None and (after := applied(result, diff, Limits())) is not None:
            count, result = count + 1, after
    diffs = compare(document, result)
    assert apply(document, diffs) == result
    assert len(compare(document, result)) <= 8 * count


@laws
@given(documents(), st.data())
def test_a_refused_list_leaves_nothing_behind(document: Document, data: st.DataObject) -> None:
    value = document.to_value()
    first, second = drawn(data, document), drawn(data, document)
    if first is None or second is None or (after := applied(document, first, Limits())) is None:
        return
    kept = document
    try:
        document = apply(document, [first, second])
    except DiffError as error:
        assert document is kept
        assert error.diff_index == 1
        assert error.message.endswith((".", "?"))
        assert applied(after, second, Limits()) is None
    else:
        assert document == rebase([second], after)
    assert kept.to_value() == value


@laws
@given(documents(), st.data())
def test_a_list_does_what_its_diffs_do_one_by_one(document: Document, data: st.DataObject) -> None:
    diffs: list[GraphDiff] = []
    step = document
    for _ in range(5):
        diff = drawn(data, step)
        if diff is not None and (after := applied(step, diff, Limits())) is not None:
            step = after
            diffs.append(diff)
    together = apply(document, diffs)
    assert together == step
    assert apply(together, way_back(document, together)) == document


@laws
@given(documents(), st.data())
def test_what_is_not_touched_is_shared(document: Document, data: st.DataObject) -> None:
    diff = drawn(data, document)
    if diff is None or (after := applied(document, diff, Limits())) is None:
        return
    before = {node.id: node for node in document.nodes}
    for node in after.nodes:
        if node.id in before and node == before[node.id] and diff.op not in ("restore", "split_node"):
            assert node is before[node.id], diff
    if after == document and diff.op not in ("restore", "split_node", "update_node"):
        assert after is document


@laws
@given(documents(), st.data())
def test_every_diff_has_its_words_and_its_json(document: Document, data: st.DataObject) -> None:
    diff = drawn(data, document)
    if diff is None:
        return
    words = describe(diff, document)
    assert words[0].isupper()
    assert not words.endswith(".")
    assert parse_diffs([diff.to_value()]) == [diff]


@laws
@given(document_values)
def test_the_size_is_that_of_the_text(value: dict[str, Any]) -> None:
    document = document_from_value(value)
    assert written_size(document) == len(orjson.dumps(document.to_value()))
    assert generous_size(document) >= written_size(document)


def _spelled_out(value: Any) -> Any:
    """The same document with keys the other way round."""
    if isinstance(value, dict):
        return {key: _spelled_out(value[key]) for key in reversed(value)}
    return [_spelled_out(item) for item in value] if isinstance(value, list) else value


@laws
@given(documents(), st.data())
def test_the_hash_after_a_diff_is_that_of_the_same_graph_spelled_otherwise(
    document: Document, data: st.DataObject
) -> None:
    diff = drawn(data, document)
    if diff is None or (after := applied(document, diff, Limits())) is None:
        return
    same = document_from_value(_spelled_out(after.model_dump(mode="json")))
    assert graph_hash(same) == graph_hash(after)
    assert compare(after, same) == []
    undone = apply(after, invert(document, diff))
    assert graph_hash(undone) == graph_hash(document)


@pytest.mark.parametrize("bad", [None, {}, "x", [1], [{}], [{"op": 1}], [{"op": "nope"}], [{"op": None}]])
def test_what_is_no_diff_is_refused_as_such(bad: Any) -> None:
    with pytest.raises(DiffError) as caught:
        parse_diffs(bad)
    assert caught.value.code in (DiffCode.MALFORMED_DIFF, DiffCode.UNKNOWN_OP)

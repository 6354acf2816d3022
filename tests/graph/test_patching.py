"""What a browser is told of a change, and how a document's text is put together."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from orchestration.graph.diff import DiffError, apply, parse_diffs
from orchestration.graph.diff.difference import Layout
from orchestration.graph.document import Document, document_from_value, parse_document
from orchestration.graph.patching import step_between
from orchestration.graph.writing import written
from tests.graph.diff.profile import laws
from tests.graph.diff.strategies import diff_values, documents
from tests.graph.patches import flat, patched


def changed(data: st.DataObject, document: Document, most: int = 4) -> Document:
    """The document after a few random diffs, those of them that fit."""
    for _ in range(data.draw(st.integers(1, most))):
        try:
            document = apply(document, parse_diffs([data.draw(diff_values(document))]))
        except DiffError:
            continue
    return document


def exact(value: Any) -> str:
    """The order of keys counts."""
    return json.dumps(value)


@laws
@given(documents(), st.data())
def test_a_patch_brings_a_browser_exactly_to_the_new_document(
    document: Document, data: st.DataObject
) -> None:
    after = changed(data, document)
    step = step_between(Layout(document), after)
    assert exact(patched(flat(document), step.patch)) == exact(flat(after))


@laws
@given(documents(), documents())
def test_a_patch_leads_between_documents_that_have_nothing_in_common(old: Document, new: Document) -> None:
    step = step_between(Layout(old), new)
    assert exact(patched(flat(old), step.patch)) == exact(flat(new))


@laws
@given(documents(), st.data())
def test_the_inverse_leads_back_exactly(document: Document, data: st.DataObject) -> None:
    after = changed(data, document)
    step = step_between(Layout(document), after)
    assert exact(flat(apply(after, step.inverse))) == exact(flat(document))
    assert bool(step) == (exact(flat(after)) != exact(flat(document)))


@laws
@given(documents(), st.data())
def test_the_text_is_the_same_whether_or_not_an_earlier_one_is_known(
    document: Document, data: st.DataObject
) -> None:
    after = changed(data, document)
    _, known = written(document, {})
    anew, texts = written(after, {})
    reused, texts_again = written(after, known)
    assert reused == anew and texts.keys() == texts_again.keys()
    assert parse_document(anew) == after and json.loads(anew) == after.to_value()


def test_fields_in_another_order_are_a_change() -> None:
    """Forms show the fields of a schema in the order in which it names them."""

    def document(*names: str) -> Document:
        schema = {"type": "object", "properties": dict.fromkeys(names, True)}
        gate = {"id": "ask", "kind": "gate", "approval_schema": schema}
        return document_from_value({"name": "Test", "input_schema": schema, "nodes": [gate]})

    one, other = document("a", "b"), document("b", "a")
    step = step_between(Layout(one), other)
    assert exact(patched(flat(one), step.patch)) == exact(flat(other)) != exact(flat(one))
    assert exact(flat(apply(other, step.inverse))) == exact(flat(one))

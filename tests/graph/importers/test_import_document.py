from __future__ import annotations

import json
from typing import Any

import pytest

from orchestration.graph.importers import FORMATS, Format, detect, import_document
from orchestration.graph.problems import DocumentInvalid
from orchestration.graph.wellformed import Limits
from tests.graph.build import PIPELINE, REFUND
from tests.graph.importers.foreign import GGLIB, SALVOR, WFFORMAT, ZEPH, found, gglib, problems, task, zeph

SAMPLES: dict[Format, Any] = {
    "native": REFUND,
    "salvor": SALVOR,
    "gglib": GGLIB,
    "zeph": ZEPH,
    "wfformat": WFFORMAT,
}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        *((value, format) for format, value in SAMPLES.items()),
        ({"schema_version": 1, "nodes": []}, "native"),
        ({"name": "Empty"}, "native"),
        # Without nodes the two kinds of lists look alike but for the edges.
        ({"schema_version": 1, "nodes": [], "edges": []}, "salvor"),
        ({"nodes": {}}, "gglib"),
        ({"tasks": []}, "zeph"),
        ({}, None),
        ([{"op": "add_node"}], None),
        ("text", None),
        (None, None),
    ],
)
def test_the_format_shows_in_the_outer_shape(value: Any, expected: str | None) -> None:
    assert detect(value) == expected


@pytest.mark.parametrize("format", FORMATS)
def test_a_format_that_is_named_and_one_that_is_found_out_read_alike(format: Format) -> None:
    text = json.dumps(SAMPLES[format])
    assert import_document(text, format) == import_document(text.encode())


@pytest.mark.parametrize("value", [REFUND, PIPELINE])
def test_a_native_document_comes_in_as_it_is(value: dict[str, Any]) -> None:
    result = import_document(json.dumps(value))
    assert result.document.to_value() == {"schema_version": 1, **value}
    assert result.notes == ()


def test_a_native_document_that_is_not_well_formed_is_refused() -> None:
    value = {"name": "a", "nodes": [{"id": "a", "kind": "agent", "depends_on": ["b"]}]}
    assert found(value) == [("unknown_dependency", "$.nodes[0].depends_on[0]")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{", [("malformed_json", "$")]),
        ('{"nodes": {}, "nodes": {}}', [("duplicate_key", "$.nodes")]),
        ('{"tasks": [{"id": NaN}]}', [("not_finite", "$.tasks[0].id")]),
        ('{"tasks": [' + "[" * 300 + "]" * 300 + "]}", [("nested_too_deep", "$.tasks[0]" + "[0]" * 198)]),
        (b'{"tasks": "' + b"x" * 4_200_000 + b'"}', [("document_too_large", "$")]),
        ("[]", [("invalid_value", "$")]),
    ],
)
def test_text_that_readers_could_dispute_is_refused_in_every_format(
    text: str | bytes, expected: list[tuple[str, str]]
) -> None:
    with pytest.raises(DocumentInvalid) as caught:
        import_document(text)
    assert [(problem.code.value, problem.path) for problem in caught.value.problems] == expected


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("text", ["null", "7", "[]", "{}", '"text"', "[{}]"])
def test_a_file_of_another_shape_than_announced_is_refused(format: Format, text: str) -> None:
    with pytest.raises(DocumentInvalid) as caught:
        import_document(text, format)
    assert caught.value.problems


def test_a_list_of_changes_is_told_from_a_graph() -> None:
    (problem,) = problems([{"op": "set_role", "id": "a", "role": "writer"}])
    assert "changes" in problem.message


def test_an_unknown_format_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="yaml"):
        import_document("{}", "yaml")  # type: ignore[arg-type]  # what a form might send


def test_limits_are_told_in_terms_of_the_file() -> None:
    text = json.dumps(zeph(*(task(number, "Same") for number in range(6))))
    with pytest.raises(DocumentInvalid) as caught:
        import_document(text, limits=Limits(nodes=5))
    assert [(problem.code.value, problem.path) for problem in caught.value.problems] == [
        ("too_many_nodes", "$.tasks")
    ]


def test_levels_are_limited_as_in_a_native_document() -> None:
    nodes: dict[str, Any] = {}
    for _ in range(9):
        nodes = {"a": {"goal": "g", "kind": {"team": {"subgraph": {"nodes": nodes}}}}}
    (problem,) = problems(gglib(nodes))
    assert problem.code == "too_many_levels"
    assert problem.node == "a"
    assert problem.path == "$.nodes.a" + ".kind.team.subgraph.nodes.a" * 7

"""Every write of the API with every sort of bad input: the documented refusal, and nothing is stored."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
import yaml
from django.apps import apps
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from dashboard.api.problems import ProblemDetails
from orchestration.models import Approval
from tests.dashboard.conftest import Enter
from tests.dashboard.permission_table import API, Row
from tests.dashboard.test_openapi import SNAPSHOT
from tests.dashboard.test_permission_table import SAMPLES, routes


def address_of(row: Row) -> str:
    """Like ``/api/runs/{run}/pause/``: the numbers of rows are filled in by each test."""
    pattern, known = routes()[row.name].pattern, {**SAMPLES, **row.kwargs}
    known["id"] = "{run}" if "run" in row.name else "{approval}"
    return "/api/" + re.sub(r"<\w+:(\w+)>", lambda key: str(known[key[1]]), str(pattern))


# Of several rows about one write the last is the one that goes through.
ROWS = {address_of(row): row for row in API if row.method in ("POST", "PUT", "PATCH")}
WRITES = sorted(ROWS)
BODIES: dict[str, Any] = {address: row.body or {} for address, row in ROWS.items()}
METHODS = {address: row.method for address, row in ROWS.items()}
VERSIONS = {"base_version", "version"}
VERSIONED = [address for address in WRITES if VERSIONS & BODIES.get(address, {}).keys()]
MEGABYTE = 1024 * 1024
# What stands for the sample's value that a case spoils.
Spoil = Callable[[dict[str, Any]], str | bytes]


def with_extra(text: str) -> Spoil:
    """The good body with one more member, written as `text`."""

    def spoil(body: dict[str, Any]) -> str:
        inner = json.dumps(body)[1:-1]
        return "{" + (f"{inner}, " if inner else "") + text + "}"

    return spoil


# name → (what is sent, the statuses that may answer it)
CASES: dict[str, tuple[Spoil, set[int]]] = {
    "a body of 17 MiB": (lambda body: b'{"x": "' + b"x" * (17 * MEGABYTE) + b'"}', {413}),
    "nested 100,000 deep": (lambda body: '{"x": ' + "[" * 100_000 + "]" * 100_000 + "}", {400}),
    "nested and never closed": (lambda body: "[" * 100_000, {400}),
    "no JSON": (lambda body: '{"x"', {400}),
    "not UTF-8": (lambda body: b'{"x": "\xff\xfe"}', {400}),
    "a list": (lambda body: "[]", {400}),
    "a text": (lambda body: '"x"', {400}),
    "null": (lambda body: "null", {400}),
    "NaN": (with_extra('"x": NaN'), {400}),
    "Infinity": (with_extra('"x": -Infinity'), {400}),
    "1e999": (with_extra('"x": 1e999'), {400}),
    "an endless number": (with_extra(f'"x": {"9" * 5000}'), {400}),
    "a key twice": (with_extra('"x": 1, "x": 2'), {400}),
    "a lone surrogate": (with_extra('"x": "\\ud800"'), {400}),
    "a lone surrogate as a key": (with_extra('"\\udfff": 1'), {400}),
    "an unknown field": (with_extra('"surprise": 1'), {422}),
    "NUL in a key": (with_extra('"\\u0000": 1'), {422}),
    "a number beyond 2^53": (with_extra(f'"x": {2**53 + 1}'), {422}),
}


@pytest.fixture
def root(enter: Enter) -> Client:
    client = enter("ada", "Admin")
    client.raise_request_exception = False
    return client


def stored() -> dict[str, int]:
    """How many rows there are of everything that a request could store."""
    return {
        model._meta.label: model._default_manager.count()
        for model in apps.get_models()
        if model._meta.app_label in ("orchestration", "dashboard") and model._meta.managed
    }


def send(client: Client, address: str, approval: Approval, body: Any, **options: Any) -> Any:
    path = address.format(run=approval.run_id, approval=approval.pk)
    options.setdefault("content_type", "application/json")
    method = options.pop("method", "") or METHODS.get(address, "POST")
    answer: Any = client.generic(method, path, body, **options)
    return answer


def refused(answer: Any, statuses: set[int], what: object = "") -> ProblemDetails:
    assert answer.status_code in statuses, (what, answer.content[:500])
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem = ProblemDetails.model_validate_json(answer.content, strict=True)
    assert problem.status == answer.status_code
    return problem


@pytest.mark.parametrize("address", WRITES)
def test_a_body_that_is_none_is_refused_and_nothing_is_stored(
    root: Client, approval: Approval, address: str
) -> None:
    before = stored()
    for name, (spoil, statuses) in CASES.items():
        answer = send(root, address, approval, spoil(BODIES.get(address, {})))
        refused(answer, statuses, name)
    assert stored() == before


@pytest.mark.parametrize("address", WRITES)
def test_an_empty_body_is_one_without_fields(root: Client, approval: Approval, address: str) -> None:
    """Some writes need none; the others name the field that they miss."""
    before = stored()
    answer = send(root, address, approval, "")
    if answer.status_code >= 400:
        refused(answer, {400, 409, 422})
        assert stored() == before


@pytest.mark.parametrize("address", WRITES)
def test_another_content_type_is_refused(root: Client, approval: Approval, address: str) -> None:
    before = stored()
    for content_type in ("text/plain", "application/xml", "multipart/form-data; boundary=x", "x"):
        body = json.dumps(BODIES.get(address, {}))
        refused(send(root, address, approval, body, content_type=content_type), {415}, content_type)
    assert stored() == before


@pytest.mark.parametrize("address", WRITES)
def test_an_expired_session_stores_nothing(root: Client, approval: Approval, address: str) -> None:
    Session.objects.update(expire_date=timezone.now())
    before = stored()
    answer = send(root, address, approval, json.dumps(BODIES.get(address, {})))
    assert refused(answer, {401}).code == "unauthenticated"
    assert stored() == before


@pytest.mark.parametrize("address", [address for address in WRITES if "refund" in address or "{" in address])
def test_what_is_not_there_is_said(root: Client, approval: Approval, address: str) -> None:
    before = stored()
    gone = address.replace("refund", "nothing").replace("{run}", "999999").replace("{approval}", "999999")
    method = METHODS.get(address, "POST")
    answer = send(root, gone, approval, json.dumps(BODIES.get(address, {})), method=method)
    assert refused(answer, {404}).code == "not_found"
    assert stored() == before


@pytest.mark.parametrize("address", [address for address in WRITES if "{" in address])
def test_a_number_that_no_row_can_have_leads_nowhere(root: Client, approval: Approval, address: str) -> None:
    for id in ("99999999999999999999999", str(2**63), "-1", "x"):
        gone = address.replace("{run}", id).replace("{approval}", id)
        refused(send(root, gone, approval, json.dumps(BODIES.get(address, {}))), {404}, id)


@pytest.mark.parametrize("address", VERSIONED)
def test_another_version_is_a_conflict_that_names_the_present_one(
    root: Client, approval: Approval, address: str
) -> None:
    before = stored()
    for version in (7, 2**31 - 1):
        answer = send(root, address, approval, json.dumps(at_version(address, version)))
        assert refused(answer, {409}).version == 0
    none: Any
    for none in (2**31, 2**63, 2**64, -1, 1.5, "0", None, True, [], {}):
        answer = send(root, address, approval, json.dumps(at_version(address, none)))
        refused(answer, {422}, none)
    assert stored() == before


def at_version(address: str, version: Any) -> dict[str, Any]:
    """The good body, but for its version."""
    return {name: version if name in VERSIONS else value for name, value in BODIES[address].items()}


def test_every_write_of_the_document_is_in_the_table() -> None:
    """Those that take a body."""
    paths = yaml.safe_load(SNAPSHOT.read_text())["paths"]
    writing = sum(len({"post", "put", "patch", "delete"} & set(methods)) for methods in paths.values())
    assert writing == len(WRITES) + 1, "the removal of a token takes no body"

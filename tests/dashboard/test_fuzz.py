"""Every operation of the OpenAPI document with what nobody would send: documented answers, never a fault.

A few examples of each in every run, many with ``TRACKSIDE_FUZZ=200`` (examples per operation).
"""

from __future__ import annotations

import operator
import os
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, strategies
from hypothesis import settings as hypothesis_settings
from schemathesis import Case, GenerationMode, Response
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from dashboard.api.problems import ProblemDetails
from orchestration import runtime
from orchestration.models import Approval, Graph
from tests.dashboard.conftest import Enter

DOCUMENT = Path(__file__).parent.parent / "snapshots" / "openapi.yaml"
EXAMPLES = int(os.environ.get("TRACKSIDE_FUZZ", "4"))
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# Who sends is said by the session that is really there.
CONFIG = schemathesis.Config.from_dict({"generation": {"with-security-parameters": False}})
API = schemathesis.openapi.from_path(str(DOCUMENT), config=CONFIG)
OPERATIONS = {
    operation.label: operation for operation in map(operator.methodcaller("ok"), API.get_all_operations())
}


def known(approval: Approval) -> dict[str, list[Any]]:
    """Values of parameters that lead to something, by name."""
    return {
        "slug": ["refund"],
        "id": [approval.run_id, approval.pk],
        "node": ["approve", "pay"],
        "number": [1],
        "old": ["1", "draft"],
        "new": ["1", "draft"],
        "graph": ["refund"],
        "after": [-1, 0],
    }


def aimed(case: Case[Any], values: dict[str, list[Any]], data: strategies.DataObject) -> None:
    """Make most requests reach something: what is not there is found out quickly."""
    for name in list(case.path_parameters or {}):
        if name in values and data.draw(strategies.integers(0, 3)):
            case.path_parameters[name] = data.draw(strategies.sampled_from(values[name]))
    if isinstance(case.body, dict):
        for name, value in (("graph", "refund"), ("base_version", 0), ("version", 0)):
            if name in case.body and data.draw(strategies.integers(0, 3)):
                case.body[name] = value


@pytest.mark.parametrize("role", ["Admin", "Viewer"])
@pytest.mark.parametrize("label", OPERATIONS)
def test_nothing_that_is_sent_is_a_fault_of_ours(
    label: str, role: str, enter: Enter, approval: Approval, graph: Graph
) -> None:
    client = enter("ada", role)
    client.raise_request_exception = False
    values = known(approval)
    positive, negative = (
        OPERATIONS[label].as_strategy(generation_mode=mode)
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    )

    @hypothesis_settings(
        max_examples=EXAMPLES if role == "Admin" else max(2, EXAMPLES // 4),
        deadline=None,
        database=None,
        derandomize="TRACKSIDE_FUZZ" not in os.environ,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(data=strategies.data())
    def send(data: strategies.DataObject) -> None:
        case = data.draw(strategies.one_of(positive, negative))
        aimed(case, values, data)
        with transaction.atomic():
            check(case, client)
            transaction.set_rollback(True)
        # It keeps runs in memory, as they were before the rollback.
        runtime.forget_driver()

    send()


def check(case: Case[Any], client: Client) -> None:
    response = sent(case, client)
    case.validate_response(response, checks=CHECKS)
    if response.status_code >= 400:
        assert response.headers["content-type"] == ["application/problem+json"]
        problem = ProblemDetails.model_validate(response.json(), strict=True)
        assert problem.status == response.status_code


def sent(case: Case[Any], client: Client) -> Response:
    """Through Django's own client, which leaves the test's transaction alone."""
    request = requests.Request(**case.as_transport_kwargs(base_url="http://localhost")).prepare()
    headers = {name: _text(value) for name, value in request.headers.items() if name != "Accept-Encoding"}
    body = request.body or b""
    answer = client.generic(
        request.method or "GET",
        request.path_url,
        body.encode() if isinstance(body, str) else body,
        content_type=headers.pop("Content-Type", "application/json"),
        headers=headers,
    )
    assert not answer.streaming
    return Response(
        status_code=answer.status_code,
        headers={name.lower(): [value] for name, value in answer.headers.items()},
        content=answer.content,
        request=request,
        elapsed=0.1,
        verify=True,
    )


def _text(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode("latin-1")

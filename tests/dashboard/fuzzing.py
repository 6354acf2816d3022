"""What the fuzz tests share: the described API, one request in-process, and what every answer keeps to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import requests
import schemathesis
from django.test import Client
from schemathesis import Case, Response
from schemathesis.checks import not_a_server_error
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from dashboard.api.problems import ProblemDetails

DOCUMENT = Path(__file__).parent.parent / "snapshots" / "openapi.yaml"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def api() -> BaseSchema:
    """The recorded document. Who sends is said by the session or token that is really there, and what
    follows on what by the document's own links.
    """
    config = {
        "generation": {"with-security-parameters": False},
        "phases": {"stateful": {"inference": {"algorithms": []}}},
    }
    return schemathesis.openapi.from_path(str(DOCUMENT), config=schemathesis.Config.from_dict(config))


def check(case: Case[Any], response: Response) -> None:
    """No fault of ours, and nothing that the document does not say."""
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

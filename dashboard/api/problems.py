"""Refusals over HTTP: application/problem+json, one shape for all."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from pydantic import BaseModel, ConfigDict, ValidationError
from rest_framework import exceptions

from dashboard.api.renderers import to_json
from dashboard.pagination import NoSuchPage
from orchestration.engine.errors import ApprovalSchemaViolation, EngineError, RuntimeRefusal, Violation
from orchestration.engine.ports import UnknownRun
from orchestration.graph.problems import DocumentInvalid
from orchestration.services.errors import Conflict, InputViolation, NotFound, Refused, TooMany
from orchestration.services.permissions import Forbidden

CONTENT_TYPE = "application/problem+json"
# As RFC 9110 has them; Python says so from 3.13 on, and answers must not depend on that.
PHRASES = {413: "Content Too Large", 422: "Unprocessable Content"}
VIOLATIONS_SHOWN = 20
# Of a document that cannot be read: whoever mends the file wants to see them all.
PROBLEMS_SHOWN = 500


class FieldError(BaseModel):
    """`path` is like ``$.lines[0].amount``; `$` alone is the whole value."""

    model_config = ConfigDict(frozen=True)

    path: str
    message: str


class ProblemDetails(BaseModel):
    """A refusal. `code` is for programs, `detail` for people; `errors_total` counts those not shown too.

    `version` is the present one, where a conflict is about a version.
    """

    model_config = ConfigDict(frozen=True)

    type: str
    title: str
    status: int
    code: str
    detail: str
    errors: list[FieldError] = []
    errors_total: int = 0
    version: int | None = None


def problem(
    status: int,
    code: str,
    detail: str,
    violations: Sequence[Violation] = (),
    version: int | None = None,
    most: int = VIOLATIONS_SHOWN,
) -> ProblemDetails:
    shown = [FieldError(path=v.path, message=v.message) for v in violations[:most]]
    return ProblemDetails(
        type=f"urn:trackside:problem:{code}",
        title=PHRASES.get(status) or HTTPStatus(status).phrase,
        status=status,
        code=code,
        detail=detail,
        errors=shown,
        errors_total=len(violations),
        version=version,
    )


def as_path(location: Sequence[int | str]) -> str:
    """Pydantic's location in our notation."""
    return "$" + "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in location)


def describe(error: Exception) -> ProblemDetails | None:
    """The refusal that an exception stands for; None for a fault of ours."""
    match error:
        case Forbidden() | PermissionDenied():
            return problem(403, "forbidden", str(error) or "Your account may not do this.")
        case NoSuchPage():
            return problem(400, "malformed", "“cursor” comes from the `next` of an earlier page.")
        case Http404() | UnknownRun():
            return problem(404, "not_found", "There is nothing at this address.")
        case NotFound():
            return problem(404, "not_found", str(error))
        case Conflict():
            return problem(409, error.code, error.detail, version=error.version)
        case TooMany():
            return problem(429, error.code, error.detail)
        case Refused():
            return problem(422, error.code, error.detail, error.violations)
        case DocumentInvalid():
            places = [Violation(found.path, found.message) for found in error.problems]
            detail = "The document cannot be read as a graph."
            return problem(422, "document_invalid", detail, places, most=PROBLEMS_SHOWN)
        case RuntimeRefusal():
            return problem(503, error.code, error.message)
        case InputViolation():
            return problem(422, "input_violation", "The input misses the graph's schema.", error.violations)
        case ApprovalSchemaViolation():
            return problem(422, error.code, error.message, error.violations)
        case EngineError():
            return problem(422, error.code, error.message)
        case ValidationError():
            found = [Violation(as_path(item["loc"]), item["msg"]) for item in error.errors(include_url=False)]
            return problem(
                422, "invalid_request", "The request misses its schema.", sorted(found, key=_order)
            )
        case exceptions.AuthenticationFailed() if error.get_codes() == "token_refused":
            return problem(401, "token_refused", str(error.detail))
        case exceptions.NotAuthenticated() | exceptions.AuthenticationFailed():
            return problem(401, "unauthenticated", "Sign in first.")
        case exceptions.ParseError():
            return problem(400, "malformed", str(error.detail))
        case exceptions.APIException():
            code = error.get_codes()
            return problem(error.status_code, code if isinstance(code, str) else "invalid", str(error.detail))
    return None


def _order(violation: Violation) -> tuple[str, str]:
    return violation.path, violation.message


def handler(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """The exception handler of every API view. A refusal is JSON, whatever the client asked for."""
    details = describe(error)
    if details is None:
        return None
    response = problem_response(details)
    if challenge := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = challenge
    if isinstance(error, TooMany):
        response["Retry-After"] = str(error.retry_after)
    return response


def problem_response(details: ProblemDetails) -> HttpResponse:
    """Also outside of an API view: for addresses that lead nowhere and for faults of ours."""
    return HttpResponse(to_json(details), status=details.status, content_type=CONTENT_TYPE)

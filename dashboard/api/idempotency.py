"""`Idempotency-Key`: the same request sent twice is carried out once and answered the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response

from dashboard.api.renderers import to_json
from dashboard.models import IdempotencyRecord
from orchestration.services.errors import Conflict

KEPT = timedelta(hours=24)
# A request that is not answered after so long was cut off. Should it be at work all the same, it finds its
# record gone, and undoes what it did.
LONGEST_WORK = timedelta(seconds=20)
LONGEST_KEY = 200
HEADER = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="Send the request again with the same key, and it is carried out once. Kept for a day.",
)


class KeyReused(APIException):
    status_code = 422
    default_code = "idempotency_key_reused"
    default_detail = "This Idempotency-Key came with another request before. Use a new key."


class TakenOver(APIException):
    status_code = 409
    default_code = "idempotency_in_progress"
    default_detail = "Another request with this Idempotency-Key has taken over. This one did nothing."


class KeyMalformed(APIException):
    status_code = 400
    default_code = "idempotency_key_malformed"
    default_detail = f"An Idempotency-Key is up to {LONGEST_KEY} printable ASCII characters."


def once(request: Request, user: User, perform: Callable[[], Response]) -> HttpResponseBase:
    """What `perform` answers, or what it answered when this key was seen first.

    What it does is kept together with its answer or not at all, so a request that was cut off has done
    nothing and may be carried out by the next one with its key. While the first may still be under way,
    that is a conflict. Refusals are not kept: a corrected request may use the key again.
    """
    key = request.headers.get("Idempotency-Key", "")
    if not key:
        return perform()
    if len(key) > LONGEST_KEY or not (key.isascii() and key.isprintable()):
        raise KeyMalformed()
    digest = _digest(request)
    now = timezone.now()
    given_up = Q(status=None, created_at__lt=now - LONGEST_WORK, digest=digest, user=user, key=key)
    IdempotencyRecord.objects.filter(given_up | Q(created_at__lt=now - KEPT)).delete()
    try:
        with transaction.atomic():
            record = IdempotencyRecord.objects.create(user=user, key=key, digest=digest)
    except IntegrityError:
        return _replay(user, key, digest)
    try:
        return _carried_out(record, perform)
    except BaseException:
        record.delete()
        raise


def _carried_out(record: IdempotencyRecord, perform: Callable[[], Response]) -> Response:
    """The answer, stored with what was done. Raises what `perform` does, and TakenOver."""
    with transaction.atomic():
        try:
            response = perform()
        except Exception as error:
            # What a service keeps in spite of a refusal stays: its own transactions have decided that.
            refusal = error
        else:
            body = to_json(response.data).decode()
            own = IdempotencyRecord.objects.filter(pk=record.pk)
            if not own.update(status=response.status_code, body=body):
                raise TakenOver()
            return response
    raise refusal


def _replay(user: User, key: str, digest: str) -> HttpResponse:
    record = IdempotencyRecord.objects.filter(user=user, key=key).first()
    if record is not None and record.digest != digest:
        raise KeyReused()
    if record is None or record.status is None:
        raise Conflict("idempotency_in_progress", "A request with this Idempotency-Key is not finished.")
    return HttpResponse(
        record.body,
        status=record.status,
        content_type="application/json",
        headers={"Idempotency-Replayed": "true"},
    )


def _digest(request: Request) -> str:
    body = json.dumps(request.data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{request.method} {request.path}\n{body}".encode()).hexdigest()

"""Answering what a run asks. Every way in (page, API, link, admin) ends here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from django.contrib.auth.models import User

from orchestration import runtime
from orchestration.engine.errors import ApprovalSchemaViolation, Violation
from orchestration.engine.events import CallResolved, DecisionRecorded, External
from orchestration.graph.schemas import violations
from orchestration.models import Approval
from orchestration.models.audit import Verb
from orchestration.services.audit import audit_record, audit_refusals
from orchestration.services.errors import Conflict
from orchestration.services.permissions import Forbidden, why_not_decide
from orchestration.services.submitting import next_event, submit

Outcome = Literal["approve", "reject", "withdraw"]


@audit_refusals(Verb.APPROVAL_DECIDE)
def approval_decide(
    *,
    approval: Approval,
    actor: User,
    outcome: Outcome,
    input: Any = None,
    reason: str = "",
    version: int | None = None,
) -> Approval:
    """Record one person's word and return the approval as it is then.

    `input` counts with ``approve`` only. `version` is the one the person saw; None answers whatever is
    open. A rejection needs its `reason`. Of any number of concurrent calls, exactly as many are
    recorded as the quorum needs. Raises Forbidden, Conflict (closed, decided by this person before,
    another version, another input than the first approval fixed), ApprovalSchemaViolation. In all these
    cases nothing is recorded.
    """
    _check_permission(approval, actor)
    if not approval.is_open:
        raise _closed(approval)
    if version is not None and version != approval.version:
        raise _moved_on(approval)
    if problems := _problems(approval, outcome, input, reason):
        raise ApprovalSchemaViolation(node=approval.node, violations=problems)
    try:
        submit(
            run=approval.run_id,
            event=_event(approval, outcome, input if outcome == "approve" else None, reason),
            actor=actor,
            guard=_guard(approval.pk, actor, version, {"outcome": outcome, "reason": reason}),
        )
    except Conflict as conflict:
        if conflict.version is None:
            conflict.version = Approval.objects.values_list("version", flat=True).get(pk=approval.pk)
        raise
    return Approval.objects.with_context().get(pk=approval.pk)


def approval_validate(*, approval: Approval, actor: User, input: Any) -> list[Violation]:
    """What `approval_decide` would say to this input; records nothing. Raises Forbidden."""
    _check_permission(approval, actor)
    return violations(approval.schema, input)


def _check_permission(approval: Approval, actor: User) -> None:
    if (why_not := why_not_decide(actor, approval)) is not None:
        raise Forbidden(why_not)


def _problems(approval: Approval, outcome: str, input: Any, reason: str) -> list[Violation]:
    if outcome not in ("approve", "reject", "withdraw"):
        return [Violation("$.outcome", "The outcome is approve, reject or withdraw.")]
    if spoiled := violations({"type": "string", "maxLength": 10_000}, reason):
        return [Violation("$.reason", found.message) for found in spoiled]
    if outcome == "reject" and approval.cause != Approval.Cause.RECONCILE and not reason.strip():
        return [Violation("$.reason", "Say why you reject.")]
    return violations(approval.schema, input) if outcome == "approve" else []


def _guard(approval: int, actor: User, version: int | None, answer: dict[str, str]) -> Callable[[], None]:
    """Look again inside the transaction: what was true when the form was sent may not be true any more.
    When it is, the answer is audited there.
    """

    def check() -> None:
        fresh = Approval.objects.with_context().get(pk=approval)
        _check_permission(fresh, actor)
        if not fresh.is_open:
            raise _closed(fresh)
        if version is not None and fresh.version != version:
            raise _moved_on(fresh)
        audit_record(
            verb=Verb.APPROVAL_DECIDE,
            actor=actor,
            about=fresh,
            event=next_event(fresh.run_id),
            detail={"cause": fresh.cause, **answer},
        )

    return check


def _event(approval: Approval, outcome: Outcome, input: Any, reason: str) -> External:
    if approval.cause != Approval.Cause.RECONCILE:
        return DecisionRecorded(suspension=approval.suspension, outcome=outcome, input=input, reason=reason)
    if outcome != "approve":
        raise Conflict(
            "not_a_decision", "Say whether it happened; this cannot be rejected.", approval.version
        )
    return CallResolved(
        call=_call_in_doubt(approval), happened=input.get("happened") is True, output=input.get("output")
    )


def _call_in_doubt(approval: Approval) -> str:
    for call, suspension in runtime.driver().pending(approval.run_id).in_doubt.items():
        if suspension == approval.suspension:
            return call
    raise _closed(approval)


def _closed(approval: Approval) -> Conflict:
    if approval.status == Approval.Status.CLOSED:
        return Conflict("run_finished", "The run ended before this was decided.", approval.version)
    by = f" by {approval.decided_by}" if approval.decided_by else ""
    return Conflict("already_decided", f"This approval was already decided{by}.", approval.version)


def _moved_on(approval: Approval) -> Conflict:
    return Conflict(
        "wrong_version",
        "Somebody else answered while this form was open; look at it again.",
        approval.version,
    )

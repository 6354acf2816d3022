"""Tools of the dispute refund: look up, pay back, tell the customer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from examples.ledger import entry_append, entry_once
from examples.models import LedgerEntry
from orchestration.tools import ToolContext, ToolError, tool

CURRENCY: Literal["USD"] = "USD"
Amount = Annotated[float, Field(ge=0)]


class Dispute(BaseModel):
    """What is known about a dispute; `paid_before_usd` sums up what the ledger already paid for it."""

    dispute_id: str
    amount_usd: Amount
    reason: str
    paid_before_usd: Amount
    earlier_payments: int


class Refund(BaseModel):
    amount_usd: Amount
    currency: Literal["USD"]
    method: str


class Line(BaseModel):
    item: str
    amount_usd: Amount


class Decision(BaseModel):
    """The approved form of the gate."""

    refund: Refund
    note: str
    lines: list[Line] = []


class Settlement(BaseModel):
    dispute_id: str
    amount_usd: Amount
    currency: Literal["USD"]
    method: str
    ledger_entry: int


class Notice(BaseModel):
    message: str
    ledger_entry: int
    sent_before: bool


@tool(effect="read")
def lookup_dispute(dispute_id: str, amount_usd: Amount, reason: str = "") -> Dispute:
    """Collect what is known about a dispute, with everything that was paid for it before."""
    identifier = dispute_id.strip().upper()
    payments = LedgerEntry.objects.filter(kind="refund", payload__dispute_id=identifier)
    amounts = [entry.payload["amount_usd"] for entry in payments]
    return Dispute(
        dispute_id=identifier,
        amount_usd=amount_usd,
        reason=reason.strip() or "No reason was given.",
        paid_before_usd=round(sum(amounts), 2),
        earlier_payments=len(amounts),
    )


@tool(effect="write")
def settle_refund(dispute_id: str, decision: Decision, context: ToolContext) -> Settlement:
    """Pay back what was approved and write it into the ledger.

    When the approver listed lines, their sum must be the refund.
    """
    refund = decision.refund
    for amount in (refund.amount_usd, *(line.amount_usd for line in decision.lines)):
        _check_cents(amount)
    listed = round(sum(line.amount_usd for line in decision.lines), 2)
    if decision.lines and listed != round(refund.amount_usd, 2):
        raise ToolError(
            f"The lines add up to {listed:.2f} dollars, the refund is {refund.amount_usd:.2f}.",
            before_effect=True,
        )
    return _paid(dispute_id, refund.amount_usd, refund.method, decision.note, context)


@tool(effect="write")
def settle_small(dispute_id: str, amount_usd: Amount, context: ToolContext) -> Settlement:
    """Pay a small dispute back in full, without asking anybody."""
    return _paid(dispute_id, amount_usd, "original_payment", "Settled automatically.", context)


def _check_cents(amount: float) -> None:
    """A graph may leave its schema out; money is paid in whole cents all the same."""
    if round(amount, 2) != amount:
        raise ToolError(f"{amount} dollars are no whole number of cents.", before_effect=True)


def _paid(dispute_id: str, amount: float, method: str, note: str, context: ToolContext) -> Settlement:
    _check_cents(amount)
    identifier = dispute_id.strip().upper()
    payload = {"dispute_id": identifier, "amount_usd": amount, "method": method, "note": note}
    return Settlement(
        dispute_id=identifier,
        amount_usd=amount,
        currency=CURRENCY,
        method=method,
        ledger_entry=entry_append(kind="refund", payload=payload, context=context),
    )


@tool(effect="idempotent")
def notify(
    context: ToolContext, settle_refund: Settlement | None = None, settle_small: Settlement | None = None
) -> Notice:
    """Tell the customer how the dispute was settled; repeated under its key, it tells them once."""
    settlement = settle_refund or settle_small
    if settlement is None:
        raise ToolError("There is no settlement to tell the customer about.", before_effect=True)
    way = settlement.method.replace("_", " ")
    message = f"Dispute {settlement.dispute_id}: we have paid {settlement.amount_usd:.2f} USD back ({way})."
    payload = {"dispute_id": settlement.dispute_id, "message": message}
    entry, created = entry_once(kind="notice", payload=payload, context=context)
    return Notice(message=message, ledger_entry=entry, sent_before=not created)

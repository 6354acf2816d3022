"""The example tools do real work on what they are given."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import examples
from examples.models import LedgerEntry
from orchestration.graph.schemas import violations
from orchestration.tools import InputInvalid, ToolContext, ToolError, registered

TEXT = (
    "The harbour was opened on 12 March 1887, and the town grew with it. "
    "By 1901-05-30 the first cranes stood on the quay; the last one was taken down on March 3rd, 1964. "
    "On 31 February 1900 nothing happened at all. "
) * 3


def context(key: str = "key-1") -> ToolContext:
    return ToolContext(idempotency_key=key, run=7, node="here", attempt=1)


def call(name: str, value: Any, key: str = "key-1") -> Any:
    tool = registered()[name]
    return tool.output(tool.function(**tool.arguments(value, context(key))))


def test_split_keeps_every_word_and_cuts_between_sentences() -> None:
    document = call("split_document", {"text": TEXT, "title": "Harbour", "pace": 0})
    assert " ".join(document["pages"]).split() == TEXT.split()
    assert len(document["pages"]) > 1
    assert all(page.endswith((".", "?", "!")) for page in document["pages"])


@pytest.mark.parametrize("text", ["", "   \n "])
def test_an_empty_document_is_refused(text: str) -> None:
    with pytest.raises(ToolError):
        call("split_document", {"text": text, "pace": 0})


def test_count_words() -> None:
    counts = call("count_words", {"pages": ["One fish, two fish.", "Red fish!"]})
    assert (counts["words"], counts["distinct_words"], counts["sentences"]) == (6, 4, 2)
    assert counts["most_frequent"] == ["fish"]


def test_find_dates_in_three_notations() -> None:
    found = call("find_dates", {"pages": [TEXT]})
    assert [item["date"] for item in found[:3]] == ["1887-03-12", "1901-05-30", "1964-03-03"]
    assert len(found) == 9


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The cat sat on the mat and it was happy with that.", "English"),
        ("Der Hund und die Katze sind nicht in dem Haus mit der Maus.", "German"),
        ("Le chat est dans la maison et il ne sort pas sur le balcon.", "French"),
        ("12 34 56", "Unknown"),
    ],
)
async def test_detect_language(text: str, language: str) -> None:
    tool = registered()["detect_language"]
    result = await tool.function(**tool.arguments({"pages": [text]}, context()))
    assert tool.output(result)["language"] == language


@pytest.mark.django_db
def test_the_archive_refuses_twice_under_one_key() -> None:
    for _ in range(2):
        with pytest.raises(ToolError, match="busy") as caught:
            call("fetch_pages", {"pages": ["a b", "c"]})
        assert caught.value.before_effect
    fetched = call("fetch_pages", {"pages": ["a b", "c"]})
    assert [copy["words"] for copy in fetched["copies"]] == [2, 1]
    assert fetched["visits"] == 3
    with pytest.raises(ToolError, match="busy"):
        call("fetch_pages", {"pages": ["a b", "c"]}, key="another run")


@pytest.mark.django_db
def test_the_ledger_shows_a_repeated_write() -> None:
    value = {"copies": [{"page": 1, "words": 2, "checksum": "ab"}]}
    call("file_copies", value)
    call("file_copies", value)
    assert list(LedgerEntry.objects.values_list("kind", "key", "run", "node")) == [
        ("filed", "key-1", 7, "here"),
        ("filed", "key-1", 7, "here"),
    ]


@pytest.mark.django_db
def test_lookup_sums_up_earlier_payments() -> None:
    call("settle_small", {"dispute_id": "d-1", "amount_usd": 40})
    call("settle_small", {"dispute_id": "D-2", "amount_usd": 5})
    found = call("lookup_dispute", {"dispute_id": " d-1 ", "amount_usd": 300, "reason": "Twice"})
    assert found == {
        "dispute_id": "D-1",
        "amount_usd": 300.0,
        "reason": "Twice",
        "paid_before_usd": 40.0,
        "earlier_payments": 1,
    }


DECISION: dict[str, Any] = {
    "refund": {"amount_usd": 120.5, "currency": "USD", "method": "bank_transfer"},
    "note": "Fair.",
}


@pytest.mark.django_db
def test_settle_pays_exactly_what_was_approved() -> None:
    settled = call("settle_refund", {"dispute_id": "D-1", "decision": DECISION})
    assert (settled["amount_usd"], settled["method"]) == (120.5, "bank_transfer")
    assert LedgerEntry.objects.get().payload["note"] == "Fair."


GRAPH = json.loads(Path(examples.__path__[0], "graphs", "dispute-refund.json").read_text())
AMOUNTS = [
    GRAPH["input_schema"]["properties"]["amount_usd"],
    GRAPH["nodes"][2]["approval_schema"]["properties"]["refund"]["properties"]["amount_usd"],
    GRAPH["nodes"][2]["approval_schema"]["properties"]["lines"]["items"]["properties"]["amount_usd"],
]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("amount", "paid"),
    [(19.99, True), (0.29, True), (1.1, True), (300, True), (10.555, False), (0.1 + 0.2, False)],
)
def test_money_is_whole_cents(amount: float, paid: bool) -> None:
    """In the forms, and in the tools that pay when a graph of somebody's own asks less."""
    assert [not violations(schema, amount) for schema in AMOUNTS] == [paid] * 3
    decision = {**DECISION, "refund": {**DECISION["refund"], "amount_usd": amount}}
    for name, value in (
        ("settle_small", {"dispute_id": "D-1", "amount_usd": amount}),
        ("settle_refund", {"dispute_id": "D-1", "decision": decision}),
    ):
        if paid:
            assert call(name, value)["amount_usd"] == amount
        else:
            with pytest.raises(ToolError, match="cents") as caught:
                call(name, value)
            assert caught.value.before_effect
    assert LedgerEntry.objects.count() == (2 if paid else 0)


@pytest.mark.django_db
def test_lines_must_add_up() -> None:
    decision = {**DECISION, "lines": [{"item": "Shoes", "amount_usd": 100}]}
    with pytest.raises(ToolError, match=r"100\.00 dollars, the refund is 120\.50") as caught:
        call("settle_refund", {"dispute_id": "D-1", "decision": decision})
    assert caught.value.before_effect
    assert not LedgerEntry.objects.exists()


@pytest.mark.django_db
def test_the_customer_is_told_once() -> None:
    settled = call("settle_small", {"dispute_id": "D-1", "amount_usd": 40})
    first = call("notify", {"settle_small": settled})
    again = call("notify", {"settle_small": settled})
    assert "40.00 USD" in first["message"]
    assert (first["sent_before"], again["sent_before"]) == (False, True)
    assert LedgerEntry.objects.filter(kind="notice").count() == 1


def test_amounts_are_checked() -> None:
    with pytest.raises(InputInvalid, match="amount_usd"):
        call("lookup_dispute", {"dispute_id": "D-1", "amount_usd": -1})

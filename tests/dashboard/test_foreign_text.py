"""Text from outside: it neither turns what stands around it nor hides in what it shows."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from dashboard.templatetags.trackside import flat, moment, status_word, visible
from orchestration.engine.status import RunStatus
from orchestration.models import Approval, Graph, Run
from tests.dashboard.conftest import Enter

TURN = "\u202e"


def test_direction_marks_in_values_are_written_out() -> None:
    assert visible(f"pay {TURN}001\u2069") == "pay \\u202E001\\u2069"
    assert visible("שלום 😀 <b>") == "שלום 😀 <b>"
    assert visible(12) == "12"


@pytest.mark.parametrize("path", ["/", "/runs/", "/graphs/", "/graphs/{slug}/", "/runs/{run}/"])
def test_a_name_keeps_its_direction_to_itself(enter: Enter, run: Run, path: str) -> None:
    Graph.objects.update(name=f"Evil{TURN}<b>")
    page = enter("ada", "Admin").get(path.format(slug=run.graph.slug, run=run.pk)).content.decode()
    assert f"<bdi>Evil{TURN}&lt;b&gt;</bdi>" in page
    # Where no element can stand (a title, an option, an attribute) the mark is written out.
    assert f"Evil{TURN}" not in page.replace(f"<bdi>Evil{TURN}&lt;b&gt;</bdi>", "")


def test_the_status_filter_says_what_the_pills_say() -> None:
    assert status_word("stalled") == "Stalled"
    assert all(status_word(status) for status in RunStatus)


def test_values_and_times_are_told_apart() -> None:
    assert moment("2026-01-31T14:30:00+00:00") == datetime(2026, 1, 31, 14, 30, tzinfo=UTC)
    assert moment("2026-01-31T99") is moment("soon") is moment(3) is None
    assert flat({"a": 1, "b": None}) and not flat({}) and not flat({"a": []}) and not flat([1])


def test_a_receipt_has_a_time_for_people_and_leads_to_its_run(enter: Enter, approval: Approval) -> None:
    client = enter("ada", "Admin")
    answer = {"version": "1", "outcome": "approve", "input": '{"refund": 100}', "reason": f"ok{TURN}"}
    page = client.post(f"/approvals/{approval.pk}/", answer, follow=True).content.decode()
    receipt = page[page.index('class="receipt') : page.index("</section>", page.index('class="receipt'))]
    assert f'<a href="/runs/{approval.run_id}/">#{approval.run_id}</a>' in receipt
    assert "data-relative" in receipt and "Approved" in receipt
    assert "<dt>refund</dt><dd>100</dd>" in receipt
    assert "ok\\u202E" in receipt

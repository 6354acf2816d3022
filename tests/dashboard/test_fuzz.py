"""Every operation of the OpenAPI document with what nobody would send: documented answers, never a fault.

A few examples of each in every run, many with ``TRACKSIDE_FUZZ=200`` (examples per operation).
"""

from __future__ import annotations

import operator
import os
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, strategies
from hypothesis import settings as hypothesis_settings
from schemathesis import Case, GenerationMode

from orchestration import runtime
from orchestration.models import Approval, Graph
from tests.dashboard.conftest import Enter
from tests.dashboard.fuzzing import api, check, sent

EXAMPLES = int(os.environ.get("TRACKSIDE_FUZZ", "4"))
API = api()
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
            check(case, sent(case, client))
            transaction.set_rollback(True)
        # It keeps runs in memory, as they were before the rollback.
        runtime.forget_driver()

    send()

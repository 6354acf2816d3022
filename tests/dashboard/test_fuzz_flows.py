"""Requests one after the other, along the links of the OpenAPI document: what one answer tells, the next
uses. Documented answers, never a fault, and every run that was started replays.

A few flows in every run, many with ``TRACKSIDE_FUZZ=200``.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase
from hypothesis import settings as hypothesis_settings
from schemathesis import Case, GenerationMode, Response

from orchestration import runtime
from orchestration.engine.replay import replay
from orchestration.eventlog import DjangoEventLog
from orchestration.models import Draft, Graph, Run
from orchestration.services.tokens import token_create
from tests.dashboard.conftest import Enter
from tests.dashboard.fuzzing import api, check, sent
from tests.dashboard.samples import DOCUMENT

EXAMPLES = int(os.environ.get("TRACKSIDE_FUZZ", "4"))
STEPS = 40
# Operations that a link led to and that did what they are for, at least.
FOLLOWED = 8
FIRST = {"op": "add_node", "node": {"id": "first", "kind": "gate", "prompt": "Go on?", "approval_schema": {}}}
Machine: Any = api().as_state_machine()


def aimed(case: Case[Any], starts: bool) -> None:
    """Bring what the document allows closer to what is there. The links lead to graphs and runs; bodies
    name versions, templates and inputs, which nobody guesses.
    """
    path: dict[str, Any] = case.path_parameters or {}
    body: Any = case.body
    if starts and "slug" in path:
        path["slug"] = "refund"
    if not isinstance(body, dict):
        return
    operation = case.operation.definition.raw["operationId"]
    version = _version(str(path.get("slug")))
    for name in {"base_version", "version"} & body.keys():
        body[name] = min(body[name], version)  # small numbers stay: somebody who is late
    if operation == "draft_change" and version == 0:
        body["diffs"] = [FIRST]
    elif operation == "graphs_create" and body.get("template") is not None:
        body["template"] = "refund"
    elif operation == "graphs_import":
        body["text"], body["format"] = DOCUMENT, "auto"
    elif operation == "runs_start":
        case.body = {"graph": "refund", "input": {"amount": 120}, "draft": body.get("draft", False)}


def _version(slug: str) -> int:
    draft = Draft.objects.filter(graph__slug=slug).first()
    return 0 if draft is None else draft.version


@pytest.fixture
def signed_in(enter: Enter, graph: Graph, request: pytest.FixtureRequest) -> Client:
    client = enter("ada", "Admin")
    if request.param == "token":
        made = token_create(owner=User.objects.get(username="ada"), name="x", scope="everything", actor=None)
        client = Client(headers={"Authorization": f"Bearer {made.secret}"})
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize("signed_in", ["session", "token"], indirect=True)
def test_what_follows_on_an_answer_is_no_fault_of_ours(signed_in: Client) -> None:
    followed: set[str] = set()

    class Flow(Machine):  # type: ignore[misc]  # made at run time
        def setup(self) -> None:
            self.kept_apart = transaction.atomic()
            self.kept_apart.__enter__()

        def step(self, input: Any) -> Any:
            if input.case.meta.generation.mode is GenerationMode.POSITIVE:
                aimed(input.case, not input.is_applied)
            output = super().step(input)
            if input.transition is not None and input.is_applied and output.response.status_code < 300:
                followed.add(input.case.operation.label)
            return output

        def call(self, case: Case[Any], **kwargs: Any) -> Response:
            return sent(case, signed_in)

        def validate_response(self, response: Response, case: Case[Any], *args: Any, **kwargs: Any) -> None:
            check(case, response)

        def teardown(self) -> None:
            try:
                log = DjangoEventLog()
                for run in Run.objects.filter(seq__gte=0).values_list("pk", flat=True):
                    assert replay(log.document, log.read(run)) is None
            finally:
                transaction.set_rollback(True)
                self.kept_apart.__exit__(None, None, None)
                # It keeps runs in memory, as they were before the rollback.
                runtime.forget_driver()

    Flow.run(
        settings=hypothesis_settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            derandomize="TRACKSIDE_FUZZ" not in os.environ,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
    )
    # Links that lead nowhere would let all of the rest pass.
    assert len(followed) >= FOLLOWED, followed

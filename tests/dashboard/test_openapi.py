"""The API's contract: the OpenAPI document, and the TypeScript types that are generated from it."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from drf_spectacular.utils import OpenApiExample

from dashboard.api.bodies import Decision, RunStart
from dashboard.api.draft_bodies import DraftChanges, GraphCreate
from dashboard.api.examples import DRAFT_CHANGE, RUN_START
from dashboard.api.tokens import TokenCreate
from dashboard.live.messages import MESSAGES

SNAPSHOT = Path(__file__).parent.parent / "snapshots" / "openapi.yaml"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("openapi") / "openapi.yaml"
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(path), skip_checks=True)
    return path.read_text()


def test_the_document_is_the_recorded_one(generated: str) -> None:
    """After a wanted change: `make types`, then look at the difference."""
    assert generated == SNAPSHOT.read_text()


def test_every_socket_message_has_a_schema_with_its_type(generated: str) -> None:
    schemas = yaml.safe_load(generated)["components"]["schemas"]
    for message in MESSAGES:
        schema = schemas[message.__name__]
        assert "type" in schema["required"]
        assert get_args(message.model_fields["type"].annotation) == (schema["properties"]["type"]["const"],)


def test_a_view_always_carries_all_of_its_fields(generated: str) -> None:
    schemas = yaml.safe_load(generated)["components"]["schemas"]
    for name in ("RunView", "NodeView", "ApprovalView", "Update", "EventView"):
        assert set(schemas[name]["required"]) == set(schemas[name]["properties"]), name


def test_examples_are_what_the_requests_accept(generated: str) -> None:
    document = yaml.safe_load(generated)
    models = {model.__name__: model for model in (RunStart, Decision, DraftChanges, GraphCreate, TokenCreate)}
    seen = set()
    for operations in document["paths"].values():
        for operation in operations.values():
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            for example in body.get("examples", {}).values():
                name = body["schema"]["$ref"].rsplit("/", 1)[-1].removesuffix("Request")
                models[name].model_validate(example["value"])
                seen.add(name)
    assert seen == set(models)


@pytest.mark.parametrize("example", RUN_START[:3], ids=lambda example: str(example.name))
def test_the_examples_of_runs_start_runs(admin_client: Client, example: OpenApiExample) -> None:
    call_command("load_examples")
    answer = admin_client.post("/api/runs/", example.value, content_type="application/json")
    assert answer.status_code == 201, answer.content


def test_the_example_of_a_change_changes_the_draft(admin_client: Client) -> None:
    call_command("load_examples")
    address = "/api/graphs/dispute-refund/draft/changes/"
    answer = admin_client.post(address, DRAFT_CHANGE[0].value, content_type="application/json")
    assert answer.status_code == 200, answer.content


def test_both_ways_in_are_described(generated: str) -> None:
    document = yaml.safe_load(generated)
    schemes = document["components"]["securitySchemes"]
    assert (schemes["token"]["type"], schemes["token"]["scheme"]) == ("http", "bearer")
    assert (schemes["session"]["type"], schemes["session"]["in"]) == ("apiKey", "cookie")
    for address, operations in document["paths"].items():
        for operation in operations.values():
            assert operation["security"] == [{"token": []}, {"session": []}], address


def test_whatever_reads_a_body_says_how_it_refuses_one(generated: str) -> None:
    for address, methods in yaml.safe_load(generated)["paths"].items():
        for method, operation in methods.items():
            if method not in ("get", "delete"):
                assert "requestBody" in operation, (method, address)
                assert {"400", "413", "415", "422"} <= operation["responses"].keys(), (method, address)


def test_links_name_operations_their_parameters_and_fields_of_the_answer(generated: str) -> None:
    document = yaml.safe_load(generated)
    schemas = document["components"]["schemas"]
    operations = {o["operationId"]: o for methods in document["paths"].values() for o in methods.values()}
    parameters = {
        id: {parameter["name"] for parameter in operation.get("parameters", ())}
        for id, operation in operations.items()
    }
    followed = set()
    for id, operation in operations.items():
        for response in operation["responses"].values():
            for link in response.get("links", {}).values():
                followed.add(link["operationId"])
                assert link["parameters"].keys() <= parameters[link["operationId"]]
                for source in link["parameters"].values():
                    if source.startswith("$request.path."):
                        assert source.removeprefix("$request.path.") in parameters[id]
                        continue
                    schema = response["content"]["application/json"]["schema"]
                    for name in source.removeprefix("$response.body#/").split("/"):
                        schema = schemas[schema["$ref"].rsplit("/", 1)[-1]]["properties"][name]
    assert {"draft_publish", "runs_retry", "tokens_revoke"} <= followed


def test_it_is_served_to_people_who_are_signed_in(admin_client: Client) -> None:
    assert yaml.safe_load(admin_client.get("/api/schema/").content)["openapi"].startswith("3.1")

"""The API's contract: the OpenAPI document, and the TypeScript types that are generated from it."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
import yaml
from django.core.management import call_command
from django.test import Client

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


def test_whatever_reads_a_body_says_how_it_refuses_one(generated: str) -> None:
    for address, methods in yaml.safe_load(generated)["paths"].items():
        for method, operation in methods.items():
            if method != "get":
                assert "requestBody" in operation, (method, address)
                assert {"400", "413", "415", "422"} <= operation["responses"].keys(), (method, address)


def test_it_is_served_to_people_who_are_signed_in(admin_client: Client) -> None:
    assert yaml.safe_load(admin_client.get("/api/schema/").content)["openapi"].startswith("3.1")

"""The OpenAPI document: pydantic views as they are sent, and the sockets' messages beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from django.conf import settings
from drf_spectacular.drainage import set_override
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from dashboard.api.problems import CONTENT_TYPE, ProblemDetails
from dashboard.live.messages import MESSAGES

REFERENCE = "#/components/schemas/{model}"
Direction = Literal["request", "response"]


class AsSent(GenerateJsonSchema):
    """A view always carries all of its fields, those with a default too."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        return self.mode == "serialization" or super().field_is_required(field, total)


class Views(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]  # registers by subclassing
    """Requests are described as they are read, responses as they are written."""

    target_class = "pydantic.BaseModel"
    match_subclasses = True
    priority = 1

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        # Nested models are registered by name alone, so one that also stands alone looks like a collision.
        set_override(self.target, "suppress_collision_warning", True)
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        schema: dict[str, Any] = self.target.model_json_schema(
            ref_template=REFERENCE,
            mode="validation" if direction == "request" else "serialization",
            schema_generator=AsSent,
        )
        for name, inner in schema.pop("$defs", {}).items():
            component = ResolvedComponent(  # type: ignore[no-untyped-call]
                name=name, type=ResolvedComponent.SCHEMA, object=name, schema=inner
            )
            auto_schema.registry.register_on_missing(component)
        return schema


class Session(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "dashboard.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": "The session of a signed-in browser. Writing needs the header X-CSRFToken too.",
        }


class Bearer(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "dashboard.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "ts_…",
            "description": "An API token, made on the page Settings. Its scope and its owner's permissions "
            "decide together.",
        }


# What every body can be: not JSON, too large, of another type, JSON of another shape.
BODY_REFUSALS = ("400", "413", "415", "422")


def add_body_refusals(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Whatever reads a body can refuse it, whether its view thought of that or not."""
    schema = {"$ref": REFERENCE.format(model=ProblemDetails.__name__)}
    refusal = {"content": {CONTENT_TYPE: {"schema": schema}}, "description": ""}
    for methods in result["paths"].values():
        for operation in methods.values():
            if "requestBody" in operation:
                responses = operation["responses"]
                for status in BODY_REFUSALS:
                    responses.setdefault(status, refusal)
                operation["responses"] = dict(sorted(responses.items()))
    return result


def add_socket_messages(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """Types for the sockets' messages are generated from the same document as all others."""
    models: Sequence[tuple[type[BaseModel], Literal["serialization"]]] = [
        (model, "serialization") for model in MESSAGES
    ]
    _, schemas = models_json_schema(models, ref_template=REFERENCE, schema_generator=AsSent)
    components = result.setdefault("components", {}).setdefault("schemas", {})
    for name, schema in schemas.get("$defs", {}).items():
        components.setdefault(name, schema)
    result["components"]["schemas"] = dict(sorted(components.items()))
    return result

"""Request bodies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

from dashboard import exact_json


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"
    default_detail = "The body is larger than this server accepts."


class ExactJSONParser(BaseParser):
    """JSON only; what would not survive unchanged is refused. See `dashboard.exact_json`."""

    media_type = "application/json"

    def limit(self) -> int:
        """In bytes."""
        return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        limit = self.limit()
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge()
        try:
            return exact_json.loads(body)
        except exact_json.NotExact as error:
            raise ParseError(f"The body is not acceptable JSON: {error}.") from error


class DocumentParser(ExactJSONParser):
    """For bodies with a whole document as text: JSON inside JSON may take twice the bytes."""

    def limit(self) -> int:
        return 2 * super().limit()

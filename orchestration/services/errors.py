"""What a service raises besides the engine's refusals."""

from __future__ import annotations

from collections.abc import Sequence

from orchestration.engine.errors import Violation


class Conflict(Exception):
    """The thing is not as the caller saw it any more; nothing was changed.

    `code` is for programs ("already_decided", "wrong_version" …), `detail` for people. `version` is the
    current one where the thing has versions.
    """

    def __init__(self, code: str, detail: str, version: int | None = None) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.version = version


class NotASlug(Exception):
    """A graph was to be published under a name that addresses cannot hold."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"“{name[:100]}” is not a slug: small letters, digits, - and _, at most 80 of them. "
            "For example: dispute-refund"
        )


class NotFound(Exception):
    """There is no graph, revision or run of this name."""


class InputViolation(Exception):
    """A run's input misses the graph's input schema; `violations` holds all of them, sorted."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__(f"The input misses the graph's input schema in {len(violations)} places.")
        self.violations = list(violations)


class TooMany(Exception):
    """One person asked for this too often; nothing was done. After `retry_after` seconds it may go again."""

    def __init__(self, code: str, detail: str, retry_after: int) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.retry_after = retry_after


class Refused(Exception):
    """What was asked for does not fit; nothing was changed. `code` is for programs, `detail` for people,
    and `violations` say where, as far as there are places.
    """

    def __init__(self, code: str, detail: str, violations: Sequence[Violation] = ()) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.violations = list(violations)

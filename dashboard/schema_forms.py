"""The server-side twin of the browser's schema form: the same check, without JavaScript.

The answer is one JSON field. `clean` runs the check that the API runs; what it finds is listed with the
field's title for people and its path for those who write the JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms

from dashboard import exact_json
from dashboard.schema_titles import FieldNote, field_notes, skeleton, title_of
from orchestration.engine.errors import Violation

Check = Callable[[Any], Sequence[Violation]]
SHOWN = 20


@dataclass(frozen=True)
class Complaint:
    """A violation as the page shows it."""

    title: str
    path: str
    message: str


class JSONText(forms.CharField):
    """A JSON value typed by hand."""

    widget = forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "autocapitalize": "off"})

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        try:
            return exact_json.loads(text)
        except exact_json.NotExact as error:
            raise forms.ValidationError(f"This is not acceptable JSON: {error}.", code="malformed") from error

    def validate(self, value: Any) -> None:
        """Null, false and empty lists are answers; whether they fit is the schema's question."""

    def run_validators(self, value: Any) -> None:
        """Length and the like are the schema's too."""


class SchemaForm(forms.Form):
    """`check` gives the violations of a value; `schema` only words and first values."""

    input = JSONText(label="Answer", required=False)

    def __init__(
        self, data: Any = None, *, schema: Any, check: Check, label: str = "Answer", **options: Any
    ) -> None:
        super().__init__(data, **options)
        self.schema = schema
        self.check = check
        self.complaints: list[Complaint] = []
        self.complaints_left = 0
        field = self.fields["input"]
        field.label = label
        field.initial = json.dumps(skeleton(schema), ensure_ascii=False, indent=2)
        field.widget.attrs["class"] = "textarea mono"

    @property
    def notes(self) -> list[FieldNote]:
        return field_notes(self.schema)

    def needs_answer(self) -> bool:
        """Whether the input counts, given what was sent."""
        return True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "input" in cleaned and self.needs_answer():
            self.complain(self.check(cleaned["input"]))
        return cleaned

    def complain(self, violations: Sequence[Violation]) -> None:
        """List what is wrong with the answer; the form is then not valid."""
        if not violations:
            return
        self.complaints = [
            Complaint(title_of(self.schema, found.path), found.path, found.message)
            for found in violations[:SHOWN]
        ]
        self.complaints_left = max(0, len(violations) - SHOWN)
        self.add_error("input", "The answer does not fit yet. What to change is listed here.")


class DecisionForm(SchemaForm):
    """Approve with an answer, reject with a reason, or withdraw an approval that others have to confirm.

    `version` is the one that the page showed.
    """

    outcome = forms.ChoiceField(
        choices=[("approve", "Approve"), ("reject", "Reject"), ("withdraw", "Withdraw")]
    )
    reason = forms.CharField(
        label="Reason",
        required=False,
        max_length=10_000,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 2, "class": "textarea"}),
        help_text="Needed to reject. It is kept in the log with your name.",
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def needs_answer(self) -> bool:
        return self.cleaned_data.get("outcome") == "approve"

    def clean(self) -> dict[str, Any]:
        if self.data.get("outcome") in ("reject", "withdraw"):
            # The typed answer does not count, so it cannot be in the way either.
            self.errors.pop("input", None)
        cleaned = super().clean()
        if cleaned.get("outcome") == "reject" and not cleaned.get("reason"):
            self.add_error("reason", "Say why you reject.")
        return cleaned

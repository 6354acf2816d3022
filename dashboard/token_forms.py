"""Making an API token by a plain form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from orchestration.models.access import VERBS
from orchestration.models.tokens import EVERYTHING, READ
from orchestration.services.tokens import LONGEST_NAME

CHOSEN = "chosen"
SCOPES = (
    (READ, "Read only"),
    (EVERYTHING, "Everything that I may do"),
    (CHOSEN, "Only what I choose"),
)
LIVES = (("7", "7 days"), ("30", "30 days"), ("90", "90 days"), ("365", "A year"), ("", "Never"))


class TokenForm(forms.Form):
    """`verbs` are those that the person holds: others would give the token nothing."""

    name = forms.CharField(
        label="Name",
        max_length=LONGEST_NAME,
        help_text="What will use it, for example “nightly export”.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(label="It may", choices=SCOPES, initial=READ)
    verbs = forms.MultipleChoiceField(label="Which are", required=False)
    expires = forms.ChoiceField(label="It expires after", choices=LIVES, initial="90", required=False)

    def __init__(self, *args: Any, held: Iterable[str], **options: Any) -> None:
        super().__init__(*args, **options)
        choices = self.fields["verbs"]
        assert isinstance(choices, forms.MultipleChoiceField)
        choices.choices = [(verb, _words(verb)) for verb in held]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("scope") == CHOSEN and not cleaned.get("verbs") and "verbs" not in self.errors:
            self.add_error("verbs", "Choose at least one.")
        return cleaned

    @property
    def chosen_scope(self) -> str:
        """In the words of the service."""
        scope: str = self.cleaned_data["scope"]
        return " ".join(self.cleaned_data["verbs"]) if scope == CHOSEN else scope

    @property
    def expires_days(self) -> int | None:
        return int(self.cleaned_data["expires"]) if self.cleaned_data["expires"] else None


def _words(verb: str) -> str:
    words = VERBS[verb].removeprefix("Can ")
    return words[0].upper() + words[1:]

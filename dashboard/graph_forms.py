"""Making graphs by plain forms."""

from __future__ import annotations

from typing import Any

from django import forms

from orchestration.graph.document import MAX_DOCUMENT_BYTES
from orchestration.models import Graph
from orchestration.services.slugs import NAME_LENGTH

TEMPLATES_SHOWN = 500
# A little over a document's limit, which has a message of its own.
LARGEST_FILE = 2 * MAX_DOCUMENT_BYTES


def template_choices() -> list[tuple[str, str]]:
    """(slug, name) of the graphs that a new one can start from."""
    rows = Graph.objects.active().order_by("name", "pk").values_list("slug", "name")
    return list(rows[:TEMPLATES_SHOWN])


class NameForm(forms.Form):
    """What a graph is to be called."""

    name = forms.CharField(label="Name", max_length=NAME_LENGTH)


class NewGraphForm(NameForm):
    template = forms.ChoiceField(
        label="Start from",
        required=False,
        help_text="A copy of another graph leaves that graph as it is.",
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["template"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", "A blank graph"), *template_choices()]


class ImportForm(forms.Form):
    """A file, or what is in one."""

    file = forms.FileField(
        label="File",
        required=False,
        help_text="Trackside's own JSON, or a graph of a system that can be read here.",
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )
    text = forms.CharField(
        label="Or paste it",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "autocapitalize": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file = cleaned.get("file")
        if self.errors:
            return cleaned
        if file is None and not (cleaned.get("text") or "").strip():
            self.add_error("file", "Choose a file, or paste what is in it.")
        elif file is not None and file.size > LARGEST_FILE:
            self.add_error("file", f"The file has {file.size:,} bytes; at most {LARGEST_FILE:,} are read.")
        return cleaned

    def source(self) -> tuple[bytes, str]:
        """What to read, and what it is called if it does not say."""
        file = self.cleaned_data["file"]
        if file is None:
            return self.cleaned_data["text"].encode(), ""
        return file.read(), stem_of(file.name)


def stem_of(file_name: str) -> str:
    """The name without its ending, as a graph can be called."""
    stem = file_name.rsplit("/", 1)[-1].removesuffix(".json").replace("\0", "").strip()
    return stem[:NAME_LENGTH]

"""How Django's forms are drawn here."""

from __future__ import annotations

from typing import TypeVar

from django import forms

Form = TypeVar("Form", bound=forms.BaseForm)

CLASSES: tuple[tuple[type[forms.Widget], str], ...] = (
    (forms.Textarea, "textarea"),
    (forms.Select, "select"),
    (forms.CheckboxInput, "checkbox"),
    (forms.FileInput, "input file"),
)


def dressed(form: Form) -> Form:
    """The form with the style sheet's classes on its widgets."""
    for field in form.fields.values():
        widget = field.widget
        field.widget.attrs["class"] = next(
            (word for kind, word in CLASSES if isinstance(widget, kind)), "input"
        )
    return form

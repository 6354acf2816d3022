"""How people are called."""

from __future__ import annotations

from django.contrib.auth.models import User

from orchestration.selectors.draft_views import PersonView

NOBODY = "command line"


def name_of(user: User | None) -> str:
    """The full name, else the user name; None is the command line."""
    return NOBODY if user is None else user.get_full_name() or user.get_username()


def person_view(user: User) -> PersonView:
    return PersonView(id=user.pk, name=name_of(user))

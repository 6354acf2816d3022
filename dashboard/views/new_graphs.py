"""New graphs by plain forms: blank, as a copy, out of a file. The same services as the API's."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from dashboard.forms import dressed
from dashboard.graph_forms import ImportForm, NameForm, NewGraphForm
from dashboard.views.pages import require_view
from orchestration.graph.problems import DocumentInvalid, Problem
from orchestration.models import Graph
from orchestration.services import permissions
from orchestration.services.new_graphs import (
    ImportedDraft,
    default_copy_name,
    graph_create,
    graph_duplicate,
    graph_import_draft,
)

NOTES_SHOWN = 8
PROBLEMS_SHOWN = 100


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    user = _require_editor(request)
    form = dressed(NewGraphForm(_sent(request), initial={"template": request.GET.get("template")}))
    if form.is_valid():
        slug = form.cleaned_data["template"]
        template = get_object_or_404(Graph, slug=slug) if slug else None
        made = graph_create(name=form.cleaned_data["name"], template=template, actor=user)
        return redirect("graph", slug=made.slug)
    return _form_page(request, "graphs/new.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
def duplicate(request: HttpRequest, slug: str) -> HttpResponse:
    user = _require_editor(request)
    graph = get_object_or_404(Graph, slug=slug)
    form = dressed(NameForm(_sent(request), initial={"name": default_copy_name(graph.name)}))
    if form.is_valid():
        made = graph_duplicate(graph=graph, name=form.cleaned_data["name"], actor=user)
        return redirect("graph", slug=made.slug)
    return _form_page(request, "graphs/duplicate.html", {"form": form, "graph": graph})


@require_http_methods(["GET", "HEAD", "POST"])
def import_graph(request: HttpRequest) -> HttpResponse:
    user = _require_editor(request)
    sent = _sent(request)
    form = dressed(ImportForm(sent, None if sent is None else request.FILES))
    problems: list[Problem] = []
    if form.is_valid():
        text, unnamed = form.source()
        try:
            imported = graph_import_draft(text=text, unnamed=unnamed, actor=user)
        except DocumentInvalid as error:
            problems = error.problems
        else:
            _tell(request, imported)
            return redirect("graph", slug=imported.graph.slug)
    context = {
        "form": form,
        "problems": problems[:PROBLEMS_SHOWN],
        "problems_left": max(0, len(problems) - PROBLEMS_SHOWN),
    }
    return _form_page(request, "graphs/import.html", context, wrong=bool(problems))


def _sent(request: HttpRequest) -> QueryDict | None:
    """What was sent, all of it perhaps empty; None when the form is only asked for."""
    return request.POST if request.method == "POST" else None


def _require_editor(request: HttpRequest) -> User:
    user = require_view(request)
    if not permissions.can_edit_graph(user):
        raise PermissionDenied("Your account may not make graphs. Ask an administrator for the group Editor.")
    return user


def _form_page(
    request: HttpRequest, template: str, context: dict[str, object], wrong: bool = False
) -> HttpResponse:
    """A form, as it is or with what is wrong in it."""
    form = context["form"]
    assert isinstance(form, NameForm | ImportForm)
    return render(request, template, context, status=422 if wrong or form.errors else 200)


def _tell(request: HttpRequest, imported: ImportedDraft) -> None:
    """One message, whatever there is to say: further lines of one are shown when they are asked for."""
    name, notes = imported.graph.name, imported.notes
    told = f"“{name}” is imported. It is a draft until somebody publishes it."
    if not notes:
        messages.success(request, told)
        return
    count = "1 note" if len(notes) == 1 else f"{len(notes)} notes"
    lines = [f"{told} It came with {count}", *notes[:NOTES_SHOWN]]
    if len(notes) > NOTES_SHOWN:
        lines.append(f"{len(notes) - NOTES_SHOWN} more things differ from the file.")
    messages.success(request, "\n".join(" ".join(line.split()) for line in lines))

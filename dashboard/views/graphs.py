"""Graphs: the list, one graph, and starting a run of it."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from dashboard.cards import graph_card, graph_cards
from dashboard.schema_forms import SchemaForm
from dashboard.views.pages import require_view
from orchestration.engine.errors import EngineError
from orchestration.eventlog import topology_of
from orchestration.graph.schemas import violations
from orchestration.models import Revision
from orchestration.selectors import graphs as selectors
from orchestration.services import permissions
from orchestration.services.errors import Conflict, InputViolation, NotFound
from orchestration.services.permissions import Forbidden
from orchestration.services.runs import run_start


@require_safe
def graphs(request: HttpRequest) -> HttpResponse:
    require_view(request)
    return render(request, "graphs/list.html", {"graphs": graph_cards()})


@require_safe
def graph(request: HttpRequest, slug: str) -> HttpResponse:
    require_view(request)
    revision = _latest(slug)
    return _page(request, revision, _start_form(revision))


@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a run from the plain form; back to the form with what is wrong, or on to the run."""
    user = require_view(request)
    revision = _latest(slug)
    shown = request.POST.get("revision", "")
    form = _start_form(revision, request.POST)
    if shown and shown != str(revision.number):
        form.add_error(
            None, "A newer revision was published while this form was open. Look again, then start."
        )
    if not form.is_valid():
        return _page(request, revision, form, status=422)
    try:
        run = run_start(
            graph=revision.graph,
            revision=revision.number,
            input=form.cleaned_data["input"],
            labels={},
            actor=user,
        )
    except Forbidden as error:
        raise PermissionDenied(str(error)) from error
    except InputViolation as error:
        form.complain(error.violations)
    except (Conflict, NotFound) as error:
        form.add_error(None, str(error))
    except EngineError as error:
        form.add_error(None, error.message)
    else:
        messages.success(request, f"Run #{run.pk} is started.")
        return redirect("run", id=run.pk)
    return _page(request, revision, form, status=422)


def _latest(slug: str) -> Revision:
    found = selectors.latest_revision(slug)
    if found is None:
        raise Http404
    return found


def _start_form(revision: Revision, data: object = None) -> SchemaForm:
    schema = graph_card(revision.graph, revision).input_schema
    return SchemaForm(data, schema=schema, check=lambda value: violations(schema, value), label="Input")


def _page(request: HttpRequest, revision: Revision, form: SchemaForm, status: int = 200) -> HttpResponse:
    user = require_view(request)
    context = {
        "graph": graph_card(revision.graph, revision),
        "nodes": list(topology_of(revision.graph_hash)),
        "form": form,
        "can_start": permissions.can_start_run(user, revision.graph),
    }
    return render(request, "graphs/graph.html", context, status=status)

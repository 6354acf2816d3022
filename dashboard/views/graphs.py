"""Graphs: the list, one graph, starting a run of it, and taking it out of use."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from dashboard.cards import graph_card, graph_cards
from dashboard.graph_forms import template_choices
from dashboard.pagination import SIZE
from dashboard.schema_forms import SchemaForm
from dashboard.views.pages import require_view, user_of
from orchestration.engine.errors import EngineError
from orchestration.graph.schemas import violations
from orchestration.graph.topology import Topology
from orchestration.models import Graph
from orchestration.selectors import graphs as selectors
from orchestration.selectors.graphs import graph_line
from orchestration.selectors.revisions import current_document
from orchestration.services import permissions
from orchestration.services.archiving import graph_archive, graph_unarchive
from orchestration.services.errors import Conflict, InputViolation, NotFound, TooMany
from orchestration.services.permissions import Forbidden
from orchestration.services.runs import run_start

# The plain table is in every answer, also in those whose reader draws the graph: its rows cost them time.
NODES_WITHOUT_SCRIPT = 200


@require_safe
def graphs(request: HttpRequest) -> HttpResponse:
    user = require_view(request)
    archived, text = request.GET.get("archived") == "on", request.GET.get("q", "")[:200]
    rows = selectors.by_last_use(selectors.listed(archived=archived, text=text))
    page = Paginator(rows, SIZE).get_page(request.GET.get("page"))
    context = {
        "graphs": graph_cards(list(page.object_list)),
        "page": page,
        "archived": archived,
        "archived_count": Graph.objects.archived().count(),
        "q": text,
        "templates": template_choices(),
        "can_edit": permissions.can_edit_graph(user),
        "can_start": permissions.can_start_run(user),
    }
    return render(request, "graphs/list.html", context)


@require_safe
def graph(request: HttpRequest, slug: str) -> HttpResponse:
    require_view(request)
    found = get_object_or_404(Graph, slug=slug)
    return _page(request, found, _start_form(found))


@require_POST
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a run from the plain form; back to the form with what is wrong, or on to the run."""
    user = require_view(request)
    found = get_object_or_404(Graph, slug=slug)
    latest = graph_line(found).revision
    shown = request.POST.get("revision", "")
    form = _start_form(found, request.POST)
    if shown and latest is not None and shown != str(latest.number):
        form.add_error(
            None, "A newer revision was published while this form was open. Look again, then start."
        )
    if not form.is_valid():
        return _page(request, found, form, status=422)
    try:
        run = run_start(
            graph=found,
            revision=None if latest is None else latest.number,
            input=form.cleaned_data["input"],
            labels={},
            actor=user,
        )
    except Forbidden as error:
        raise PermissionDenied(str(error)) from error
    except TooMany as error:
        form.add_error(None, error.detail)
        page = _page(request, found, form, status=429)
        page["Retry-After"] = str(error.retry_after)
        return page
    except InputViolation as error:
        form.complain(error.violations)
    except (Conflict, NotFound) as error:
        form.add_error(None, str(error))
    except EngineError as error:
        form.add_error(None, error.message)
    else:
        messages.success(request, f"Run #{run.pk} is started.")
        return redirect("run", id=run.pk)
    return _page(request, found, form, status=422)


def _verb(service: Callable[..., Graph], done: str) -> Callable[[HttpRequest, str], HttpResponse]:
    """A page that carries a verb out and shows the list again."""

    @require_POST
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        row = get_object_or_404(Graph, slug=slug)
        try:
            service(graph=row, actor=user_of(request))
        except Forbidden as error:
            raise PermissionDenied(str(error)) from error
        except Conflict as error:
            messages.error(request, f"Nothing was changed: {error.detail}")
        else:
            messages.success(request, done.format(row.name))
        return redirect("graphs")

    return view


archive = _verb(graph_archive, "“{}” is archived. Nothing is lost: it stands under Archived.")
unarchive = _verb(graph_unarchive, "“{}” is back in the list.")


def _start_form(graph: Graph, data: object = None) -> SchemaForm:
    schema = graph_line(graph).brief.input_schema
    return SchemaForm(data, schema=schema, check=lambda value: violations(schema, value), label="Input")


def _page(request: HttpRequest, graph: Graph, form: SchemaForm, status: int = 200) -> HttpResponse:
    user = require_view(request)
    nodes = list(Topology(current_document(graph_line(graph))))
    context = {
        "graph": graph_card(graph),
        "nodes": nodes[:NODES_WITHOUT_SCRIPT],
        "more": max(0, len(nodes) - NODES_WITHOUT_SCRIPT),
        "form": form,
        "can_start": permissions.can_start_run(user, graph),
    }
    return render(request, "graphs/graph.html", context, status=status)

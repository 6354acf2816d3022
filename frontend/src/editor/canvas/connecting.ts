import { explain, getJson } from "../../api/http";
import type { Connections } from "../../api/types";
import { urls } from "../../api/urls";
import type { Point } from "../../graph/geometry";
import { toast } from "../../ui/toasts";
import type { Editor } from "../context";
import type { Dependency } from "../model";
import { addCase, caseAdded, connect, type EdgeEnds, edgeOf, reroute, rerouteDiffs } from "./edges";
import { type Connecting, canvasUi, type Place } from "./ui";

/** An edge is being drawn from `node`. The server is asked once where its other end may not go. */
export function beginConnecting(
  editor: Editor,
  node: string,
  end: "source" | "target",
  edge: string | null,
): void {
  const ui = canvasUi(editor.store);
  const connecting: Connecting = { node, end, edge, forbidden: null, over: null, pointer: null };
  ui.setState({ connecting, question: null });
  const { slug } = editor.store.getState();
  const still = () => {
    const now = ui.getState().connecting;
    return now?.node === node && now.end === end && now.edge === edge ? now : null;
  };
  getJson<Connections>(urls.connections(slug, node, end)).then(
    ({ forbidden }) => {
      const now = still();
      if (!now) return;
      const reasons = new Map(forbidden.map((one) => [one.node, one.message]));
      // The end that is being moved may be put back where it was.
      const old = edge === null ? null : edgeOf(editor.store.getState().draft, edge);
      if (old) reasons.delete(end === "source" ? old.target : old.source);
      ui.setState({ connecting: { ...now, forbidden: reasons } });
    },
    // Whatever is dropped then, the server says it again, with its reason.
    (error) => console.warn("It is not known where the edge may go.", explain(error)),
  );
}

export function moveConnecting(editor: Editor, over: string | null, pointer: Point): void {
  const ui = canvasUi(editor.store);
  const { connecting } = ui.getState();
  if (connecting) ui.setState({ connecting: { ...connecting, over, pointer } });
}

export function stopConnecting(editor: Editor): void {
  canvasUi(editor.store).setState({ connecting: null });
}

/** Both ends of the edge as it would be if it were dropped on `other`. */
function ends({ node, end }: Connecting, other: string): { source: string; target: string } {
  return end === "source" ? { source: node, target: other } : { source: other, target: node };
}

/**
 * The edge is dropped on `other`. Out of a branch it needs a case, which is asked for at `at`. Nothing
 * happens where it may not go: the reason stood there before.
 */
export function dropOn(editor: Editor, connecting: Connecting, other: string, at: Point): void {
  const { draft } = editor.store.getState();
  const { source, target } = ends(connecting, other);
  const reason = connecting.forbidden?.get(other);
  if (source === target) return;
  if (reason !== undefined) {
    toast("error", reason);
    return;
  }
  const old = connecting.edge === null ? null : edgeOf(draft, connecting.edge);
  if (old && old.source === source && old.target === target) return;
  const make = (name: string | null) => {
    const fresh: EdgeEnds = { source, target, case: name };
    void (old ? reroute(editor, old, fresh) : connect(editor, source, target, name));
  };
  if (draft.nodes.get(source)?.kind !== "branch") {
    make(null);
    return;
  }
  if (old?.source === source && old.case !== null) {
    make(old.case);
    return;
  }
  const choose = (name: string, isNew: boolean) => {
    if (!isNew) make(name);
    else if (!old) void addCase(editor, source, name, target);
    else {
      const fresh = { source, target, case: name };
      void editor.commands.edit([
        caseAdded(editor.store.getState().draft, source, name),
        ...rerouteDiffs(old, fresh),
      ]);
    }
  };
  canvasUi(editor.store).setState({ question: { ask: "case", branch: source, target, at, choose } });
}

/** A new edge is dropped on nothing: a list of kinds, for a node that needs the one that it came from. */
export function dropOnNothing(editor: Editor, connecting: Connecting, place: Place, at: Point): void {
  if (connecting.edge !== null || connecting.end !== "source") return;
  const { draft } = editor.store.getState();
  const { node } = connecting;
  if ((draft.home.get(node) ?? null) !== place.team) return;
  const ask = (needs: Dependency[]) =>
    canvasUi(editor.store).setState({ question: { ask: "kind", at, needs, place } });
  if (draft.nodes.get(node)?.kind !== "branch") {
    ask([node]);
    return;
  }
  const cases = (draft.nodes.get(node)?.cases as { name: string }[] | undefined) ?? [];
  const free = cases.find(({ name }) => !hasEdge(editor, node, name)) ?? cases[0];
  ask(free ? [{ node, case: free.name }] : [node]);
}

function hasEdge(editor: Editor, branch: string, name: string): boolean {
  for (const node of editor.store.getState().draft.nodes.values()) {
    for (const one of node.depends_on ?? []) {
      if (typeof one !== "string" && one.node === branch && one.case === name) return true;
    }
  }
  return false;
}

import {
  Activity,
  Archive,
  ArchiveRestore,
  Braces,
  Copy,
  Download,
  FlaskConical,
  GitCommitHorizontal,
  GitCompare,
  History,
  MoreHorizontal,
  Play,
  Redo2,
  Settings2,
  Trash2,
  Undo2,
} from "lucide-react";
import { explain, postJson } from "../api/http";
import type { GraphSummary } from "../api/types";
import { urls } from "../api/urls";
import { Menu } from "../ui/Menu";
import { toast } from "../ui/toasts";
import { standing } from "./changes/standing";
import { useCode } from "./code/useCode";
import { useCommands, useEditor, useEditorParts, useMayEdit } from "./context";
import type { EditorStore } from "./store";
import { ui } from "./ui";

/** Out of the lists or back into them. The way back is offered at once. */
async function archive(store: EditorStore, verb: "archive" | "unarchive"): Promise<void> {
  const { slug } = store.getState();
  try {
    const { archived } = await postJson<GraphSummary>(urls.graphVerb(slug, verb));
    store.setState({ archived });
    toast("success", archived ? "The graph is archived." : "The graph is back.", {
      label: "Undo",
      run: () => void archive(store, archived ? "unarchive" : "archive"),
    });
  } catch (error) {
    toast("error", explain(error));
  }
}

/** What has its own button where there is room. */
function OnNarrow() {
  const commands = useCommands();
  const may = useEditor((state) => state.may);
  const archived = useEditor((state) => state.archived);
  const latest = useEditor((state) => state.latestRevision);
  const undo = useEditor((state) => state.undo);
  const redo = useEditor((state) => state.redo);
  const mayEdit = useMayEdit();
  return (
    <div className="narrow-only">
      {may.start && !archived && (
        <button type="button" onClick={() => ui.ask({ kind: "try" })}>
          <FlaskConical aria-hidden="true" />
          Try the draft…
        </button>
      )}
      {may.publish && !archived && (
        <button type="button" onClick={() => ui.ask({ kind: "publish" })}>
          <GitCommitHorizontal aria-hidden="true" />
          Publish…
        </button>
      )}
      {may.start && latest !== null && !archived && (
        <button type="button" onClick={() => ui.ask({ kind: "run" })}>
          <Play aria-hidden="true" />
          Run…
        </button>
      )}
      {mayEdit && undo !== null && (
        <button type="button" onClick={() => void commands.undo()}>
          <Undo2 aria-hidden="true" />
          <span className="truncate">Undo: {undo}</span>
        </button>
      )}
      {mayEdit && redo !== null && (
        <button type="button" onClick={() => void commands.redo()}>
          <Redo2 aria-hidden="true" />
          <span className="truncate">Redo: {redo}</span>
        </button>
      )}
      <hr />
    </div>
  );
}

export function HeaderMenu() {
  const { store } = useEditorParts();
  const slug = useEditor((state) => state.slug);
  const latest = useEditor((state) => state.latestRevision);
  const unpublished = useEditor((state) => standing(state.changes).length > 0);
  const archived = useEditor((state) => state.archived);
  const canEdit = useEditor((state) => state.may.edit);
  const mayEdit = useMayEdit();
  const code = useCode((state) => state.open);
  return (
    <Menu label="More about this graph" icon={<MoreHorizontal aria-hidden="true" />}>
      <OnNarrow />
      <a href={urls.historyPage(slug)}>
        <History aria-hidden="true" />
        History
      </a>
      {latest !== null && (
        <a href={urls.comparePage(slug, String(latest), "draft")}>
          <GitCompare aria-hidden="true" />
          Compare with revision {latest}
        </a>
      )}
      <a href={urls.runsOf(slug)}>
        <Activity aria-hidden="true" />
        Its runs
      </a>
      <hr />
      <button type="button" onClick={() => store.getState().inspectGraph()}>
        <Settings2 aria-hidden="true" />
        Graph settings
      </button>
      <button type="button" onClick={() => useCode.setState({ open: !code })}>
        <Braces aria-hidden="true" />
        {code ? "Leave the JSON" : "JSON"}
      </button>
      <a href={urls.exported(slug, "draft")} download>
        <Download aria-hidden="true" />
        Export the draft
      </a>
      {canEdit && (
        <>
          <button type="button" onClick={() => ui.ask({ kind: "duplicate" })}>
            <Copy aria-hidden="true" />
            Duplicate…
          </button>
          <button type="button" onClick={() => void archive(store, archived ? "unarchive" : "archive")}>
            {archived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
            {archived ? "Bring it back" : "Archive"}
          </button>
        </>
      )}
      {mayEdit && unpublished && (
        <>
          <hr />
          <button type="button" className="is-grave" onClick={() => ui.ask({ kind: "discard" })}>
            <Trash2 aria-hidden="true" />
            Discard changes…
          </button>
        </>
      )}
    </Menu>
  );
}

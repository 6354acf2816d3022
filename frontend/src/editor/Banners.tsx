import { Archive, Eye, WifiOff } from "lucide-react";
import { useState } from "react";
import { explain, postJson } from "../api/http";
import type { GraphSummary } from "../api/types";
import { urls } from "../api/urls";
import { toast } from "../ui/toasts";
import { useCode } from "./code/useCode";
import { useEditor, useEditorParts } from "./context";
import { Halted } from "./Halted";
import type { LiveEditor } from "./sync";

function Archived() {
  const { store } = useEditorParts();
  const canEdit = useEditor((state) => state.may.edit);
  const [busy, setBusy] = useState(false);
  const bring = async () => {
    setBusy(true);
    try {
      const { archived } = await postJson<GraphSummary>(urls.graphVerb(store.getState().slug, "unarchive"));
      store.setState({ archived });
    } catch (error) {
      toast("error", explain(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="banner banner-warning">
      <Archive aria-hidden="true" />
      <span className="grow">
        <b>This graph is archived.</b> It is in no list, starts no run and cannot be edited. Nothing of it is
        lost.
      </span>
      {canEdit && (
        <button type="button" className="btn btn-small" disabled={busy} onClick={() => void bring()}>
          Bring it back
        </button>
      )}
    </div>
  );
}

/** Why this page shows no way to edit. */
function Viewer() {
  return (
    <div className="banner">
      <Eye aria-hidden="true" />
      <span>
        <b>You are looking, not editing.</b> Your account may not edit graphs. An administrator can put you
        into the group Editor.
      </span>
    </div>
  );
}

function Denied() {
  return (
    <div className="banner banner-error" role="alert">
      <WifiOff aria-hidden="true" />
      <span className="grow">
        <b>This page is no longer connected.</b> You were signed out, or this graph is no longer for you. What
        was stored is kept.
      </span>
      <button type="button" className="btn btn-small" onClick={() => location.reload()}>
        Load again
      </button>
    </div>
  );
}

function Unstored() {
  return (
    <div className="banner banner-warning">
      <span className="grow">Your JSON is not stored yet. It is kept here until you store or drop it.</span>
      <button type="button" className="btn btn-small" onClick={() => useCode.setState({ open: true })}>
        Go on with it
      </button>
    </div>
  );
}

/** What one has to know before anything else on the page. */
export function Banners({ editor }: { editor: LiveEditor }) {
  const halted = useEditor((state) => state.halt !== null);
  const archived = useEditor((state) => state.archived);
  const canEdit = useEditor((state) => state.may.edit);
  const denied = useEditor((state) => state.connection === "denied");
  const unstored = useCode((state) => !state.open && state.kept !== null);
  if (!halted && !archived && canEdit && !denied && !unstored) return null;
  return (
    <div className="editor-banners">
      {halted && <Halted editor={editor} />}
      {denied && !halted && <Denied />}
      {archived && <Archived />}
      {!canEdit && !archived && <Viewer />}
      {unstored && <Unstored />}
    </div>
  );
}

import { useEffect, useState } from "react";
import { ApiProblem, explain, getJson, postJson } from "../../api/http";
import type { ChangePage, DraftView, RevisionView } from "../../api/types";
import { urls } from "../../api/urls";
import { toast } from "../../ui/toasts";
import { useEditorParts } from "../context";
import type { EditorStore } from "../store";
import { ui } from "../ui";
import { whenStored } from "./stored";
import { useSending } from "./useSending";

/** Brings what the server has and this page has not heard of yet. */
async function catchUp(store: EditorStore): Promise<void> {
  const { slug, draft } = store.getState();
  const page = await getJson<ChangePage>(urls.changes(slug, draft.version));
  if (!store.getState().takeChanges(page.changes)) {
    store.getState().takeDraft(await getJson<DraftView>(urls.draft(slug)));
  }
}

function tell(revision: RevisionView, slug: string) {
  toast("success", `Revision ${revision.number} is published.`, {
    label: "Show the history",
    href: urls.historyPage(slug),
  });
}

/**
 * Publishes exactly what was on the screen. What colleagues change while the dialog is open is not in it
 * until the person has seen it too.
 */
export function usePublish() {
  const { store } = useEditorParts();
  const { busy, send } = useSending();
  const [seen, setSeen] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  // What was typed last may still be on its way when the dialog opens.
  useEffect(() => {
    let open = true;
    void whenStored(store).then(() => {
      if (open) setSeen(store.getState().draft.version);
    });
    return () => {
      open = false;
    };
  }, [store]);
  const publish = (message: string) =>
    send(async () => {
      if (seen === null) return;
      setRefusal(null);
      const { slug } = store.getState();
      try {
        const revision = await postJson<RevisionView>(urls.draftVerb(slug, "publish"), {
          version: seen,
          message,
        });
        const { latestRevision, takeRevisions } = store.getState();
        takeRevisions(revision.number, Math.max(revision.number, latestRevision ?? 0), seen);
        ui.close();
        tell(revision, slug);
      } catch (error) {
        if (error instanceof ApiProblem && error.code === "wrong_version") {
          await catchUp(store).catch(() => setRefusal(explain(error)));
          return;
        }
        setRefusal(explain(error));
      }
    });
  return {
    busy,
    refusal,
    /** The version that was on the screen; null until everything is stored. */
    seen,
    /** The person has been shown the draft as it is now. */
    look: () => {
      setRefusal(null);
      setSeen(store.getState().draft.version);
    },
    publish,
  };
}

import type { Connection } from "../live/client";
import type { Saving } from "./store";

export function counted(count: number, word: string, plural = `${word}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? word : plural}`;
}

/** Where the draft stands to what is published: “Revision 4 · 3 unpublished changes”. */
export function draftWords(base: number | null, latest: number | null, unpublished: number): string {
  if (latest === null) {
    return unpublished > 0 ? `Never published · ${counted(unpublished, "change")}` : "Never published";
  }
  const changes = unpublished > 0 ? counted(unpublished, "unpublished change") : "all published";
  if (base === latest) return `Revision ${base} · ${changes}`;
  const from = base === null ? "Not from a revision" : `From revision ${base}`;
  return `${from} · ${changes} · revision ${latest} is newer`;
}

export interface Condition {
  /** `plain` is quiet, `busy` is under way, `bad` needs to be seen. */
  tone: "plain" | "busy" | "bad";
  text: string;
  hint: string;
}

const STANDING_STILL = "Others' changes do not arrive here until it is back; the page keeps trying.";

/** Whether what was done here has reached the server, and whether others' changes reach this page. */
export function conditionOf(
  connection: Connection,
  saving: Saving,
  waiting: number,
  mayEdit: boolean,
  halted: boolean,
): Condition {
  if (halted) {
    return {
      tone: "bad",
      text: waiting > 0 ? `${counted(waiting, "change")} not stored` : "Not connected",
      hint: "The page says above what to do about it.",
    };
  }
  if (connection === "denied") {
    return {
      tone: "bad",
      text: "Not connected",
      hint: "This graph can no longer be seen from here. Load the page again to sign in.",
    };
  }
  if (saving === "waiting") {
    const wait =
      waiting === 1
        ? "1 change waits, it is sent when it is back"
        : waiting > 1
          ? `${counted(waiting, "change")} wait, they are sent when it is back`
          : "changes wait, they are sent when it is back";
    return {
      tone: "bad",
      text: `Connection lost: ${wait}`,
      hint: `Nothing is lost as long as this page stays open. ${STANDING_STILL}`,
    };
  }
  if (connection === "lost") {
    return { tone: "bad", text: "Connection lost", hint: STANDING_STILL };
  }
  if (saving === "saving") {
    return { tone: "busy", text: "Saving", hint: "A change is on its way to the server." };
  }
  if (connection === "polling") {
    return {
      tone: "busy",
      text: mayEdit ? "All changes stored" : "Every 5 seconds",
      hint: "No live connection; others' changes arrive every 5 seconds.",
    };
  }
  if (connection === "connecting") {
    return {
      tone: "plain",
      text: mayEdit ? "All changes stored" : "Connecting",
      hint: "The page shows the draft as it was a moment ago.",
    };
  }
  return mayEdit
    ? { tone: "plain", text: "All changes stored", hint: "Others' changes appear as they are made." }
    : { tone: "plain", text: "Live", hint: "Changes appear as they are made." };
}

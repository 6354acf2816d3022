import { useCallback, useState } from "react";
import type { GraphDiff } from "../context";
import { useCommands } from "../context";
import { type Change, type Done, useDesk } from "./desk";
import { useFormParts } from "./form";
import type { FieldChanges } from "./places";

export interface Acting {
  /** Why the last act was refused; null: it was not. */
  refusal: string | null;
  /** Replaces whole fields of the form's node, made from what they are when it is sent. */
  set(change: FieldChanges | Change["change"]): Promise<boolean>;
  send(diffs: GraphDiff[]): Promise<boolean>;
}

/** Edits that are done with one act. Their refusal stays beside them. */
export function useAct(): Acting {
  const { node } = useFormParts();
  const desk = useDesk();
  const commands = useCommands();
  const [refusal, setRefusal] = useState<string | null>(null);
  const settle = useCallback(async (outcome: Promise<Done>) => {
    const done = await outcome;
    setRefusal(done.ok ? null : done.detail);
    return done.ok;
  }, []);
  const set = useCallback(
    (change: FieldChanges | Change["change"]) =>
      settle(
        desk.edit({ node, change: typeof change === "function" ? change : () => change }, { quiet: true }),
      ),
    [desk, node, settle],
  );
  const send = useCallback(
    (diffs: GraphDiff[]) => settle(commands.edit(diffs, { quiet: true })),
    [commands, settle],
  );
  return { refusal, set, send };
}

import { useEffect } from "react";
import { useEditor } from "../context";
import { KeyboardHelp } from "../KeyboardHelp";
import { type Ask, ui, useUi } from "../ui";
import { AddNode } from "./AddNode";
import { ChangeId } from "./ChangeId";
import { Dependencies } from "./Dependencies";
import { MoveTo } from "./MoveTo";
import { Split } from "./Split";
import { Wrap } from "./Wrap";

/** The nodes that a dialog is about. */
function aboutOf(asked: Ask): readonly string[] {
  switch (asked.kind) {
    case "add":
      return asked.beside === undefined ? [] : [asked.beside];
    case "dependencies":
    case "split":
    case "id":
      return [asked.node];
    case "wrap":
    case "move":
      return asked.ids;
    default:
      return [];
  }
}

function Asked({ asked }: { asked: Ask }) {
  switch (asked.kind) {
    case "add":
      return <AddNode beside={asked.beside ?? null} where={asked.where ?? "after"} />;
    case "dependencies":
      return <Dependencies id={asked.node} />;
    case "split":
      return <Split id={asked.node} />;
    case "wrap":
      return <Wrap ids={asked.ids} />;
    case "move":
      return <MoveTo ids={asked.ids} />;
    case "id":
      return <ChangeId id={asked.node} />;
    case "help":
      return <KeyboardHelp onClose={ui.close} />;
    default:
      return null;
  }
}

/** The dialogs about nodes. One closes when somebody else removes the node that it is about. */
export function NodeDialogs() {
  const asked = useUi((state) => state.asked);
  const there = useEditor(
    (state) => asked !== null && aboutOf(asked).every((id) => state.draft.nodes.has(id)),
  );
  useEffect(() => {
    if (asked && !there) ui.close();
  }, [asked, there]);
  return asked && there ? <Asked asked={asked} /> : null;
}

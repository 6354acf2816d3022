import { FlaskConical, X } from "lucide-react";
import type { ReactNode } from "react";
import { KindIcon } from "../../nodes/kinds";
import { useEditor, useEditorParts } from "../context";
import { ui } from "../ui";
import { useNarrow } from "../useNarrow";

interface Props {
  kind?: string;
  icon?: ReactNode;
  title: string;
  /** The node that can be run by itself from here. */
  tried?: string;
  /** Nothing is selected: there is nothing to close. */
  resting?: boolean;
}

/** What the inspector is about, and the way back to the graph's own form. */
export function InspectorHead({ kind, icon, title, tried, resting }: Props) {
  const { store } = useEditorParts();
  const mayTry = useEditor((state) => state.may.start && !state.archived);
  // Over everything there is one way back, which closes all of it.
  const narrow = useNarrow();
  return (
    <header className="panel-head">
      {kind ? <KindIcon kind={kind} size={16} /> : icon}
      <h2 className="truncate" title={title} tabIndex={-1}>
        <bdi>{title}</bdi>
      </h2>
      {tried !== undefined && mayTry && (
        <button
          type="button"
          className="btn btn-quiet btn-small"
          aria-haspopup="dialog"
          title="Run this node alone, as it is in the draft"
          onClick={() => ui.ask({ kind: "try-node", node: tried })}
        >
          <FlaskConical aria-hidden="true" />
          Try this node
        </button>
      )}
      {!resting && !narrow && (
        <button
          type="button"
          className="btn btn-quiet btn-small btn-icon"
          aria-label="Close the inspector"
          onClick={() => store.getState().select([])}
        >
          <X aria-hidden="true" />
        </button>
      )}
    </header>
  );
}

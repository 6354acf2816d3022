import { Toasts } from "../ui/toasts";
import { Banners } from "./Banners";
import { Drawer } from "./Drawer";
import { Dialogs } from "./dialogs/Dialogs";
import { EditorHeader } from "./EditorHeader";
import { useEditorKeys } from "./keys";
import { Side } from "./Side";
import { Stage } from "./Stage";
import { StageBar } from "./StageBar";
import type { LiveEditor } from "./sync";
import { useLookAt } from "./useLookAt";
import { useSelectionInAddress } from "./useSelectionInAddress";
import { useUnloadGuard } from "./useUnloadGuard";
import "../styles/editor.css";

/** The page of one graph: its draft as everybody edits it. */
export function EditorPage({ editor }: { editor: LiveEditor }) {
  useEditorKeys();
  useSelectionInAddress();
  useLookAt();
  useUnloadGuard();
  return (
    <div className="editor">
      <EditorHeader />
      <Banners editor={editor} />
      <div className="stage">
        <StageBar />
        <Stage />
        <Toasts />
      </div>
      <Drawer />
      <Side />
      <Dialogs />
    </div>
  );
}

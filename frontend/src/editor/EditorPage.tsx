import { Toasts } from "../ui/toasts";
import { Banners } from "./Banners";
import { Drawer } from "./Drawer";
import { Dialogs } from "./dialogs/Dialogs";
import { EditorHeader } from "./EditorHeader";
import { OthersEdits } from "./OthersEdits";
import { Side } from "./Side";
import { Stage } from "./Stage";
import { StageBar } from "./StageBar";
import { useSelectionInAddress } from "./useSelectionInAddress";
import { useUnloadGuard } from "./useUnloadGuard";
import "../styles/editor.css";

/** The page of one graph: its draft as everybody edits it. */
export function EditorPage() {
  useSelectionInAddress();
  useUnloadGuard();
  return (
    <div className="editor">
      <EditorHeader />
      <Banners />
      <div className="stage">
        <StageBar />
        <Stage />
        <OthersEdits />
      </div>
      <Drawer />
      <Side />
      <Dialogs />
      <Toasts />
    </div>
  );
}

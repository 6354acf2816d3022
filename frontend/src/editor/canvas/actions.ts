/**
 * What people do on the canvas, as plain functions of the editor: the mouse, the keys, the menus and the
 * table all call these. Whatever changes the draft is one edit, and so one step of undoing.
 */
export {
  copiedText,
  copySelection,
  cutSelection,
  duplicateSelection,
  pasteFromClipboard,
  pasteText,
} from "./clipboard";
export { addCase, connect, freeCases, removeEdge, reroute } from "./edges";
export {
  addNode,
  askRemove,
  askSplit,
  askWrap,
  canBridge,
  canSplit,
  canUnwrap,
  canWrap,
  removeSelection,
  rename,
  unwrap,
} from "./edits";
export {
  closeQuestion,
  collapseAll,
  fit,
  focusNode,
  openAddMenu,
  openAll,
  openSearch,
  relayout,
  renameInPlace,
  selectAll,
  toggleCollapsed,
} from "./looks";

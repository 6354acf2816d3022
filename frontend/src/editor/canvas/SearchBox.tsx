import { Search, X } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { KindIcon, kindWord } from "../../nodes/kinds";
import { useEditor, useEditorParts } from "../context";
import { type NodeJson, titleOf } from "../model";
import { focusNode } from "./looks";
import { findNodes } from "./search";
import { canvasUi, useCanvasUi } from "./ui";

const LIST = "node-search-list";

function Results({ text, onClose }: { text: string; onClose(back: boolean): void }) {
  const { store } = useEditorParts();
  const draft = useEditor((state) => state.draft);
  const field = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(text);
  const wanted = useDeferredValue(value);
  const { ids, total } = useMemo(() => findNodes(draft, wanted), [draft, wanted]);
  const [at, setAt] = useState(0);
  const current = ids[Math.min(at, ids.length - 1)];

  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  const jump = (id: string) => {
    store.getState().select([id]);
    store.getState().show(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    // Whoever types fast is ahead of the list.
    const found = wanted === value ? ids : findNodes(draft, value).ids;
    const now = Math.min(at, found.length - 1);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      const next = (now + step + found.length) % found.length;
      setAt(next);
      jump(found[next] as string);
    } else if (event.key === "Enter" && found.length > 0) {
      jump(found[now] as string);
      onClose(true);
    } else if (event.key === "Escape") onClose(true);
    else return;
    event.preventDefault();
  };
  return (
    <search className="node-search">
      <div className="node-search-field">
        <Search aria-hidden="true" />
        <input
          ref={field}
          role="combobox"
          aria-label="Find a node by title, id, kind or tool"
          aria-expanded={ids.length > 0}
          aria-controls={LIST}
          aria-activedescendant={current === undefined ? undefined : `${LIST}-${current}`}
          aria-autocomplete="list"
          placeholder="Find a node"
          dir="auto"
          spellCheck={false}
          value={value}
          onChange={(event) => {
            setValue(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <span className="muted num" role="status">
          {wanted.trim()
            ? total === 0
              ? "Nothing found"
              : `${Math.min(at, ids.length - 1) + 1} of ${total}`
            : ""}
        </span>
        <button
          type="button"
          className="btn btn-quiet btn-small btn-icon"
          aria-label="Close the search"
          onClick={() => onClose(false)}
        >
          <X aria-hidden="true" />
        </button>
      </div>
      {ids.length > 0 && (
        <div role="listbox" id={LIST} aria-label="Nodes found" className="node-search-list">
          {ids.map((id) => {
            const node = draft.nodes.get(id) as NodeJson;
            return (
              <div
                key={id}
                id={`${LIST}-${id}`}
                role="option"
                tabIndex={-1}
                aria-selected={id === current}
                ref={(element) => {
                  if (id === current) element?.scrollIntoView({ block: "nearest" });
                }}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => {
                  setAt(ids.indexOf(id));
                  jump(id);
                }}
                onKeyDown={() => undefined}
              >
                <KindIcon kind={node.kind} size={14} />
                <bdi className="truncate">{titleOf(node)}</bdi>
                <span className="muted">{node.tool ? String(node.tool) : kindWord(node.kind)}</span>
              </div>
            );
          })}
        </div>
      )}
    </search>
  );
}

/** Finds nodes by their words; arrows step through them on the canvas, Enter stays with one. */
export function SearchBox() {
  const editor = useEditorParts();
  const open = useCanvasUi((state) => state.searching);
  const last = useRef("");
  if (!open) return null;
  const close = (back: boolean) => {
    canvasUi(editor.store).setState({ searching: false });
    const [id] = editor.store.getState().selection;
    if (back && id !== undefined) focusNode(editor, id);
  };
  return <Results text={last.current} onClose={close} />;
}

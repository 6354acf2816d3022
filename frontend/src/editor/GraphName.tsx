import { Pencil } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { visible } from "../ui/visible";
import { useCommands, useEditor, useMayEdit } from "./context";

const LONGEST = 200;

/** The frame of the page names the graph too: in the breadcrumb and in the window's title. */
function useNameOnPage(name: string) {
  useEffect(() => {
    const crumb = document.querySelector<HTMLElement>(".crumbs [aria-current] bdi");
    if (crumb) crumb.textContent = name;
    document.title = `${visible(name)} · Trackside`;
  }, [name]);
}

function NameField({ name, onDone }: { name: string; onDone(): void }) {
  const commands = useCommands();
  const [text, setText] = useState(name);
  const [refusal, setRefusal] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  const id = useId();
  useEffect(() => field.current?.select(), []);
  const store = async () => {
    if (ended.current) return;
    const wanted = text.trim();
    if (wanted === name) {
      ended.current = true;
      onDone();
      return;
    }
    if (!wanted) {
      setRefusal("A graph cannot be without a name.");
      return;
    }
    ended.current = true;
    const outcome = await commands.edit([{ op: "set_graph", set: { name: wanted } }], { quiet: true });
    if (outcome.ok) {
      onDone();
      return;
    }
    ended.current = false;
    setRefusal(outcome.detail);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // An unfinished word of an input method is ended by Enter too.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      void store();
    }
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      ended.current = true;
      onDone();
    }
  };
  return (
    <span className="name-field">
      <label className="visually-hidden" htmlFor={id}>
        Name of the graph
      </label>
      <input
        id={id}
        ref={field}
        className="input"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
        dir="auto"
        maxLength={LONGEST}
        autoComplete="off"
        value={text}
        aria-invalid={refusal !== null || undefined}
        aria-describedby={refusal === null ? undefined : `${id}-refusal`}
        onChange={(event) => {
          setText(event.target.value);
          setRefusal(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => void store()}
      />
      {refusal !== null && (
        <span id={`${id}-refusal`} className="field-error" role="alert">
          {refusal}
        </span>
      )}
    </span>
  );
}

/** The graph's name; whoever may edit writes it where it stands. */
export function GraphName() {
  const name = useEditor((state) => String(state.draft.graph.name ?? ""));
  const mayEdit = useMayEdit();
  const [writing, setWriting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useNameOnPage(name);
  const done = () => {
    const inField = document.activeElement?.closest(".name-field") !== null;
    setWriting(false);
    // By Enter or Escape the focus goes back; whoever left the field is somewhere else already.
    if (inField) requestAnimationFrame(() => button.current?.focus());
  };
  if (writing && mayEdit) {
    return (
      <h1 className="graph-name">
        <NameField name={name} onDone={done} />
      </h1>
    );
  }
  return (
    <h1 className="graph-name" title={visible(name)}>
      <bdi className="truncate">{name}</bdi>
      {mayEdit && (
        <button
          type="button"
          ref={button}
          className="btn btn-quiet btn-small btn-icon"
          aria-label="Rename the graph"
          title="Rename the graph"
          onClick={() => setWriting(true)}
        >
          <Pencil aria-hidden="true" />
        </button>
      )}
    </h1>
  );
}

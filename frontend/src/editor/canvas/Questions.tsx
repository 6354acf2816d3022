import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Point } from "../../graph/geometry";
import { KIND_NAMES, KindIcon, kindWord } from "../../nodes/kinds";
import { useEditor, useEditorParts, useMayEdit } from "../context";
import { titleOf } from "../model";
import { RowMenu } from "../table/RowMenu";
import { freeCases } from "./edges";
import { addNode, removeSelection } from "./edits";
import { closeQuestion } from "./looks";
import { canvasUi, type Question, useCanvasUi } from "./ui";

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

interface PopoverProps {
  label: string;
  at: Point | null;
  children: ReactNode;
  onClose(): void;
}

/** A small menu over the canvas: arrows and letters choose, Escape and a press elsewhere decide nothing. */
function Popover({ label, at, children, onClose }: PopoverProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    const back = document.activeElement;
    element.showPopover?.();
    const { width, height } = element.getBoundingClientRect();
    const x = at ? at.x : (innerWidth - width) / 2;
    const y = at ? at.y : (innerHeight - height) / 2;
    element.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`;
    element.style.top = `${Math.max(8, Math.min(y, innerHeight - height - 8))}px`;
    element.querySelector<HTMLElement>("[role=menuitem]:not(:disabled)")?.focus({ preventScroll: true });
    return () => {
      if (
        back instanceof HTMLElement &&
        (document.activeElement === document.body || !document.activeElement)
      )
        back.focus({ preventScroll: true });
    };
  }, [at]);
  useEffect(() => {
    const away = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Element)) onClose();
    };
    document.addEventListener("pointerdown", away, true);
    return () => document.removeEventListener("pointerdown", away, true);
  }, [onClose]);
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)") ?? [])];
    const now = items.indexOf(document.activeElement as HTMLElement);
    const step = STEPS[event.key];
    const typing = (event.target as Element).matches("input");
    if (step && !(typing && ["Home", "End"].includes(event.key))) items[step(now, items.length)]?.focus();
    else if (event.key === "Escape" || event.key === "Tab") onClose();
    else if (
      !typing &&
      [...event.key].length === 1 &&
      event.key !== " " &&
      !event.ctrlKey &&
      !event.metaKey
    ) {
      const wanted = event.key.toLocaleLowerCase();
      const after = [...items.slice(now + 1), ...items.slice(0, now + 1)];
      after.find((item) => item.textContent?.trim().toLocaleLowerCase().startsWith(wanted))?.focus();
    } else {
      event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={menu}
      className="row-menu canvas-menu"
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

function KindMenu({ question, onClose }: { question: Question & { ask: "kind" }; onClose(): void }) {
  const editor = useEditorParts();
  const { at, needs = [], place } = question;
  const add = (kind: string) => {
    onClose();
    const { stage } = canvasUi(editor.store).getState();
    const where = place ?? (at && needs.length === 0 ? (stage?.placeAt(at) ?? null) : null);
    void addNode(editor, where ? { kind, needs, team: where.team, at: where.at } : { kind, needs });
  };
  return (
    <Popover label="Add a node" at={at ?? null} onClose={onClose}>
      <p className="canvas-menu-head">Add a node</p>
      {KIND_NAMES.map((kind) => (
        <button key={kind} type="button" role="menuitem" tabIndex={-1} onClick={() => add(kind)}>
          <span className="canvas-menu-kind">
            <KindIcon kind={kind} />
            {kindWord(kind)}
          </span>
        </button>
      ))}
    </Popover>
  );
}

function CaseMenu({ question, onClose }: { question: Question & { ask: "case" }; onClose(): void }) {
  const draft = useEditor((state) => state.draft);
  const { branch, target, at, choose } = question;
  const [name, setName] = useState("");
  const node = draft.nodes.get(branch);
  const cases = freeCases(draft, branch);
  const there = new Set(
    (draft.nodes.get(target)?.depends_on ?? []).flatMap((one) =>
      typeof one !== "string" && one.node === branch ? [one.case ?? ""] : [],
    ),
  );
  const isTaken = cases.some((one) => one.name === name.trim());
  const pick = (chosen: string, isNew: boolean) => {
    onClose();
    choose(chosen, isNew);
  };
  return (
    <Popover label="Which case?" at={at ?? null} onClose={onClose}>
      <p className="canvas-menu-head">
        On which case of <bdi>{node ? titleOf(node) : branch}</bdi>?
      </p>
      {cases.map((one) => (
        <button
          key={one.name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          disabled={there.has(one.name)}
          onClick={() => pick(one.name, false)}
        >
          <bdi>{one.name}</bdi>
          <span className="caps">
            {there.has(one.name) ? "leads there already" : one.used ? "has an edge" : "free"}
          </span>
        </button>
      ))}
      <form
        className="canvas-menu-new"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() && !isTaken) pick(name.trim(), true);
        }}
      >
        <input
          className="input"
          aria-label="A new case"
          placeholder="A new case"
          dir="auto"
          maxLength={200}
          value={name}
          aria-invalid={isTaken || undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="btn btn-small" disabled={!name.trim() || isTaken}>
          Add
        </button>
      </form>
    </Popover>
  );
}

function BridgeMenu({ question, onClose }: { question: Question & { ask: "bridge" }; onClose(): void }) {
  const editor = useEditorParts();
  const { ids, at } = question;
  const [where] = useState(
    () =>
      at ??
      canvasUi(editor.store)
        .getState()
        .stage?.below(ids[0] as string) ??
      null,
  );
  const remove = (bridge: boolean) => {
    onClose();
    void removeSelection(editor, bridge);
  };
  return (
    <Popover label="Remove" at={where} onClose={onClose}>
      <button type="button" role="menuitem" tabIndex={-1} onClick={() => remove(false)}>
        <span>Remove {ids.length === 1 ? "it" : `${ids.length} nodes`}</span>
        <span className="caps">Enter</span>
      </button>
      <button type="button" role="menuitem" tabIndex={-1} onClick={() => remove(true)}>
        <span>Remove, and join its neighbours</span>
      </button>
    </Popover>
  );
}

/** The small menu that is open on the canvas, if one is. */
export function Questions() {
  const editor = useEditorParts();
  const mayEdit = useMayEdit();
  const question = useCanvasUi((state) => state.question);
  const [close] = useState(() => () => closeQuestion(editor));
  if (question?.ask === "menu") {
    return <RowMenu place={{ id: question.id, x: question.at.x, y: question.at.y }} onClose={close} />;
  }
  if (!question || !mayEdit) return null;
  if (question.ask === "kind") return <KindMenu question={question} onClose={close} />;
  if (question.ask === "case") return <CaseMenu question={question} onClose={close} />;
  return <BridgeMenu question={question} onClose={close} />;
}

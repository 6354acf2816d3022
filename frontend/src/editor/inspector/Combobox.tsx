import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { useFrameAttributes } from "./Frame";
import { matching, type Option } from "./matching";

interface Props {
  text: string;
  options: readonly Option[];
  onText(text: string): void;
  /** An option was chosen, or Enter pressed on text that is none. */
  onPick(value: string): void;
  onFocus?(): void;
  onBlur?(event: React.FocusEvent<HTMLElement>): void;
  placeholder?: string;
  mono?: boolean;
  /** Said in the list when there is nothing to choose from. */
  nothing: ReactNode;
  /** A name of its own, where the frame's label does not say what this adds. */
  label?: string;
  /** It adds to a list: the place to go when one of the list is gone. */
  add?: boolean;
}

function OptionRow({
  option,
  id,
  active,
  onPick,
}: {
  option: Option;
  id: string;
  active: boolean;
  onPick(): void;
}) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const { label, value, tag, barred } = option;
  const description = barred ?? option.description;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input around the list has the keys
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      aria-disabled={barred ? true : undefined}
      className="combo-option"
      onClick={barred ? undefined : onPick}
    >
      <span className="combo-name">
        <bdi>{label ?? value}</bdi>
        {label && label !== value && <small className="mono">{value}</small>}
        {tag && <span className="combo-tag">{tag}</span>}
      </span>
      {description && <span className="combo-note">{description}</span>}
    </div>
  );
}

/** A text field with a list to choose from. Free text is for whoever uses it to take or leave. */
export function Combobox(props: Props) {
  const { text, options, onText, onPick, onFocus, onBlur, placeholder, mono, nothing, label, add } = props;
  const { id, ...attributes } = useFrameAttributes();
  const listId = useId();
  const [open, setOpen] = useState(false);
  /** Before anything is typed the whole list shows, whatever the field holds. */
  const [typed, setTyped] = useState(false);
  const [at, setAt] = useState(-1);
  const before = useRef(text);
  const found = useMemo(
    () => (open ? matching(options, typed ? text : "") : []),
    [open, options, typed, text],
  );

  const show = () => {
    before.current = text;
    setOpen(true);
    setTyped(false);
    setAt(-1);
  };
  const close = () => {
    setOpen(false);
    setTyped(false);
  };
  const pick = (value: string) => {
    close();
    onPick(value);
  };
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) show();
      else if (found.length > 0) {
        const step = event.key === "ArrowDown" ? 1 : -1;
        setAt((now) =>
          now === -1 && step < 0 ? found.length - 1 : (now + step + found.length) % found.length,
        );
      }
    } else if (event.key === "Enter") {
      event.preventDefault();
      const chosen = open ? found[at] : undefined;
      if (!chosen?.barred) pick(chosen?.value ?? text);
    } else if (event.key === "Escape" && open) {
      event.stopPropagation();
      close();
      // What was typed to search is given up; what stood there before comes back.
      if (typed) onText(before.current);
    }
  };
  return (
    <div className="combo">
      <input
        {...attributes}
        id={id}
        className={mono ? "input mono" : "input"}
        role="combobox"
        dir="auto"
        autoComplete="off"
        aria-label={label}
        data-add={add}
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && at >= 0 ? `${listId}-${at}` : undefined}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          if (!typed) before.current = text;
          onText(event.target.value);
          setOpen(true);
          setTyped(true);
          setAt(-1);
        }}
        onClick={() => !open && show()}
        onKeyDown={keys}
        onFocus={onFocus}
        onBlur={(event) => {
          close();
          onBlur?.(event);
        }}
      />
      {open && (
        // Pressing on the list must not take the focus out of the field.
        <div
          className="combo-list"
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label="Suggestions"
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.map((option, place) => (
            <OptionRow
              key={option.value}
              option={option}
              id={`${listId}-${place}`}
              active={place === at}
              onPick={() => pick(option.value)}
            />
          ))}
          {found.length === 0 && (
            <p className="combo-none">{options.length === 0 ? nothing : "Nothing here matches."}</p>
          )}
        </div>
      )}
    </div>
  );
}

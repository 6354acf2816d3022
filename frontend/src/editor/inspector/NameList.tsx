import { ArrowDown, ArrowUp, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Combobox } from "./Combobox";
import { useProblemsAt } from "./form";
import type { Option } from "./matching";
import { ProblemLine } from "./Problems";

interface Props {
  /** The field, for problems of its items. */
  path: string;
  items: readonly string[];
  /** Asked for the list as it is when the change is sent. */
  onChange(edit: (now: readonly string[]) => string[]): void;
  options: readonly Option[];
  nothing: ReactNode;
  /** What one of them is called: “tool”, “person”. */
  noun: string;
  /** The order means something. */
  ordered?: boolean;
}

function Item({ path, children }: { path: string; children: ReactNode }) {
  const problems = useProblemsAt(path);
  return (
    <li data-field={path}>
      <div className="name-row">{children}</div>
      {problems.map((problem) => (
        <ProblemLine key={problem.message} problem={problem} />
      ))}
    </li>
  );
}

/** Names in a list: add from what is known or as free text, order, take away. */
export function NameList({ path, items, onChange, options, nothing, noun, ordered }: Props) {
  const [text, setText] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const add = (name: string) => {
    const wanted = name.trim();
    setText("");
    if (wanted && !items.includes(wanted))
      onChange((now) => [...now.filter((one) => one !== wanted), wanted]);
  };
  const move = (item: string, step: 1 | -1) =>
    onChange((now) => {
      const next = [...now];
      const at = next.indexOf(item);
      if (at >= 0 && next[at + step] !== undefined) next.splice(at + step, 0, ...next.splice(at, 1));
      return next;
    });
  const remove = (item: string) => {
    onChange((now) => now.filter((one) => one !== item));
    // The button that was pressed goes away; the focus must not go with it.
    box.current?.querySelector<HTMLElement>("input")?.focus();
  };
  const left = options.filter((option) => !items.includes(option.value));
  return (
    <div className="stack-tight" ref={box}>
      {items.length > 0 && (
        <ul className="name-list">
          {items.map((item, at) => (
            <Item key={item} path={`${path}[${at}]`}>
              <bdi className="mono truncate" title={item}>
                {item}
              </bdi>
              {ordered && (
                <>
                  <button
                    type="button"
                    className="btn btn-quiet btn-small btn-icon"
                    aria-label={`Move ${item} up`}
                    aria-disabled={at === 0}
                    onClick={() => at > 0 && move(item, -1)}
                  >
                    <ArrowUp aria-hidden="true" />
                  </button>
                  <button
                    type="button"
                    className="btn btn-quiet btn-small btn-icon"
                    aria-label={`Move ${item} down`}
                    aria-disabled={at === items.length - 1}
                    onClick={() => move(item, 1)}
                  >
                    <ArrowDown aria-hidden="true" />
                  </button>
                </>
              )}
              <button
                type="button"
                className="btn btn-quiet btn-small btn-icon"
                aria-label={`Remove ${item}`}
                onClick={() => remove(item)}
              >
                <X aria-hidden="true" />
              </button>
            </Item>
          ))}
        </ul>
      )}
      <Combobox
        label={`Add a ${noun}`}
        placeholder={`Add a ${noun}…`}
        text={text}
        options={left}
        nothing={nothing}
        mono
        onText={setText}
        onPick={add}
        onBlur={() => options.some((option) => option.value === text) && add(text)}
      />
      {text.trim() && (
        <p className="field-help">
          Enter adds <bdi className="mono">{text.trim()}</bdi>.
        </p>
      )}
    </div>
  );
}

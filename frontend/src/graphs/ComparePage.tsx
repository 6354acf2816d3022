import { useEffect, useId, useMemo, useRef, useState } from "react";
import { Canvas } from "../graph/Canvas";
import { NodeList } from "../graph/NodeList";
import { skeletonOf } from "../graph/overlay";
import { Boundary } from "../ui/Boundary";
import { visible } from "../ui/visible";
import type { Compared } from "./comparing";
import { overlayOf, structureOf } from "./comparing";
import { DifferenceList, GRAPH } from "./DifferenceList";
import { Legend } from "./Legend";

const WORDS_SHOWN = 30;

/** The steps from the old state to the new one, as a person would tell them. */
function Steps({ words }: { words: string[] }) {
  const id = useId();
  return (
    <section className="steps" aria-labelledby={id}>
      <h2 id={id}>In words</h2>
      <ol>
        {words.slice(0, WORDS_SHOWN).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may say the same, and the list never changes
          <li key={at} dir="auto">
            {visible(line)}
          </li>
        ))}
      </ol>
      {words.length > WORDS_SHOWN && <p className="muted">and {words.length - WORDS_SHOWN} more steps</p>}
    </section>
  );
}

/** Two states of a graph on one canvas, and beside it the same in words. */
export function ComparePage({ compared }: { compared: Compared }) {
  const [selected, setSelected] = useState<string | null>(null);
  const structure = useMemo(() => structureOf(compared), [compared]);
  const overlay = useMemo(() => overlayOf(compared), [compared]);
  const skeleton = useMemo(() => skeletonOf(structure, overlay), [structure, overlay]);
  const focus = useMemo(() => [...overlay.nodes.keys()].slice(0, 1), [overlay]);
  const heading = useId();
  const stage = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const away = (event: KeyboardEvent) => event.key === "Escape" && setSelected(null);
    document.addEventListener("keydown", away);
    return () => document.removeEventListener("keydown", away);
  }, []);
  return (
    <div className="compare">
      <div className="compare-stage" ref={stage}>
        <Legend compared={compared} />
        <Boundary fallback={<NodeList structure={structure} />}>
          <Canvas
            structure={structure}
            skeleton={skeleton}
            overlay={overlay}
            selected={selected === GRAPH ? null : selected}
            onSelect={setSelected}
            focus={focus}
          />
        </Boundary>
      </div>
      <aside className="compare-side" aria-label="What differs">
        <section aria-labelledby={heading}>
          <h2 id={heading}>What differs</h2>
          <DifferenceList
            compared={compared}
            selected={selected}
            onSelect={setSelected}
            onShow={() => stage.current?.scrollIntoView()}
          />
        </section>
        {compared.words.length > 0 && <Steps words={compared.words} />}
      </aside>
    </div>
  );
}

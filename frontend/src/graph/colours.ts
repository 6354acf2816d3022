import { useEffect, useState } from "react";

/** Resolves design tokens, which are light-dark() pairs, to colours that a canvas can draw with. */
export type Colours = (token: string) => string;

function resolver(element: HTMLElement): Colours {
  const known = new Map<string, string>();
  const probe = document.createElement("i");
  probe.hidden = true;
  return (token) => {
    const found = known.get(token);
    if (found !== undefined) return found;
    element.append(probe);
    probe.style.color = `var(--${token})`;
    const colour = getComputedStyle(probe).color;
    probe.remove();
    known.set(token, colour);
    return colour;
  };
}

/** The colours of the current theme; a new function whenever it changes. */
export function useColours(element: HTMLElement | null): Colours | null {
  const [colours, setColours] = useState<Colours | null>(null);
  useEffect(() => {
    if (!element) return;
    const read = () => setColours(() => resolver(element));
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    const system = matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", read);
    return () => {
      observer.disconnect();
      system.removeEventListener("change", read);
    };
  }, [element]);
  return colours;
}

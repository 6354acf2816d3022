const SAID_MS = 2000;

async function copy(field: HTMLInputElement, said: HTMLElement, word: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(field.value);
    said.textContent = "Copied";
  } catch {
    // Away from localhost without HTTPS a browser has no clipboard for pages; its own keys still work.
    field.select();
    said.textContent = "Press Ctrl C";
  }
  setTimeout(() => {
    said.textContent = word;
  }, SAID_MS);
}

/** `<button data-copy="id" hidden>` shows itself and copies that field. Without a script people select it. */
export function enableCopyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    const field = document.getElementById(button.dataset.copy ?? "");
    const said = button.querySelector("span");
    if (!(field instanceof HTMLInputElement) || !said) continue;
    const word = said.textContent ?? "";
    said.setAttribute("aria-live", "polite");
    field.addEventListener("focus", () => field.select());
    button.hidden = false;
    button.addEventListener("click", () => void copy(field, said, word));
  }
}

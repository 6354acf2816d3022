/** Lets a person mark two states of a graph: a third one takes the place of the one marked first. */
export function enablePicking(form: HTMLFormElement): void {
  const hint = form.querySelector<HTMLElement>("[data-compare-hint]");
  const button = form.querySelector("button");
  const boxes = [...form.elements].filter(
    (element): element is HTMLInputElement => element instanceof HTMLInputElement && element.name === "state",
  );
  let marked = boxes.filter((box) => box.checked);
  const tell = () => {
    // Not `disabled`: the button stays where the keyboard finds it, and says what is missing.
    button?.setAttribute("aria-disabled", String(marked.length !== 2));
    if (hint)
      hint.textContent =
        ["Select two states below.", "Select one more.", "Two are selected."][marked.length] ?? "";
  };
  for (const box of boxes) {
    box.addEventListener("change", () => {
      marked = marked.filter((other) => other !== box);
      if (box.checked) marked.push(box);
      while (marked.length > 2) {
        const first = marked.shift();
        if (first) first.checked = false;
      }
      tell();
    });
  }
  form.addEventListener("submit", (event) => {
    if (marked.length !== 2) event.preventDefault();
  });
  tell();
}

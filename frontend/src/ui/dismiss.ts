/** Lets messages of the server be closed. Without a script they stay until the next page, and have no button. */
export function enableDismiss(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-dismiss]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      button.closest(".banner")?.remove();
      // The button that was pressed is gone; the focus must not be lost with it.
      document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
    });
  }
}

type Theme = "light" | "dark" | "system";

const NEXT: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const YEAR_S = 31_536_000;

function current(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "system";
}

function choose(theme: Theme, button: HTMLElement): void {
  document.documentElement.dataset.theme = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: the server sets data-theme from this cookie, so that no page flashes
  document.cookie = `theme=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`;
  describe(theme, button);
}

function describe(theme: Theme, button: HTMLElement): void {
  const words = `Theme: ${theme === "system" ? "as the system" : theme}`;
  button.title = words;
  button.setAttribute("aria-label", words);
}

/** Any `[data-theme-switch]` button goes round: as the system, light, dark. */
export function enableThemeSwitch(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-theme-switch]")) {
    describe(current(), button);
    button.addEventListener("click", () => choose(NEXT[current()], button));
  }
}

import "../styles/api-docs.css";
import { csrfToken } from "../api/http";

interface Asked {
  method?: string;
  headers: Record<string, string>;
}

/** Swagger UI, which the page loads before this module. It is no package of ours, so it comes without types. */
declare const SwaggerUIBundle: ((options: Record<string, unknown>) => unknown) & {
  presets: { apis: unknown };
};

/** Swagger UI knows its dark colours by a class on the document. */
function followTheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement;
  const apply = () => {
    const theme = root.dataset.theme;
    root.classList.toggle("dark-mode", theme === "dark" || (theme !== "light" && dark.matches));
  };
  apply();
  dark.addEventListener("change", apply);
  new MutationObserver(apply).observe(root, { attributeFilter: ["data-theme"] });
}

function draw(place: HTMLElement): void {
  SwaggerUIBundle({
    url: place.dataset.schemaUrl,
    domNode: place,
    presets: [SwaggerUIBundle.presets.apis],
    layout: "BaseLayout",
    // Its links stand inside buttons, where neither keys nor screen readers get along with them.
    deepLinking: false,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    // It would send the document to a server of somebody else.
    validatorUrl: null,
    requestInterceptor: (asked: Asked) => {
      if (asked.method && asked.method !== "GET") asked.headers["X-CSRFToken"] = csrfToken();
      return asked;
    },
  });
}

const place = document.getElementById("api-docs");
if (place) {
  followTheme();
  draw(place);
}

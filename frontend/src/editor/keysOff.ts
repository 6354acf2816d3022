const AT_MOST_MS = 1_500;

/**
 * Between adding a node and its form, letters are meant for the form, which is not there yet: for that
 * moment they are no keys of the editor. Without a connection that moment is cut short.
 */
export async function withKeysOff<T>(work: () => Promise<T>): Promise<T> {
  const on = () => document.body.removeAttribute("data-keys-off");
  document.body.setAttribute("data-keys-off", "");
  const timer = setTimeout(on, AT_MOST_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    // The form takes the focus when it is drawn.
    requestAnimationFrame(() => requestAnimationFrame(on));
  }
}

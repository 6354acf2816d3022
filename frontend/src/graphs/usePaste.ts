import { useEffect, useRef } from "react";

const FIELDS = "input, textarea, select, [contenteditable], dialog";

/** Takes files, and text that looks like JSON, pasted anywhere but into a field. */
export function usePaste(onFiles: (files: File[]) => void, onText: (text: string) => void): void {
  const take = useRef({ onFiles, onText });
  take.current = { onFiles, onText };
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if ((event.target as Element | null)?.closest?.(FIELDS)) return;
      const files = [...(event.clipboardData?.files ?? [])];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (files.length > 0) take.current.onFiles(files);
      else if (text.trimStart().startsWith("{")) take.current.onText(text);
      else return;
      event.preventDefault();
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
}

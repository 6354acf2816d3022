import { LogIn, WifiOff } from "lucide-react";
import { visible } from "../ui/visible";
import { useEditor } from "./context";
import { counted } from "./stateWords";
import type { Halt } from "./store";
import type { LiveEditor } from "./sync";

const WORDS: Record<Halt, { what: string; todo: string }> = {
  signed_out: {
    what: "You were signed out.",
    todo: "Sign in again in another tab; when you come back here, this page goes on by itself.",
  },
  someone_else: {
    what: "Somebody else is signed in in this browser now.",
    todo: "Nothing is stored in their name. Sign in again as yourself in another tab, then try again.",
  },
  forbidden: {
    what: "You may no longer edit this graph.",
    todo: "Ask an administrator, then try again.",
  },
  gone: {
    what: "This graph is not there any more.",
    todo: "Somebody with access to the server can say what became of it.",
  },
};

/** Nothing more is stored until the person does something: why, what waits, and the ways on. */
export function Halted({ editor }: { editor: LiveEditor }) {
  const halt = useEditor((state) => state.halt);
  const unsent = useEditor((state) => state.unsent);
  if (halt === null) return null;
  const { what, todo } = WORDS[halt];
  return (
    <div className="banner banner-error halted" role="alert">
      <WifiOff aria-hidden="true" />
      <div className="grow">
        <p>
          <b>{what}</b> {todo}
        </p>
        {unsent.length > 0 && (
          <details>
            <summary>{counted(unsent.length, "change")} of yours not stored, kept on this page</summary>
            <ul>
              {unsent.map((label, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two edits can have the same words, and they keep their order
                <li key={at} dir="auto">
                  {visible(label)}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      {halt !== "gone" && halt !== "forbidden" && (
        <a className="btn btn-small" href="/signin/" target="_blank" rel="noreferrer">
          <LogIn aria-hidden="true" />
          Sign in
        </a>
      )}
      <button type="button" className="btn btn-small" onClick={editor.retry}>
        Try again
      </button>
      {unsent.length > 0 && (
        <button type="button" className="btn btn-small btn-quiet" onClick={editor.giveUp}>
          Give {unsent.length === 1 ? "it" : "them"} up
        </button>
      )}
    </div>
  );
}

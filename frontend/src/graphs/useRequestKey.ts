import { useRef } from "react";

/** The same key for the same request sent again, so that the server carries it out once; else a new one. */
export function useRequestKey(): (...request: string[]) => string {
  const last = useRef({ request: "", key: "" });
  return (...parts) => {
    const request = JSON.stringify(parts);
    if (last.current.request !== request) last.current = { request, key: crypto.randomUUID() };
    return last.current.key;
  };
}

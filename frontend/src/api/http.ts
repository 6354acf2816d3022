import { parseJson, toJsonText } from "./exact";
import type { Violation } from "./types";

/** A refusal in the shape of application/problem+json, or a connection that failed (status 0). */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly errors: Violation[] = [],
    /** The present version, where a conflict is about a version. */
    readonly version: number | null = null,
  ) {
    super(detail);
    this.name = "ApiProblem";
  }
}

export function csrfToken(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? "";
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const fallback = `The server answered ${response.status}. Nothing was changed; try again.`;
  try {
    const body = await response.json();
    return new ApiProblem(
      response.status,
      body.code ?? "error",
      body.detail ?? body.title ?? fallback,
      body.errors ?? [],
      body.version ?? null,
    );
  } catch {
    return new ApiProblem(response.status, "error", fallback);
  }
}

async function send(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, { credentials: "same-origin", ...init });
  } catch {
    throw new ApiProblem(0, "unreachable", "The server cannot be reached. Nothing was changed; try again.");
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

export async function getResponse(url: string): Promise<Response> {
  return send(url, { headers: { Accept: "application/json" } });
}

/** The answer with every digit of its numbers. */
export async function readJson<T>(response: Response): Promise<T> {
  return parseJson(await response.text()) as T;
}

export async function getJson<T>(url: string): Promise<T> {
  return readJson<T>(await getResponse(url));
}

export interface SendOptions {
  /** The same request sent again with the same key is carried out once. */
  key?: string;
  signal?: AbortSignal;
  /** The request outlives the page. */
  keepalive?: boolean;
}

export async function sendJson<T>(
  method: "POST" | "PUT" | "PATCH" | "DELETE",
  url: string,
  body: unknown,
  { key, ...init }: SendOptions = {},
): Promise<T> {
  const response = await send(url, {
    ...init,
    method,
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      "X-CSRFToken": csrfToken(),
      ...(key ? { "Idempotency-Key": key } : {}),
    },
    body: toJsonText(body),
  });
  return readJson<T>(response);
}

export async function postJson<T>(url: string, body: unknown = {}): Promise<T> {
  return sendJson<T>("POST", url, body);
}

/** What to tell a person about whatever was thrown. */
export function explain(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

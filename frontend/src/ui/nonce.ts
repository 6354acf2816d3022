/** What a style element must carry here to be followed. */
export function nonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content ?? "";
}

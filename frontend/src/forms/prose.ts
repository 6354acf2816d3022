const LONG_NAMES = /note|reason|comment|message|description|summary|body/i;

interface Texty {
  format?: unknown;
  pattern?: unknown;
  maxLength?: unknown;
}

/** Whether people will write sentences: the schema says so by its length, else the name does. */
export function isLongText({ format, pattern, maxLength }: Texty, name: string): boolean {
  if (format || pattern) return false;
  return maxLength === undefined ? LONG_NAMES.test(name) : Number(maxLength) > 250;
}

// What comes from other people's code and texts.

/** Returns what an error says. Code of other people may throw anything. */
export function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Parses JSON; returns `undefined` for any other text. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns an `http(s):` URL; `undefined` for any other text. */
export function tryParseWebUrl(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return isWeb(url) ? url : undefined;
}

/** Whether a URL is one of the web. */
export function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

import { isJsonObject } from 'mobile-wallet-standard/endpoint';

/** Tells which request a reply answers. */
export type RequestNames = Readonly<{
  note(request: string): void;
  getName(reply: string): string | undefined;
}>;

/** Makes {@link RequestNames} for a session. */
export function createRequestNames(): RequestNames {
  const names = new Map<unknown, string>();
  return {
    note(request) {
      const { id, method } = parse(request);
      if (typeof method === 'string') names.set(id, method);
    },
    getName: (reply) => names.get(parse(reply).id),
  };
}

function parse(text: string): Readonly<{ id?: unknown; method?: unknown }> {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

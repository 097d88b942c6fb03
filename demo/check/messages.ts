/** A request of a session with what the wallet answered, as it was written. */
export type Exchange = Readonly<{
  method: string;
  params: Readonly<Record<string, unknown>>;
  result?: unknown;
  error?: unknown;
}>;

const METHODS =
  /^(authorize|reauthorize|deauthorize|get_capabilities|clone_authorization|sign_(messages|transactions)|sign_and_send_transactions)$/;

/**
 * Calls `onProperties` with the version in each session's properties, and `onExchange` with each response.
 * The library hands out only what it has checked, and this page is about what the wallet wrote, so it watches
 * the library read and write JSON.
 */
export function watchMessages(
  onProperties: (version: unknown) => void,
  onExchange: (exchange: Exchange) => void,
): void {
  const { parse, stringify } = JSON;
  const asked = new Map<unknown, Pick<Exchange, 'method' | 'params'>>();
  JSON.stringify = ((value: unknown, ...others: []) => {
    const { id, method, params } = read(value);
    // The chain's RPC has texts as its ids.
    if (typeof id === 'number' && typeof method === 'string' && METHODS.test(method))
      asked.set(id, { method, params: read(params) });
    return stringify(value, ...others);
  }) as typeof stringify;
  JSON.parse = (text, reviver) => {
    const value: unknown = parse(text, reviver);
    const { id, jsonrpc, v, result, error } = read(value);
    const request = asked.get(id);
    if (v !== undefined && Object.keys(read(value)).length === 1) onProperties(v);
    if (request && jsonrpc !== undefined) {
      asked.delete(id);
      onExchange({ ...request, result, error });
    }
    return value;
  };
}

/** Returns the members of a value of JSON: none if it is no object. */
export function read(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

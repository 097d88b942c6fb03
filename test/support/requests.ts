import type { JsonObject } from '../../src/util/json-object.js';

/** A wallet app, with the requests that reached it. */
type Asked = Readonly<{ requests: readonly Readonly<{ method: string; params: JsonObject }>[] }>;

/** Returns the parameters of the requests for a method. */
export const getParams = ({ requests }: Asked, name: string): readonly JsonObject[] =>
  requests.flatMap(({ method, params }) => (method === name ? [params] : []));

/** Counts the requests for a method. */
export const countRequests = (app: Asked, name: string): number => getParams(app, name).length;

/** Returns the methods of the requests, without the questions about the app's capabilities. */
export const getCalledMethods = ({ requests }: Asked): readonly string[] =>
  requests.map(({ method }) => method).filter((method) => method !== 'get_capabilities');

/** Returns how each authorization was requested: by a `token`, or by asking the `user`. */
export const getAuthorizations = ({ requests }: Asked): readonly ('token' | 'user')[] =>
  requests
    .filter(({ method }) => /^(re)?authorize$/.test(method))
    .map(({ params }) => ('auth_token' in params ? 'token' : 'user'));

/** Returns how many payloads each request had that had any. */
export const countPayloads = ({ requests }: Asked): readonly number[] =>
  requests.flatMap(({ params: { payloads } }) => (Array.isArray(payloads) ? payloads.length : []));

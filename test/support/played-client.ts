import type { RpcClient } from '../../src/connection/rpc.js';
import type { JsonObject } from '../../src/util/json-object.js';

/** Plays the client of a session that has a token, which answers each request in turn, or fails. */
export function playClient(...answers: readonly (object | Error)[]) {
  const asked: Readonly<{ method: string; params: JsonObject; timeoutMs: number | undefined }>[] = [];
  const client: Pick<RpcClient, 'call' | 'hasToken' | 'assertOpen'> = {
    hasToken: () => true,
    assertOpen: () => {},
    async call(method, params, timeoutMs) {
      const answer = answers[asked.push({ method, params, timeoutMs }) - 1];
      if (answer instanceof Error) throw answer;
      return answer as Awaited<ReturnType<RpcClient['call']>>;
    },
  };
  return {
    client: client as RpcClient,
    asked,
    getMethods: () => asked.map(({ method }) => method),
  };
}

import { formatHex } from '../explain/text.js';
import { parseTagged, stringifyTagged } from './tagged-json.js';
import type { LaunchTarget } from './wallet-apps.js';
import type { WalletHost, WalletState } from './wallet-state.js';

/** No request with this id waits: its session has ended in the meantime, which the next state shows. */
const GONE = 409;

/** Creates the id by which the dev server knows a page. */
export function createPageId(): string {
  // Insecure pages have no `crypto.randomUUID`.
  return formatHex(crypto.getRandomValues(new Uint8Array(16)), '');
}

/**
 * Returns the wallet of the server at `mount`, a URL without a slash at its end. Pages of other origins only
 * find apps, launch and leave.
 */
export function createServerHost(mount: string): WalletHost {
  const listen = <T>(path: string, onState: (state: T) => void, onLost: () => void): (() => void) => {
    const events = new EventSource(`${mount}${path}`);
    events.addEventListener('message', ({ data }: MessageEvent<string>) => onState(parseTagged<T>(data)));
    events.addEventListener('error', onLost);
    return () => events.close();
  };
  return {
    watchApprovals: (page, listener, onLost) =>
      listen(`/events?${new URLSearchParams({ page })}`, listener, onLost),
    watchWallet(listener, onLost) {
      // The server does not know by which name this page reaches it.
      const rpcUrl = new URL(`${mount}/rpc/devnet`, location.href).href;
      const onState = (state: WalletState): void => listener({ ...state, chain: { ...state.chain, rpcUrl } });
      // Not in hidden pages, because a browser opens only six connections to a server for all its tabs.
      return runWhileVisible(() => listen('/state', onState, onLost));
    },
    async findApp(address, choice) {
      const response = await post(`${mount}/find-app`, JSON.stringify({ address, choice }));
      return (await response.json()) as LaunchTarget;
    },
    async launch(page, uri, androidPackage) {
      const response = await post(`${mount}/launch`, JSON.stringify({ page, uri, androidPackage }));
      return ((await response.json()) as { launch: number }).launch;
    },
    async decide(page, id, decision) {
      // The embedding page may remove its frame before the request is sent, when the user leaves.
      await post(`${mount}/decisions`, JSON.stringify({ page, id, ...decision }), true);
    },
    async leave(page) {
      await post(`${mount}/leave`, JSON.stringify({ page }), true);
    },
    async run(command) {
      await post(`${mount}/commands`, stringifyTagged(command));
    },
  };
}

/**
 * Calls `start` whenever the page becomes visible, and the function that it returns when the page is hidden
 * or stops this.
 */
function runWhileVisible(start: () => () => void): () => void {
  let stop = (): void => {};
  const update = (): void => {
    stop();
    stop = document.hidden ? () => {} : start();
  };
  document.addEventListener('visibilitychange', update);
  update();
  return () => {
    document.removeEventListener('visibilitychange', update);
    stop();
  };
}

/**
 * Posts JSON. Rejects with the server's reason if it refuses. With `keepalive`, it is sent even if the page
 * is left.
 */
async function post(url: string, body: string, keepalive = false): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body, keepalive });
  if (!response.ok && response.status !== GONE) throw new Error((await response.text()).trim());
  return response;
}

import { vi } from 'vitest';
import type { LoopbackPermission } from '../../src/dapp/open/session-ui.js';

/** The names by which browsers know the permission to connect to loopback. */
export const CHROMIUM: readonly string[] = ['loopback-network', 'local-network-access'];
export const CHROME_142: readonly string[] = ['local-network-access'];
/** It asks only when something listens. */
export const FIREFOX: readonly string[] = ['loopback-network'];

/**
 * Opens a page whose browser knows the permission by `names`. Returns the status that the browser keeps; by
 * `decide` the user changes it.
 */
export function openLoopbackPage(
  state: LoopbackPermission,
  { names = CHROMIUM, hostname = 'dapp.example' } = {},
) {
  let queries = 0;
  const status = Object.assign(new EventTarget(), {
    state,
    countQueries: () => queries,
    decide(decision: LoopbackPermission): void {
      status.state = decision;
      status.dispatchEvent(new Event('change'));
    },
  });
  vi.stubGlobal('location', { hostname });
  vi.stubGlobal('navigator', {
    permissions: {
      async query({ name }: Readonly<{ name: string }>) {
        queries++;
        if (!names.includes(name)) throw new TypeError('unknown name');
        return status;
      },
    },
  });
  return status as typeof status & PermissionStatus;
}

/**
 * Lets a page make its browser ask, by fetches from ports where nothing listens, which this returns. At each,
 * the user decides by `decide`.
 */
export function stubQuestion(decide = () => {}) {
  const fetched: Readonly<RequestInit & { url: string }>[] = [];
  vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
    fetched.push({ ...options, url });
    decide();
    throw new TypeError('nothing listens there');
  });
  return fetched;
}

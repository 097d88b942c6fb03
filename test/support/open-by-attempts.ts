import type { SessionConfig } from '../../src/dapp/open/session-config.js';
import type { LoadedUi } from '../../src/dapp/open/session-ui.js';
import { PHONES_CHOICE } from '../../src/wallet/open/apps/session-app.js';
import { type AttemptOptions, createVisitMemory, openByAttempts } from '../../src/wallet/open/attempts.js';

/** Opens a session as a wallet does of which nothing is remembered, with the app that the phone chooses. */
export function openSession(
  config: Omit<SessionConfig, 'onProgress'>,
  ui?: LoadedUi,
  options: Partial<AttemptOptions> = {},
): ReturnType<typeof openByAttempts> {
  const { signal = new AbortController().signal } = config;
  return openByAttempts({ ...config, signal }, ui, {
    way: config.remote ? 'qr-code' : 'local',
    link: config.baseUri,
    app: PHONES_CHOICE,
    visits: createVisitMemory(),
    isLoopbackProven: true,
    onLinkUnreached: () => {},
    ...options,
  });
}

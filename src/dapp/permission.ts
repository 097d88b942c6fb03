import { abortable, createAbortScope } from '../abort.js';
import { isMobileWalletError, MobileWalletError } from '../errors.js';
import { getRandomPort } from '../protocol/association.js';
import { openWebSocketChannel } from '../session/web-socket-channel.js';
import { getLoopbackPermission, queryLoopbackPermission } from './loopback.js';
import type { LoopbackPermission, SessionUi } from './ui.js';

/** How long an answer is waited for where nothing shows that there is a question. */
const QUESTION_TIME = 30_000;

/** A browser that asks and gets no answer tells nobody; then the next tap goes on without one. */
let wasLeftUndecided = false;

/**
 * Has the browser ask the person, which takes a request to loopback; resolves when it is decided. Where nothing listens,
 * as here, Chromium fails the request at once and goes on asking.
 */
async function askLoopbackPermission(signal: AbortSignal): Promise<LoopbackPermission> {
  const status = await queryLoopbackPermission();
  const decided = new Promise<void>((resolve) => {
    status?.addEventListener('change', () => resolve(), { once: true, signal });
  });
  const port = getRandomPort();
  const options = { mode: 'no-cors', cache: 'no-store', credentials: 'omit', signal } as const;
  try {
    await fetch(`http://localhost:${port}/`, options);
  } catch {
    // A page's policy may forbid the one kind of request and not the other.
    await openWebSocketChannel(`ws://localhost:${port}/`, { signal }).then(
      (channel) => channel.close(),
      () => {},
    );
  }
  if ((await getLoopbackPermission()) === 'prompt') await abortable(decided, signal);
  return getLoopbackPermission();
}

/** Has the browser ask where nothing else is to be seen: a tap on the page says that its question is gone. */
async function askWithoutUi(signal: AbortSignal): Promise<void> {
  const scope = createAbortScope([signal], { ms: QUESTION_TIME, getReason: createUndecidedError });
  const tap = (event: Event): void => {
    if (event.isTrusted) scope.abort(createUndecidedError());
  };
  globalThis.document?.addEventListener('pointerdown', tap, true);
  try {
    await askLoopbackPermission(scope.signal);
  } catch (error) {
    wasLeftUndecided = isMobileWalletError(error, 'USER_CANCELLED');
    throw error;
  } finally {
    globalThis.document?.removeEventListener('pointerdown', tap, true);
    scope.release();
  }
}

/**
 * Makes sure, before the wallet app is opened, that the browser will let this page reach it: its prompt would be hidden
 * behind the app.
 *
 * @throws `LOOPBACK_BLOCKED`; `USER_CANCELLED` when the person leaves it undecided; the signal's reason
 */
export async function ensureLoopbackPermission(
  ui: SessionUi | undefined,
  signal: AbortSignal,
  onAsk: () => void,
): Promise<void> {
  const permission = await getLoopbackPermission();
  if (permission === 'granted') return;
  if (permission === 'denied') {
    await ui?.blocked({ signal });
    signal.throwIfAborted();
    throw createLoopbackBlockedError();
  }
  let mayGoOn = true;
  if (ui || !wasLeftUndecided) {
    onAsk();
    if (ui) mayGoOn = await ui.permission({ signal, ask: () => askLoopbackPermission(signal) });
    else await askWithoutUi(signal);
  }
  signal.throwIfAborted();
  if ((await getLoopbackPermission()) === 'denied') throw createLoopbackBlockedError();
  if (!mayGoOn) throw createUndecidedError();
}

function createUndecidedError(): MobileWalletError<'USER_CANCELLED'> {
  return new MobileWalletError(
    'USER_CANCELLED',
    'The person cancelled, or did not say whether this page may reach the wallet app',
  );
}

/** Makes the error for a browser that was told to keep this page from apps on this device. */
export function createLoopbackBlockedError(cause?: unknown): MobileWalletError<'LOOPBACK_BLOCKED'> {
  return new MobileWalletError(
    'LOOPBACK_BLOCKED',
    "The browser keeps this page from reaching the wallet app: allow it in the site's permissions",
    {},
    { cause },
  );
}

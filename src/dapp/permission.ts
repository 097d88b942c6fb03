import type { abortable, createAbortScope } from '../abort.js';
import type { MobileWalletError } from '../errors.js';
import type { openWebSocketChannel } from '../session/web-socket-channel.js';
import type { queryLoopbackPermission } from './loopback.js';
import type { LoopbackPermission, SessionUi } from './ui.js';

/**
 * What this uses of the code around it. It is handed over, not imported: bundlers put what two files share into a third,
 * which would make the rest of the library several files, too.
 */
type Parts = Readonly<{
  abortable: typeof abortable;
  createAbortScope: typeof createAbortScope;
  createError: (
    code: 'USER_CANCELLED' | 'LOOPBACK_BLOCKED',
    message: string,
    cause?: unknown,
  ) => MobileWalletError;
  getRandomPort: () => number;
  openWebSocketChannel: typeof openWebSocketChannel;
  queryLoopbackPermission: typeof queryLoopbackPermission;
}>;

/** How long an answer is waited for where nothing shows that there is a question. */
const QUESTION_TIME = 30_000;

/** A browser that asks and gets no answer tells nobody; then the next tap goes on without one. */
let wasLeftUndecided = false;

/** Makes what asks the person for the browser's permission to reach apps on this device. */
export function createPermissionGate({
  abortable,
  createAbortScope,
  createError,
  getRandomPort,
  openWebSocketChannel,
  queryLoopbackPermission,
}: Parts) {
  const getLoopbackPermission = async (): Promise<LoopbackPermission> =>
    (await queryLoopbackPermission())?.state ?? 'granted';

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
      wasLeftUndecided = (error as Partial<MobileWalletError>).code === 'USER_CANCELLED';
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
  async function ensureLoopbackPermission(
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

  function createUndecidedError(): MobileWalletError {
    return createError(
      'USER_CANCELLED',
      'The person cancelled, or did not say whether this page may reach the wallet app',
    );
  }

  /** Makes the error for a browser that was told to keep this page from apps on this device. */
  function createLoopbackBlockedError(cause?: unknown): MobileWalletError {
    return createError(
      'LOOPBACK_BLOCKED',
      "The browser keeps this page from reaching the wallet app: allow it in the site's permissions",
      cause,
    );
  }

  return { ensureLoopbackPermission, createLoopbackBlockedError };
}

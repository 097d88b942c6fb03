import { openWebSocketChannel } from '../../connection/web-socket-channel.js';
import { getRandomPort } from '../../protocol/association.js';
import { createAbortScope } from '../../util/abort.js';
import { abortable } from '../../util/abortable.js';
import { MobileWalletError } from '../../util/errors.js';
import { hasErrorCode } from '../../util/find-error.js';
import { isLoopbackHost, isWebShell } from '../../util/surroundings.js';
import { probeLoopback } from './dial.js';
import type { LoopbackPermission } from './session-ui.js';

/** The permission's current name, and its name in Chrome 142 to 144. Only Chromium knows the second. */
const NAMES = ['loopback-network', 'local-network-access'];
/** Hosts in the private network of this device. */
const PRIVATE_HOST = /^(10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))(\.\d{1,3}){2,3}$|^\[f[cde][0-9a-f]{2}:/;

/**
 * How long to wait for a decision if there are no dialogs, because the page cannot know whether the browser
 * asks at all.
 */
const QUESTION_TIMEOUT_MS = 10_000;

/**
 * Whether the user did not decide. No event reports a dismissed prompt, so the next tap launches without
 * asking.
 */
let wasLeftUndecided = false;

/** A browser's permission to connect to loopback, and what the browser makes of it. */
export type LoopbackAccess = Readonly<{
  /** Kept up to date by the browser. */
  status: PermissionStatus;
  /**
   * Whether the browser holds every request to loopback until the user has decided, and asks for any of them.
   * So does Chromium. Firefox asks only when something listens on the port, for a fetch, and by a preference
   * for a WebSocket: then the wallet app is in front. Without the preference, WebSockets open even if the
   * permission is denied.
   */
  isGate: boolean;
}>;

/**
 * Queries the browser's permission to connect to loopback. Returns `undefined` if this page does not need it.
 */
export async function queryLoopbackPermission(): Promise<LoopbackAccess | undefined> {
  if (typeof location === 'undefined' || isWebShell()) return;
  // Such a page may always connect to loopback, whatever the permission says. So may one on a host name that
  // resolves to a private address, but only a connection shows that (`ungated.ts`).
  if (isLoopbackHost(location.hostname) || PRIVATE_HOST.test(location.hostname)) return;
  // A browser may not know a name, or have no Permissions API.
  const query = async (name: string) => navigator.permissions.query({ name: name as PermissionName });
  const [current, old] = await Promise.all(NAMES.map((name) => query(name).catch(() => undefined)));
  const status = current ?? old;
  return status && { status, isGate: old !== undefined };
}

/**
 * Returns the browser's permission to connect to loopback: `granted` also if this page does not need it, and
 * `prompt` only if the browser asks for it before anything listens.
 */
export async function getLoopbackPermission(): Promise<LoopbackPermission> {
  const access = await queryLoopbackPermission();
  if (!access || (access.status.state === 'prompt' && !access.isGate)) return 'granted';
  return access.status.state;
}

/**
 * Has the user decide. Calls `onAsk` before it asks. With `canRelay`, need not say that the browser blocks
 * the connection, because the caller then offers another way. Resolves with whether the wallet app is to be
 * opened, whatever the permission is then: a browser may not apply it to this page.
 */
export type Decide = (
  permission: LoopbackPermission,
  signal: AbortSignal,
  onAsk: () => void,
  canRelay: boolean,
) => Promise<boolean>;

/**
 * Makes sure that the browser lets this page connect to loopback.
 *
 * @throws `LOOPBACK_BLOCKED`; `USER_CANCELLED` if the user does not decide; the signal's reason
 */
export async function ensureLoopbackPermission(
  decide: Decide,
  signal: AbortSignal,
  onAsk: () => void,
  canRelay = false,
): Promise<void> {
  const permission = await getLoopbackPermission();
  if (permission === 'granted') return;
  const mayContinue = await decide(permission, signal, onAsk, canRelay);
  signal.throwIfAborted();
  if (mayContinue) return;
  // `decide` says only that it is over: whether the browser has denied it, or the user has given up.
  if ((await getLoopbackPermission()) === 'denied') {
    const withheld = getWithheldName();
    throw withheld === undefined ? createLoopbackBlockedError() : createPolicyError(withheld);
  }
  throw createUndecidedError();
}

/**
 * Returns the permission's name if a permissions policy keeps it from this page: its own, or that of the page
 * whose frame it is in. The user cannot change that. Only Chromium says so.
 */
export function getWithheldName(): string | undefined {
  type Policy = Readonly<{ features(): readonly string[]; allowsFeature(name: string): boolean }>;
  const policy = (globalThis.document as { featurePolicy?: Policy } | undefined)?.featurePolicy;
  const name = NAMES.find((known) => policy?.features().includes(known));
  return name !== undefined && policy?.allowsFeature(name) === false ? name : undefined;
}

/**
 * Creates the error for a permissions policy that keeps the permission `withheld` from this page; without it,
 * for the page's own content security policy.
 */
export function createPolicyError(withheld?: string): MobileWalletError<'LOOPBACK_BLOCKED'> {
  const policy = withheld ?? 'connect-src ws://localhost:*';
  const message = withheld
    ? `A permissions policy keeps this page from the wallet app: add \`allow="${policy}"\` to its frame`
    : `The page's Content-Security-Policy forbids connections to the wallet app: add \`${policy}\``;
  return new MobileWalletError('LOOPBACK_BLOCKED', message, { policy });
}

/** Creates the error for a browser that blocks connections from this page to apps on this device. */
export function createLoopbackBlockedError(cause?: unknown): MobileWalletError<'LOOPBACK_BLOCKED'> {
  const message =
    "The browser blocks connections from this page to the wallet app: allow them in the site's permissions";
  return new MobileWalletError('LOOPBACK_BLOCKED', message, {}, { cause });
}

/**
 * Makes the browser ask the user, which takes a request to loopback, and resolves when the user has decided.
 * Nothing listens on the port, so Chromium fails the request at once and keeps asking.
 */
export async function askBrowser(signal: AbortSignal): Promise<LoopbackPermission> {
  const status = (await queryLoopbackPermission())?.status;
  const decided = new Promise<void>((resolve) => {
    status?.addEventListener('change', () => resolve(), { once: true, signal });
  });
  const port = getRandomPort();
  await probeLoopback(`http://localhost:${port}/`, signal).catch(() => {});
  if (status?.state === 'prompt') {
    // The page's policy may forbid fetches to loopback and allow WebSockets, or a service worker may have
    // made the answer.
    await openWebSocketChannel(`ws://localhost:${port}/`, { signal }).then(
      (channel) => channel.close(),
      () => {},
    );
  }
  if ((await getLoopbackPermission()) === 'prompt') await abortable(decided, signal);
  return getLoopbackPermission();
}

/**
 * Makes the browser ask, without a dialog of this library. A tap on the page means that the browser's prompt
 * is closed.
 */
export const askWithoutDialogs: Decide = async (permission, signal, onAsk) => {
  if (wasLeftUndecided || permission !== 'prompt') return permission !== 'denied';
  onAsk();
  const scope = createAbortScope([signal], { ms: QUESTION_TIMEOUT_MS, getReason: createUndecidedError });
  const stopOnTap = (event: Event): void => {
    if (event.isTrusted) scope.abort(createUndecidedError());
  };
  const options = { capture: true, signal: scope.signal };
  globalThis.document?.addEventListener('pointerdown', stopOnTap, options);
  try {
    return (await askBrowser(scope.signal)) !== 'denied';
  } catch (error) {
    wasLeftUndecided = hasErrorCode(error, 'USER_CANCELLED');
    throw error;
  } finally {
    scope.abort(undefined);
  }
};

function createUndecidedError(): MobileWalletError<'USER_CANCELLED'> {
  const message = 'The user cancelled, or did not answer the browser. If it asked nothing, tap again';
  return new MobileWalletError('USER_CANCELLED', message);
}

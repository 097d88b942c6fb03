import { createSessionClosedError } from '../../connection/channel.js';
import { type NostrChannel, openNostrChannel } from '../../connection/nostr-channel.js';
import { parseRelay } from '../../connection/nostr-relay.js';
import { createNostrKeyPair, getSessionIdentifier } from '../../protocol/nostr.js';
import type { Remote } from '../../protocol/remote-option.js';
import { createAbortScope } from '../../util/abort.js';
import { MobileWalletError } from '../../util/errors.js';
import { type ConnectRemotely, connectByOffers, type Intermediary, type MakeOffer } from './remote.js';

/** Relays keep a subscription as long as the connection, but a QR code should not be good for ever. */
const LIFETIME_MS = 300_000;

/**
 * How often SESSION_END is signed anew. Hidden pages do it once a minute, because browsers throttle their
 * timers.
 */
const PREPARE_INTERVAL_MS = 30_000;
/**
 * Relays refuse events of this kind that are older than a minute, and take events from the next 15 minutes.
 */
const DATED_AHEAD_MS = 30_000;

/** Meets a wallet at a Nostr relay. `way` must name relays. */
export const connectByNostr: ConnectRemotely = (way, opening) => connectByOffers(NOSTR, way, opening);

/**
 * Makes an offer at the first of several relays that confirms the subscription. The others are closed. The
 * QR code may be shown then, and not before, because a relay does not keep the wallet's CONNECT for later.
 */
export const offerQrCodeByNostr: MakeOffer = async (remote, associationPoint, signal) => {
  const { relays } = remote as Extract<Remote, { type: 'nostr' }>;
  signal.throwIfAborted();
  const keys = createNostrKeyPair();
  const sessionIdentifier = await getSessionIdentifier(associationPoint);
  const attempts = relays.map((relay, index) => ({
    ...parseRelay(relay, `remote.relays[${index}]`),
    scope: createAbortScope([signal]),
  }));
  const open = async ({ url, name, scope }: (typeof attempts)[number]) => {
    const options = { keys, sessionIdentifier, signal: scope.signal };
    return { name, scope, opened: await openNostrChannel(url, options) };
  };
  const { name, scope, opened } = await Promise.any(attempts.map(open)).catch((cause: AggregateError) => {
    signal.throwIfAborted();
    throw getUnreachableError(cause);
  });
  const reason = createSessionClosedError('Another relay answered first');
  for (const other of attempts) if (other.scope !== scope) other.scope.abort(reason);
  const joined = opened.joined.then(() => {
    closeWithPage(opened);
    return opened.channel;
  });
  // A caller that replaces the offer may not be waiting for this one any more.
  joined.catch(() => {});
  const association = { relay: name, publicKey: keys.publicKey };
  return {
    association: { type: 'remote-nostr', ...association },
    localAssociation: { type: 'local-nostr', ...association },
    joined,
    lifetimeMs: LIFETIME_MS,
  };
};

/** What sessions by a Nostr relay have of their own. */
export const NOSTR: Intermediary = {
  makeOffer: offerQrCodeByNostr,
  // A relay stays when the wallet leaves, and closes for its own reasons.
  hasLeft: ({ closeReason }) => closeReason === undefined,
};

/**
 * Ends the session when the user leaves the page, because a relay does not tell the wallet that the dapp has
 * gone. A page that is being left has no time to sign SESSION_END, so one is always signed beforehand.
 * Firefox closes the page's connections before that moment, unless the tab is closed: there the wallet is not
 * told.
 */
function closeWithPage({ channel, ended, prepareClose }: NostrChannel): void {
  // Outside a browser there is no page.
  if (ended.aborted || typeof globalThis.addEventListener !== 'function') return;
  let close = channel.close;
  const prepare = async (): Promise<void> => {
    close = await prepareClose(DATED_AHEAD_MS);
  };
  const leave = (): void => close(createSessionClosedError('The user left the page'));
  void prepare();
  const timer = setInterval(prepare, PREPARE_INTERVAL_MS);
  ended.addEventListener('abort', () => clearInterval(timer), { once: true });
  globalThis.addEventListener('pagehide', leave, { signal: ended });
}

/**
 * Returns the error of the only relay, or creates one for several. It names each, and why it cannot be used.
 */
function getUnreachableError(cause: AggregateError): MobileWalletError {
  const errors: readonly MobileWalletError[] = cause.errors;
  const [first, ...others] = errors;
  if (first && others.length === 0) return first;
  const isTimeout = errors.every(({ code }) => code === 'SESSION_TIMEOUT');
  const message = `No Nostr relay can be used: ${errors.map((error) => error.message).join('; ')}`;
  return new MobileWalletError(isTimeout ? 'SESSION_TIMEOUT' : 'SESSION_CLOSED', message, {}, { cause });
}

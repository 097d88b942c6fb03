import { type Channel, createSessionClosedError, createViolationError } from '../../connection/channel.js';
import { openReflectorChannel, waitForAppPing } from '../../connection/reflector-channel.js';
import { decodeReflectorId } from '../../protocol/association.js';
import type { Remote } from '../../protocol/remote-option.js';
import { setDeadline } from '../../util/abort.js';
import type { Bytes } from '../../util/bytes.js';
import { MobileWalletError } from '../../util/errors.js';
import { hasErrorCode } from '../../util/find-error.js';
import { type ConnectRemotely, connectByOffers, type Intermediary, type MakeOffer } from './remote.js';

const REACH_TIMEOUT_MS = 10_000;
/**
 * How long a reflector has to keep a connection that waits (Mobile Wallet Adapter 2.0, "Reflector protocol").
 */
const LIFETIME_MS = 30_000;
/** A wallet that scans the QR code at the last moment gets the same time again to connect. */
const JOIN_TIMEOUT_MS = 60_000;
/**
 * Pages cannot send pings, and proxies and home routers close connections that are silent for 30 to 60 s. An
 * empty message means nothing to either end once a session has begun, and a reflector discards it before
 * that.
 */
const KEEP_ALIVE_MS = 25_000;
/** Longer ids would make QR codes that no camera can read. Reflectors use up to 32 bytes. */
const MAX_ID_BYTES = 256;

/**
 * A WebSocket that was closed in order, by the end that left: without a close code, or by 1000 (normal) or
 * 1001 (going away).
 */
const CLEAN_CLOSE_CODES: readonly (number | undefined)[] = [undefined, 1000, 1001, 1005];

/** Meets a wallet at a reflector. `way` must name one. */
export const connectByReflector: ConnectRemotely = (way, opening) => connectByOffers(REFLECTOR, way, opening);

/**
 * Makes an offer at a reflector. The QR code may be shown once the reflector has sent its id for this
 * connection.
 */
export const offerQrCodeByReflector: MakeOffer = async (remote, _associationPoint, signal) => {
  const { host } = remote as Extract<Remote, { type: 'reflector' }>;
  const { channel, reflectorId } = await openReflectorChannel({
    host,
    prepare: async (opened) => ({ channel: opened, reflectorId: await readReflectorId(opened, host) }),
    timeoutMs: REACH_TIMEOUT_MS,
    signal,
    keepAliveMs: KEEP_ALIVE_MS,
  });
  const cancelTimeout = setDeadline(JOIN_TIMEOUT_MS, () => {
    const message = `No wallet has come to the reflector ${host} in time`;
    channel.close(new MobileWalletError('SESSION_TIMEOUT', message));
  });
  const joined = waitForAppPing(channel).finally(cancelTimeout);
  // A caller that replaces the offer may not be waiting for this one any more.
  joined.catch(() => {});
  return { association: { type: 'remote', reflector: host, reflectorId }, joined, lifetimeMs: LIFETIME_MS };
};

async function readReflectorId(channel: Channel, host: string): Promise<Bytes> {
  const id = decodeReflectorId(await channel.read());
  if (id && id.length <= MAX_ID_BYTES) return id;
  throw createViolationError(`The reflector ${host} sent a malformed REFLECTOR_ID`);
}

/** What sessions by a reflector have of their own. */
export const REFLECTOR: Intermediary = {
  makeOffer: offerQrCodeByReflector,
  // A reflector closes in order when the wallet does so.
  hasLeft: ({ closeCode }) => CLEAN_CLOSE_CODES.includes(closeCode),
  // Nobody can tell an icon that is too large, because a reflector closes as if the wallet had left.
  explainEnd(error, pending, maxTextBytes = 0) {
    const isAuthorizing = pending.includes('authorize') || pending.includes('reauthorize');
    if (!isAuthorizing || !hasErrorCode(error, 'SESSION_CLOSED')) return error;
    if (error.context.closeCode === undefined) return error;
    const limit = maxTextBytes.toLocaleString('en-US');
    const message = `${error.message} during \`authorize\`. If the wallet did not leave, its icon may exceed the ${limit} bytes that a reflector carries, unlike Nostr`;
    return createSessionClosedError(message, { ...error.context, during: 'authorize' });
  },
};

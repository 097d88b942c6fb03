import { parseAddress } from '../protocol/address.js';
import type { AssociationRequest } from '../protocol/association.js';
import { createNostrKeyPair, getSessionIdentifier } from '../protocol/nostr.js';
import { setDeadline } from '../util/abort.js';
import { assertArgument, MobileWalletError } from '../util/errors.js';
import { hasErrorCode } from '../util/find-error.js';
import type { Channel } from './channel.js';
import { openNostrChannel } from './nostr-channel.js';
import { parseRelay } from './nostr-relay.js';
import { openReflectorChannel, waitForAppPing } from './reflector-channel.js';
import type { CreateWebSocket } from './web-socket.js';

/** How {@link joinRemoteAssociation} connects. */
export type JoinOptions = Readonly<{
  /** Closes the channel when it aborts, also later. */
  signal?: AbortSignal;
  /**
   * Creates a WebSocket; by default the global `WebSocket`, which Node has since version 22. Called a second
   * time, with `ws:` in place of `wss:`, if a reflector or relay of this device has no certificate.
   */
  createWebSocket?: CreateWebSocket;
}>;

/** 10 s to connect, and the 10 s that a wallet has to wait for the dapp. */
const JOIN_TIMEOUT_MS = 20_000;
/** How long a wallet has to wait at a relay for the dapp's first message, after it has connected. */
const DAPP_TIMEOUT_MS = 10_000;

/**
 * Joins, as a wallet, the dapp that waits at a reflector or a Nostr relay, and resolves with the channel for
 * {@link walletHandshake} once the dapp is there.
 *
 * @param request from {@link parseAssociationUri}
 * @throws `INVALID_ARGUMENT` for a local association, or where there is no `WebSocket`; `SESSION_CLOSED` if
 * the reflector or relay cannot be reached, or the reflector knows no dapp with this id any more;
 * `SESSION_TIMEOUT`; the signal's reason
 */
export async function joinRemoteAssociation(
  { association, associationPublicKey }: AssociationRequest,
  { signal, createWebSocket }: JoinOptions = {},
): Promise<Channel> {
  assertArgument(
    createWebSocket !== undefined || typeof WebSocket === 'function',
    'createWebSocket',
    'is required where there is no global WebSocket, as in Node 20',
  );
  assertArgument(association.type !== 'local', 'association', 'must be met at a reflector or a Nostr relay');
  if (association.type === 'remote') {
    return openAt(association.reflector, 'reflector', (host) =>
      openReflectorChannel({
        host,
        id: association.reflectorId.slice(),
        prepare: waitForAppPing,
        timeoutMs: JOIN_TIMEOUT_MS,
        signal,
        createWebSocket,
      }),
    );
  }
  const { relay, publicKey } = association;
  const end = {
    keys: createNostrKeyPair(),
    sessionIdentifier: await getSessionIdentifier(associationPublicKey),
    dappKey: publicKey,
    signal,
    createWebSocket,
  };
  const { channel, joined } = await openAt(relay, 'relay', (address) =>
    openNostrChannel(parseRelay(address, 'relay').url, end),
  );
  const cancelTimeout = setDeadline(DAPP_TIMEOUT_MS, () =>
    channel.close(new MobileWalletError('SESSION_TIMEOUT', `No dapp has answered at the relay ${relay}`)),
  );
  await joined.finally(cancelTimeout);
  return channel;
}

/**
 * Opens a channel at an address from an association URI. It has no scheme there, and stands for `wss:`. A
 * reflector or relay on this device may have no certificate, so if nothing is reached there by `wss:`, `ws:`
 * is tried.
 */
async function openAt<T>(
  address: string,
  argument: string,
  open: (address: string) => Promise<T>,
): Promise<T> {
  const { protocol } = parseAddress(address, argument);
  if (protocol === 'wss:' || address.startsWith('ws://')) return open(address);
  try {
    return await open(`wss://${address}`);
  } catch (error) {
    // Where a connection was open before, there is a reason, if an empty one.
    const isUnreached = hasErrorCode(error, 'SESSION_CLOSED') && error.context.closeReason === undefined;
    if (!isUnreached) throw error;
    return open(`ws://${address}`);
  }
}

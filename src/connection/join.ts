import type { AssociationRequest } from '../protocol/association.js';
import { createNostrKeyPair, getSessionIdentifier } from '../protocol/nostr.js';
import { setDeadline } from '../util/abort.js';
import { assertArgument, MobileWalletError } from '../util/errors.js';
import type { Channel } from './channel.js';
import { openNostrChannel } from './nostr-channel.js';
import { parseRelay } from './nostr-relay.js';
import { openReflectorChannel, waitForAppPing } from './reflector-channel.js';
import type { CreateWebSocket } from './web-socket.js';

/** How {@link joinRemoteAssociation} connects. */
export type JoinOptions = Readonly<{
  /** Closes the channel when it aborts, also later. */
  signal?: AbortSignal;
  /** Creates a WebSocket; by default the global `WebSocket`, which Node has since version 22. */
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
    return openReflectorChannel({
      host: association.reflector,
      id: association.reflectorId.slice(),
      prepare: waitForAppPing,
      timeoutMs: JOIN_TIMEOUT_MS,
      signal,
      createWebSocket,
    });
  }
  const { relay, publicKey } = association;
  const { channel, joined } = await openNostrChannel(parseRelay(relay, 'relay').url, {
    keys: createNostrKeyPair(),
    sessionIdentifier: await getSessionIdentifier(associationPublicKey),
    dappKey: publicKey,
    signal,
    createWebSocket,
  });
  const cancelTimeout = setDeadline(DAPP_TIMEOUT_MS, () =>
    channel.close(new MobileWalletError('SESSION_TIMEOUT', `No dapp has answered at the relay ${relay}`)),
  );
  await joined.finally(cancelTimeout);
  return channel;
}

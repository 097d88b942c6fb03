import { assertArgument, createInvalidArgumentError } from '../errors.js';
import type { AssociationRequest } from '../protocol/association.js';
import type { Channel } from './channel.js';
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

/**
 * Joins, as a wallet, the dapp that waits at a reflector, and resolves with the channel for {@link walletHandshake}.
 *
 * @param request from {@link parseAssociationUri}
 * @throws `INVALID_ARGUMENT` for a local association, or where there is no `WebSocket`; `SESSION_CLOSED` if the reflector
 *   cannot be reached, or knows no dapp with this id any more; `SESSION_TIMEOUT`; the signal's reason
 */
export async function joinRemoteAssociation(
  { association }: AssociationRequest,
  { signal, createWebSocket }: JoinOptions = {},
): Promise<Channel> {
  assertArgument(
    createWebSocket !== undefined || typeof WebSocket === 'function',
    'createWebSocket',
    'is required where there is no global WebSocket, as in Node 20',
  );
  switch (association.type) {
    case 'remote':
      return openReflectorChannel({
        host: association.reflector,
        id: association.reflectorId.slice(),
        prepare: waitForAppPing,
        timeoutMs: JOIN_TIMEOUT_MS,
        signal,
        createWebSocket,
      });
    default:
      throw createInvalidArgumentError('association', 'must be met at a reflector');
  }
}

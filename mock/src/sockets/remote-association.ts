import {
  type AssociationRequest,
  type Channel,
  createSessionClosedError,
  encodeBase64,
  findMobileWalletError,
  joinRemoteAssociation,
  SUBPROTOCOLS,
} from 'mobile-wallet-standard/endpoint';
import { WebSocket } from 'ws';
import type { FaultyChannel } from '../wallet/faults/fault.js';
import type { MockWallet } from '../wallet/mock-wallet.js';
import type { OpenAssociation } from './open-association.js';
import { endByFault } from './socket-channel.js';
import { closeSocket, waitForClose } from './web-socket-server.js';

/** The close code of a connection that ended without a close frame, such as one to a host that cannot be reached. */
const NO_CLOSE_FRAME = 1006;
const GONE =
  'The dapp no longer waits for this code, which has expired or was used before: take its fresh one';

/** Joins a dapp on another device, and serves the session. Resolves once the dapp is there. */
export async function openRemoteAssociation(
  wallet: MockWallet,
  request: AssociationRequest,
  signal: AbortSignal,
): Promise<OpenAssociation> {
  const sockets: WebSocket[] = [];
  const channel = await joinRemoteAssociation(request, {
    signal,
    createWebSocket(url, protocols) {
      const socket = new WebSocket(url, protocols);
      sockets.push(socket);
      return socket;
    },
  }).catch((error: unknown) => {
    const context = findMobileWalletError(error, 'SESSION_CLOSED')?.context;
    // With a close frame, an intermediary said that it knows no dapp that waits for this code.
    throw context && context.closeCode !== NO_CLOSE_FRAME ? createSessionClosedError(GONE, context) : error;
  });
  const leave = (): void => {
    for (const socket of sockets) closeSocket(socket);
  };
  const serve = async (): Promise<void> => {
    await wallet.attach(addFaults(channel, sockets), request);
    // A relay would not notice that the session has ended.
    leave();
    await Promise.all(sockets.map(waitForClose));
  };
  const ended = serve();
  return {
    ended,
    close() {
      leave();
      return ended;
    },
  };
}

/** Lets faults send frames of the other kind, stop reading, drop the connection, or close it with a code. */
function addFaults(channel: Channel, sockets: readonly WebSocket[]): FaultyChannel {
  return {
    ...channel,
    sendInOtherKind(message) {
      for (const socket of sockets) {
        socket.send(socket.protocol === SUBPROTOCOLS[1] ? message : encodeBase64(message));
      }
    },
    pause() {
      for (const socket of sockets) socket.pause();
    },
    close(reason) {
      for (const socket of sockets) endByFault(socket, reason);
      channel.close(reason);
    },
  };
}

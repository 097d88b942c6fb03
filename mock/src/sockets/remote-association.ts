import {
  type AssociationRequest,
  type Channel,
  createSessionClosedError,
  encodeBase64,
  findMobileWalletError,
  joinRemoteAssociation,
  type MobileWalletError,
  SUBPROTOCOLS,
} from 'mobile-wallet-standard/endpoint';
import { WebSocket } from 'ws';
import { type FaultyChannel, WalletHangUp } from '../wallet/faults/fault.js';
import type { MockWallet } from '../wallet/mock-wallet.js';
import { WalletCrash } from '../wallet/refusal.js';
import type { OpenAssociation } from './open-association.js';
import { closeSocket } from './web-socket-server.js';

const GOING_AWAY = 1001;
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
    const closed = findMobileWalletError(error, 'SESSION_CLOSED');
    throw closed && isRefusal(closed) ? createSessionClosedError(GONE, closed.context) : error;
  });
  const closed = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        if (socket.readyState === socket.CLOSED) resolve();
        else socket.once('close', () => resolve());
      }),
  );
  const leave = (): void => {
    for (const socket of sockets) closeSocket(socket, GOING_AWAY);
  };
  const serve = async (): Promise<void> => {
    await wallet.attach(addFaults(channel, sockets), request);
    // A relay would not notice that the session has ended.
    leave();
    await Promise.all(closed);
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

/** Whether an intermediary closed the connection, because it knows no dapp that waits for this code. */
function isRefusal({ context }: MobileWalletError<'SESSION_CLOSED'>): boolean {
  return context.closeCode !== NO_CLOSE_FRAME;
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
      for (const socket of sockets) {
        if (reason instanceof WalletCrash) socket.terminate();
        if (reason instanceof WalletHangUp && reason.closeCode !== 1005) socket.close(reason.closeCode);
      }
      channel.close(reason);
    },
  };
}

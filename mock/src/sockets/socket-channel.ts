import {
  type Bytes,
  createInbox,
  createSessionClosedError,
  decodeBase64Frame,
  encodeBase64,
  MobileWalletError,
  SUBPROTOCOLS,
} from 'mobile-wallet-standard/endpoint';
import type { WebSocket } from 'ws';
import { type FaultyChannel, WalletHangUp } from '../wallet/faults/fault.js';

/** Wraps a server's WebSocket as a channel. The reason to close may be a fault, see {@link endByFault}. */
export function createSocketChannel(socket: WebSocket): FaultyChannel {
  const inbox = createInbox();
  socket.binaryType = 'nodebuffer';
  const isBase64 = socket.protocol === SUBPROTOCOLS[1];
  const sendAs = (message: Bytes, isText: boolean): void => {
    inbox.assertOpen();
    socket.send(isText ? encodeBase64(message) : message);
  };
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBase64 && !isBinary) {
      return inbox.end(new MobileWalletError('PROTOCOL_VIOLATION', 'The dapp sent a text frame', {}));
    }
    const message = isBase64 ? decodeBase64Frame(data.toString()) : Uint8Array.from(data);
    if (message) return inbox.push(message);
    inbox.end(createSessionClosedError('The dapp sent a frame that is not base64'));
    socket.close();
  });
  socket.once('close', (closeCode, reason) => {
    const context = { closeCode, closeReason: reason.toString() };
    inbox.end(createSessionClosedError('The dapp closed the connection', context));
  });
  // Ignore errors, because a `close` event follows each of them.
  socket.on('error', () => {});
  return {
    send: (message) => sendAs(message, isBase64),
    sendInOtherKind: (message) => sendAs(message, !isBase64),
    pause: () => socket.pause(),
    read: inbox.read,
    close(reason = createSessionClosedError()) {
      inbox.end(reason);
      endByFault(socket, reason);
      socket.close();
    },
  };
}

/** Closes the socket as a `WalletHangUp` says: with its code, or without a closing handshake. */
export function endByFault(socket: WebSocket, reason: unknown): void {
  if (!(reason instanceof WalletHangUp) || reason.end === 1005) return;
  if (reason.end === 'drop') socket.terminate();
  else socket.close(reason.end);
}

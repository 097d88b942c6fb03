import type { WebSocket } from 'ws';
import { type Channel, createInbox, createSessionClosedError } from '../session/channel.js';
import { WalletCrash } from './refusal.js';

/**
 * Wraps a server's WebSocket as a {@link Channel}: text frames count as the bytes of their text, as with the
 * reference library. Closing it for a `WalletCrash` drops the socket without a closing handshake.
 */
export function createSocketChannel(socket: WebSocket): Channel {
  const inbox = createInbox();
  socket.binaryType = 'nodebuffer';
  socket.on('message', (data: Buffer) => inbox.push(Uint8Array.from(data)));
  socket.once('close', (closeCode, reason) =>
    inbox.end(
      createSessionClosedError('The dapp closed the connection', {
        closeCode,
        closeReason: reason.toString(),
      }),
    ),
  );
  // What went wrong shows as the close that follows.
  socket.on('error', () => {});
  return {
    send(message) {
      if (inbox.isEnded()) throw createSessionClosedError();
      socket.send(message);
    },
    read: inbox.read,
    close(reason = createSessionClosedError()) {
      inbox.end(reason);
      if (reason instanceof WalletCrash) socket.terminate();
      else socket.close();
    },
  };
}

import { createHash, randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { walletHandshake } from '../../src/connection/handshake.js';
import { openNostrChannel } from '../../src/connection/nostr-channel.js';
import { createWebSocketChannel } from '../../src/connection/web-socket-channel.js';
import { encodeReflectorId } from '../../src/protocol/association.js';
import { createNostrKeyPair, getNostrTag } from '../../src/protocol/nostr.js';
import type { Remote } from '../../src/protocol/remote-option.js';
import { isEventOf, startHostileRelay } from '../support/hostile-relay.js';
import { openAsImpostor, recoverAssociationPoints, withFirstMessage } from '../support/impostor.js';
import { playReflector } from '../support/reflector.js';
import { type Answers, type Request, serveLies } from './lying-wallet.js';

/** An intermediary that plays the wallet. It knows only what passes through it. */
export type Impostor = Readonly<{
  remote: Remote;
  /** What the dapp sent to the wallet that is played. */
  requests: Request[];
  /** Changes what the wallet that is played answers. */
  setLies(lies: Answers): void;
  close(): void | Promise<void>;
}>;

/**
 * A reflector that says at once that a wallet has joined, and answers as one. Nobody needs to scan the code.
 */
export async function playWalletAtReflector(lies: Answers = {}): Promise<Impostor> {
  let current = lies;
  const requests: Request[] = [];
  const serve = async (socket: WebSocket): Promise<void> => {
    socket.send(encodeReflectorId(randomBytes(16)));
    socket.send(new Uint8Array());
    const secure = await openAsImpostor(createWebSocketChannel(socket));
    await serveLies(secure, current, requests);
  };
  // It ends when the dapp hangs up.
  const reflector = await playReflector((socket) => void serve(socket).catch(() => {}));
  return {
    remote: { type: 'reflector', host: reflector.host },
    requests,
    setLies(next) {
      current = next;
    },
    close: reflector.close,
  };
}

/**
 * A relay that withholds the CONNECT of a wallet that has scanned the code, learns the dapp's key from it,
 * and joins in that wallet's place. The session identifier tells it which of the recovered points is the
 * association key.
 */
export async function playWalletAtRelay(lies: Answers = {}): Promise<Impostor> {
  let current = lies;
  const requests: Request[] = [];
  const victims = new Set<string>();
  const own = createNostrKeyPair();
  const serve = async (dappKey: string, sessionIdentifier: string): Promise<void> => {
    const { channel } = await openNostrChannel(`ws://${relay.host}`, {
      keys: own,
      sessionIdentifier,
      dappKey,
    });
    const helloReq = await channel.read();
    const point = recoverAssociationPoints(helloReq).find(
      (one) => createHash('sha256').update(one).digest('hex') === sessionIdentifier,
    );
    if (!point) throw new Error('neither point is the association key');
    const { secure } = await walletHandshake(withFirstMessage(channel, helloReq), point, '{"v":"1"}');
    await serveLies(secure, current, requests);
  };
  const relay = await startHostileRelay({
    onEvent(event, socket, { deliver }) {
      socket.send(JSON.stringify(['OK', event.id, true, '']));
      if (event.pubkey !== own.publicKey && isEventOf(['EVENT', event], 'CONNECT')) {
        victims.add(event.pubkey);
        void serve(getNostrTag(event, 'p') ?? '', getNostrTag(event, 'd') ?? '').catch(() => {});
      }
      if (!victims.has(event.pubkey)) deliver(event);
    },
  });
  return {
    remote: { type: 'nostr', relays: [relay.host] },
    requests,
    setLies(next) {
      current = next;
    },
    close: relay.close,
  };
}

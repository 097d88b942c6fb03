import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createInbox, createSessionClosedError } from '../../../src/connection/channel.js';
import { parseAssociationUri } from '../../../src/protocol/association.js';
import { createNostrKeyPair, getSessionIdentifier, type NostrEvent } from '../../../src/protocol/nostr.js';
import { decodeBase64, encodeBase64 } from '../../../src/util/bytes.js';
import { signEvent } from '../../support/hostile-relay.js';
import type { Phone } from './phone.js';

/** What a wallet at a relay does in place of what an honest one does. */
export type NostrWalletFault = Readonly<{
  /** Changes the content of its nth event with a message. */
  encode?(base64: string, nth: number): string;
  /** The tags of an empty event that it sends before its nth event with a message. */
  getTags?(nth: number): string[][] | undefined;
}>;

/** Joins a dapp at a relay with a key pair of its own, and serves the session with the phone's wallet. */
export async function joinAsNostrWallet(
  uri: string,
  phone: Phone,
  { encode = (base64) => base64, getTags = () => undefined }: NostrWalletFault,
): Promise<void> {
  const request = parseAssociationUri(uri);
  const { association, associationPublicKey } = request;
  if (association.type !== 'remote-nostr') throw new Error('Not at a relay');
  const dappKey = association.publicKey;
  const keys = createNostrKeyPair();
  const d = await getSessionIdentifier(associationPublicKey);
  const socket = new WebSocket(`ws://${association.relay}`);
  const inbox = createInbox();
  let nth = 0;
  let lastSend: Promise<unknown> = Promise.resolve();
  const publish = (content: string, tags: readonly string[][]): void => {
    lastSend = lastSend
      .then(() => signEvent(keys, { tags: [['d', d], ['p', dappKey], ...tags], content }))
      .then((event) => socket.send(JSON.stringify(['EVENT', event])));
  };
  socket.on('message', (data) => {
    const [type, , event] = JSON.parse(String(data)) as [string, string, NostrEvent];
    if (type !== 'EVENT' || event.pubkey !== dappKey) return;
    if (event.content === '') socket.close();
    else inbox.push(decodeBase64(event.content));
  });
  socket.on('close', () => inbox.end(createSessionClosedError()));
  await once(socket, 'open');
  socket.send(JSON.stringify(['REQ', 'session', { kinds: [20012], '#d': [d] }]));
  publish('', [['msg', 'CONNECT']]);
  const channel = {
    send(message: Uint8Array<ArrayBuffer>) {
      nth++;
      const tags = getTags(nth);
      if (tags) publish('', tags);
      publish(encode(encodeBase64(message), nth), []);
    },
    read: inbox.read,
    close: () => socket.close(),
  };
  await phone.wallet.attach(channel, request);
}

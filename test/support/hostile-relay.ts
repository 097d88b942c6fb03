import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { schnorr } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js';
import { type WebSocket, WebSocketServer } from 'ws';
import type { NostrEvent, NostrKeyPair } from '../../src/protocol/nostr.js';
import { encodeUtf8 } from '../../src/util/bytes.js';

/** A relay that a test tells what to do. By itself it is honest, and sends clients their own events, too. */
export type HostileRelay = Readonly<{
  host: string;
  sockets: ReadonlySet<WebSocket>;
  /** What clients sent, in order. */
  received: readonly (readonly unknown[])[];
  /** Sends a message to all clients: JSON, or a text as it is. */
  send(message: unknown): void;
  /** Sends an event to all clients. */
  deliver(event: NostrEvent): void;
  /** Resolves when clients have sent a message of which `isMatch` is true, now or later. */
  whenReceived(isMatch: (message: readonly unknown[]) => boolean): Promise<readonly unknown[]>;
  close(): Promise<void>;
}>;

/** What a relay does instead of what an honest one does. */
export type Hostility = Readonly<{
  /** Called with a new connection. */
  onConnection?: (socket: WebSocket, relay: HostileRelay) => void;
  /** Called with REQ; by default sends EOSE. */
  onRequest?: (socket: WebSocket, relay: HostileRelay) => void;
  /** Called with an event; by default accepts and delivers it. */
  onEvent?: (event: NostrEvent, socket: WebSocket, relay: HostileRelay) => void;
}>;

/** Starts a relay that is written from NIP-01, with none of the library's code. */
export async function startHostileRelay(hostility: Hostility = {}): Promise<HostileRelay> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const received: (readonly unknown[])[] = [];
  const waiting = new Set<() => void>();
  const sendTo = (socket: WebSocket, message: unknown): void =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const relay: HostileRelay = {
    host: '',
    sockets: server.clients,
    received,
    send(message) {
      for (const socket of server.clients) sendTo(socket, message);
    },
    deliver: (event) => relay.send(['EVENT', 'session', event]),
    whenReceived(isMatch) {
      return new Promise((resolve) => {
        const check = (): void => {
          const message = received.find(isMatch);
          if (!message) return;
          waiting.delete(check);
          resolve(message);
        };
        waiting.add(check);
        check();
      });
    },
    async close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
  server.on('connection', (socket) => {
    hostility.onConnection?.(socket, relay);
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as readonly [string, NostrEvent];
      received.push(message);
      if (message[0] === 'REQ') {
        if (hostility.onRequest) hostility.onRequest(socket, relay);
        else sendTo(socket, ['EOSE', 'session']);
      } else if (message[0] === 'EVENT') {
        if (hostility.onEvent) hostility.onEvent(message[1], socket, relay);
        else {
          sendTo(socket, ['OK', message[1].id, true, '']);
          relay.deliver(message[1]);
        }
      }
      for (const check of waiting) check();
    });
  });
  await once(server, 'listening');
  return Object.assign(relay, { host: `127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** Signs an event by another library than the one under test. */
export async function signEvent(
  { secretKey, publicKey }: NostrKeyPair,
  { kind = 20012, tags, content = '' }: Readonly<{ kind?: number; tags: string[][]; content?: string }>,
): Promise<NostrEvent> {
  const created_at = Math.floor(Date.now() / 1_000);
  const text = JSON.stringify([0, publicKey, created_at, kind, tags, content]);
  const id = bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', encodeUtf8(text))));
  const sig = bytesToHex(schnorr.sign(hexToBytes(id), secretKey));
  return { id, pubkey: publicKey, created_at, kind, tags, content, sig };
}

/** Whether a message is an event with this `msg` tag. */
export function isEventOf(message: readonly unknown[], name: string | undefined): boolean {
  const [type, event] = message as readonly [string, NostrEvent];
  return type === 'EVENT' && event.tags.find(([tag]) => tag === 'msg')?.[1] === name;
}

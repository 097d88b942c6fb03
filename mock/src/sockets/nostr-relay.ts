import type { IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { type WebSocket, WebSocketServer } from 'ws';
import { tryParseJson } from '../explain/foreign.js';
import type { UpgradeListener } from './http.js';
import type { UpgradeServer } from './reflector.js';
import {
  closeSocket,
  refuseUpgrade,
  sendText,
  terminateWhenSilent,
  waitForClose,
} from './web-socket-server.js';

/** A Nostr relay at an HTTP server. */
export type AttachedNostrRelay = Readonly<{
  /** Closes all connections and takes no more; resolves when they are closed. */
  close(): Promise<void>;
}>;

type NostrEvent = Readonly<{
  id: string;
  kind: number;
  pubkey: string;
  tags: readonly (readonly string[])[];
}>;
/** Whether an event is one of those that a subscription asks for. */
type Filter = (event: NostrEvent) => boolean;

const PATH = '/nostr';
const MAX_MESSAGE = 1_048_576;
const MAX_SUBSCRIPTIONS = 20;
const MAX_SUBSCRIPTION_NAME = 64;
/** Relays store no events of these kinds. */
const [FIRST_EPHEMERAL, AFTER_EPHEMERAL] = [20_000, 30_000];

/**
 * Serves a Nostr relay for development at `/nostr` of an HTTP or HTTPS server: the part of NIP-01 that passes
 * on ephemeral events, in which sessions consist. It stores nothing, and leaves signatures to those who
 * receive the events. Upgrades of other paths are left to the server's other listeners.
 *
 * @param isAllowed whether a client may connect; by default all may. Others are refused with 403
 */
export function attachNostrRelay(
  server: UpgradeServer,
  isAllowed: (request: IncomingMessage) => boolean = () => true,
): AttachedNostrRelay {
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE });
  const subscriptions = new Map<WebSocket, Map<string, readonly Filter[]>>();

  const passOn = (event: NostrEvent): void => {
    for (const [socket, named] of subscriptions) {
      for (const [name, filters] of named) {
        if (filters.some((matches) => matches(event)))
          sendText(socket, JSON.stringify(['EVENT', name, event]));
      }
    }
  };
  const open = (socket: WebSocket): void => {
    const named = new Map<string, readonly Filter[]>();
    subscriptions.set(socket, named);
    const reply = (...message: readonly unknown[]): void => sendText(socket, JSON.stringify(message));
    socket.on('message', (data) => {
      const message = tryParseJson(String(data));
      const [type, subject, ...others] = Array.isArray(message) ? message : [];
      if (type === 'EVENT' && isEvent(subject)) {
        const isEphemeral = subject.kind >= FIRST_EPHEMERAL && subject.kind < AFTER_EPHEMERAL;
        reply(
          'OK',
          subject.id,
          isEphemeral,
          isEphemeral ? '' : 'blocked: this relay takes only ephemeral events',
        );
        if (isEphemeral) passOn(subject);
      } else if (type === 'REQ' && isName(subject)) {
        if (named.size >= MAX_SUBSCRIPTIONS && !named.has(subject)) {
          return reply('CLOSED', subject, 'error: too many subscriptions');
        }
        named.set(subject, others.filter(isJsonObject).map(createFilter));
        reply('EOSE', subject);
      } else if (type === 'CLOSE' && isName(subject)) named.delete(subject);
      else reply('NOTICE', 'invalid: this relay takes EVENT, REQ and CLOSE');
    });
    socket.once('close', () => subscriptions.delete(socket));
  };
  const upgrade: UpgradeListener = (request, stream, head) => {
    if (!isForNostrRelay(request)) return;
    if (!isAllowed(request)) return refuseUpgrade(stream, 403);
    webSockets.handleUpgrade(request, stream, head, (socket) => {
      // The `close` event that follows an error is enough.
      socket.on('error', () => {});
      terminateWhenSilent(socket);
      open(socket);
    });
  };
  server.on('upgrade', upgrade);

  return {
    async close() {
      server.off('upgrade', upgrade);
      const sockets = [...webSockets.clients];
      for (const socket of sockets) closeSocket(socket);
      await Promise.all(sockets.map(waitForClose));
    },
  };
}

/** Whether an upgrade request is for a Nostr relay. */
export function isForNostrRelay({ url = '' }: IncomingMessage): boolean {
  return url.split('?', 1)[0] === PATH;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_SUBSCRIPTION_NAME;
}

function isEvent(value: unknown): value is NostrEvent {
  if (!isJsonObject(value)) return false;
  const { id, kind, pubkey, tags } = value;
  const isTag = (tag: unknown) => Array.isArray(tag) && tag.every((text) => typeof text === 'string');
  return (
    typeof id === 'string' &&
    typeof kind === 'number' &&
    typeof pubkey === 'string' &&
    Array.isArray(tags) &&
    tags.every(isTag)
  );
}

/**
 * Reads a filter of NIP-01. `since`, `until` and `limit` say which stored events to send, of which there are
 * none.
 */
function createFilter({ ids, kinds, authors, ...others }: JsonObject): Filter {
  const isListed = (list: unknown, value: unknown) => !Array.isArray(list) || list.includes(value);
  const tags = Object.entries(others).flatMap(([name, values]) =>
    /^#[A-Za-z]$/.test(name) ? [[name.slice(1), values] as const] : [],
  );
  return (event) =>
    isListed(ids, event.id) &&
    isListed(kinds, event.kind) &&
    isListed(authors, event.pubkey) &&
    tags.every(([name, values]) =>
      event.tags.some(([tag, value]) => tag === name && isListed(values, value)),
    );
}

import { etc, schnorr } from '@noble/secp256k1';
import { type Bytes, encodeUtf8 } from '../util/bytes.js';
import { attempt } from '../util/errors.js';
import { isJsonObject } from '../util/json-object.js';

/** The event kind of Mobile Wallet Adapter. Relays pass such events on and do not store them. */
export const NOSTR_KIND = 20012;
/** The `msg` tag of the event by which a wallet tells that it has joined. */
export const CONNECT = 'CONNECT';
/** The `msg` tag of the event by which a dapp ends a session. */
export const SESSION_END = 'SESSION_END';

/** A signed Nostr event, as relays carry it (NIP-01). Keys, id and signature are lowercase hex. */
export type NostrEvent = Readonly<{
  id: string;
  pubkey: string;
  /** Seconds since 1970. */
  created_at: number;
  kind: number;
  tags: readonly (readonly string[])[];
  content: string;
  sig: string;
}>;

/** A secp256k1 key pair that signs the events of one end of one session. */
export type NostrKeyPair = Readonly<{ secretKey: Uint8Array; publicKey: string }>;

/** Creates a key pair for one session. */
export function createNostrKeyPair(): NostrKeyPair {
  const { secretKey, publicKey } = schnorr.keygen();
  return { secretKey, publicKey: etc.bytesToHex(publicKey) };
}

/** Returns the value that marks the events of one session: SHA-256 of the association point, in hex. */
export async function getSessionIdentifier(associationPoint: Bytes): Promise<string> {
  return etc.bytesToHex(await hash(associationPoint));
}

/** Creates an event of {@link NOSTR_KIND}, dated `aheadMs` from now, and signs it. */
export async function createNostrEvent(
  { secretKey, publicKey }: NostrKeyPair,
  { tags, content = '' }: Readonly<{ tags: NostrEvent['tags']; content?: string }>,
  aheadMs = 0,
): Promise<NostrEvent> {
  const created_at = Math.floor((Date.now() + aheadMs) / 1_000);
  const unsigned = { pubkey: publicKey, created_at, kind: NOSTR_KIND, tags, content };
  const id = await hash(serialize(unsigned));
  const sig = await schnorr.signAsync(id, secretKey);
  return { id: etc.bytesToHex(id), ...unsigned, sig: etc.bytesToHex(sig) };
}

/** Whether an event has the id of its content and a signature by its public key. */
export async function isNostrEventValid(event: NostrEvent): Promise<boolean> {
  const id = await hash(serialize(event));
  return (
    etc.bytesToHex(id) === event.id &&
    schnorr.verifyAsync(etc.hexToBytes(event.sig), id, etc.hexToBytes(event.pubkey))
  );
}

/** Returns the value of the first tag with a name. */
export function getNostrTag({ tags }: NostrEvent, name: string): string | undefined {
  return tags.find(([tagName]) => tagName === name)?.[1];
}

/**
 * Serializes an event for its id. NIP-01 gives the characters that are escaped, and wants all others
 * verbatim, also the control characters that JSON cannot hold verbatim.
 */
function serialize({ pubkey, created_at, kind, tags, content }: Omit<NostrEvent, 'id' | 'sig'>): Bytes {
  const json = JSON.stringify([0, pubkey, created_at, kind, tags, content]);
  return encodeUtf8(
    json.replace(/\\(?:u(....)|.)/g, (escaped, hex?: string) =>
      hex === undefined ? escaped : String.fromCharCode(Number.parseInt(hex, 16)),
    ),
  );
}

async function hash(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** What a relay sends about a subscription or an event (NIP-01). `reason` is the relay's own text. */
export type RelayMessage = Readonly<
  | { type: 'EVENT'; subscription: string; event: NostrEvent }
  | { type: 'EOSE'; subscription: string }
  | { type: 'OK'; id: string; isAccepted: boolean; reason: string }
  | { type: 'CLOSED'; subscription: string; reason: string }
>;

/**
 * The most characters of a relay's message. Relays limit messages themselves, most of them to 64 or 128 KB.
 */
export const MAX_RELAY_MESSAGE_LENGTH = 1_048_576;
const MAX_TAGS = 32;
const MAX_TAG_ITEMS = 32;
const MAX_KIND = 65_535;

/**
 * Parses what a relay sends, after its length was checked. Returns `undefined` for what means nothing to a
 * session: another type, such as NOTICE and AUTH, text that is not JSON, and messages and events of the wrong
 * shape.
 */
export function parseRelayMessage(text: string): RelayMessage | undefined {
  const message: unknown = attempt(() => JSON.parse(text));
  const [type, subject, third, reason = '']: readonly unknown[] = Array.isArray(message) ? message : [];
  if (typeof subject !== 'string' || typeof reason !== 'string') return undefined;
  switch (type) {
    case 'EVENT':
      return isNostrEvent(third) ? { type, subscription: subject, event: third } : undefined;
    case 'EOSE':
      return { type, subscription: subject };
    case 'OK':
      return typeof third === 'boolean' ? { type, id: subject, isAccepted: third, reason } : undefined;
    case 'CLOSED':
      return { type, subscription: subject, reason: typeof third === 'string' ? third : '' };
    default:
      return undefined;
  }
}

/**
 * Whether a value has the shape of an event. It may have further members, which its signature does not cover.
 */
function isNostrEvent(value: unknown): value is NostrEvent {
  if (!isJsonObject(value)) return false;
  const { id, pubkey, created_at, kind, tags, content, sig } = value;
  return (
    isHex(id, 64) &&
    isHex(pubkey, 64) &&
    isHex(sig, 128) &&
    isCount(created_at, Number.MAX_SAFE_INTEGER) &&
    isCount(kind, MAX_KIND) &&
    typeof content === 'string' &&
    isArray(tags, MAX_TAGS) &&
    tags.every((tag) => isArray(tag, MAX_TAG_ITEMS) && tag.every((item) => typeof item === 'string'))
  );
}

function isHex(value: unknown, length: number): boolean {
  return typeof value === 'string' && value.length === length && /^[0-9a-f]*$/.test(value);
}

function isCount(value: unknown, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;
}

function isArray(value: unknown, maxLength: number): value is readonly unknown[] {
  return Array.isArray(value) && value.length <= maxLength;
}

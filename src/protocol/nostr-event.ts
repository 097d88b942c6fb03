import { schnorr } from '@noble/secp256k1';
import { type Bytes, encodeUtf8 } from '../bytes.js';

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

/** Creates a key pair. Use it for one session only. */
export function createNostrKeyPair(): NostrKeyPair {
  const { secretKey, publicKey } = schnorr.keygen();
  return { secretKey, publicKey: encodeHex(publicKey) };
}

/** Returns the value that marks the events of one session: SHA-256 of the association point, in hex. */
export async function getSessionIdentifier(associationPoint: Bytes): Promise<string> {
  return encodeHex(await hash(associationPoint));
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
  return { id: encodeHex(id), ...unsigned, sig: encodeHex(sig) };
}

/** Whether an event has the id of its content and a signature by its public key. */
export async function isNostrEventValid(event: NostrEvent): Promise<boolean> {
  const id = await hash(serialize(event));
  return encodeHex(id) === event.id && schnorr.verifyAsync(decodeHex(event.sig), id, decodeHex(event.pubkey));
}

/** Returns the value of the first tag with a name. */
export function getNostrTag({ tags }: NostrEvent, name: string): string | undefined {
  return tags.find(([tagName]) => tagName === name)?.[1];
}

/**
 * Serializes an event for its id. NIP-01 gives the characters that are escaped, and wants all others verbatim, also the
 * control characters that JSON cannot hold verbatim.
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

function encodeHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function decodeHex(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

import type { NostrEvent } from './nostr-event.js';
import { isJsonObject } from './types.js';

/** What a relay sends about a subscription or an event (NIP-01). `reason` is the relay's own text. */
export type RelayMessage = Readonly<
  | { type: 'EVENT'; subscription: string; event: NostrEvent }
  | { type: 'EOSE'; subscription: string }
  | { type: 'OK'; id: string; isAccepted: boolean; reason: string }
  | { type: 'CLOSED'; subscription: string; reason: string }
>;

/** The most characters of a relay's message. Relays limit messages themselves, most of them to 64 or 128 KB. */
export const MAX_RELAY_MESSAGE_LENGTH = 1_048_576;
const MAX_TAGS = 32;
const MAX_TAG_ITEMS = 32;
const MAX_KIND = 65_535;

/**
 * Parses what a relay sends. Its length must have been checked before.
 *
 * @returns `undefined` for anything that means nothing to a session: another type, such as NOTICE and AUTH, text that is not
 *   JSON, and messages and events of the wrong shape
 */
export function parseRelayMessage(text: string): RelayMessage | undefined {
  const [type, subject, third, reason = ''] = parseArray(text);
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

function parseArray(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Whether a value has the shape of an event. It may have further members, which its signature does not cover. */
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

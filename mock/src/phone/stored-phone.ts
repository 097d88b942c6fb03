import { isJsonObject } from 'mobile-wallet-standard/endpoint';
import { parseTagged, stringifyTagged, type Taggable } from './approval-state.js';
import { type PhoneMemory, SEED_LENGTH } from './phone-store.js';

/** All that is stored of a phone. It is one text, because a kill between two writes would leave parts that do not fit. */
export type StoredPhone = Readonly<{
  /** The seeds of the accounts that a new phone begins with. */
  seeds: readonly Uint8Array[];
  memory: PhoneMemory;
}>;

/** Returns a phone as the text that {@link parseStoredPhone} parses. */
export function stringifyStoredPhone(stored: StoredPhone): string {
  return stringifyTagged(stored as unknown as Taggable);
}

/** Parses what was stored; returns `undefined` for any other text. */
export function parseStoredPhone(text: string): StoredPhone | undefined {
  try {
    const value = parseTagged(text);
    return isStoredPhone(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isStoredPhone(value: unknown): value is StoredPhone {
  if (!isJsonObject(value) || !isJsonObject(value['memory'])) return false;
  const { seeds, memory } = value;
  const { accounts, settings } = memory as Readonly<Record<string, unknown>>;
  return (
    Array.isArray(seeds) &&
    seeds.every(isSeed) &&
    (accounts === undefined ||
      (isJsonObject(accounts) &&
        typeof accounts['from'] === 'string' &&
        Array.isArray(accounts['list']) &&
        accounts['list'].every(isAccount))) &&
    // The wallet checks the settings when it takes them.
    (settings === undefined ||
      (isJsonObject(settings) && typeof settings['from'] === 'string' && isJsonObject(settings['values'])))
  );
}

function isAccount(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    isSeed(value['seed']) &&
    typeof value['label'] === 'string' &&
    typeof value['isGranted'] === 'boolean'
  );
}

function isSeed(value: unknown): boolean {
  return value instanceof Uint8Array && value.length === SEED_LENGTH;
}

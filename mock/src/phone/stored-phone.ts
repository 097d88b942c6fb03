import { isJsonObject } from 'mobile-wallet-standard/endpoint';
import * as v from 'valibot';
import type { MockWalletSettings } from '../wallet/settings.js';
import { type PhoneMemory, SEED_LENGTH } from './phone-store.js';
import { parseTagged } from './tagged-json.js';

/** All that is stored of a phone. It is one text, because a kill between two writes would leave parts that do not fit. */
export type StoredPhone = Readonly<{
  /** The seeds of the accounts that a new phone begins with. */
  seeds: readonly Uint8Array[];
  memory: PhoneMemory;
}>;

const seed = v.pipe(v.instance(Uint8Array), v.length(SEED_LENGTH));
const list = v.array(v.object({ seed, label: v.string(), isGranted: v.boolean() }));
// The wallet checks the settings when it takes them.
const values = v.custom<MockWalletSettings>(isJsonObject);
const phone: v.GenericSchema<StoredPhone> = v.object({
  seeds: v.array(seed),
  memory: v.object({
    accounts: v.exactOptional(v.object({ from: v.string(), list })),
    settings: v.exactOptional(v.object({ from: v.string(), values })),
  }),
});

/** Parses a phone that was stored by `stringifyTagged`; returns `undefined` for any other text. */
export function parseStoredPhone(text: string): StoredPhone | undefined {
  try {
    const value = parseTagged(text);
    // Not the parsed copy, because what another version has stored beside this stays, too.
    return v.is(phone, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

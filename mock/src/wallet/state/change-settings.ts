import * as v from 'valibot';
import { integerTo, oneOf, parse, partial, text } from '../../values/parse.js';
import { FAULT_NAMES } from '../faults/named-faults.js';
import { QUIRKS } from '../quirk-table.js';
import type { Quirks } from '../quirks.js';
import type { MockCapabilities, MockWalletSettings, SettingsChanges } from '../settings.js';

/**
 * The schemas of an object's members. The types have the documentation, so they are written out, and compared
 * here.
 */
type SchemasOf<T> = Readonly<{ [Name in keyof T]-?: v.GenericSchema<unknown, T[Name]> }>;

/** An hour: whoever wants a longer wait wants the answer `silence`. */
const MAX_DELAY_MS = 3_600_000;
/** More than any message can hold. */
export const MAX_LIMIT = 1_000_000;
const UNKNOWN = 'is not a setting of the mock wallet';

const versions = v.array(
  v.union([v.literal('legacy'), integerTo(Number.MAX_SAFE_INTEGER)], 'must be "legacy", 0, 1, …'),
  'must be an array of versions: "legacy", 0, 1, …',
);
/** The schemas of the capabilities. */
export const CAPABILITY_SCHEMAS: SchemasOf<MockCapabilities> = {
  maxTransactionsPerRequest: integerTo(MAX_LIMIT),
  maxMessagesPerRequest: integerTo(MAX_LIMIT),
  supportedTransactionVersions: versions,
  features: v.array(text, 'must be an array of texts'),
};
/** The schemas of the quirks. */
export const QUIRK_SCHEMAS = Object.fromEntries(
  Object.entries(QUIRKS).map(([name, quirk]) => [
    name,
    'on' in quirk
      ? oneOf([true, false])
      : 'options' in quirk
        ? oneOf(quirk.options.map(([value]) => value))
        : integerTo(MAX_DELAY_MS),
  ]),
) as unknown as SchemasOf<Quirks>;
const changes: v.GenericSchema<unknown, SettingsChanges> = partial(
  {
    decide: oneOf(['ask', 'approve', 'decline']),
    delayMs: integerTo(MAX_DELAY_MS),
    protocol: oneOf(['v1', 'legacy']),
    chains: v.nullable(v.array(text, 'must be an array of texts, or null')),
    attestation: oneOf(['off', 'accept', 'refuse']),
    fault: oneOf([...FAULT_NAMES, null]),
    phone: oneOf(['android', 'android-apps', 'iphone']),
    capabilities: partial(CAPABILITY_SCHEMAS, UNKNOWN),
    quirks: partial(QUIRK_SCHEMAS, UNKNOWN),
  } satisfies SchemasOf<SettingsChanges>,
  UNKNOWN,
);

/**
 * Returns the settings with those changes that are not `undefined`. Throws a TypeError for a change that is
 * not a setting, or a value that it cannot have, a RangeError for such a number.
 */
export function changeSettings(settings: MockWalletSettings, wanted: SettingsChanges): MockWalletSettings {
  const changed = parse(changes, wanted, 'settings');
  return {
    ...settings,
    ...changed,
    capabilities: { ...settings.capabilities, ...changed.capabilities },
    quirks: { ...settings.quirks, ...changed.quirks },
  };
}

import { isJsonObject } from 'mobile-wallet-standard/endpoint';
import { FAULT_NAMES } from '../faults/fault-names.js';
import { QUIRK_CHOICES, type Quirks, REFERENCE_QUIRKS } from '../quirks.js';
import type { MockCapabilities, MockWalletSettings, SettingsChanges } from '../settings.js';

/** Whether a value is allowed, and which values are, to complete "must be …". */
type Rule = Readonly<{ allows(value: unknown): boolean; expected: string }>;
type Rules<Settings> = Readonly<Record<keyof Settings, Rule>>;

/** An hour: whoever wants a longer wait wants the answer `silence`. */
const MAX_DELAY_MS = 3_600_000;
/** More than any message can hold. */
const MAX_LIMIT = 1_000_000;

const TEXTS: Rule = { allows: (value) => isArrayOf(value, isText), expected: 'an array of texts' };

const CAPABILITY_RULES: Rules<MockCapabilities> = {
  maxTransactionsPerRequest: integerTo(MAX_LIMIT),
  maxMessagesPerRequest: integerTo(MAX_LIMIT),
  supportedTransactionVersions: {
    allows: (value) =>
      isArrayOf(value, (version) => version === 'legacy' || isIntegerTo(version, Number.MAX_SAFE_INTEGER)),
    expected: 'an array of versions: "legacy", 0, 1, …',
  },
  features: TEXTS,
};

const RULES: Rules<Omit<MockWalletSettings, 'capabilities' | 'quirks'>> = {
  decide: oneOf(['ask', 'approve', 'decline']),
  delayMs: integerTo(MAX_DELAY_MS),
  protocol: oneOf(['v1', 'legacy']),
  chains: {
    allows: (value) => value === null || TEXTS.allows(value),
    expected: 'an array of texts, or null',
  },
  attestation: oneOf(['off', 'accept', 'refuse']),
  fault: oneOf([...FAULT_NAMES, null]),
};

const QUIRK_RULES = Object.fromEntries(
  Object.entries(REFERENCE_QUIRKS).map(([name, value]) => [name, getQuirkRule(name, value)]),
) as Rules<Quirks>;

/**
 * Returns the settings with the changes. Changes that are `undefined` have no effect.
 *
 * @throws TypeError for a change that is not a setting, or a value that it cannot have; RangeError for such a number
 */
export function changeSettings(settings: MockWalletSettings, changes: SettingsChanges): MockWalletSettings {
  const { capabilities, quirks, ...rest } = assertObject(changes, 'settings');
  return {
    ...settings,
    ...check(rest, RULES, 'settings'),
    capabilities: {
      ...settings.capabilities,
      ...check(capabilities, CAPABILITY_RULES, 'settings.capabilities'),
    },
    quirks: { ...settings.quirks, ...check(quirks, QUIRK_RULES, 'settings.quirks') },
  };
}

/** Returns a copy of the changes that are defined. */
function check(changes: unknown = {}, rules: Readonly<Record<string, Rule>>, name: string): object {
  const defined = Object.entries(assertObject(changes, name)).filter(([, value]) => value !== undefined);
  for (const [key, value] of defined) {
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule) throw new TypeError(`\`${name}.${key}\` is not a setting of the mock wallet.`);
    if (rule.allows(value)) continue;
    const message = `\`${name}.${key}\` must be ${rule.expected}.`;
    throw typeof value === 'number' ? new RangeError(message) : new TypeError(message);
  }
  return structuredClone(Object.fromEntries(defined));
}

function assertObject(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (!isJsonObject(value)) throw new TypeError(`\`${name}\` must be an object.`);
  return value;
}

function getQuirkRule(name: string, value: unknown): Rule {
  if (name in QUIRK_CHOICES) return oneOf(QUIRK_CHOICES[name as keyof typeof QUIRK_CHOICES]);
  return typeof value === 'number' ? integerTo(MAX_DELAY_MS) : oneOf([true, false]);
}

function oneOf(choices: readonly unknown[]): Rule {
  const names = choices.map((choice) => JSON.stringify(choice)).join(', ');
  return { allows: (value) => choices.includes(value), expected: `one of ${names}` };
}

function integerTo(max: number): Rule {
  return { allows: (value) => isIntegerTo(value, max), expected: `an integer from 0 to ${max}` };
}

function isIntegerTo(value: unknown, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;
}

function isArrayOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

import { describe, expect, it } from 'vitest';
import { QUIRKS } from '../quirk-table.js';
import type { Quirks } from '../quirks.js';
import { REFERENCE_QUIRKS } from '../quirks.js';
import { DEFAULT_SETTINGS, type SettingsChanges } from '../settings.js';
import { changeSettings } from './change-settings.js';

const change = (changes: unknown) => changeSettings(DEFAULT_SETTINGS, changes as SettingsChanges);

describe('changeSettings', () => {
  it('merges capabilities and quirks, and replaces everything else', () => {
    const settings = change({
      decide: 'decline',
      delayMs: 5,
      chains: ['solana:devnet'],
      capabilities: { maxMessagesPerRequest: 1 },
      quirks: { authorizeMs: 0 },
    });
    expect(settings).toEqual({
      ...DEFAULT_SETTINGS,
      decide: 'decline',
      delayMs: 5,
      chains: ['solana:devnet'],
      capabilities: { ...DEFAULT_SETTINGS.capabilities, maxMessagesPerRequest: 1 },
      quirks: { ...REFERENCE_QUIRKS, authorizeMs: 0 },
    });
  });

  it('takes all settings back as JSON', () => {
    expect(change(JSON.parse(JSON.stringify(DEFAULT_SETTINGS)))).toEqual(DEFAULT_SETTINGS);
  });

  it('ignores what is undefined', () => {
    const nothing = {
      decide: undefined,
      quirks: undefined,
      capabilities: { features: undefined },
      other: undefined,
    };
    expect(change(nothing)).toEqual(DEFAULT_SETTINGS);
  });

  it('keeps nothing of the arrays that it gets', () => {
    const features = ['a:b'];
    const settings = change({ capabilities: { features } });
    features.push('c:d');
    expect(settings.capabilities.features).toEqual(['a:b']);
  });

  it.each([
    [{ decide: 'never' }, 'settings.decide', TypeError],
    [{ decide: 5 }, 'settings.decide', RangeError],
    [{ delayMs: -1 }, 'settings.delayMs', RangeError],
    [{ delayMs: 0.5 }, 'settings.delayMs', RangeError],
    [{ delayMs: Number.NaN }, 'settings.delayMs', RangeError],
    [{ delayMs: 3_600_001 }, 'settings.delayMs', RangeError],
    [{ delayMs: '5' }, 'settings.delayMs', TypeError],
    [{ phone: 'ios' }, 'settings.phone', TypeError],
    [{ protocol: 'v2' }, 'settings.protocol', TypeError],
    [{ chains: 'solana:devnet' }, 'settings.chains', TypeError],
    [{ chains: [1] }, 'settings.chains.0', TypeError],
    [{ attestation: true }, 'settings.attestation', TypeError],
    [{ fault: 'none' }, 'settings.fault', TypeError],
    [
      { capabilities: { maxTransactionsPerRequest: -1 } },
      'settings.capabilities.maxTransactionsPerRequest',
      RangeError,
    ],
    [
      { capabilities: { supportedTransactionVersions: ['0'] } },
      'settings.capabilities.supportedTransactionVersions.0',
      TypeError,
    ],
    [{ capabilities: { features: [null] } }, 'settings.capabilities.features.0', TypeError],
    [{ capabilities: null }, 'settings.capabilities', TypeError],
    [{ capabilities: { limit: 1 } }, 'settings.capabilities.limit', TypeError],
    [{ quirks: { walletIcon: 'yes' } }, 'settings.quirks.walletIcon', TypeError],
    [{ quirks: { authorizeMs: -1 } }, 'settings.quirks.authorizeMs', RangeError],
    [{ quirks: { hangsUpOn: 'everything' } }, 'settings.quirks.hangsUpOn', TypeError],
    [{ quirks: { toString: true } }, 'settings.quirks.toString', TypeError],
    [{ colour: 'red' }, 'settings.colour', TypeError],
    [null, 'settings', TypeError],
    [[], 'settings', TypeError],
  ])('refuses %j', (changes, name, type) => {
    expect(() => change(changes)).toThrow(type);
    expect(() => change(changes)).toThrow(new RegExp(`^\`${name.replaceAll('.', '\\.')}\` .+\\.$`));
  });

  it.each(
    Object.entries(QUIRKS).flatMap(([name, quirk]) =>
      'options' in quirk ? quirk.options.map(([value]) => [name, value] as const) : [],
    ),
  )('takes the quirk %s: %j', (name, value) => {
    expect(change({ quirks: { [name]: value } }).quirks[name as keyof Quirks]).toBe(value);
  });
});

import { describe, expect, it } from 'vitest';
import { createDialogs } from './index.js';
import { SCAN_TEXTS } from './scan-texts.js';
import { DEFAULT_TEXTS } from './texts.js';

describe('dialogs', () => {
  it('do nothing if their signal has already aborted', async () => {
    const signal = AbortSignal.abort();
    const calls: string[] = [];
    const choices = ['open-wallet'] as const;
    const ui = createDialogs();
    ui.waiting({ signal, name: 'Example', want: 'send', cancel: () => calls.push('cancel') });
    const ask = async () => {
      calls.push('ask');
      return 'granted' as const;
    };
    expect(await ui.permission({ signal, choices, ask, allowed: Promise.resolve() })).toBe('cancel');
    expect(await ui.blocked({ signal, choices, reason: 'browser' })).toBe('cancel');
    expect(await ui.notFound({ signal, choices, reason: 'no-answer' })).toBe('cancel');
    await ui.scan({
      signal,
      uri: 'solana-wallet:/',
      lifetimeMs: 1_000,
      reason: 'first',
      cancel: () => calls.push('cancel'),
    });
    expect(await ui.tapNeeded({ signal, choices, name: 'Example', want: 'send' })).toBe('cancel');
    expect(calls).toEqual([]);
  });

  it.each(Object.entries({ ...DEFAULT_TEXTS, ...SCAN_TEXTS }))(
    'have a text for %s, without empty lines',
    (_, text) => {
      for (const line of text.split('\n')) expect(line).toMatch(/^\S(.*\S)?$/);
    },
  );

  it('link to a list of wallets on an https: page', () => {
    expect(new URL(DEFAULT_TEXTS.getWalletUrl).protocol).toBe('https:');
  });
});

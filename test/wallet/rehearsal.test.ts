import { describe, expect, it } from 'vitest';
import type { ProgressState } from '../../src/dapp/session.js';
import type { FeatureMethods } from '../../src/wallet/features.js';
import { getSettings } from '../../src/wallet/options.js';
import { createRequests } from '../../src/wallet/session/operations.js';
import { createWalletState } from '../../src/wallet/state.js';
import { createPhone } from '../support/phone.js';
import { createMemoryStore } from '../support/wallet.js';

describe('a rehearsal', () => {
  it('launches, tells and keeps nothing, and leaves the next connect as it was', async () => {
    const phone = await createPhone();
    const progress: ProgressState[] = [];
    const lines: string[] = [];
    const store = createMemoryStore();
    const settings = getSettings({
      identity: { name: 'Example', uri: 'https://example.com' },
      chains: ['solana:devnet'],
      store,
      launch: phone.launch,
      dial: phone.dial,
      onProgress: (state) => progress.push(state),
      debug: (line) => lines.push(line),
    });
    const state = createWalletState(settings, {} as FeatureMethods, () => {});
    const requests = createRequests(settings, state);

    await requests.rehearse();
    expect({ launches: phone.launches, progress, lines, entries: store.entries }).toEqual({
      launches: [],
      progress: [],
      lines: [],
      entries: new Map(),
    });
    await requests.connect();
    expect(phone.launches).toHaveLength(1);
    expect(state.getAccounts()).toHaveLength(1);
  });
});

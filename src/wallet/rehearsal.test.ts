import { describe, expect, it } from 'vitest';
import { createPhone } from '../../mock/src/phone.test-support.js';
import type { ProgressState } from '../dapp/progress.js';
import type { FeatureMethods } from './features.js';
import { getSettings } from './options.js';
import { createRequests } from './requests.js';
import { createWalletState } from './state.js';
import { createMemoryStore } from './wallet.test-support.js';

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

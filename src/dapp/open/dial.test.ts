import { describe, expect, it, vi } from 'vitest';
import { createPhone } from '../../../test/support/phone.js';
import { transact } from '../../transact/bytes.js';
import { createMobileWallet } from '../../wallet/register.js';
import type { Launch } from './launch.js';
import { getIntervals } from './pace.js';

const options = {
  identity: { name: 'Example', uri: 'https://example.com' },
  chains: ['solana:devnet'] as const,
};

describe('the pace of a dial', () => {
  it.each([
    ['at the launch', 0, { probeMs: 20, webSocketMs: 140, fallbackMs: 630 }],
    ['0.9 s later', 900, { probeMs: 110, webSocketMs: 290, fallbackMs: 1_305 }],
    ['two seconds later', 2_000, { probeMs: 120 }],
    ['after 27 s', 27_000, { probeMs: 1_000, webSocketMs: 875, fallbackMs: 3_937.5 }],
  ])('slows down: %s', (_, ms, pace) => {
    expect(getIntervals(ms)).toMatchObject(pace);
  });
});

describe('without WebSocket, as in Node 20', () => {
  it.each<[who: string, call: (launch: Launch) => Promise<unknown>]>([
    ['transact', (launch) => transact((wallet) => wallet.authorize(), { launch })],
    [
      'the wallet',
      (launch) => createMobileWallet({ ...options, launch }).features['standard:connect'].connect(),
    ],
  ])('%s rejects at once, and opens nothing', async (_, call) => {
    vi.stubGlobal('WebSocket', undefined);
    const { launch, launches } = await createPhone();
    await expect(call(launch)).toRejectWith(
      'INVALID_ARGUMENT',
      { argument: 'dial' },
      expect.stringContaining('WebSocket'),
    );
    expect(launches).toEqual([]);
  });

  it('a dapp’s own dial works', async () => {
    vi.stubGlobal('WebSocket', undefined);
    const { launch, dial } = await createPhone();
    const { accounts } = await transact((wallet) => wallet.authorize(), { launch, dial });
    expect(accounts).toHaveLength(1);
  });
});

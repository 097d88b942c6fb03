import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPhone } from '../../test/support/phone.js';
import { createMobileWallet } from '../wallet/register.js';
import { getPace } from './dial.js';
import { transact } from './transact.js';

const options = {
  identity: { name: 'Example', uri: 'https://example.com' },
  chains: ['solana:devnet'] as const,
};

afterEach(() => void vi.unstubAllGlobals());

describe('the pace of a dial', () => {
  it.each([
    ['at the launch', 0, { probeMs: 20, webSocketMs: 140, fallbackMs: 640 }],
    ['a second later', 1_000, { probeMs: 45, webSocketMs: 315, fallbackMs: 1_440 }],
    ['after half a minute', 30_000, { probeMs: 125, webSocketMs: 875, fallbackMs: 4_000 }],
  ])('slows down: %s', (_, ms, pace) => {
    expect(getPace(ms)).toEqual(pace);
  });
});

describe('without WebSocket, as in Node 20', () => {
  const error = {
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('WebSocket'),
    context: { argument: 'dial' },
  };

  it('transact rejects at once, and opens nothing', async () => {
    vi.stubGlobal('WebSocket', undefined);
    const { launch, launches } = await createPhone();
    await expect(transact((wallet) => wallet.authorize(), { launch })).rejects.toMatchObject(error);
    expect(launches).toEqual([]);
  });

  it('the wallet rejects at once, and opens nothing', async () => {
    vi.stubGlobal('WebSocket', undefined);
    const { launch, launches } = await createPhone();
    const { connect } = createMobileWallet({ ...options, launch }).features['standard:connect'];
    await expect(connect()).rejects.toMatchObject(error);
    expect(launches).toEqual([]);
  });

  it('a dapp’s own dial works', async () => {
    vi.stubGlobal('WebSocket', undefined);
    const { launch, dial } = await createPhone();
    const { accounts } = await transact((wallet) => wallet.authorize(), { launch, dial });
    expect(accounts).toHaveLength(1);
  });
});

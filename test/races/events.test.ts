import { describe, expect, it } from 'vitest';
import { setUp, setUpConnected } from '../support/wallet.js';

describe('change listeners', () => {
  it('are not called for the change during which they were added', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    const received: string[] = [];
    setup.on('change', () => {
      setup.on('change', () => received.push('added'));
    });
    await setup.disconnect();
    expect(received).toEqual([]);
  });

  it('are separate if one function is added twice, and removing one is idempotent', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    let count = 0;
    const listener = () => {
      count++;
    };
    const [off] = [setup.on('change', listener), setup.on('change', listener)];
    off();
    off();
    await setup.disconnect();
    expect(count).toBe(1);
  });

  it('are not called for unknown events', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    const off = setup.on('accountsChanged' as 'change', () => {
      throw new Error('thrown by a listener');
    });
    await setup.disconnect();
    off();
    expect(setup.changes).toHaveLength(1);
  });

  it('that disconnect when a connect is reported leave no listener with accounts that no longer exist', async () => {
    const setup = await setUp({ approve: 'manually' });
    const ends: Promise<void>[] = [];
    setup.on('change', ({ accounts }) => {
      if (accounts?.length) ends.push(setup.disconnect());
    });
    const last: unknown[] = [];
    setup.on('change', ({ accounts }) => {
      expect(accounts).toBe(setup.wallet.accounts);
      last.push(accounts?.length);
    });
    const connecting = setup.connect().catch(() => {});
    await setup.approveNext();
    await connecting;
    await Promise.all(ends);
    expect(last.at(-1)).toBe(0);
    expect(setup.wallet.accounts).toEqual([]);
    expect(setup.store.entries.size).toBe(0);
    await setup.expectQuiet();
    expect(setup.phone.getMethods().at(-1)).toBe('deauthorize');
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { createConnectedSetup, createSetup, expectNoUnhandledRejections } from './races.js';

afterEach(expectNoUnhandledRejections);

describe('change listeners', () => {
  it('are called even if an earlier one throws', async () => {
    const setup = await createSetup();
    const received: string[] = [];
    setup.on('change', () => {
      received.push('first');
      throw new Error('a listener’s own');
    });
    setup.on('change', () => received.push('second'));
    const connecting = setup.connect();
    await setup.approveNext();
    expect((await connecting).accounts).toHaveLength(1);
    expect(received).toEqual(['first', 'second']);
  });

  it('can remove themselves during a call, without any effect on the others', async () => {
    const setup = await createConnectedSetup();
    const received: string[] = [];
    const off = setup.on('change', () => {
      received.push('once');
      off();
    });
    setup.on('change', () => received.push('always'));
    await setup.disconnect();
    const connecting = setup.connect();
    await setup.approveNext();
    await connecting;
    expect(received).toEqual(['once', 'always', 'always']);
  });

  it('are not called once another listener has removed them during the same change', async () => {
    const setup = await createConnectedSetup();
    const received: string[] = [];
    setup.on('change', () => {
      received.push('first');
      off();
    });
    const off = setup.on('change', () => received.push('second'));
    await setup.disconnect();
    expect(received).toEqual(['first']);
  });

  it('are not called for the change during which they were added', async () => {
    const setup = await createConnectedSetup();
    const received: string[] = [];
    setup.on('change', () => {
      setup.on('change', () => received.push('added'));
    });
    await setup.disconnect();
    expect(received).toEqual([]);
  });

  it('are separate if one function is added twice, and removing one is idempotent', async () => {
    const setup = await createConnectedSetup();
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
    const setup = await createConnectedSetup();
    const off = setup.on('accountsChanged' as 'change', () => {
      throw new Error('thrown by a listener');
    });
    await setup.disconnect();
    off();
    expect(setup.changes).toHaveLength(1);
  });

  it('may call disconnect again during its change: only one change is emitted', async () => {
    const setup = await createConnectedSetup();
    const again: Promise<void>[] = [];
    setup.on('change', ({ accounts }) => {
      if (accounts?.length === 0) again.push(setup.disconnect());
    });
    await setup.disconnect();
    await Promise.all(again);
    expect(again).toHaveLength(1);
    expect(setup.countAccounts()).toEqual([0]);
  });

  it('that disconnect when a connect is reported leave no listener with accounts that no longer exist', async () => {
    const setup = await createSetup();
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

describe('a change', () => {
  it('always has the accounts, even if only features differ', async () => {
    const setup = await createConnectedSetup({ capabilities: { maxTransactionsPerRequest: 1 } });
    setup.phone.wallet.changeCapabilities({ supportedTransactionVersions: ['legacy', 0, 1] });
    await setup.transact((wallet) => wallet.getCapabilities());
    expect(setup.changes).toEqual([{ accounts: setup.wallet.accounts, features: setup.wallet.features }]);
    expect(setup.wallet.accounts[0]).toBe(setup.account);
    await setup.expectQuiet();
  });

  it('is emitted before the promise of the call that caused it settles', async () => {
    const setup = await createSetup();
    const order: string[] = [];
    setup.on('change', () => order.push('change'));
    const connecting = setup.connect().then(() => order.push('connected'));
    await setup.approveNext();
    await connecting;
    const disconnecting = setup.disconnect().then(() => order.push('disconnected'));
    expect(order).toEqual(['change', 'connected', 'change']);
    await disconnecting;
  });

  it('is not emitted if a disconnect finds no accounts', async () => {
    const setup = await createSetup();
    await Promise.all([setup.disconnect(), setup.disconnect()]);
    expect(setup.changes).toEqual([]);
    expect(setup.progress).toEqual([]);
  });
});

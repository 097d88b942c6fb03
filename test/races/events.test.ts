import { afterEach, describe, expect, it } from 'vitest';
import { createConnectedRig, createRig, expectNoUnhandledRejections } from './races.js';

afterEach(expectNoUnhandledRejections);

describe('change listeners', () => {
  it('are called even if an earlier one throws', async () => {
    const rig = await createRig();
    const heard: string[] = [];
    rig.on('change', () => {
      heard.push('first');
      throw new Error('a listener’s own');
    });
    rig.on('change', () => heard.push('second'));
    const connecting = rig.connect();
    await rig.approveNext();
    expect((await connecting).accounts).toHaveLength(1);
    expect(heard).toEqual(['first', 'second']);
  });

  it('can remove themselves during a call, without any effect on the others', async () => {
    const rig = await createConnectedRig();
    const heard: string[] = [];
    const off = rig.on('change', () => {
      heard.push('once');
      off();
    });
    rig.on('change', () => heard.push('always'));
    await rig.disconnect();
    const connecting = rig.connect();
    await rig.approveNext();
    await connecting;
    expect(heard).toEqual(['once', 'always', 'always']);
  });

  it('are not called once another listener has removed them during the same change', async () => {
    const rig = await createConnectedRig();
    const heard: string[] = [];
    rig.on('change', () => {
      heard.push('first');
      off();
    });
    const off = rig.on('change', () => heard.push('second'));
    await rig.disconnect();
    expect(heard).toEqual(['first']);
  });

  it('are not called for the change during which they were added', async () => {
    const rig = await createConnectedRig();
    const heard: string[] = [];
    rig.on('change', () => {
      rig.on('change', () => heard.push('added'));
    });
    await rig.disconnect();
    expect(heard).toEqual([]);
  });

  it('are separate if one function is added twice, and removing one is idempotent', async () => {
    const rig = await createConnectedRig();
    let count = 0;
    const listener = () => {
      count++;
    };
    const [off] = [rig.on('change', listener), rig.on('change', listener)];
    off();
    off();
    await rig.disconnect();
    expect(count).toBe(1);
  });

  it('are not called for unknown events', async () => {
    const rig = await createConnectedRig();
    const off = rig.on('accountsChanged' as 'change', () => {
      throw new Error('heard');
    });
    await rig.disconnect();
    off();
    expect(rig.changes).toHaveLength(1);
  });

  it('may call disconnect again during its change: only one change is emitted', async () => {
    const rig = await createConnectedRig();
    const again: Promise<void>[] = [];
    rig.on('change', ({ accounts }) => {
      if (accounts?.length === 0) again.push(rig.disconnect());
    });
    await rig.disconnect();
    await Promise.all(again);
    expect(again).toHaveLength(1);
    expect(rig.countAccounts()).toEqual([0]);
  });

  it('that disconnect when a connect is reported leave no listener with accounts that no longer exist', async () => {
    const rig = await createRig();
    const ends: Promise<void>[] = [];
    rig.on('change', ({ accounts }) => {
      if (accounts?.length) ends.push(rig.disconnect());
    });
    const last: unknown[] = [];
    rig.on('change', ({ accounts }) => {
      expect(accounts).toBe(rig.wallet.accounts);
      last.push(accounts?.length);
    });
    const connecting = rig.connect().catch(() => {});
    await rig.approveNext();
    await connecting;
    await Promise.all(ends);
    expect(last.at(-1)).toBe(0);
    expect(rig.wallet.accounts).toEqual([]);
    expect(rig.store.entries.size).toBe(0);
    await rig.expectQuiet();
    expect(rig.phone.getMethods().at(-1)).toBe('deauthorize');
  });
});

describe('a change', () => {
  it('always has the accounts, even if only features differ', async () => {
    const rig = await createConnectedRig({ capabilities: { maxTransactionsPerRequest: 1 } });
    rig.phone.wallet.changeCapabilities({ supportedTransactionVersions: ['legacy', 0, 1] });
    await rig.transact((wallet) => wallet.getCapabilities());
    expect(rig.changes).toEqual([{ accounts: rig.wallet.accounts, features: rig.wallet.features }]);
    expect(rig.wallet.accounts[0]).toBe(rig.account);
    await rig.expectQuiet();
  });

  it('is emitted before the promise of the call that caused it settles', async () => {
    const rig = await createRig();
    const order: string[] = [];
    rig.on('change', () => order.push('change'));
    const connecting = rig.connect().then(() => order.push('connected'));
    await rig.approveNext();
    await connecting;
    const disconnecting = rig.disconnect().then(() => order.push('disconnected'));
    expect(order).toEqual(['change', 'connected', 'change']);
    await disconnecting;
  });

  it('is not emitted if a disconnect finds no accounts', async () => {
    const rig = await createRig();
    await Promise.all([rig.disconnect(), rig.disconnect()]);
    expect(rig.changes).toEqual([]);
    expect(rig.progress).toEqual([]);
  });
});

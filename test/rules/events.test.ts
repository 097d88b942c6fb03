import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../src/util/bytes.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { setUpConnected } from '../support/wallet.js';

const message = encodeUtf8('hello');
const UPDATED = { supportedTransactionVersions: ['legacy', 0, 1] as const };

describe('events', () => {
  it('rule 24: every change event has the accounts, even if only features change', async () => {
    const { wallet, transact, signMessage, phone, changes, account } = await setUpConnected();
    phone.wallet.changeCapabilities(UPDATED);
    await transact((session) => session.getCapabilities());
    await phone.whenIdle();
    phone.wallet.changeCapabilities({ supportedTransactionVersions: ['legacy'] });
    phone.wallet.revokeTokens();
    await signMessage({ account, message });
    await phone.whenIdle();
    expect(changes.map(({ accounts, features }) => [accounts, features !== undefined])).toEqual([
      [[account], true],
      [[account], true],
    ]);
    expect(wallet.accounts[0]).toBe(account);
  });

  it('rule 25: a change event is emitted synchronously', async () => {
    const { wallet, on, disconnect } = await setUpConnected();
    const seen: unknown[] = [];
    on('change', ({ accounts }) => {
      seen.push(accounts === wallet.accounts && accounts?.length);
    });
    const disconnecting = disconnect();
    expect(seen).toEqual([0]);
    await disconnecting;
  });

  it('rule 25: listeners that throw, or are added or removed during a change, do not affect others', async () => {
    const { on, disconnect, connect } = await setUpConnected();
    const received: string[] = [];
    const offs = [
      on('change', () => {
        received.push('throws');
        throw new Error('a broken listener');
      }),
      on('change', () => {
        received.push('leaves, with another');
        for (const off of offs.slice(1, 3)) off();
        on('change', () => received.push('added'));
      }),
      on('change', () => received.push('left')),
      on('change', () => received.push('stays')),
    ];
    await disconnect();
    expect(received.splice(0)).toEqual(['throws', 'leaves, with another', 'stays']);
    for (const off of [...offs, ...offs]) off();
    await connect();
    expect(received).toEqual(['added']);
  });

  it('rule 25: a listener that disconnects on a change of features does not hide that change from others', async () => {
    const { wallet, transact, phone } = await setUpConnected({ capabilities: UPDATED });
    const { 'standard:events': events, 'standard:disconnect': disconnecting } = wallet.features;
    events.on('change', () => void disconnecting.disconnect());
    let versions: readonly unknown[] = UPDATED.supportedTransactionVersions;
    events.on('change', ({ features }) => {
      if (features) versions = getSignTransaction(wallet.features).supportedTransactionVersions;
    });
    phone.wallet.changeCapabilities({ supportedTransactionVersions: ['legacy', 0] });
    await Promise.allSettled([transact((session) => session.getCapabilities())]);
    await phone.whenIdle();
    expect(getSignTransaction(wallet.features).supportedTransactionVersions).toEqual(['legacy', 0]);
    expect(versions).toEqual(['legacy', 0]);
  });

  it('rule 25: a function that is added again is another listener, and removing one again has no effect', async () => {
    const { on, disconnect } = await setUpConnected();
    let count = 0;
    const listener = () => {
      count++;
    };
    const off = on('change', listener);
    on('change', listener);
    off();
    off();
    on('change', listener);
    off();
    await disconnect();
    expect(count).toBe(2);
  });
});

import { describe, expect, it } from 'vitest';
import type { OnProgress } from '../../src/index.js';
import { createEvent } from '../support/event.js';
import { setUp, setUpConnected } from '../support/wallet.js';
import { createThinker } from './person.js';

describe('disconnect', () => {
  it.each(['preparing', 'launching', 'connecting', 'waiting'])(
    'rule 26: disconnecting settles a connect that is %s, and the next one works',
    async (stage) => {
      const { happen: reach, happened: reached } = createEvent();
      const { approve, decide } = createThinker();
      const onProgress: OnProgress = ({ state }) => state === stage && reach();
      const { connect, disconnect, phone, changes } = await setUp({ approve }, { onProgress });
      const connecting = connect();
      await reached;
      await Promise.all([disconnect(), expect(connecting).toRejectWith('SESSION_CLOSED')]);
      decide(true);
      await phone.whenIdle();
      expect(changes).toEqual([]);
      expect((await connect()).accounts).toHaveLength(1);
      expect(changes).toHaveLength(1);
      await phone.whenIdle();
    },
  );

  it('rule 26: a connect right after a disconnect succeeds, and the connect before it does not', async () => {
    const { connect, disconnect, phone, changes } = await setUp();
    const first = connect();
    const disconnecting = disconnect();
    const second = connect();
    await expect(first).toRejectWith('SESSION_CLOSED');
    expect((await second).accounts).toHaveLength(1);
    await disconnecting;
    await phone.whenIdle();
    expect(changes).toHaveLength(1);
  });

  it('rule 26: a listener may connect at once, and is not disconnected by the rest of the disconnect', async () => {
    const { wallet, connect, on, disconnect, phone } = await setUp();
    await connect();
    let again: ReturnType<typeof connect> | undefined;
    on('change', ({ accounts }) => {
      if (accounts?.length === 0) again = connect();
    });
    await disconnect();
    expect((await again)?.accounts).toHaveLength(1);
    expect(wallet.accounts).toHaveLength(1);
    await phone.whenIdle();
  });

  it('rule 26: a connect that is superseded while it is granted does not resolve without accounts', async () => {
    const { wallet, on, disconnect, connect, phone } = await setUp();
    on('change', () => {
      if (wallet.accounts.length > 0) void disconnect();
    });
    await expect(connect()).toRejectWith('SESSION_CLOSED');
    await phone.whenIdle();
    expect(wallet.accounts).toEqual([]);
  });

  it('rule 26: is idempotent, and emits nothing if the wallet is not connected', async () => {
    const { disconnect, connect, changes, phone } = await setUp();
    await Promise.all([disconnect(), disconnect()]);
    expect(changes).toEqual([]);
    await connect();
    await Promise.all([disconnect(), disconnect()]);
    await disconnect();
    expect(changes.map(({ accounts }) => accounts?.length)).toEqual([1, 0]);
    await phone.whenIdle();
  });

  it('rule 26: may be called again by a listener of its change', async () => {
    const { disconnect, on, changes } = await setUpConnected();
    const again: Promise<void>[] = [];
    on('change', () => again.push(disconnect()));
    await disconnect();
    expect(again).toHaveLength(1);
    await Promise.all(again);
    expect(changes).toHaveLength(1);
  });
});

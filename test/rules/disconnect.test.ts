import { describe, expect, it } from 'vitest';
import type { OnProgress } from '../../src/index.js';
import { localAuthorizationStore } from '../../src/wallet/store.js';
import { getError } from '../support/rejections.js';
import { createTabs } from '../support/tabs.js';
import { setUp, setUpConnected } from '../support/wallet.js';

const CLOSED = { code: 'SESSION_CLOSED' };
const STAGES = ['preparing', 'launching', 'connecting', 'waiting'];

describe('disconnect', () => {
  it.each(STAGES.flatMap((stage) => [0, 1].map((turns) => [turns, stage] as const)))(
    'rule 26: settles a connect %i microtasks after it is %s, and the next one works',
    async (turns, stage) => {
      const ends: Promise<void>[] = [];
      const onProgress: OnProgress = async ({ state }) => {
        if (state !== stage || ends.length > 0) return;
        for (let turn = 0; turn < turns; turn++) await undefined;
        ends.push(setup.disconnect());
      };
      const setup = await setUp({}, { onProgress });
      expect(await getError(setup.connect())).toMatchObject(CLOSED);
      await Promise.all(ends);
      await setup.phone.whenIdle();
      expect([setup.wallet.accounts, setup.changes]).toEqual([[], []]);
      expect((await setup.connect()).accounts).toHaveLength(1);
      expect(setup.countAccounts()).toEqual([1]);
      await setup.expectQuiet();
    },
  );

  it.each([
    ['loads its code', 1],
    ['has loaded it', 2],
    ['asks the user', 2],
  ])(
    'rule 26: a connect right after a disconnect succeeds, and one that %s before it does not',
    async (stage, launches) => {
      const isLoaded = stage === 'has loaded it';
      const setup = await (isLoaded ? setUpConnected : setUp)({ approve: 'manually' });
      if (isLoaded) await setup.disconnect();
      setup.changes.length = 0;
      const first = getError(setup.connect());
      if (stage === 'asks the user') await setup.person.next();
      const disconnecting = setup.disconnect();
      const second = setup.connect();
      expect(await first).toMatchObject(CLOSED);
      await disconnecting;
      await setup.approveNext();
      expect((await second).accounts).toBe(setup.wallet.accounts);
      expect(setup.countAccounts()).toEqual([1]);
      expect(setup.phone.launches).toHaveLength(launches);
      await setup.expectQuiet();
    },
  );

  it.each(['disconnect', 'revoke'] as const)(
    'rule 26: a listener may connect at once, and is not disconnected by the rest of the %s',
    async (name) => {
      const setup = await setUpConnected();
      const again: Promise<unknown>[] = [];
      const off = setup.on('change', () => {
        off();
        again.push(getError(setup.connect()));
      });
      await setup[name]();
      expect(await Promise.all(again)).toEqual([{ fulfilled: { accounts: setup.wallet.accounts } }]);
      expect(setup.wallet.accounts).toHaveLength(1);
      await setup.expectQuiet();
    },
  );

  it.each(['connect', 'signIn'] as const)(
    'rule 26: a %s that a listener supersedes once it is granted rejects, and later listeners hear of no accounts',
    async (name) => {
      const setup = await setUp();
      const ends: Promise<void>[] = [];
      setup.on('change', ({ accounts }) => {
        if (accounts?.length) ends.push(setup.disconnect());
      });
      const told: unknown[] = [];
      setup.on('change', ({ accounts }) => told.push(accounts === setup.wallet.accounts && accounts.length));
      const call = name === 'connect' ? setup.connect() : setup.signIn({});
      expect(await getError(call)).toMatchObject(CLOSED);
      await Promise.all(ends);
      expect(told).toEqual([0]);
      expect(setup.wallet.accounts).toEqual([]);
      expect(setup.store.entries.size).toBe(0);
      await setup.expectQuiet();
      expect(setup.phone.getMethods().at(-1)).toBe('deauthorize');
    },
  );

  it('rule 26: is idempotent, and emits nothing if the wallet is not connected', async () => {
    const { disconnect, connect, changes, countAccounts, phone } = await setUp();
    await Promise.all([disconnect(), disconnect()]);
    expect(changes).toEqual([]);
    await connect();
    await Promise.all([disconnect(), disconnect()]);
    await disconnect();
    expect(countAccounts()).toEqual([1, 0]);
    await phone.whenIdle();
  });

  it.each(['here', 'in another tab'])(
    'rule 26: may be called again by a listener of the change, after a disconnect %s',
    async (where) => {
      const tabs = createTabs();
      const setup = await setUpConnected({}, { store: localAuthorizationStore });
      const again: Promise<void>[] = [];
      setup.on('change', () => again.push(setup.disconnect()));
      if (where === 'here') await setup.disconnect();
      else tabs.clear();
      expect(again).toHaveLength(1);
      await Promise.all(again);
      expect(setup.countAccounts()).toEqual([0]);
    },
  );
});

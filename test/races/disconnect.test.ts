import { describe, expect, it } from 'vitest';
import { createChannelPair } from '../../mock/src/index.js';
import { parseGrant } from '../../src/wallet/grant/stored-grant.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { localAuthorizationStore } from '../../src/wallet/store.js';
import { NOTHING } from '../faults/replies.js';
import { createEvent } from '../support/event.js';
import { getError, hangAfter, nextTurn } from '../support/rejections.js';
import { createTabs } from '../support/tabs.js';
import { createMemoryStore, createTransaction, setUp, setUpConnected } from '../support/wallet.js';

const CLOSED = { code: 'SESSION_CLOSED' };

type Connected = Awaited<ReturnType<typeof setUpConnected>>;

const CALLS: readonly (readonly [string, (setup: Connected) => Promise<unknown>])[] = [
  ['connect', ({ connect }) => connect()],
  ['sign', ({ signText }) => signText('a')],
  ['sign in', ({ signIn }) => signIn({})],
  ['transact', ({ transact }) => transact(() => 'ran')],
  ['revoke', ({ revoke }) => revoke()],
];

describe.each([true, false])('disconnect in the same tick (code loaded: %s)', (isLoaded) => {
  it.each(CALLS)('settles a call to %s, and nothing is launched', async (name, call) => {
    const earlier = await setUpConnected();
    const setup = isLoaded ? earlier : { ...earlier, ...(await setUp({}, { store: earlier.store })) };
    // With accounts, a connect has nothing to do.
    if (name === 'connect') await setup.disconnect();
    const { phone, progress } = setup;
    const before = [phone.launches.length, progress.length];
    const error = getError(call(setup));
    await setup.disconnect();
    expect(await error).toMatchObject(CLOSED);
    expect([phone.launches.length, progress.length]).toEqual(before);
    expect(setup.countAccounts()).toEqual([0]);
    expect(setup.wallet.accounts).toEqual([]);
  });
});

describe('disconnect, before there is a session', () => {
  it.each<[string, (reach: (signal: AbortSignal) => void) => Partial<MobileWalletOptions>]>([
    ['launching', (reach) => ({ launch: (_, { signal }) => hangAfter(() => reach(signal))() })],
    ['dialling', (reach) => ({ dial: (_, { signal }) => hangAfter(() => reach(signal))() })],
    [
      'shaking hands',
      (reach) => ({
        async dial(_, { signal }) {
          reach(signal);
          return createChannelPair()[0];
        },
      }),
    ],
  ])('settles a connect that is %s, and aborts the signal', async (_, hang) => {
    const reached = createEvent<AbortSignal>();
    const setup = await setUp({}, hang(reached.happen));
    const connecting = getError(setup.connect());
    const signal = await reached.happened;
    await setup.disconnect();
    expect(signal.aborted).toBe(true);
    expect(await connecting).toBe(signal.reason);
    expect(signal.reason).toMatchObject(CLOSED);
    expect(setup.progress.at(-1)).toBe('idle');
    expect(setup.wallet.accounts).toEqual([]);
    await setup.expectQuiet();
  });

  it('closes a socket that a dial opens too late', async () => {
    const dialled = createEvent();
    const late = createEvent<ReturnType<typeof createChannelPair>[0]>();
    const setup = await setUp(
      { approve: 'manually' },
      {
        dial: () => {
          dialled.happen();
          return late.happened;
        },
      },
    );
    const connecting = setup.connect();
    await dialled.happened;
    await setup.disconnect();
    await expect(connecting).toRejectWith('SESSION_CLOSED');
    const [dapp, phone] = createChannelPair();
    const read = phone.read();
    late.happen(dapp);
    await expect(read).toRejectWith('SESSION_CLOSED');
  });
});

describe('disconnect, in a session', () => {
  it('settles a connect while the user decides, and the later decision has no effect', async () => {
    const setup = await setUp({ approve: 'manually' });
    const connecting = setup.connect();
    const question = await setup.person.next();
    await setup.disconnect();
    await expect(connecting).toRejectWith('SESSION_CLOSED');
    expect(question.signal.aborted).toBe(true);
    question.decide({ approved: true });
    await setup.expectQuiet();
    expect(setup.changes).toEqual([]);
    expect(setup.store.entries.size).toBe(0);
  });

  it.each([
    ['a connect', 'here'],
    ['a renewal', 'here'],
    ['a renewal', 'in another tab'],
  ])('forgets the grant of %s that arrives at the same moment, if it is %s', async (what, where) => {
    const tabs = createTabs();
    const setup = await setUpConnected({ approve: 'manually' }, { store: localAuthorizationStore });
    setup.phone.wallet.revokeTokens();
    if (what === 'a connect') await setup.disconnect();
    const error = getError(what === 'a connect' ? setup.connect() : setup.signText('a'));
    const { request, decide } = await setup.person.next();
    expect(request.type).toBe('authorize');
    decide({ approved: true });
    const disconnecting = where === 'here' ? setup.disconnect() : tabs.clear();
    expect(await error).toMatchObject(CLOSED);
    await disconnecting;
    await setup.expectQuiet();
    expect(setup.wallet.accounts).toEqual([]);
    expect(tabs.entries.size).toBe(0);
  });

  it('revokes a token that was issued, but not kept yet', async () => {
    const issued = createEvent();
    const setup = await setUp(
      { faults: [{ ...NOTHING, at: 'get_capabilities' }] },
      { debug: (line) => line.includes('← authorize') && issued.happen() },
    );
    const connecting = getError(setup.connect());
    await issued.happened;
    // The connect waits for the capabilities.
    await nextTurn();
    await setup.disconnect();
    expect(await connecting).toMatchObject(CLOSED);
    expect(setup.phone.getMethods()).toEqual(['get_capabilities', 'authorize', 'deauthorize']);
    await setup.expectQuiet();
  });

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'settles a call %i microtasks after its authorization',
    async (turns) => {
      const store = createMemoryStore();
      let ending: Promise<void> | undefined;
      let disconnectSoon = async (): Promise<void> => {};
      const set = (key: string, value: string): void => {
        store.set(key, value);
        void disconnectSoon();
      };
      const setup = await setUpConnected({}, { store: { ...store, set } });
      disconnectSoon = async () => {
        disconnectSoon = async () => {};
        for (let turn = 0; turn < turns; turn++) await undefined;
        ending = setup.disconnect();
      };
      const { account } = setup;
      const transaction = createTransaction(account.address, 'a');
      await expect(setup.signTransaction({ account, transaction })).toRejectWith('SESSION_CLOSED');
      await ending;
      expect(setup.phone.getMethods()).not.toContain('sign_transactions');
      await setup.expectQuiet();
    },
  );

  it('settles all pending and all waiting calls, and revokes the token in that session', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    const errors = ['a', 'b', 'c'].map((text) => getError(setup.signText(text)));
    await setup.person.next();
    await setup.disconnect();
    for (const error of errors) expect(await error).toMatchObject(CLOSED);
    await setup.expectQuiet();
    expect(setup.getQuestions()).toEqual(['authorize', 'sign-messages']);
    expect(setup.phone.getMethods().at(-1)).toBe('deauthorize');
    expect(setup.phone.launches).toHaveLength(2);
    expect(setup.countAccounts()).toEqual([0]);
  });

  it('revokes the token in use first, because the wallet may answer too slowly for all', async () => {
    const setup = await setUp({}, { idleMs: 600_000 });
    for (const nonce of ['first12345', 'second1234']) await setup.signIn({ nonce });
    const [grant] = [...setup.store.entries.values()].map(parseGrant);
    const auth_token = grant?.byChain['solana:devnet']?.token;
    setup.phone.wallet.misbehave([{ at: 'deauthorize', rewrite: () => [] }]);
    await setup.disconnect();
    const revoked = setup.phone.requests.filter(({ method }) => method === 'deauthorize');
    expect(revoked.map(({ params }) => params['auth_token'])).toEqual([auth_token]);
    await setup.expectQuiet();
  });

  it('does not wait for a wallet that does not answer the deauthorize request', async () => {
    const setup = await setUpConnected(
      { approve: 'manually', quirks: { hangsUpOn: 'deauthorize' } },
      { idleMs: 600_000 },
    );
    await setup.disconnect();
    expect(setup.wallet.accounts).toEqual([]);
    await setup.expectQuiet();
  });
});

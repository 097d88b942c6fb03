import { describe, expect, it } from 'vitest';
import { createChannelPair } from '../../mock/src/index.js';
import { parseGrant } from '../../src/wallet/grant/stored-grant.js';
import { NOTHING } from '../faults/replies.js';
import { createEvent } from '../support/event.js';
import { getError, hangAfter, nextTurn } from '../support/rejections.js';
import { createMemoryStore, createTransaction, setUp, setUpConnected } from '../support/wallet.js';

const CLOSED = { code: 'SESSION_CLOSED' };

describe('disconnect, before there is a session', () => {
  it('settles a connect whose code is still loading, and nothing is launched', async () => {
    const setup = await setUp({ approve: 'manually' });
    const connecting = setup.connect();
    await setup.disconnect();
    await expect(connecting).toRejectWith('SESSION_CLOSED');
    expect(setup.phone.launches).toEqual([]);
    expect(setup.progress).toEqual([]);
    expect(setup.changes).toEqual([]);
  });

  it('settles every call that waits for the code', async () => {
    const first = await setUpConnected({ approve: 'manually' });
    const setup = { ...first, ...(await setUp({ approve: 'manually' }, { store: first.store })) };
    const calls = [setup.signText('a'), setup.signIn({}), setup.transact(async () => 'done')];
    await setup.disconnect();
    for (const call of calls) await expect(call).toRejectWith('SESSION_CLOSED');
    expect(setup.phone.launches).toEqual([]);
  });

  it('settles a connect that is shaking hands', async () => {
    const reached = createEvent();
    const dial = async () => {
      reached.happen();
      return createChannelPair()[0];
    };
    const setup = await setUp({ approve: 'manually' }, { dial });
    const connecting = setup.connect();
    await reached.happened;
    await setup.disconnect();
    await expect(connecting).toRejectWith('SESSION_CLOSED');
    expect(setup.progress.at(-1)).toBe('idle');
    expect(setup.wallet.accounts).toEqual([]);
    await setup.expectQuiet();
  });

  it('settles a connect that is launching or dialling, and aborts the signal', async () => {
    for (const stage of ['launch', 'dial'] as const) {
      const reached = createEvent<AbortSignal>();
      const setup = await setUp(
        { approve: 'manually' },
        {
          [stage]: (_: string, { signal }: { signal: AbortSignal }) =>
            hangAfter(() => reached.happen(signal))(),
        },
      );
      const connecting = setup.connect();
      const signal = await reached.happened;
      await setup.disconnect();
      expect(signal.aborted).toBe(true);
      await expect(connecting).rejects.toBe(signal.reason);
      expect(signal.reason).toMatchObject(CLOSED);
      expect(setup.progress.at(-1)).toBe('idle');
      expect(setup.wallet.accounts).toEqual([]);
      await setup.expectQuiet();
    }
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

  it('forgets a grant that arrives at the same moment', async () => {
    const setup = await setUp({ approve: 'manually' });
    const connecting = setup.connect();
    const { decide } = await setup.person.next();
    decide({ approved: true });
    const disconnecting = setup.disconnect();
    await expect(connecting).toRejectWith('SESSION_CLOSED');
    await disconnecting;
    await setup.expectQuiet();
    expect(setup.wallet.accounts).toEqual([]);
    expect(setup.store.entries.size).toBe(0);
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

  it('sends no further request of a call that was split into several', async () => {
    const setup = await setUpConnected({ approve: 'manually', capabilities: { maxMessagesPerRequest: 1 } });
    const error = getError(setup.signText('a', 'b', 'c'));
    await setup.approveNext();
    const { decide } = await setup.person.next();
    // The answer is on its way when the disconnect comes: the third request would be next.
    decide({ approved: true });
    await setup.disconnect();
    expect(await error).toMatchObject(CLOSED);
    await setup.expectQuiet();
    expect(setup.getQuestions()).toEqual(['authorize', 'sign-messages', 'sign-messages']);
  });

  it('revokes the token in use first, because the wallet may answer too slowly for all', async () => {
    const setup = await setUp({}, { idleMs: 600_000 });
    const { signIn } = setup.wallet.features['solana:signIn'];
    for (const nonce of ['first12345', 'second1234']) await signIn({ nonce });
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

import { afterEach, describe, expect, it } from 'vitest';
import { createChannelPair } from '../../mock/src/index.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import {
  createConnectedRig,
  createEvent,
  createMessageInput,
  createRig,
  expectNoUnhandledRejections,
  getError,
  hangAfter,
} from './races.js';

afterEach(expectNoUnhandledRejections);

const CLOSED = { code: 'SESSION_CLOSED' };

describe('disconnect, before there is a session', () => {
  it('settles a connect whose code is still loading, and nothing is launched', async () => {
    const rig = await createRig();
    const connecting = rig.connect();
    await rig.disconnect();
    await expect(connecting).rejects.toMatchObject(CLOSED);
    expect(rig.phone.launches).toEqual([]);
    expect(rig.progress).toEqual([]);
    expect(rig.changes).toEqual([]);
  });

  it('settles every call that waits for the code', async () => {
    const first = await createConnectedRig();
    const rig = { ...first, ...(await createRig({}, { store: first.store })) };
    const calls = [
      rig.signMessage(createMessageInput(first.account, 'a')),
      rig.signIn({}),
      rig.transact(async () => 'done'),
    ];
    await rig.disconnect();
    for (const call of calls) await expect(call).rejects.toMatchObject(CLOSED);
    expect(rig.phone.launches).toEqual([]);
  });

  it.each([
    ['launching', (reach: () => void) => ({ launch: hangAfter(reach) })],
    ['dialling', (reach: () => void) => ({ dial: hangAfter(reach) })],
    [
      'shaking hands',
      (reach: () => void) => ({
        async dial() {
          reach();
          return createChannelPair()[0];
        },
      }),
    ],
  ])('settles a connect that is %s', async (_, getOptions) => {
    const reached = createEvent();
    const options: Partial<MobileWalletOptions> = getOptions(() => reached.happen());
    const rig = await createRig({}, options);
    const connecting = rig.connect();
    await reached.happened;
    await rig.disconnect();
    await expect(connecting).rejects.toMatchObject(CLOSED);
    expect(rig.progress.at(-1)).toBe('idle');
    expect(rig.wallet.accounts).toEqual([]);
    await rig.expectQuiet();
  });

  it('aborts the signals of a pending launch and a pending dial', async () => {
    for (const stage of ['launch', 'dial'] as const) {
      const reached = createEvent<AbortSignal>();
      const rig = await createRig(
        {},
        {
          [stage]: (_: string, { signal }: { signal: AbortSignal }) =>
            hangAfter(() => reached.happen(signal))(),
        },
      );
      const connecting = rig.connect();
      const signal = await reached.happened;
      await rig.disconnect();
      expect(signal.aborted).toBe(true);
      await expect(connecting).rejects.toBe(signal.reason);
    }
  });

  it('closes a socket that a dial opens too late', async () => {
    const dialled = createEvent();
    const late = createEvent<ReturnType<typeof createChannelPair>[0]>();
    const rig = await createRig(
      {},
      {
        dial: () => {
          dialled.happen();
          return late.happened;
        },
      },
    );
    const connecting = rig.connect();
    await dialled.happened;
    await rig.disconnect();
    await expect(connecting).rejects.toMatchObject(CLOSED);
    const [dapp, phone] = createChannelPair();
    const read = phone.read();
    late.happen(dapp);
    await expect(read).rejects.toMatchObject(CLOSED);
  });
});

describe('disconnect, in a session', () => {
  it('settles a connect while the user decides, and the later decision has no effect', async () => {
    const rig = await createRig();
    const connecting = rig.connect();
    const question = await rig.person.next();
    await rig.disconnect();
    await expect(connecting).rejects.toMatchObject(CLOSED);
    expect(question.signal.aborted).toBe(true);
    question.decide({ approved: true });
    await rig.expectQuiet();
    expect(rig.changes).toEqual([]);
    expect(rig.store.entries.size).toBe(0);
  });

  it('forgets a grant that arrives at the same moment', async () => {
    const rig = await createRig();
    const connecting = rig.connect();
    const { decide } = await rig.person.next();
    decide({ approved: true });
    const disconnecting = rig.disconnect();
    await expect(connecting).rejects.toMatchObject(CLOSED);
    await disconnecting;
    await rig.expectQuiet();
    expect(rig.wallet.accounts).toEqual([]);
    expect(rig.store.entries.size).toBe(0);
  });

  it('settles all pending and all waiting calls, and revokes the token in that session', async () => {
    const rig = await createConnectedRig();
    const errors = ['a', 'b', 'c'].map((text) =>
      getError(rig.signMessage(createMessageInput(rig.account, text))),
    );
    await rig.person.next();
    await rig.disconnect();
    for (const error of errors) expect(await error).toMatchObject(CLOSED);
    await rig.expectQuiet();
    expect(rig.getQuestions()).toEqual(['authorize', 'sign-messages']);
    expect(rig.phone.getMethods().at(-1)).toBe('deauthorize');
    expect(rig.phone.launches).toHaveLength(2);
    expect(rig.countAccounts()).toEqual([0]);
  });

  it('sends no further request of a call that was split into several', async () => {
    const rig = await createConnectedRig({ capabilities: { maxMessagesPerRequest: 1 } });
    const inputs = ['a', 'b', 'c'].map((text) => createMessageInput(rig.account, text));
    const error = getError(rig.signMessage(...inputs));
    await rig.approveNext();
    const { decide } = await rig.person.next();
    // The answer is on its way when the disconnect comes: the third request would be next.
    decide({ approved: true });
    await rig.disconnect();
    expect(await error).toMatchObject(CLOSED);
    await rig.expectQuiet();
    expect(rig.getQuestions()).toEqual(['authorize', 'sign-messages', 'sign-messages']);
  });

  it('launches nothing to revoke a token when no session is open', async () => {
    const rig = await createConnectedRig();
    await rig.disconnect();
    expect(rig.phone.launches).toHaveLength(1);
    expect(rig.phone.getMethods()).not.toContain('deauthorize');
  });

  it('ends a session that lingers', async () => {
    const rig = await createConnectedRig({}, { linger: 600_000 });
    expect(rig.phone.countOpen()).toBe(1);
    await rig.disconnect();
    await rig.expectQuiet();
    expect(rig.phone.getMethods().at(-1)).toBe('deauthorize');
  });

  it('does not wait for a wallet that does not answer the deauthorize request', async () => {
    const rig = await createConnectedRig({ quirks: { hangsUpOn: 'deauthorize' } }, { linger: 600_000 });
    await rig.disconnect();
    expect(rig.wallet.accounts).toEqual([]);
    await rig.expectQuiet();
  });
});

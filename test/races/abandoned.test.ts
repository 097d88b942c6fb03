import { describe, expect, it } from 'vitest';
import type { MobileWallet } from '../../src/dapp/mobile-wallet.js';
import { createEvent } from '../support/event.js';
import { getError, hangAfter, nextTurn } from '../support/rejections.js';
import { createTransaction, setUp, setUpConnected } from '../support/wallet.js';

const REASON = new Error('no longer wanted');

/** Runs a callback. Returns a function that aborts it, and resolves with its error. */
function start(
  { transact }: Awaited<ReturnType<typeof setUp>>,
  callback: (wallet: MobileWallet) => unknown = () => 'ran',
) {
  const controller = new AbortController();
  const error = getError(transact(callback, { signal: controller.signal }));
  return () => {
    controller.abort(REASON);
    return error;
  };
}

async function nextTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

describe('requests of a callback that was aborted', () => {
  it('are not sent any more, while the session goes on for other calls', async () => {
    const setup = await setUpConnected({ approve: 'manually' }, { idleMs: 600_000 });
    await setup.disconnect();
    const transactions = [createTransaction(setup.account.address, 'a')];
    const abort = start(setup, (wallet) => wallet.signAndSendTransactions({ transactions }));
    const question = await setup.person.next();
    expect(question.request.type).toBe('authorize');
    expect(await abort()).toBe(REASON);
    question.decide({ approved: true });
    await setup.transact((wallet) => wallet.getCapabilities());
    await nextTurns(20);
    expect(setup.phone.getMethods()).not.toContain('sign_and_send_transactions');
    await setup.disconnect();
  });

  it('do not delay other calls in the same session', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    const sign = (wallet: MobileWallet, text: string) =>
      wallet.signTransactions({ transactions: [createTransaction(setup.account.address, text)] });
    const abort = start(setup, (wallet) => Promise.all([sign(wallet, 'a'), sign(wallet, 'b')]));
    const first = await setup.person.next();
    const signing = setup.signText('c');
    expect(await abort()).toBe(REASON);
    first.decide({ approved: true });
    const second = await setup.person.next();
    second.decide({ approved: true });
    expect(second.request.type).toBe('sign-messages');
    expect(await signing).toHaveLength(1);
  });

  it.each([undefined, 600_000])(
    'do not delay later calls if the wallet never answers them (idleMs %s)',
    async (idleMs) => {
      const asked = createEvent();
      const setup = await setUpConnected(
        {
          quirks: { silentWithoutMinContextSlot: true },
          onRequest: (method) => method === 'sign_and_send_transactions' && asked.happen(),
        },
        idleMs === undefined ? {} : { idleMs },
      );
      const transactions = [createTransaction(setup.account.address, 'a')];
      const abort = start(setup, (wallet) => wallet.signAndSendTransactions({ transactions }));
      await asked.happened;
      expect(await abort()).toMatchObject({ code: 'SUBMISSION_UNKNOWN', cause: REASON });
      expect(await setup.signText('b')).toHaveLength(1);
      await setup.disconnect();
    },
  );
});

describe('the opening of a session', () => {
  it('ends if all its calls were aborted, however long sessions idle: nothing is launched', async () => {
    const setup = await setUpConnected({}, { idleMs: 600_000 });
    setup.sockets.at(-1)?.close();
    await setup.phone.whenIdle();
    const abort = start(setup);
    await Promise.resolve();
    expect(await abort()).toBe(REASON);
    await nextTurns(50);
    expect(setup.phone.launches).toHaveLength(1);
    await setup.disconnect();
  });

  it('ends if all its calls were aborted, and so does the signal of a pending launch', async () => {
    const launched = createEvent<AbortSignal>();
    const setup = await setUp(
      {},
      { idleMs: 600_000, launch: (_, { signal }) => hangAfter(() => launched.happen(signal))() },
    );
    const abort = start(setup);
    const signal = await launched.happened;
    expect(await abort()).toBe(REASON);
    await nextTurns(20);
    expect(signal.aborted).toBe(true);
    expect(setup.progress.at(-1)).toBe('idle');
    await setup.disconnect();
  });

  it('goes on while other calls wait for it', async () => {
    const launched = createEvent();
    const hasLaunched = createEvent();
    const setup = await setUp({ approve: 'manually' }, (phone) => ({
      async launch(uri, options) {
        launched.happen();
        await hasLaunched.happened;
        await phone.launch(uri, options);
      },
    }));
    const abort = start(setup);
    const connecting = setup.connect();
    await launched.happened;
    expect(await abort()).toBe(REASON);
    hasLaunched.happen();
    await setup.approveNext();
    expect((await connecting).accounts).toHaveLength(1);
    await setup.expectQuiet();
  });
});

import { describe, expect, it } from 'vitest';
import type { MobileWallet } from '../../src/dapp/mobile-wallet.js';
import { createEvent } from '../support/event.js';
import { getError, hangAfter } from '../support/rejections.js';
import { createTransaction, setUp, setUpConnected } from '../support/wallet.js';

const CLOSED = { code: 'SESSION_CLOSED' };

describe('a callback', () => {
  it('may call the Wallet Standard methods in the same session, without a deadlock', async () => {
    const setup = await setUp();
    const signed = await setup.transact(async (wallet) => {
      const [account] = (await setup.connect()).accounts;
      if (!account) throw new Error('no account');
      const transaction = createTransaction(account.address, 'a');
      await wallet.signTransactions({ transactions: [transaction] });
      await setup.signIn({});
      return setup.transact(() => setup.signText('b'));
    });
    expect(signed).toHaveLength(1);
    expect(setup.phone.launches).toHaveLength(1);
    await setup.expectQuiet();
  });

  it('that drops the only authorization leaves calls after it to ask for another', async () => {
    const setup = await setUpConnected();
    const input = { account: setup.account, transaction: createTransaction(setup.account.address, 'a') };
    const signed = await setup.transact(async (wallet) => {
      const { auth_token } = await wallet.authorize();
      const dropping = wallet.deauthorize({ auth_token });
      const signing = setup.signTransaction(input);
      await dropping;
      return signing;
    });
    expect(signed).toHaveLength(1);
    expect(setup.countAccounts()).toEqual([0, 1]);
    await setup.expectQuiet();
  });

  it('that throws, at once or later, makes transact reject with that error; other calls continue', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    const signing = setup.signText('a');
    const own = new Error('own');
    const thrown = setup.transact(() => {
      throw own;
    });
    await expect(thrown).rejects.toBe(own);
    await expect(setup.transact(() => Promise.reject(own))).rejects.toBe(own);
    await setup.approveNext();
    expect(await signing).toHaveLength(1);
    await setup.expectQuiet();
  });

  it.each(['an abort', 'a disconnect'])(
    'that never settles ends by %s, and so does the session',
    async (how) => {
      const setup = await setUpConnected();
      const controller = new AbortController();
      const started = createEvent();
      const callback = hangAfter(() => started.happen());
      const error = getError(setup.transact(callback, { signal: controller.signal }));
      await started.happened;
      const reason = new Error('enough');
      if (how === 'an abort') controller.abort(reason);
      else await setup.disconnect();
      if (how === 'an abort') expect(await error).toBe(reason);
      else expect(await error).toMatchObject(CLOSED);
      await setup.expectQuiet();
    },
  );

  it('that waits for the user ends when its signal aborts, and so does the request for approval', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    const controller = new AbortController();
    const inner = createEvent<Readonly<{ error: Promise<unknown> }>>();
    const error = getError(
      setup.transact(
        (wallet) => {
          const transactions = [createTransaction(setup.account.address, 'a')];
          const signing = wallet.signTransactions({ transactions });
          inner.happen({ error: getError(signing) });
          return signing;
        },
        { signal: controller.signal },
      ),
    );
    const question = await setup.person.next();
    const reason = new Error('enough');
    controller.abort(reason);
    expect(await error).toBe(reason);
    expect(await (await inner.happened).error).toBe(reason);
    await setup.expectQuiet();
    expect(question.signal.aborted).toBe(true);
  });

  it.each([
    ['has returned', () => 'done'],
    [
      'has thrown',
      () => {
        throw new Error('own');
      },
    ],
  ])('that %s has a wallet that refuses calls, while the session continues', async (_, end) => {
    const setup = await setUpConnected({}, { idleMs: 600_000 });
    const kept = createEvent<MobileWallet>();
    await getError(
      setup.transact((wallet) => {
        kept.happen(wallet);
        return end();
      }),
    );
    const wallet = await kept.happened;
    expect(setup.phone.countOpen()).toBe(1);
    await expect(wallet.getCapabilities()).toRejectWith('SESSION_CLOSED');
    await expect(wallet.authorize()).toRejectWith('SESSION_CLOSED');
    await setup.disconnect();
    await setup.expectQuiet();
  });

  it('is not called if its signal has already aborted, and nothing is launched', async () => {
    const setup = await setUpConnected();
    const reason = new Error('enough');
    let isCalled = false;
    const running = setup.transact(
      () => {
        isCalled = true;
      },
      { signal: AbortSignal.abort(reason) },
    );
    await expect(running).rejects.toBe(reason);
    expect(isCalled).toBe(false);
    expect(setup.phone.launches).toHaveLength(1);
    expect(setup.progress.at(-1)).toBe('idle');
  });

  it('may disconnect: its wallet then refuses calls, and the wallet stays disconnected', async () => {
    const setup = await setUpConnected();
    const inner = createEvent<unknown>();
    const error = getError(
      setup.transact(async (wallet) => {
        await setup.disconnect();
        inner.happen(await getError(wallet.authorize()));
      }),
    );
    expect(await inner.happened).toMatchObject(CLOSED);
    expect(await error).toMatchObject(CLOSED);
    expect(setup.wallet.accounts).toEqual([]);
    await setup.expectQuiet();
  });

  it('gets the error of a closed socket from its next call', async () => {
    const setup = await setUpConnected();
    const running = setup.transact(async (wallet) => {
      setup.sockets.at(-1)?.close();
      await setup.phone.whenIdle();
      return wallet.getCapabilities();
    });
    await expect(running).toRejectWith('SESSION_CLOSED');
    await setup.expectQuiet();
  });
});

describe('two callbacks at once', () => {
  it('share the session, and end separately', async () => {
    const setup = await setUpConnected();
    const isDone = createEvent();
    const first = setup.transact(async (wallet) => {
      await isDone.happened;
      return wallet.getCapabilities();
    });
    await expect(setup.transact(() => Promise.reject(new Error('own')))).rejects.toThrow('own');
    isDone.happen();
    expect(await first).toMatchObject({ max_messages_per_request: 10 });
    expect(setup.phone.launches).toHaveLength(2);
    await setup.expectQuiet();
  });

  it('take turns: the user is asked for one request at a time', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    const sign = (text: string) =>
      setup.transact((wallet) =>
        wallet.signTransactions({ transactions: [createTransaction(setup.account.address, text)] }),
      );
    const first = getError(sign('a'));
    const second = sign('b');
    const { decide } = await setup.person.next();
    expect(setup.getQuestions()).toEqual(['authorize', 'sign-transactions']);
    decide({ approved: false });
    await setup.approveNext();
    expect(await first).toMatchObject({ code: 'USER_REJECTED' });
    expect(await second).toHaveLength(1);
    await setup.expectQuiet();
  });
});

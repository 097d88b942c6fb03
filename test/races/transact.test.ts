import { afterEach, describe, expect, it } from 'vitest';
import type { MobileWallet } from '../../src/dapp/mobile-wallet.js';
import { createTransaction } from '../support/wallet.js';
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
const approve = () => ({ approved: true });

describe('a callback', () => {
  it('may call the Wallet Standard methods in the same session, without a deadlock', async () => {
    const rig = await createRig({ approve });
    const signed = await rig.transact(async (wallet) => {
      const [account] = (await rig.connect()).accounts;
      if (!account) throw new Error('no account');
      const transaction = createTransaction(account.address, 'a');
      await wallet.signTransactions({ transactions: [transaction] });
      await rig.signIn({});
      return rig.transact(() => rig.signMessage(createMessageInput(account, 'b')));
    });
    expect(signed).toHaveLength(1);
    expect(rig.phone.launches).toHaveLength(1);
    await rig.expectQuiet();
  });

  it('that throws, at once or later, makes transact reject with that error; other calls continue', async () => {
    const rig = await createConnectedRig();
    const signing = rig.signMessage(createMessageInput(rig.account, 'a'));
    const own = new Error('own');
    const thrown = rig.transact(() => {
      throw own;
    });
    await expect(thrown).rejects.toBe(own);
    await expect(rig.transact(() => Promise.reject(own))).rejects.toBe(own);
    await rig.approveNext();
    expect(await signing).toHaveLength(1);
    await rig.expectQuiet();
  });

  it('that never settles ends with the reason of its signal, and so does the session', async () => {
    const rig = await createConnectedRig({ approve });
    const controller = new AbortController();
    const started = createEvent();
    const running = rig.transact(
      hangAfter(() => started.happen()),
      { signal: controller.signal },
    );
    await started.happened;
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    await rig.expectQuiet();
  });

  it('that waits for the user ends when its signal aborts, and so does the request for approval', async () => {
    const rig = await createConnectedRig();
    const controller = new AbortController();
    const inner = createEvent<Readonly<{ error: Promise<unknown> }>>();
    const error = getError(
      rig.transact(
        (wallet) => {
          const transactions = [createTransaction(rig.account.address, 'a')];
          const signing = wallet.signTransactions({ transactions });
          inner.happen({ error: getError(signing) });
          return signing;
        },
        { signal: controller.signal },
      ),
    );
    const question = await rig.person.next();
    const reason = new Error('enough');
    controller.abort(reason);
    expect(await error).toBe(reason);
    expect(await (await inner.happened).error).toBe(reason);
    await rig.expectQuiet();
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
    const rig = await createConnectedRig({ approve }, { linger: 600_000 });
    const kept = createEvent<MobileWallet>();
    await getError(
      rig.transact((wallet) => {
        kept.happen(wallet);
        return end();
      }),
    );
    const wallet = await kept.happened;
    expect(rig.phone.countOpen()).toBe(1);
    await expect(wallet.getCapabilities()).rejects.toMatchObject(CLOSED);
    await expect(wallet.authorize()).rejects.toMatchObject(CLOSED);
    await rig.disconnect();
    await rig.expectQuiet();
  });

  it('is not called if its signal has already aborted, and nothing is launched', async () => {
    const rig = await createConnectedRig({ approve });
    const reason = new Error('enough');
    let isCalled = false;
    const running = rig.transact(
      () => {
        isCalled = true;
      },
      { signal: AbortSignal.abort(reason) },
    );
    await expect(running).rejects.toBe(reason);
    expect(isCalled).toBe(false);
    expect(rig.phone.launches).toHaveLength(1);
  });

  it('is settled by a disconnect at any stage', async () => {
    const rig = await createConnectedRig({ approve });
    const started = createEvent();
    const error = getError(rig.transact(hangAfter(() => started.happen())));
    await started.happened;
    await rig.disconnect();
    expect(await error).toMatchObject(CLOSED);
    await rig.expectQuiet();
  });

  it('may disconnect: its wallet then refuses calls, and the wallet stays disconnected', async () => {
    const rig = await createConnectedRig({ approve });
    const inner = createEvent<unknown>();
    const error = getError(
      rig.transact(async (wallet) => {
        await rig.disconnect();
        inner.happen(await getError(wallet.authorize()));
      }),
    );
    expect(await inner.happened).toMatchObject(CLOSED);
    expect(await error).toMatchObject(CLOSED);
    expect(rig.wallet.accounts).toEqual([]);
    await rig.expectQuiet();
  });

  it('gets the error of a closed socket from its next call', async () => {
    const rig = await createConnectedRig({ approve });
    const running = rig.transact(async (wallet) => {
      rig.sockets.at(-1)?.close();
      await rig.phone.whenIdle();
      return wallet.getCapabilities();
    });
    await expect(running).rejects.toMatchObject(CLOSED);
    await rig.expectQuiet();
  });
});

describe('two callbacks at once', () => {
  it('share the session, and end separately', async () => {
    const rig = await createConnectedRig({ approve });
    const isDone = createEvent();
    const first = rig.transact(async (wallet) => {
      await isDone.happened;
      return wallet.getCapabilities();
    });
    await expect(rig.transact(() => Promise.reject(new Error('own')))).rejects.toThrow('own');
    isDone.happen();
    expect(await first).toMatchObject({ max_messages_per_request: 10 });
    expect(rig.phone.launches).toHaveLength(2);
    await rig.expectQuiet();
  });

  it('take turns: the user is asked for one request at a time', async () => {
    const rig = await createConnectedRig();
    const sign = (text: string) =>
      rig.transact((wallet) =>
        wallet.signTransactions({ transactions: [createTransaction(rig.account.address, text)] }),
      );
    const first = getError(sign('a'));
    const second = sign('b');
    const { decide } = await rig.person.next();
    expect(rig.getQuestions()).toEqual(['authorize', 'sign-transactions']);
    decide({ approved: false });
    await rig.approveNext();
    expect(await first).toMatchObject({ code: 'USER_REJECTED' });
    expect(await second).toHaveLength(1);
    await rig.expectQuiet();
  });
});

describe('an abort while the session opens', () => {
  it('does not end it while other calls wait for it', async () => {
    const launched = createEvent();
    const hasLaunched = createEvent();
    const rig = await createRig({}, (phone) => ({
      async launch(uri, options) {
        launched.happen();
        await hasLaunched.happened;
        await phone.launch(uri, options);
      },
    }));
    const controller = new AbortController();
    const error = getError(rig.transact(() => 'ran', { signal: controller.signal }));
    const connecting = rig.connect();
    await launched.happened;
    const reason = new Error('enough');
    controller.abort(reason);
    expect(await error).toBe(reason);
    hasLaunched.happen();
    await rig.approveNext();
    expect((await connecting).accounts).toHaveLength(1);
    await rig.expectQuiet();
  });

  it('ends it if no other call waits, and the next call opens another', async () => {
    const launched = createEvent<AbortSignal>();
    const rig = await createRig({ approve }, (phone) => ({
      launch(uri, options) {
        launched.happen(options.signal);
        return phone.launches.length > 0 ? phone.launch(uri, options) : new Promise(() => {});
      },
    }));
    const controller = new AbortController();
    const error = getError(rig.transact(() => 'ran', { signal: controller.signal }));
    const signal = await launched.happened;
    const hasEnded = new Promise((resolve) => signal.addEventListener('abort', resolve));
    controller.abort(new Error('enough'));
    expect(await error).toMatchObject({ message: 'enough' });
    await hasEnded;
    expect(rig.progress.at(-1)).toBe('idle');
  });
});

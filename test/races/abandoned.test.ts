import { describe, expect, it } from 'vitest';
import { transact } from '../../src/transact/bytes.js';
import { createEvent } from '../support/event.js';
import { getError, nextTurn } from '../support/rejections.js';
import { createTransaction, setUp, setUpConnected } from '../support/wallet.js';

const CLOSED = { code: 'SESSION_CLOSED' };

describe('disconnect in the same tick, once the code is loaded', () => {
  it('settles a connect', async () => {
    const setup = await setUpConnected();
    await setup.disconnect();
    const error = getError(setup.connect());
    await setup.disconnect();
    expect(await error).toMatchObject(CLOSED);
    expect(setup.phone.launches).toHaveLength(1);
    expect(setup.wallet.accounts).toEqual([]);
  });

  it('settles a signing call, which must not connect the wallet again', async () => {
    const setup = await setUpConnected();
    const error = getError(setup.signText('a'));
    await setup.disconnect();
    expect(await error).toMatchObject(CLOSED);
    expect(setup.phone.launches).toHaveLength(1);
    expect(setup.wallet.accounts).toEqual([]);
  });

  it('settles the first of two connects if a disconnect comes between them', async () => {
    const setup = await setUpConnected();
    await setup.disconnect();
    const first = getError(setup.connect());
    const disconnecting = setup.disconnect();
    const second = setup.connect();
    expect(await first).toMatchObject(CLOSED);
    expect((await second).accounts).toHaveLength(1);
    await disconnecting;
  });

  it.each([
    ['sign-in', (setup: Awaited<ReturnType<typeof setUpConnected>>) => setup.signIn({})],
    ['transact', (setup: Awaited<ReturnType<typeof setUpConnected>>) => setup.transact(() => 'ran')],
    ['revoke', (setup: Awaited<ReturnType<typeof setUpConnected>>) => setup.revoke()],
  ])('launches nothing for a %s', async (_, call) => {
    const setup = await setUpConnected();
    const error = getError(call(setup));
    await setup.disconnect();
    await error;
    expect(setup.phone.launches).toHaveLength(1);
    expect(setup.wallet.accounts).toEqual([]);
  });
});

describe('a listener that disconnects when the connect is reported', () => {
  it('rejects a sign-in as closed, not as if another account had signed', async () => {
    const setup = await setUp();
    setup.on('change', ({ accounts }) => {
      if (accounts?.length) setup.disconnect();
    });
    expect(await getError(setup.signIn({}))).toMatchObject(CLOSED);
  });
});

describe('requests of a callback that was aborted or has ended', () => {
  it('are not sent any more: no transaction is requested after the abort', async () => {
    const setup = await setUpConnected({ approve: 'manually' }, { idleMs: 600_000 });
    setup.phone.wallet.revokeTokens();
    await setup.disconnect();
    const controller = new AbortController();
    const error = getError(
      setup.transact(
        async (wallet) => {
          const transaction = createTransaction(setup.account.address, 'a');
          await wallet.signAndSendTransactions({ transactions: [transaction] });
        },
        { signal: controller.signal },
      ),
    );
    const question = await setup.person.next();
    expect(question.request.type).toBe('authorize');
    controller.abort(new Error('no longer wanted'));
    expect(await error).toMatchObject({ message: 'no longer wanted' });
    // Another caller's session, or one that lingers, goes on.
    question.decide({ approved: true });
    const signing = setup.transact((wallet) => wallet.getCapabilities());
    await signing;
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect(setup.phone.getMethods()).not.toContain('sign_and_send_transactions');
    await setup.disconnect();
  });

  it('do not delay other calls in the same session', async () => {
    const setup = await setUpConnected({ approve: 'manually' });
    const controller = new AbortController();
    const error = getError(
      setup.transact(
        (wallet) =>
          Promise.all(
            ['a', 'b'].map((text) =>
              wallet.signTransactions({ transactions: [createTransaction(setup.account.address, text)] }),
            ),
          ),
        { signal: controller.signal },
      ),
    );
    const first = await setup.person.next();
    const signing = setup.signText('c');
    controller.abort(new Error('no longer wanted'));
    await error;
    first.decide({ approved: true });
    const second = await setup.person.next();
    second.decide({ approved: true });
    expect(second.request.type).toBe('sign-messages');
    await signing;
  });
});

describe('the opening of a session whose calls were all aborted', () => {
  it('ends at once, however long sessions idleMs: the wallet app is not launched', async () => {
    const controller = new AbortController();
    const setup = await setUpConnected({}, { idleMs: 600_000 });
    setup.sockets.at(-1)?.close();
    await setup.phone.whenIdle();
    const error = getError(setup.transact(() => 'ran', { signal: controller.signal }));
    await Promise.resolve();
    controller.abort(new Error('no longer wanted'));
    expect(await error).toMatchObject({ message: 'no longer wanted' });
    for (let turn = 0; turn < 50; turn++) await nextTurn();
    expect(setup.phone.launches).toHaveLength(1);
    await setup.disconnect();
  });

  it('aborts the signal of a pending launch', async () => {
    const launched = createEvent<AbortSignal>();
    const controller = new AbortController();
    const setup = await setUp(
      { approve: 'manually' },
      {
        idleMs: 600_000,
        launch: (_, { signal }) => {
          launched.happen(signal);
          return new Promise(() => {});
        },
      },
    );
    const error = getError(setup.transact(() => 'ran', { signal: controller.signal }));
    const signal = await launched.happened;
    controller.abort(new Error('no longer wanted'));
    await error;
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect(signal.aborted).toBe(true);
    expect(setup.progress.at(-1)).toBe('idle');
    await setup.disconnect();
  });
});

describe('revoke', () => {
  it('revokes every authorization, even if a later one has replaced it', async () => {
    const setup = await setUpConnected();
    const [, auth_token = ''] = /"token":"([^"]+)"/.exec([...setup.store.entries.values()].join()) ?? [];
    await setup.signIn({});
    await setup.revoke();
    await setup.phone.whenIdle();
    await expect(
      transact(
        (wallet) => wallet.authorize({ chain: 'solana:devnet', auth_token, identity: { name: 'Example' } }),
        { launch: setup.phone.launch, dial: setup.phone.dial },
      ),
    ).toRejectWith('NOT_AUTHORIZED');
  });

  it('does not settle a connect that a listener makes when the revocation is reported', async () => {
    const setup = await setUpConnected();
    const again = createEvent<Readonly<{ outcome: Promise<unknown> }>>();
    const off = setup.on('change', () => {
      off();
      again.happen({ outcome: getError(setup.connect()) });
    });
    await setup.revoke();
    const { outcome } = await again.happened;
    expect(await outcome).toEqual({ fulfilled: { accounts: setup.wallet.accounts } });
  });
});

describe('a disconnect from the progress listener', () => {
  it('settles the connect that is being prepared', async () => {
    let disconnect: (() => Promise<void>) | undefined;
    const setup = await setUp(
      {},
      {
        onProgress({ state }) {
          if (state === 'preparing') disconnect?.();
        },
      },
    );
    ({ disconnect } = setup);
    expect(await getError(setup.connect())).toMatchObject(CLOSED);
    expect(setup.wallet.accounts).toEqual([]);
  });
});

describe('a corrupted store', () => {
  it('with an empty token requires one connect, not one for each signature', async () => {
    const setup = await setUpConnected();
    for (const [key, text] of setup.store.entries) {
      setup.store.entries.set(key, text.replace(/"token":"[^"]+"/, '"token":""'));
    }
    const reloaded = await setUp({}, { store: setup.store });
    const { length } = reloaded.wallet.accounts;
    const signing = length > 0 ? reloaded.signText('a') : reloaded.connect();
    expect(await getError(signing)).toMatchObject({ fulfilled: expect.anything() });
  });
});

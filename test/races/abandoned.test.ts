import { afterEach, describe, expect, it } from 'vitest';
import { transact } from '../../src/dapp/transact.js';
import { createTransaction } from '../support/wallet.js';
import {
  createConnectedRig,
  createEvent,
  createMessageInput,
  createRig,
  expectNoUnhandledRejections,
  getError,
  nextTurn,
} from './races.js';

afterEach(expectNoUnhandledRejections);

const CLOSED = { code: 'SESSION_CLOSED' };
const approve = () => ({ approved: true });

describe('disconnect in the same tick, once the code is loaded', () => {
  it('settles a connect', async () => {
    const rig = await createConnectedRig({ approve });
    await rig.disconnect();
    const error = getError(rig.connect());
    await rig.disconnect();
    expect(await error).toMatchObject(CLOSED);
    expect(rig.phone.launches).toHaveLength(1);
    expect(rig.wallet.accounts).toEqual([]);
  });

  it('settles a signing call, which must not connect the wallet again', async () => {
    const rig = await createConnectedRig({ approve });
    const error = getError(rig.signMessage(createMessageInput(rig.account, 'a')));
    await rig.disconnect();
    expect(await error).toMatchObject(CLOSED);
    expect(rig.phone.launches).toHaveLength(1);
    expect(rig.wallet.accounts).toEqual([]);
  });

  it('settles the first of two connects if a disconnect comes between them', async () => {
    const rig = await createConnectedRig({ approve });
    await rig.disconnect();
    const first = getError(rig.connect());
    const disconnecting = rig.disconnect();
    const second = rig.connect();
    expect(await first).toMatchObject(CLOSED);
    expect((await second).accounts).toHaveLength(1);
    await disconnecting;
  });

  it.each([
    ['sign-in', (rig: Awaited<ReturnType<typeof createConnectedRig>>) => rig.signIn({})],
    ['transact', (rig: Awaited<ReturnType<typeof createConnectedRig>>) => rig.transact(() => 'ran')],
    ['revoke', (rig: Awaited<ReturnType<typeof createConnectedRig>>) => rig.revoke()],
  ])('launches nothing for a %s', async (_, call) => {
    const rig = await createConnectedRig({ approve });
    const error = getError(call(rig));
    await rig.disconnect();
    await error;
    expect(rig.phone.launches).toHaveLength(1);
    expect(rig.wallet.accounts).toEqual([]);
  });
});

describe('a listener that disconnects when the connect is reported', () => {
  it('rejects the connect, which must not resolve without accounts', async () => {
    const rig = await createRig({ approve });
    rig.on('change', ({ accounts }) => {
      if (accounts?.length) rig.disconnect();
    });
    expect(await getError(rig.connect())).toMatchObject(CLOSED);
  });

  it('rejects a sign-in with the same error, not as if another account had signed', async () => {
    const rig = await createRig({ approve });
    rig.on('change', ({ accounts }) => {
      if (accounts?.length) rig.disconnect();
    });
    expect(await getError(rig.signIn({}))).toMatchObject(CLOSED);
  });
});

describe('requests of a callback that was aborted or has ended', () => {
  it('are not sent any more: no transaction is requested after the abort', async () => {
    const rig = await createConnectedRig({}, { linger: 600_000 });
    rig.phone.wallet.revokeTokens();
    await rig.disconnect();
    const controller = new AbortController();
    const error = getError(
      rig.transact(
        async (wallet) => {
          const transaction = createTransaction(rig.account.address, 'a');
          await wallet.signAndSendTransactions({ transactions: [transaction] });
        },
        { signal: controller.signal },
      ),
    );
    const question = await rig.person.next();
    expect(question.request.type).toBe('authorize');
    controller.abort(new Error('no longer wanted'));
    expect(await error).toMatchObject({ message: 'no longer wanted' });
    // Another caller's session, or one that lingers, goes on.
    question.decide({ approved: true });
    const signing = rig.transact((wallet) => wallet.getCapabilities());
    await signing;
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect(rig.phone.getMethods()).not.toContain('sign_and_send_transactions');
    await rig.disconnect();
  });

  it('do not delay other calls in the same session', async () => {
    const rig = await createConnectedRig();
    const controller = new AbortController();
    const error = getError(
      rig.transact(
        (wallet) =>
          Promise.all(
            ['a', 'b'].map((text) =>
              wallet.signTransactions({ transactions: [createTransaction(rig.account.address, text)] }),
            ),
          ),
        { signal: controller.signal },
      ),
    );
    const first = await rig.person.next();
    const signing = rig.signMessage(createMessageInput(rig.account, 'c'));
    controller.abort(new Error('no longer wanted'));
    await error;
    first.decide({ approved: true });
    const second = await rig.person.next();
    second.decide({ approved: true });
    expect(second.request.type).toBe('sign-messages');
    await signing;
  });
});

describe('the opening of a session whose calls were all aborted', () => {
  it('ends at once, however long sessions linger: the wallet app is not launched', async () => {
    const controller = new AbortController();
    const rig = await createConnectedRig({ approve }, { linger: 600_000 });
    rig.sockets.at(-1)?.close();
    await rig.phone.whenIdle();
    const error = getError(rig.transact(() => 'ran', { signal: controller.signal }));
    await Promise.resolve();
    controller.abort(new Error('no longer wanted'));
    expect(await error).toMatchObject({ message: 'no longer wanted' });
    for (let turn = 0; turn < 50; turn++) await nextTurn();
    expect(rig.phone.launches).toHaveLength(1);
    await rig.disconnect();
  });

  it('aborts the signal of a pending launch', async () => {
    const launched = createEvent<AbortSignal>();
    const controller = new AbortController();
    const rig = await createRig(
      {},
      {
        linger: 600_000,
        launch: (_, { signal }) => {
          launched.happen(signal);
          return new Promise(() => {});
        },
      },
    );
    const error = getError(rig.transact(() => 'ran', { signal: controller.signal }));
    const signal = await launched.happened;
    controller.abort(new Error('no longer wanted'));
    await error;
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect(signal.aborted).toBe(true);
    await rig.disconnect();
  });
});

describe('progress', () => {
  it('is idle again after a sign-in that was refused before a session was opened', async () => {
    const rig = await createRig();
    expect(await getError(rig.signIn({ nonce: 'short' }))).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(rig.progress.at(-1) ?? 'idle').toBe('idle');
  });

  it('is idle again after a transact whose signal had aborted', async () => {
    const rig = await createRig();
    await getError(rig.transact(() => 'ran', { signal: AbortSignal.abort(new Error('no')) }));
    expect(rig.progress.at(-1) ?? 'idle').toBe('idle');
  });
});

describe('revoke', () => {
  it('revokes every authorization, even if a later one has replaced it', async () => {
    const rig = await createConnectedRig({ approve });
    const [, auth_token = ''] = /"token":"([^"]+)"/.exec([...rig.store.entries.values()].join()) ?? [];
    await rig.signIn({});
    await rig.revoke();
    await rig.phone.whenIdle();
    const error = await getError(
      transact(
        (wallet) => wallet.authorize({ chain: 'solana:devnet', auth_token, identity: { name: 'Example' } }),
        { launch: rig.phone.launch, dial: rig.phone.dial },
      ),
    );
    expect(error).toMatchObject({ code: 'NOT_AUTHORIZED' });
  });

  it('does not settle a connect that a listener makes when the revocation is reported', async () => {
    const rig = await createConnectedRig({ approve });
    const again = createEvent<Readonly<{ outcome: Promise<unknown> }>>();
    const off = rig.on('change', () => {
      off();
      again.happen({ outcome: getError(rig.connect()) });
    });
    await rig.revoke();
    const { outcome } = await again.happened;
    expect(await outcome).toEqual({ fulfilled: { accounts: rig.wallet.accounts } });
  });
});

describe('a disconnect from the progress listener', () => {
  it('settles the connect that is being prepared', async () => {
    let disconnect: (() => Promise<void>) | undefined;
    const rig = await createRig(
      { approve },
      {
        onProgress(state) {
          if (state === 'preparing') disconnect?.();
        },
      },
    );
    ({ disconnect } = rig);
    expect(await getError(rig.connect())).toMatchObject(CLOSED);
    expect(rig.wallet.accounts).toEqual([]);
  });
});

describe('a corrupted store', () => {
  it('with an empty token requires one connect, not one for each signature', async () => {
    const rig = await createConnectedRig({ approve });
    for (const [key, text] of rig.store.entries) {
      rig.store.entries.set(key, text.replace(/"token":"[^"]+"/, '"token":""'));
    }
    const reloaded = await createRig({ approve }, { store: rig.store });
    const [account] = reloaded.wallet.accounts;
    const signing = account ? reloaded.signMessage(createMessageInput(account, 'a')) : reloaded.connect();
    expect(await getError(signing)).toMatchObject({ fulfilled: expect.anything() });
  });
});

import { describe, expect, it } from 'vitest';
import { MobileWalletError } from '../../src/util/errors.js';
import { createUi as createUiOf } from '../../src/wallet/open/ask/session-dialogs.js';
import type { Dialogs } from '../../src/wallet/options.js';
import { createEvent } from '../support/event.js';
import { openSession } from '../support/open-by-attempts.js';
import { createPhone } from '../support/phone.js';
import { collectReports, getError } from '../support/rejections.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction, setUp, setUpConnected } from '../support/wallet.js';

/** Returns a dapp's dialogs as a session has them. */
const createUi = (dialogs: Dialogs) => createUiOf(dialogs, {}, () => 'other');

const OWN_ERROR = new Error('of the dapp');
const fail = (): never => {
  throw OWN_ERROR;
};
const hang = () => new Promise<never>(() => {});
const NOT_FOUND = new MobileWalletError('WALLET_NOT_FOUND', 'none');

const reported = collectReports();

describe('a debug function', () => {
  it('that throws does not fail a call, and its errors are reported', async () => {
    const { signTransaction, disconnect, account } = await setUpConnected({}, { debug: fail });
    const transaction = createTransaction(account.address, 'a');
    expect(await signTransaction({ account, transaction })).toHaveLength(1);
    await disconnect();
    expect(new Set(reported)).toEqual(new Set([OWN_ERROR]));
  });
});

describe('an account', () => {
  it('is signed with as the wallet granted it, whatever a page writes into its public key', async () => {
    const { wallet, signMessage, signIn, account, phone } = await setUpConnected();
    const { publicKey, address } = account;
    const granted = [...publicKey];
    (publicKey as Uint8Array).fill(7);
    const message = new Uint8Array([1, 2, 3]);
    await signMessage({ account, message });
    const transaction = createTransaction(address, 'a');
    await getSignTransaction(wallet.features).signTransaction({ account, transaction });
    const [signedIn] = await signIn({});
    expect(signedIn?.account).toBe(account);
    const { params } = phone.requests.find(({ method }) => method === 'sign_messages') ?? {};
    expect(params).toHaveProperty('addresses', [btoa(String.fromCharCode(...granted))]);
    expect(wallet.accounts[0]?.publicKey).toBe(publicKey);
  });

  it('and its wallet are frozen otherwise', async () => {
    const { wallet, account } = await setUpConnected();
    for (const part of [wallet, wallet.accounts, wallet.chains, account, account.chains, account.features]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('signs messages that are neither the caller’s bytes nor another output’s', async () => {
    const { signMessage, account } = await setUpConnected();
    const message = new Uint8Array([1, 2, 3]);
    const outputs = await signMessage({ account, message }, { account, message });
    for (const { signedMessage, signature } of outputs) {
      signedMessage.fill(0);
      signature.fill(0);
    }
    expect(message).toEqual(new Uint8Array([1, 2, 3]));
    const [again] = await signMessage({ account, message });
    message.fill(9);
    expect(again?.signedMessage).toEqual(new Uint8Array([1, 2, 3]));
  });
});

describe('a dapp’s own dialog', () => {
  const signal = new AbortController().signal;
  const ask = async () => 'granted' as const;
  const allowed = Promise.resolve();
  const choices = ['open-wallet'] as const;

  it('that throws or rejects counts as closed, and its errors are reported', async () => {
    for (const broken of [fail, async () => fail()]) {
      const ui = createUi({ waiting: broken, permission: broken, blocked: broken, notFound: broken });
      expect(ui.waiting({ signal, name: 'Example', want: 'send', cancel: () => {} })).toBe(undefined);
      expect(await ui.permission({ signal, choices, ask, allowed })).toBe('cancel');
      expect(await ui.blocked({ signal, choices, reason: 'browser' })).toBe('cancel');
      expect(await ui.notFound({ signal, choices, reason: 'no-answer' })).toBe('cancel');
    }
    expect(reported).toEqual(Array(8).fill(OWN_ERROR));
  });

  it('that throws does not hide why no wallet app was reached', async () => {
    const ui = createUi({ notFound: fail });
    const unreachable = () => Promise.reject(NOT_FOUND);
    await expect(openSession({ launch: unreachable, dial: unreachable }, ui)).rejects.toBe(NOT_FOUND);
  });

  it('that never settles counts as closed after an abort', async () => {
    const controller = new AbortController();
    const ui = createUi({ notFound: hang, permission: hang, blocked: hang });
    const options = { signal: controller.signal, choices, ask, allowed };
    const all = Promise.all([
      ui.permission(options),
      ui.blocked({ ...options, reason: 'browser' }),
      ui.notFound({ ...options, reason: 'no-answer' }),
    ]);
    controller.abort();
    expect(await all).toEqual(['cancel', 'cancel', 'cancel']);
  });

  it('that resolves with what it was not offered counts as closed, and is reported once', async () => {
    for (const choice of ['open-wallet', 'cancel', 'relay', 'open-page', true, null]) {
      const answer = async () => choice as 'open-wallet';
      const ui = createUi({
        permission: answer,
        blocked: answer,
        notFound: answer,
        tapNeeded: answer,
        openIn: answer,
      });
      const expected = choice === 'open-wallet' ? choice : 'cancel';
      expect(await ui.permission({ signal, choices, ask, allowed })).toBe(expected);
      expect(await ui.blocked({ signal, choices, reason: 'browser' })).toBe(expected);
      expect(await ui.notFound({ signal, choices, reason: 'no-answer' })).toBe(expected);
      expect(await ui.tapNeeded({ signal, choices, name: 'Example', want: 'send' })).toBe(expected);
      const links = { url: 'https://dapp.example/', apps: [], onOpened() {} };
      expect(await ui.openIn({ signal, choices, ...links })).toBe(expected);
    }
    const names = ['permission', 'blocked', 'notFound', 'tapNeeded', 'openIn'];
    const errors = names.map((name) =>
      expect.objectContaining({
        code: 'INVALID_ARGUMENT',
        message: `\`dialogs.${name}\` must resolve with one of these: open-wallet, cancel`,
      }),
    );
    expect(reported).toEqual(Array(4).fill(errors).flat());
  });

  it('that is not a function is ignored', async () => {
    const ui = createUi({ waiting: undefined, permission: null, blocked: 7, notFound: 'no' } as never);
    const aborted = AbortSignal.abort();
    ui.waiting({ signal: aborted, name: 'Example', want: 'send', cancel: () => {} });
    expect(await ui.permission({ signal: aborted, choices, ask, allowed })).toBe('cancel');
    expect(await ui.blocked({ signal: aborted, choices, reason: 'browser' })).toBe('cancel');
    expect(await ui.notFound({ signal: aborted, choices, reason: 'no-answer' })).toBe('cancel');
    expect(reported).toEqual([]);
  });
});

describe('a store', () => {
  it.each([7, true, {}, Symbol('text')])('that returns %s counts as empty', async (rubbish) => {
    const store = {
      get: () => rubbish as never,
      set: () => rubbish as never,
      delete: () => rubbish as never,
    };
    const { wallet, connect, disconnect } = await setUp({}, { store });
    expect(wallet.accounts).toEqual([]);
    expect((await connect()).accounts).toHaveLength(1);
    await disconnect();
    expect(wallet.accounts).toEqual([]);
  });
});

describe('a dial', () => {
  it.each([undefined, null, 7, {}, { close: () => {} }])(
    'that resolves with %j instead of a channel is refused',
    async (rubbish) => {
      const { connect } = await setUp({}, { dial: async () => rubbish as never });
      await expect(connect()).toRejectWith('INVALID_ARGUMENT', {
        argument: 'dial',
      });
      expect(reported).toEqual([]);
    },
  );

  it('that resolves without a channel after an abort is ignored', async () => {
    const controller = new AbortController();
    const { happen, happened } = createEvent<never>();
    const { launch } = await createPhone();
    const dialled = createEvent();
    const dial = () => {
      dialled.happen();
      return happened;
    };
    const session = getError(openSession({ launch, dial, signal: controller.signal }));
    await dialled.happened;
    controller.abort(OWN_ERROR);
    expect(await session).toBe(OWN_ERROR);
    happen(undefined as never);
  });
});

describe('a launch', () => {
  it('that resolves after an abort is ignored, and may be tried again', async () => {
    const phone = await createPhone();
    const launched = createEvent();
    const progress: string[] = [];
    const { happen, happened } = createEvent();
    const controller = new AbortController();
    const { transact, connect } = await setUp(
      {},
      {
        dialogs: false,
        dial: phone.dial,
        onProgress: ({ state }) => progress.push(state),
        launch(uri, options) {
          launched.happen();
          return controller.signal.aborted ? phone.launch(uri, options) : happened;
        },
      },
    );
    const calling = getError(transact(async () => {}, { signal: controller.signal }));
    await launched.happened;
    controller.abort(OWN_ERROR);
    expect(await calling).toBe(OWN_ERROR);
    happen();
    expect((await connect()).accounts).toHaveLength(1);
    await phone.whenIdle();
    expect(progress.filter((state) => state === 'connecting')).toHaveLength(1);
  });
});

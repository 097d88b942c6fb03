import { address, getTransactionDecoder } from '@solana/kit';
import { sortSend } from 'mobile-wallet-standard';
import { describe, expect, it } from 'vitest';
import type { MockWalletOptions } from '../../mock/src/wallet/mock-wallet.js';
import * as session from '../../src/transact/bytes.js';
import { createAccountSigner, getAccountAddress, transact } from '../../src/transact/kit/index.js';
import { decodeBase64 } from '../../src/util/bytes.js';
import type { JsonObject } from '../../src/util/json-object.js';
import { error, reply } from '../faults/replies.js';
import { createUnsigned, getTransfer, SOL, startChain } from '../support/chain.js';
import { SHOP } from '../support/example-shop.js';
import { ACCEPTING_CHAIN } from '../support/mock-wallet.js';
import { createPhone } from '../support/phone.js';
import { getError } from '../support/rejections.js';
import { countRequests } from '../support/requests.js';
import { getTold, SEND_LEVELS } from '../support/send-levels.js';
import { stateOf } from '../support/sends.js';
import { createTransaction, createTransactionInputs, setUpConnected } from '../support/wallet.js';

// What a wallet says of a send is its word alone: it is never told as what the library knows.

const SEND = 'sign_and_send_transactions';
const DEVNET = 'solana:devnet';
const { chain } = await startChain();

/** A transaction as a signer of kit takes it. */
const decodeKit = (wire: Uint8Array) => getTransactionDecoder().decode(wire) as never;

describe.each([-1, -3, -6, -7, -100, -32_601, -32_602, -32_600, -32_700])('the refusal %i', (code) => {
  const options: MockWalletOptions = {
    chain: ACCEPTING_CHAIN,
    capabilities: { maxTransactionsPerRequest: 1 },
    faults: [error(SEND, code, undefined, { nth: 2 })],
  };
  /** After the first of so many was sent, and the second one refused. */
  const expectSecondUnknown = (thrown: unknown, unsent: readonly string[] = []): void => {
    expect(thrown).toMatchObject({ code: 'SUBMISSION_UNKNOWN', context: { rpcCode: code } });
    expect(sortSend(['a', 'b', ...unsent], thrown)).toEqual({ sent: ['a'], unknown: ['b'], unsent });
  };
  const send = async (wallet: session.MobileWallet): Promise<void> => {
    const { accounts } = await wallet.authorize({ chain: DEVNET });
    const payer = getAccountAddress(accounts[0]);
    for (const name of ['a', 'b']) {
      await wallet.signAndSendTransactions({ transactions: [createTransaction(payer, name)] });
    }
  };

  it('of the second of two sends of a callback leaves open whether it was sent', async () => {
    expectSecondUnknown(await getError(session.transact(send, await createPhone(options))));
  });

  it('of the second of two sends of a registered wallet’s callback does, too', async () => {
    const { wallet } = await setUpConnected(options);
    const { transact: transactByWallet } = wallet.features['mobile-wallet-standard:transact'];
    expectSecondUnknown(await getError(transactByWallet(send)));
  });

  it('of the second send of a signer of kit does, too', async () => {
    const sending = transact(
      async (wallet) => {
        const { accounts } = await wallet.authorize({ chain: DEVNET });
        const signer = createAccountSigner(wallet, accounts[0]);
        for (const name of ['a', 'b']) {
          await signer.signAndSendTransactions([decodeKit(createTransaction(signer.address, name))]);
        }
      },
      await createPhone(options),
    );
    expectSecondUnknown(await getError(sending));
  });

  it('of the second request of a call does, too, and the third is known to be unsent', async () => {
    const { signAndSendTransaction, account } = await setUpConnected(options);
    const inputs = createTransactionInputs(account, ['a', 'b', 'c']);
    expectSecondUnknown(await getError(signAndSendTransaction(...inputs)), ['c']);
  });
});

it('a batch that is refused as too large is split, and what the wallet refuses then is its word', async () => {
  const faults = [error(SEND, -6, undefined, { nth: 1 }), error(SEND, -6, undefined, { nth: 2 })];
  const { signAndSendTransaction, account, phone } = await setUpConnected({ chain: ACCEPTING_CHAIN, faults });
  const thrown = await getError(signAndSendTransaction(...createTransactionInputs(account, ['a', 'b'])));
  expect(thrown).toMatchObject({ code: 'TOO_MANY_PAYLOADS', context: { rpcCode: -6 } });
  expect(sortSend(['a', 'b'], thrown).unsent).toEqual([]);
  expect(countRequests(phone, SEND)).toBe(2);
});

describe('at every level, a list in which', () => {
  type List = (first: string, second: string) => JsonObject;
  const no = (...signatures: readonly (string | null)[]) => ({
    error: { code: -4, message: 'No', data: { signatures } },
  });

  it.each<[what: string, list: List, told: (first: Uint8Array, second: Uint8Array) => readonly unknown[]]>([
    ['the signatures are swapped', (a, b) => ({ result: { signatures: [b, a] } }), (a, b) => [a, b]],
    ['the first is there twice', (a) => ({ result: { signatures: [a, a] } }), (a) => [a, undefined]],
    ['the second is there twice', (_, b) => ({ result: { signatures: [b, b] } }), (_, b) => [undefined, b]],
    ['-4 has the second in the first place', (_, b) => no(b, null), (_, b) => [null, b]],
    ['-4 has the first in the second place', (a) => no(null, a), (a) => [a, null]],
  ])('%s', async (_, list, told) => {
    for (const level of SEND_LEVELS) {
      let own: readonly string[] = [];
      const answer = reply(SEND, ({ jsonrpc, id, result }) => {
        own = (result as { signatures: readonly string[] }).signatures;
        return { jsonrpc, id, ...list(...(own as [string, string])) };
      });
      const phone = await createPhone({ chain, faults: [answer] });
      const ended = await level.send(phone, async (text) => {
        const payer = address(text);
        chain.airdrop(payer, SOL);
        const amounts = [1_000_000n, 2_000_000n];
        return Promise.all(
          amounts.map((amount) => createUnsigned(chain, payer, [getTransfer(payer, SHOP, amount)])),
        );
      });
      const [first = '', second = ''] = own;
      const expected = told(decodeBase64(first), decodeBase64(second)).map(stateOf);
      expect(getTold(ended, 2), level.name).toEqual(expected);
    }
  });
});

it('the answer to an aborted send under the id of the next one is not believed', async () => {
  let ofFirst: JsonObject = {};
  const controller = new AbortController();
  const phone = await createPhone({
    chain: ACCEPTING_CHAIN,
    faults: [
      {
        at: SEND,
        nth: 1,
        rewrite: (text) => {
          ofFirst = JSON.parse(text) as JsonObject;
          controller.abort();
          return [];
        },
      },
      reply(SEND, ({ id }) => ({ ...ofFirst, id }), { nth: 2 }),
    ],
  });
  const sending = transact(async (wallet) => {
    const { accounts } = await wallet.authorize({ chain: DEVNET });
    const signer = createAccountSigner(wallet, accounts[0]);
    const send = (name: string, config = {}) =>
      signer.signAndSendTransactions([decodeKit(createTransaction(signer.address, name))], config);
    await getError(send('a', { abortSignal: controller.signal }));
    await send('b');
  }, phone);
  expect(await getError(sending)).toMatchObject({
    code: 'SUBMISSION_UNKNOWN',
    context: { transactions: [{ status: 'unknown' }, { status: 'unknown' }] },
  });
});

describe('in a session that was idle', () => {
  const setUpIdle = async (options: MockWalletOptions = {}) => {
    const setup = await setUpConnected({ chain: ACCEPTING_CHAIN, ...options }, { idleMs: 600_000 });
    const transaction = createTransaction(setup.account.address, 'a');
    const send = () => setup.signAndSendTransaction({ account: setup.account, transaction, chain: DEVNET });
    const { features } = setup.wallet;
    const sendInCallback = () =>
      features['mobile-wallet-standard:transact'].transact((wallet) =>
        wallet.signAndSendTransactions({ transactions: [transaction] }),
      );
    const sendAll = () =>
      features['solana:signAndSendAllTransactions'].signAndSendAllTransactions([
        { account: setup.account, transaction, chain: DEVNET },
      ]);
    const getRequests = () =>
      setup.phone.requests
        .filter(({ method }) => method !== 'get_capabilities')
        .map(({ method, params }) => (params['auth_token'] === undefined ? method : 'token'));
    return { ...setup, sends: [send, sendAll, sendInCallback], getRequests };
  };

  it('a send is preceded by an authorization by the token', async () => {
    const { sends, getRequests, signText, phone } = await setUpIdle();
    const expected = ['authorize'];
    for (const send of sends) {
      await send();
      expected.push('token', SEND);
      expect(getRequests()).toEqual(expected);
    }
    await signText('a');
    expect(getRequests()).toEqual([...expected, 'sign_messages']);
    expect(phone.launches).toHaveLength(1);
  });

  it('a send notices before it leaves that the authorization has ended, and asks the user', async () => {
    for (const index of [0, 1, 2]) {
      const { sends, getRequests, phone } = await setUpIdle();
      phone.wallet.revokeTokens();
      await sends[index]?.();
      expect(getRequests()).toEqual(['authorize', 'token', 'authorize', SEND]);
    }
  });

  it('only the first of the sends of a callback is preceded by one', async () => {
    const { wallet, account, getRequests } = await setUpIdle();
    await wallet.features['mobile-wallet-standard:transact'].transact(async (mobile) => {
      for (const name of ['a', 'b']) {
        await mobile.signAndSendTransactions({ transactions: [createTransaction(account.address, name)] });
      }
    });
    expect(getRequests()).toEqual(['authorize', 'token', SEND, SEND]);
  });
});

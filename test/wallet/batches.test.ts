import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it } from 'vitest';
import type { MockWalletOptions } from '../../mock/src/wallet/mock-wallet.js';
import { decodeBase64 } from '../../src/util/bytes.js';
import { error, NOTHING, text } from '../faults/replies.js';
import { ACCEPTING_CHAIN, shareAll, TWO_ACCOUNTS } from '../support/mock-wallet.js';
import { setUpConnectedRemote } from '../support/remote.js';
import { countPayloads } from '../support/requests.js';
import { sendError } from '../support/sends.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createTransaction, createTransactionInputs, setUpConnected } from '../support/wallet.js';

const SEND = 'sign_and_send_transactions';

describe('inputs of two accounts, two to a request', () => {
  /** Two accounts, and inputs by names such as `a1`: an account and a memo. */
  const setUp = async () => {
    const context = await setUpConnected({
      chain: ACCEPTING_CHAIN,
      capabilities: { maxTransactionsPerRequest: 2 },
      accounts: TWO_ACCOUNTS,
      approve: shareAll,
    });
    const [a, b] = context.wallet.accounts as readonly [WalletAccount, WalletAccount];
    const toInputs = (...names: readonly string[]) =>
      names.flatMap((name) => createTransactionInputs(name.startsWith('a') ? a : b, [name]));
    /** The memos of each request, at the end of their transactions. */
    const getRequests = () =>
      context.phone.requests.flatMap(({ params: { payloads } }) =>
        Array.isArray(payloads)
          ? [payloads.map((wire) => new TextDecoder().decode(decodeBase64(wire).subarray(-3, -1)))]
          : [],
      );
    return { ...context, toInputs, getRequests };
  };

  it('are signed together with all others of their account', async () => {
    const { signTransaction, toInputs, getRequests } = await setUp();
    const inputs = toInputs('a1', 'b1', 'a2', 'a3');
    const outputs = await signTransaction(...inputs);
    expect(getRequests()).toEqual([['a1', 'a2'], ['b1'], ['a3']]);
    expect(outputs.map(({ signedTransaction }) => signedTransaction.subarray(65))).toEqual(
      inputs.map(({ transaction }) => transaction.subarray(65)),
    );
  });

  it('are sent together with their neighbours only, so that none overtakes another', async () => {
    const { signAndSendTransaction, toInputs, getRequests } = await setUp();
    expect(await signAndSendTransaction(...toInputs('a1', 'a2', 'a3', 'b1', 'a4'))).toHaveLength(5);
    expect(getRequests()).toEqual([['a1', 'a2'], ['a3'], ['b1'], ['a4']]);
  });
});

describe('through a reflector', () => {
  const setUp = (options: MockWalletOptions = {}) =>
    setUpConnectedRemote({
      capabilities: { maxTransactionsPerRequest: 100, maxMessagesPerRequest: 100 },
      ...options,
    });

  it('no request has more bytes than fit, and an input alone may have more than share a request', async () => {
    const { wallet, account, scanner } = await setUp();
    const empty = createTransaction(account.address, '', undefined, 1).length;
    const inputs = [900, 900, 2_900, 900, 900, 900, 900].map((length) => ({
      account,
      transaction: createTransaction(account.address, 'x'.repeat(length - empty), undefined, 1),
    }));
    expect(await getSignTransaction(wallet.features).signTransaction(...inputs)).toHaveLength(7);
    expect(countPayloads(scanner)).toEqual([2, 1, 3, 1]);
  });

  it('there is room for a wallet that writes each `/` as two characters', async () => {
    const { wallet, account, scanner } = await setUp({
      faults: [{ at: 'sign_messages', rewrite: (json) => [json.replaceAll('/', '\\/')] }],
    });
    // Twice as many of the 64 characters as usual are a `/`.
    const message = new Uint8Array(48).fill(1);
    message.fill(255, 0, 2);
    const inputs = Array.from({ length: 45 }, () => ({ account, message }));
    expect(await wallet.features['solana:signMessage'].signMessage(...inputs)).toHaveLength(45);
    // 24 would fit if each `/` were one character.
    expect(countPayloads(scanner)).toEqual([23, 22]);
  });
});

describe('the outcome of several requests', () => {
  /** Five inputs in requests of two, of which the second fails; or all in one request. */
  const setUp = async (faults: MockWalletOptions['faults'], limit = 2) => {
    const context = await setUpConnected({
      chain: ACCEPTING_CHAIN,
      capabilities: { maxTransactionsPerRequest: limit },
      ...(faults && { faults }),
    });
    const { wallet, account } = context;
    const inputs = createTransactionInputs(account, ['a', 'b', 'c', 'd', 'e']);
    return {
      sign: () => getSignTransaction(wallet.features).signTransaction(...inputs),
      sendAll: () =>
        wallet.features['solana:signAndSendAllTransactions'].signAndSendAllTransactions(inputs.slice(0, 3)),
    };
  };
  const wrong = { code: 'INVALID_PAYLOADS', message: expect.stringContaining('error -2') };

  it('tells of each input whether it was wrong; those of other requests are not', async () => {
    const { sign } = await setUp([error('sign_transactions', -2, { valid: [true, false] }, { nth: 2 })]);
    await expect(sign()).rejects.toMatchObject({
      ...wrong,
      context: { rpcCode: -2, data: { valid: [true, true, true, false, true] } },
      cause: { ...wrong, context: { data: { valid: [true, false] } } },
    });
  });

  it('tells of no input what the wallet did not tell', async () => {
    for (const data of [undefined, { valid: [true] }]) {
      const { sign } = await setUp([error('sign_transactions', -2, data, { nth: 2 })]);
      await expect(sign()).rejects.toMatchObject({ ...wrong, context: { rpcCode: -2 } });
      await expect(sign()).resolves.toHaveLength(5);
    }
    const { sign } = await setUp([error('sign_transactions', -2, undefined, { nth: 2 })]);
    const { context } = await sign().then(
      () => expect.fail(),
      (reason) => reason,
    );
    expect(context).not.toHaveProperty('data');
  });

  it('tells of one transaction among others whether it was the wrong one', async () => {
    const { sendAll } = await setUp([error(SEND, -2, { valid: [true, false] }, { nth: 1 })]);
    const tell = (isValid: boolean) => ({
      reason: {
        ...sendError(undefined),
        cause: { ...wrong, context: { rpcCode: -2, data: { valid: [isValid] } }, cause: wrong },
      },
    });
    expect(await sendAll()).toMatchObject([tell(true), tell(false), { status: 'fulfilled' }]);
  });

  it('tells of one transaction among others that it may have been sent, or was never asked for', async () => {
    const { sendAll } = await setUp([{ at: SEND, nth: 1, ...NOTHING, end: 1011 }]);
    const cause = { code: 'SESSION_CLOSED' };
    expect(await sendAll()).toMatchObject([
      { reason: { ...sendError(undefined), cause } },
      { reason: { ...sendError(undefined), cause } },
      { reason: { ...sendError(null), cause } },
    ]);
  });

  it('tells of each transaction what a malformed answer leaves open', async () => {
    const { sendAll } = await setUp([text(SEND, '{"jsonrpc":"2.0","id":3,"result":{"signatures":[]}}')], 5);
    expect(await sendAll()).toMatchObject(Array(3).fill({ reason: sendError(undefined) }));
  });
});

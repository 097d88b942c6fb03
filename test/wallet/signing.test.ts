import { ed25519 } from '@noble/curves/ed25519.js';
import { getTransactionDecoder, address as toAddress } from '@solana/kit';
import { describe, expect, it, vi } from 'vitest';
import { encodeUtf8 } from '../../src/util/bytes.js';
import { countRequests, getAuthorizations } from '../support/requests.js';
import { createTransaction, MEMO, setUp, setUpConnected } from '../support/wallet.js';

describe('signMessage', () => {
  it('returns signatures that verify, without appending them to the messages', async () => {
    const { phone, signMessage, account } = await setUpConnected();
    const messages = ['one', 'two', 'three'].map(encodeUtf8);
    const outputs = await signMessage(...messages.map((message) => ({ account, message })));
    expect(outputs.map(({ signedMessage }) => signedMessage)).toEqual(messages);
    for (const { signature, signedMessage } of outputs) {
      expect(ed25519.verify(signature, signedMessage, Uint8Array.from(account.publicKey))).toBe(true);
    }
    expect(phone.launches).toHaveLength(2);
    expect(countRequests(phone, 'sign_messages')).toBe(1);
  });

  it('accepts only the signatures from a wallet that does not return the messages', async () => {
    const { signMessage, account } = await setUpConnected({ quirks: { signedMessages: 'signatures' } });
    const message = encodeUtf8('hello');
    const [output] = await signMessage({ account, message });
    expect(output?.signedMessage).toEqual(message);
    expect(output?.signature).toHaveLength(64);
  });

  it('is one launch right after connect', async () => {
    const { phone, connect, signText } = await setUp();
    await connect();
    await signText('hello');
    expect(phone.launches).toHaveLength(1);
    await phone.whenIdle();
  });
});

describe('signTransaction', () => {
  it('signs several transactions in one request', async () => {
    const { phone, signTransaction, account } = await setUpConnected();
    const transactions = ['a', 'b'].map((text) => createTransaction(account.address, text));
    const outputs = await signTransaction(...transactions.map((transaction) => ({ account, transaction })));
    outputs.forEach(({ signedTransaction }, index) => {
      const { messageBytes, signatures } = getTransactionDecoder().decode(signedTransaction);
      const asked = getTransactionDecoder().decode(transactions[index] ?? new Uint8Array());
      expect(messageBytes).toEqual(asked.messageBytes);
      const signature = signatures[toAddress(account.address)];
      expect(
        signature &&
          ed25519.verify(signature, Uint8Array.from(messageBytes), Uint8Array.from(account.publicKey)),
      ).toBe(true);
    });
    expect(phone.getMethods().slice(-1)).toEqual(['sign_transactions']);
  });

  it('lets the page draw once in 64 signatures, where the browser can', async () => {
    const { signTransaction, account } = await setUpConnected({
      capabilities: { maxTransactionsPerRequest: 200 },
    });
    const inputs = Array.from({ length: 130 }, (_, index) => ({
      account,
      transaction: createTransaction(account.address, `${index}`),
    }));
    const yieldToPage = vi.fn(async () => {});
    vi.stubGlobal('scheduler', { yield: yieldToPage });
    expect(await signTransaction(...inputs)).toHaveLength(130);
    expect(yieldToPage).toHaveBeenCalledTimes(2);
    for (const scheduler of [{}, undefined]) {
      vi.stubGlobal('scheduler', scheduler);
      expect(await signTransaction(...inputs.slice(0, 64))).toHaveLength(64);
    }
  });

  it('authorizes afresh in the same session when the wallet has forgotten the token', async () => {
    const { phone, signTransaction, account } = await setUpConnected();
    phone.wallet.revokeTokens();
    const transaction = createTransaction(account.address, 'a');
    const [output] = await signTransaction({ account, transaction });
    expect(output?.signedTransaction).toHaveLength(transaction.length);
    expect(phone.launches).toHaveLength(2);
    expect(getAuthorizations(phone)).toEqual(['user', 'token', 'user']);
  });

  it.each([
    ['a chain that is not known', 'chain', { transaction: new Uint8Array(1), chain: 'solana:nowhere' }],
    [
      'an option that does not fit',
      'minContextSlot',
      { transaction: new Uint8Array(1), options: { minContextSlot: 2 ** 31 } },
    ],
  ])('refuses %s before anything opens', async (_, argument, input) => {
    const { phone, signTransaction, account } = await setUpConnected();
    await expect(signTransaction({ account, ...input } as never)).toRejectWith('INVALID_ARGUMENT', {
      argument,
    });
    expect(phone.launches).toHaveLength(1);
  });

  it('refuses an account that is not connected, and accepts a copy of a connected one', async () => {
    const { signTransaction, account } = await setUpConnected();
    const transaction = createTransaction(account.address, 'a');
    await expect(signTransaction({ account: { ...account, address: MEMO }, transaction })).toRejectWith(
      'ACCOUNT_NOT_AUTHORIZED',
      { address: MEMO },
    );
    expect(await signTransaction({ account: { ...account }, transaction })).toHaveLength(1);
  });
});

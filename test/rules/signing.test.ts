import { verifySignMessage } from '@solana/wallet-standard-util';
import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it } from 'vitest';
import { createLiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import type { Approve } from '../../mock/src/index.js';
import { encodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { fetchBlockhash } from '../support/chain.js';
import { createTransaction, setUp, setUpConnected } from '../support/wallet.js';

const message = encodeUtf8('hello');
const SEEDS = [1, 2].map((byte) => ({ seed: new Uint8Array(32).fill(byte) }));
const BOTH: Approve = (request) => ({
  approved: true,
  ...('accounts' in request && { accounts: request.accounts.map(({ address }) => address) }),
});

/** A phone with a chain, whose accounts can pay. */
async function setUpFunded() {
  const chain = createLiteSvmChain();
  const context = await setUpConnected({ chain, accounts: SEEDS, approve: BOTH });
  for (const { address } of context.wallet.accounts) chain.airdrop(address, 1_000_000_000n);
  return { ...context, blockhash: await fetchBlockhash(chain) };
}

describe('input', () => {
  it.each([
    ['signTransaction', [{ transactions: [new Uint8Array(1)] }], 'transaction'],
    [
      'signAndSendTransaction',
      [{ transactions: [new Uint8Array(1)], chain: 'solana:devnet' }],
      'transaction',
    ],
    ['signTransaction', [{ transaction: new Uint8Array() }], 'transaction'],
    ['signTransaction', [{ transaction: 'AQAB' }], 'transaction'],
    ['signMessage', [{ message: 'hello' }], 'message'],
    ['signIn', [{ nonce: 'short' }], 'nonce'],
    ['signIn', [{ address: 'nobody' }], 'address'],
  ] as const)('rule 28: %s refuses %j before anything opens or loads', async (name, inputs, argument) => {
    const { settings, phone } = await setUpConnected();
    const states: string[] = [];
    const wallet = createMobileWallet({ ...settings, onProgress: ({ state }) => states.push(state) });
    const [account] = wallet.accounts;
    const method = getMethod(wallet, name);
    const given = inputs.map((input) => (name === 'signIn' ? input : { account, ...input }));
    await expect(method(...given)).toRejectWith('INVALID_ARGUMENT', { argument });
    expect(phone.launches).toHaveLength(1);
    expect(states).toEqual([]);
  });

  it.each(['signTransaction', 'signMessage'] as const)(
    'rule 28: %s refuses an account that is not connected, and one wrong input among valid ones',
    async (name) => {
      const { settings, phone, account } = await setUpConnected();
      const states: string[] = [];
      const wallet = createMobileWallet({ ...settings, onProgress: ({ state }) => states.push(state) });
      const good = { account, message, transaction: createTransaction(account.address, 'a') };
      const stranger = { ...good, account: { address: SYSTEM } };
      const method = getMethod(wallet, name);
      for (const wrong of [stranger, { ...good, account: undefined }, { account }, undefined]) {
        await expect(method(good, wrong)).toRejectWith(expect.any(String));
      }
      expect(phone.launches).toHaveLength(1);
      expect(states).toEqual([]);
    },
  );

  it('rule 29: a call without inputs returns no outputs, and opens nothing', async () => {
    for (const setup of [await setUp(), await setUpConnected()]) {
      const before = setup.phone.launches.length;
      expect(await setup.signMessage()).toEqual([]);
      expect(await setup.signTransaction()).toEqual([]);
      expect(await setup.signAndSendTransaction()).toEqual([]);
      expect(await setup.signIn()).toEqual([]);
      expect(await setup.signAndSendAllTransactions([])).toEqual([]);
      expect(setup.phone.launches).toHaveLength(before);
    }
  });

  it('rule 29: many inputs use one session, and outputs are in the same order', async () => {
    const { wallet, signMessage, phone } = await setUpConnected({
      accounts: SEEDS,
      approve: BOTH,
      capabilities: { maxMessagesPerRequest: 2 },
    });
    const inputs = [...'abcdefg'].map((text, index) => ({
      account: wallet.accounts[index % 2] as WalletAccount,
      message: encodeUtf8(text),
    }));
    const outputs = await signMessage(...inputs);
    expect(outputs.map(({ signedMessage }) => new TextDecoder().decode(signedMessage)).join('')).toBe(
      'abcdefg',
    );
    outputs.forEach((output, index) => {
      expect(verifySignMessage(inputs[index] as (typeof inputs)[number], output)).toBe(true);
    });
    expect(phone.launches).toHaveLength(2);
  });

  it('rule 29: outputs of sends are in the same order, too', async () => {
    const { wallet, signAndSendTransaction, phone, blockhash } = await setUpFunded();
    const inputs = [...'abc'].map((text, index) => {
      const account = wallet.accounts[index % 2] as WalletAccount;
      const transaction = createTransaction(account.address, text, blockhash);
      return { account, transaction, chain: 'solana:devnet' } as const;
    });
    const outputs = await signAndSendTransaction(...inputs);
    expect(outputs).toHaveLength(3);
    outputs.forEach(({ signature }, index) => {
      const { account, transaction } = inputs[index] as (typeof inputs)[number];
      // The signed part of a wire transaction with one signature begins after its 65 bytes.
      const signed = { signedMessage: transaction.slice(65), signature };
      expect(verifySignMessage({ account, message: signed.signedMessage }, signed)).toBe(true);
    });
    expect(phone.launches).toHaveLength(2);
  });
});

describe('output', () => {
  it('rule 30: outputs are plain objects of byte arrays, which can be copied by a spread', async () => {
    const { account, blockhash, ...setup } = await setUpFunded();
    const transaction = createTransaction(account.address, 'a', blockhash);
    const input = { account, message, transaction, chain: 'solana:devnet' } as const;
    const outputs: readonly object[] = [
      ...(await setup.signMessage(input)),
      ...(await setup.signTransaction(input)),
      ...(await setup.signAndSendTransaction(input)),
      ...(await setup.signIn({})),
    ];
    expect(outputs.map((output) => Object.keys(output))).toEqual([
      ['signedMessage', 'signature', 'signatureType'],
      ['signedTransaction'],
      ['signature'],
      ['account', 'signedMessage', 'signature', 'signatureType'],
    ]);
    for (const output of outputs) {
      expect(Object.getPrototypeOf(output)).toBe(Object.prototype);
      for (const [name, value] of Object.entries(output)) {
        if (name === 'account' || name === 'signatureType') continue;
        expect(Object.getPrototypeOf(value)).toBe(Uint8Array.prototype);
        if (name === 'signature') expect(value).toHaveLength(64);
      }
    }
  });

  it.each(['message-and-signatures', 'signatures'] as const)(
    'rule 31: signedMessage is the message, from a phone that returns %s',
    async (signedMessages) => {
      const { signMessage, account, phone } = await setUpConnected({ quirks: { signedMessages } });
      const inputs = ['one', 'two', 'x'.repeat(64)].map((text) => ({ account, message: encodeUtf8(text) }));
      const outputs = await signMessage(...inputs);
      inputs.forEach((input, index) => {
        const output = outputs[index] as (typeof outputs)[number];
        expect(output.signedMessage).toEqual(input.message);
        expect(verifySignMessage(input, output)).toBe(true);
      });
      const { params } = phone.requests.at(-1) ?? {};
      expect(params).toMatchObject({ addresses: [encodeBase64(account.publicKey as Uint8Array)] });
      expect(params?.['payloads']).toHaveLength(3);
    },
  );
});

const SYSTEM = '11111111111111111111111111111111';

type Method = (...inputs: readonly unknown[]) => Promise<unknown>;

function getMethod(wallet: ReturnType<typeof createMobileWallet>, name: string): Method {
  const methods = Object.assign({}, ...Object.values(wallet.features)) as Record<string, Method>;
  return methods[name] as Method;
}

import { ed25519 } from '@noble/curves/ed25519.js';
import { getTransactionDecoder, address as toAddress } from '@solana/kit';
import { verifySignIn } from '@solana/wallet-standard-util';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { createMockWallet } from '../../mock/src/index.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import type { MobileStandardWallet } from '../../src/wallet/wallet.js';
import { createHostileEnd, MOVES, moves } from '../hostile/hostile-end.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createMemoryStore, createTransaction } from '../support/wallet.js';
import { expectTyped, fuzz, settle } from './fuzz.js';

const seeds = [1, 2].map((byte) => ({ seed: new Uint8Array(32).fill(byte) }));
const mock = await createMockWallet({ accounts: seeds });
const address = mock.accounts[0]?.address ?? '';
const publicKey = mock.accounts[0]?.publicKey ?? new Uint8Array();
const account = { address } as MobileStandardWallet['accounts'][number];
const transaction = createTransaction(address, 'a');
const message = Uint8Array.of(1, 2, 3);
const signInInput = { domain: 'dapp.example', nonce: 'abcdefgh', statement: 'Sign in' };
const one = { account, transaction, chain: 'solana:devnet' } as const;

/** What a dapp may do, each with what holds when it succeeds. */
const ACTIONS = {
  async connect({ features, accounts }: MobileStandardWallet) {
    await features['standard:connect'].connect();
    for (const { publicKey: key } of accounts) expect(key).toHaveLength(32);
  },
  async signMessages({ features }: MobileStandardWallet) {
    const outputs = await features['solana:signMessage'].signMessage(
      { account, message },
      { account, message },
    );
    expect(outputs).toHaveLength(2);
    for (const { signedMessage, signature } of outputs) {
      expect(signedMessage).toEqual(message);
      expect(ed25519.verify(signature, message, publicKey)).toBe(true);
    }
  },
  async signTransaction({ features }: MobileStandardWallet) {
    // Gone after a wallet has said that it only signs what it sends.
    if (!features['solana:signTransaction']) return;
    const [output] = await getSignTransaction(features).signTransaction(one);
    const signed = getTransactionDecoder().decode(output?.signedTransaction ?? new Uint8Array());
    const signature = signed.signatures[toAddress(address)] ?? new Uint8Array(64);
    expect(ed25519.verify(signature, Uint8Array.from(signed.messageBytes), publicKey)).toBe(true);
  },
  async send({ features }: MobileStandardWallet) {
    const outputs = await features['solana:signAndSendTransaction'].signAndSendTransaction(one, one, one);
    expect(outputs.map(({ signature }) => signature.length)).toEqual([64, 64, 64]);
  },
  async sendAll({ features }: MobileStandardWallet) {
    const { signAndSendAllTransactions } = features['solana:signAndSendAllTransactions'];
    const results = await signAndSendAllTransactions([one, one]);
    expect(results).toHaveLength(2);
    for (const result of results) {
      if (result.status === 'rejected') expectTyped(result.reason);
      else expect(result.value.signature).toHaveLength(64);
    }
  },
  async signIn(wallet: MobileStandardWallet) {
    const [output] = await wallet.features['solana:signIn'].signIn(signInInput);
    expect(output && verifySignIn(signInInput, output)).toBe(true);
    expect(wallet.accounts.map((own) => own.address)).toContain(output?.account.address);
  },
  async transact({ features }: MobileStandardWallet) {
    await features['mobile-wallet-standard:transact'].transact(async (wallet) => {
      const { accounts } = await wallet.authorize();
      const addresses = accounts.map((granted) => granted.address);
      const [capabilities, signed] = await Promise.all([
        wallet.getCapabilities(),
        wallet.signMessages({ addresses, payloads: [message] }),
      ]);
      expect(capabilities.features).toEqual(expect.any(Array));
      expect(signed).toHaveLength(1);
    });
  },
  revoke: ({ features }: MobileStandardWallet) => features['mobile-wallet-standard:transact'].revoke(),
  disconnect: ({ features }: MobileStandardWallet) => features['standard:disconnect'].disconnect(),
} as const;

const PROPERTIES = ['{"v":"v1"}', '{"v":1}', undefined];

describe('a dapp with a hostile wallet', () => {
  const action = fc.constantFrom(...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]));
  const input = fc.record({
    actions: fc.array(action, { minLength: 1, maxLength: 4 }),
    isAtOnce: fc.boolean(),
    properties: fc.constantFrom(...PROPERTIES),
    honest: fc.nat({ max: 8 }),
    script: moves,
  });

  fuzz(
    'gets what verifies or typed errors, and no session stays open',
    2,
    input,
    {
      action: [Object.keys(ACTIONS), ({ actions }) => actions],
      'at once': [[true, false], ({ isAtOnce }) => [isAtOnce]],
      properties: [PROPERTIES, ({ properties }) => [properties]],
      'honest answers': [[0, 1, 2, 3, 4, 5, 6, 7, 8], ({ honest }) => [honest]],
      move: [MOVES, ({ script }) => script.map(({ kind }) => kind)],
    },
    async ({ actions, isAtOnce, ...hostility }) => {
      const { launch, dial, sessions } = createHostileEnd(mock, hostility);
      const wallet = createMobileWallet({
        identity: { name: 'Example', uri: 'https://dapp.example' },
        chains: ['solana:devnet', 'solana:testnet'],
        store: createMemoryStore(),
        launch,
        dial,
      });
      const run = (name: (typeof actions)[number]) => settle(ACTIONS[name](wallet));
      await settle(ACTIONS.connect(wallet));
      if (isAtOnce) await Promise.all(actions.map(run));
      else for (const name of actions) await run(name);
      await settle(Promise.all(sessions));
      for (const own of wallet.accounts) expect(own.publicKey).toHaveLength(32);
    },
  );
});

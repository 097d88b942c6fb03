import { ed25519 } from '@noble/curves/ed25519.js';
import { type Address, getTransactionDecoder } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { createLiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import { decodeTransaction } from '../../mock/src/explain/describe-transaction.js';
import { createSigner } from '../../mock/src/wallet/accounts.js';
import { signTransaction as addSignature } from '../../mock/src/wallet/methods/signing.js';
import type { MockWalletOptions } from '../../mock/src/wallet/mock-wallet.js';
import { transact } from '../../src/transact/bytes.js';
import { decodeBase58 } from '../../src/util/base58.js';
import { decodeBase64, encodeBase64 } from '../../src/util/bytes.js';
import { createUnsigned, getTransfer, SOL } from '../support/chain.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { setUpConnected } from '../support/wallet.js';

const VERSIONS = ['legacy', 0, 1] as const;
const REWRITES = { changesPriorityFee: true, renewsBlockhash: true, addsGuards: true };
const CHAIN = 'solana:devnet';
const AMOUNT = 1_000_000n;

/** A dapp that is connected to a wallet which changes what it signs, and a transfer to a friend. */
async function setUpRewriter(version: (typeof VERSIONS)[number], options: MockWalletOptions = {}) {
  const chain = createLiteSvmChain();
  const friend = await createSigner(new Uint8Array(32).fill(7), 'Friend');
  const context = await setUpConnected({
    chain,
    quirks: REWRITES,
    capabilities: { supportedTransactionVersions: VERSIONS },
    ...options,
  });
  const { account } = context;
  chain.airdrop(account.address, SOL);
  const [me, them] = [account.address as Address, friend.account.address as Address];
  const transaction = await createUnsigned(chain, me, [getTransfer(me, them, AMOUNT)], version);
  const input = { account, transaction, chain: CHAIN } as const;
  return { ...context, chain, friend, me, them, transaction, input };
}

/** Reads a transaction; whether its first signature is the account's, of the message as it is now. */
function read(wire: Uint8Array, publicKey: Iterable<number>) {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
  const [own] = Object.values(signatures);
  const { message } = decodeTransaction(wire);
  const count = message.version === 1 ? message.numInstructions : message.instructions.length;
  const isSigned =
    own != null &&
    ed25519.verify(Uint8Array.from(own), Uint8Array.from(messageBytes), Uint8Array.from(publicKey));
  return { version: message.version, count, isSigned };
}

describe.each(VERSIONS)(
  'a wallet that changes transactions of version %s before it signs them',
  (version) => {
    const count = version === 1 ? 5 : 6;

    it('returns its own bytes, with the account’s signature of them', async () => {
      const { wallet, account, chain, them, transaction, input } = await setUpRewriter(version);
      const asked = transaction.slice();
      const [output] = await getSignTransaction(wallet.features).signTransaction(input);
      const signed = output?.signedTransaction ?? transaction;
      expect(transaction).toEqual(asked);
      expect(read(transaction, account.publicKey)).toEqual({ version, count: 1, isSigned: false });
      expect(read(signed, account.publicKey)).toEqual({ version, count, isSigned: true });
      await chain.sendTransaction(signed);
      expect(chain.getBalance(them)).toBe(AMOUNT);
    });

    it('sends what it has changed, and returns that signature', async () => {
      const { wallet, account, chain, them, input } = await setUpRewriter(version);
      const { signAndSendTransaction } = wallet.features['solana:signAndSendTransaction'];
      const [output] = await signAndSendTransaction(input);
      expect(chain.getBalance(them)).toBe(AMOUNT);
      const [entry] = (await chain.rpc('getSignaturesForAddress', [account.address])) as {
        signature: string;
        memo: string;
      }[];
      expect(entry?.memo).toContain('Guard of the mock wallet');
      expect(output?.signature).toEqual(decodeBase58(entry?.signature ?? ''));
    });

    it('does the same in a session of one’s own', async () => {
      const { settings, account, transaction } = await setUpRewriter(version);
      const [signed = transaction] = await transact(async (wallet) => {
        await wallet.authorize({ identity: settings.identity, chain: CHAIN });
        return wallet.signTransactions({ transactions: [transaction] });
      }, settings);
      expect(read(signed, account.publicKey)).toEqual({ version, count, isSigned: true });
    });

    it('leaves a transaction that somebody else has signed, so that both signatures count', async () => {
      const { wallet, account, chain, friend, me, them } = await setUpRewriter(version);
      const both = [getTransfer(me, them, AMOUNT), getTransfer(them, me, 1n)];
      const unsigned = decodeTransaction(await createUnsigned(chain, me, both, version));
      const { wire: asked } = await addSignature(unsigned, [friend]);
      const [output] = await getSignTransaction(wallet.features).signTransaction({
        account,
        transaction: asked,
        chain: CHAIN,
      });
      await chain.sendTransaction(output?.signedTransaction ?? asked);
      expect(chain.getBalance(them)).toBe(AMOUNT - 1n);
    });

    it('is refused if its signature is not of the bytes that it returns', async () => {
      const { wallet, input } = await setUpRewriter(version, {
        faults: [{ at: 'sign_transactions', rewrite: (text) => [changeSigned(text)] }],
      });
      await expect(getSignTransaction(wallet.features).signTransaction(input)).toRejectWith(
        'INVALID_RESPONSE',
        { path: 'signed_payloads' },
      );
    });
  },
);

/** Changes the blockhash of the returned transaction after it was signed. */
function changeSigned(reply: string): string {
  const json = JSON.parse(reply) as { result: { signed_payloads: string[] } };
  const [payload = ''] = json.result.signed_payloads;
  const wire = decodeBase64(payload);
  const { lifetimeToken } = decodeTransaction(wire).message;
  const at = Buffer.from(wire).indexOf(decodeBase58(lifetimeToken));
  wire.set([(wire[at] ?? 0) ^ 1], at);
  return JSON.stringify({ ...json, result: { signed_payloads: [encodeBase64(wire)] } });
}

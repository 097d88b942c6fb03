import { createRequire } from 'node:module';
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLedger, OTHER_SEED, SEED } from '../../test/support/mock-wallet.js';
import { createPhone } from '../../test/support/phone.js';
import { createTransaction as createWire } from '../../test/support/wallet.js';
import { decodeBase58 } from '../util/base58.js';
import { decodeBase64 } from '../util/bytes.js';
import { attempt } from '../util/errors.js';
import * as legacy from './legacy.js';
import * as web3js from './web3js.js';
import type { Web3Transaction } from './web3js-codec.js';

const PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** The parts of a transaction. `format` is its class, and the version of its message. */
type Recipe = Readonly<{
  format: 'Transaction' | 'VersionedTransaction 0' | 'VersionedTransaction legacy';
  /** Other accounts that must sign, each with whether it has signed. */
  others: readonly Readonly<{ seed: Uint8Array; hasSigned: boolean }>[];
  data: Uint8Array;
  blockhash: string;
  lastValidBlockHeight: number | undefined;
}>;

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Uint8Array.from(bytes));
const recipe: fc.Arbitrary<Recipe> = fc.record({
  format: fc.constantFrom('Transaction', 'VersionedTransaction 0', 'VersionedTransaction legacy'),
  others: fc.uniqueArray(fc.record({ seed: key, hasSigned: fc.boolean() }), {
    maxLength: 3,
    selector: ({ seed }) => String(seed),
  }),
  data: fc.uint8Array({ maxLength: 600 }),
  blockhash: key.map((bytes) => new PublicKey(bytes).toBase58()),
  lastValidBlockHeight: fc.option(fc.nat(), { nil: undefined }),
});

/**
 * The public key of a seed. web3.js is not asked for it, because its key pairs are asynchronous since version
 * 3.
 */
const getKey = (seed: Uint8Array): PublicKey => new PublicKey(ed25519.getPublicKey(seed));

function createTransaction(payer: PublicKey, transactionRecipe: Recipe): Web3Transaction {
  const { others } = transactionRecipe;
  const transaction = createUnsigned(payer, transactionRecipe);
  for (const { seed } of others.filter(({ hasSigned }) => hasSigned)) {
    const signature = ed25519.sign(Uint8Array.from(getMessage(transaction)), seed);
    transaction.addSignature(getKey(seed), Buffer.from(signature));
  }
  return transaction;
}

function createUnsigned(payer: PublicKey, transactionRecipe: Recipe): Web3Transaction {
  const { format, others, data, blockhash, lastValidBlockHeight } = transactionRecipe;
  const instruction = new TransactionInstruction({
    programId: PROGRAM,
    keys: others.map(({ seed }) => ({ pubkey: getKey(seed), isSigner: true, isWritable: false })),
    data: Buffer.from(data),
  });
  if (format === 'Transaction') {
    const transaction = new Transaction({ feePayer: payer, recentBlockhash: blockhash }).add(instruction);
    if (lastValidBlockHeight !== undefined) transaction.lastValidBlockHeight = lastValidBlockHeight;
    return transaction;
  }
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: blockhash,
    instructions: [instruction],
  });
  return new VersionedTransaction(
    format === 'VersionedTransaction 0' ? message.compileToV0Message() : message.compileToLegacyMessage(),
  );
}

/** Returns the bytes to sign. */
function getMessage(transaction: Web3Transaction): Uint8Array {
  return 'message' in transaction ? transaction.message.serialize() : transaction.serializeMessage();
}

function getSignatures(transaction: Web3Transaction): ReadonlyMap<string, Uint8Array> {
  if ('message' in transaction) {
    const { message, signatures } = transaction;
    return new Map(
      signatures.map((signature, slot) => [message.staticAccountKeys[slot]?.toBase58() ?? '', signature]),
    );
  }
  const slots = transaction.signatures.map(
    ({ publicKey, signature }) => [publicKey.toBase58(), signature ?? new Uint8Array(64)] as const,
  );
  return new Map(slots);
}

/** Describes what a caller can see of its transaction. */
function describeTransaction(transaction: Web3Transaction): string {
  if ('message' in transaction) return Buffer.from(transaction.serialize()).toString('hex');
  const { feePayer, recentBlockhash, lastValidBlockHeight, instructions, signatures } = transaction;
  return JSON.stringify([feePayer, recentBlockhash, lastValidBlockHeight, instructions, signatures]);
}

/** Expects the signatures that the transaction already had, and the payer's. */
function assertSigned(signed: Web3Transaction, payer: PublicKey, { others }: Recipe): void {
  const message = Uint8Array.from(getMessage(signed));
  const signatures = getSignatures(signed);
  const signers = [payer, ...others.map(({ seed }) => getKey(seed))];
  expect(new Set(signatures.keys())).toEqual(new Set(signers.map((signer) => signer.toBase58())));
  const isValid = (signer: PublicKey) =>
    ed25519.verify(
      Uint8Array.from(signatures.get(signer.toBase58()) ?? []),
      message,
      Uint8Array.from(signer.toBytes()),
    );
  expect(isValid(payer)).toBe(true);
  for (const { seed, hasSigned } of others) {
    if (hasSigned) expect(isValid(getKey(seed))).toBe(true);
    else expect(signatures.get(getKey(seed).toBase58())).toEqual(new Uint8Array(64));
  }
}

describe('a web3.js transaction', async () => {
  const { chain, sent } = createLedger();
  const phone = await createPhone({ chain });
  const payer = new PublicKey(phone.wallet.accounts[0]?.address ?? '');

  it('is returned signed, as its own class, and the caller’s object is unchanged', async () => {
    await web3js.transact(async (wallet) => {
      await wallet.authorize();
      await fc.assert(
        fc.asyncProperty(fc.array(recipe, { minLength: 1, maxLength: 3 }), async (recipes) => {
          const asked = recipes.map((each) => createTransaction(payer, each));
          const before = asked.map(describeTransaction);
          const signed = await wallet.signTransactions({ transactions: asked });
          expect(asked.map(describeTransaction)).toEqual(before);
          expect(signed).toHaveLength(asked.length);
          for (const [index, transaction] of signed.entries()) {
            const own = asked[index] as Web3Transaction;
            expect(transaction).not.toBe(own);
            expect(transaction.constructor).toBe(own.constructor);
            expect(Buffer.from(getMessage(transaction))).toEqual(Buffer.from(getMessage(own)));
            assertSigned(transaction, payer, recipes[index] as Recipe);
            if (!('message' in transaction) && !('message' in own)) {
              expect(transaction.lastValidBlockHeight).toBe(own.lastValidBlockHeight);
              expect(await transaction.verifySignatures(false)).toBe(true);
            }
          }
        }),
        { numRuns: 40 },
      );
    }, phone);
  });

  it.each([
    ['signs it as it is', false, 2],
    ['changes its fee', true, 3],
  ])('keeps its nonce, and the slot of the nonce, if the wallet %s', async (_, changesPriorityFee, count) => {
    const nonce = PROGRAM.toBase58();
    const feePayer = getKey(SEED);
    const noncePubkey = getKey(OTHER_SEED);
    const nonceInstruction = SystemProgram.nonceAdvance({ noncePubkey, authorizedPubkey: feePayer });
    const nonceInfo = { nonce, nonceInstruction };
    const asked = new Transaction({ feePayer, nonceInfo, minContextSlot: 7 }).add(
      new TransactionInstruction({ programId: PROGRAM, keys: [] }),
    );
    const options = { chain, accounts: [{ seed: SEED }], quirks: { changesPriorityFee } };
    const [signed] = await web3js.transact(
      async (wallet) => {
        await wallet.authorize();
        return wallet.signTransactions({ transactions: [asked] });
      },
      await createPhone(options),
    );
    expect(signed).toMatchObject({ nonceInfo: { nonce }, minNonceContextSlot: 7, recentBlockhash: nonce });
    // Compiling does not insert the nonce instruction again, which would make the signature invalid.
    expect(await signed?.verifySignatures()).toBe(true);
    expect(Transaction.from((await signed?.serialize()) ?? []).instructions).toHaveLength(count);
    if (!changesPriorityFee) expect(signed?.serializeMessage()).toEqual(asked.serializeMessage());
  });

  it.each([
    ['base58', web3js.transact, decodeBase58],
    ['base64', legacy.transact, decodeBase64],
  ] as const)('is sent, and its signature is returned in %s', async (_, transact, decode) => {
    await transact(async (wallet) => {
      await wallet.authorize();
      await fc.assert(
        fc.asyncProperty(recipe, async (sentRecipe) => {
          const asked = createTransaction(payer, sentRecipe);
          const before = describeTransaction(asked);
          const [signature = ''] = await wallet.signAndSendTransactions({ transactions: [asked] });
          expect(describeTransaction(asked)).toBe(before);
          const sentLast = VersionedTransaction.deserialize(sent.at(-1) ?? new Uint8Array());
          expect(decode(signature)).toEqual(sentLast.signatures[0]);
          expect(Buffer.from(getMessage(sentLast))).toEqual(Buffer.from(getMessage(asked)));
          assertSigned(sentLast, payer, sentRecipe);
        }),
        { numRuns: 20 },
      );
    }, phone);
  });

  it.for([
    ['web3js', web3js.transact],
    ['legacy', legacy.transact],
  ] as const)(
    'of version 1 is refused by …/%s, with what to use instead',
    async ([_, transact], { skip }) => {
      const wire = createWire(payer.toBase58(), 'memo', undefined, 1);
      const asked = attempt(() => VersionedTransaction.deserialize(wire));
      if (!asked)
        return skip(
          'Before 1.99, and in 3, web3.js cannot read version 1 either, so nobody has such a transaction.',
        );
      await transact(async (wallet) => {
        const { signTransactions, signAndSendTransactions } = wallet;
        for (const call of [signTransactions, signAndSendTransactions]) {
          const error = await call({ transactions: [asked] }).catch((thrown: unknown) => thrown);
          expect(error).toMatchObject({
            code: 'INVALID_ARGUMENT',
            context: { argument: 'transactions[0]' },
            message:
              '`transactions[0]` has version 1, which @solana/web3.js cannot write: use mobile-wallet-standard/session with its bytes, or mobile-wallet-standard/kit',
          });
        }
      }, phone);
    },
  );

  it.each([null, {}, { message: null }, { message: {} }])('cannot be %j', async (wrong) => {
    await web3js.transact(async (wallet) => {
      await expect(wallet.signTransactions({ transactions: [wrong as never] })).rejects.toThrow(
        '`transactions[0]` must be a VersionedTransaction, or a Transaction with fee payer and blockhash, of @solana/web3.js 1 or 3',
      );
    }, phone);
  });

  it('is recognised by its shape, so it may be from another copy of web3.js', async () => {
    const copy = loadAnotherCopy();
    expect(copy.Transaction).not.toBe(Transaction);
    const blockhash = PROGRAM.toBase58();
    const feePayer = new copy.PublicKey(payer.toBytes());
    const instruction = new copy.TransactionInstruction({ programId: feePayer, keys: [] });
    const message = new copy.TransactionMessage({
      payerKey: feePayer,
      recentBlockhash: blockhash,
      instructions: [instruction],
    });
    const asked = [
      new copy.Transaction({ feePayer, recentBlockhash: blockhash }).add(instruction),
      new copy.VersionedTransaction(message.compileToV0Message()),
    ];
    const signed = await web3js.transact(async (wallet) => {
      await wallet.authorize();
      return wallet.signTransactions({ transactions: asked });
    }, phone);
    expect(signed.map((transaction) => transaction.constructor)).toEqual([Transaction, VersionedTransaction]);
  });
});

function loadAnotherCopy(): typeof import('@solana/web3.js') {
  const require = createRequire(import.meta.url);
  const path = require.resolve('@solana/web3.js');
  const { [path]: known } = require.cache;
  delete require.cache[path];
  try {
    return require(path);
  } finally {
    require.cache[path] = known;
  }
}

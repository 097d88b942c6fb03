import {
  OffchainMessageContentFormat as Format,
  getAddressDecoder,
  getOffchainMessageEncoder,
  type OffchainMessage,
} from '@solana/kit';
import {
  type AccountMeta,
  AddressLookupTableAccount,
  PublicKey,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../test/support/any-text.js';
import { randomTransaction, tryCreate } from '../../test/support/random-transactions.js';
import { concatBytes, encodeBase64, encodeUtf8 } from '../util/bytes.js';
import { encodeOffchainMessage } from './offchain-message.js';
import { createSignInText } from './sign-in-text.js';
import { isTransactionBytes } from './transaction-bytes.js';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const publicKey = key.map((bytes) => new PublicKey(bytes));
const meta: fc.Arbitrary<AccountMeta> = fc.record({
  pubkey: publicKey,
  isSigner: fc.boolean(),
  isWritable: fc.boolean(),
});
/** What web3.js makes a transaction of. The accounts of tables may be loaded by version 0. */
const parts = fc
  .record({
    payerKey: publicKey,
    recentBlockhash: publicKey.map((hash) => hash.toBase58()),
    tables: fc.array(fc.tuple(publicKey, fc.array(publicKey, { minLength: 1, maxLength: 5 })), {
      maxLength: 3,
    }),
    instructions: fc.array(
      fc.record({
        programId: publicKey,
        keys: fc.array(meta, { maxLength: 4 }),
        data: fc.uint8Array({ maxLength: 200 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ tables, instructions, ...others }) => {
    const loaded = tables.flatMap(([, addresses]) => addresses);
    const keys = loaded.map((pubkey, index) => ({ pubkey, isSigner: false, isWritable: index % 2 === 0 }));
    return {
      ...others,
      tables: tables.map(
        ([table, addresses]) =>
          new AddressLookupTableAccount({
            key: table,
            state: {
              deactivationSlot: 2n ** 64n - 1n,
              lastExtendedSlot: 0,
              lastExtendedSlotStartIndex: 0,
              addresses,
            },
          }),
      ),
      instructions: instructions.map(
        (instruction, index) =>
          new TransactionInstruction({
            ...instruction,
            keys: index === 0 ? [...instruction.keys, ...keys] : instruction.keys,
            data: Buffer.from(instruction.data),
          }),
      ),
    };
  });

type Parts = typeof parts extends fc.Arbitrary<infer T> ? T : never;

/** Returns a transaction of each kind that web3.js makes, and the message of each. */
function writeByWeb3({ tables, ...args }: Parts) {
  const legacy = new TransactionMessage(args).compileToLegacyMessage();
  const version0 = new TransactionMessage(args).compileToV0Message(tables);
  const transaction = new Transaction({
    feePayer: args.payerKey,
    blockhash: args.recentBlockhash,
    lastValidBlockHeight: 1,
  }).add(...args.instructions);
  return [
    legacy.serialize(),
    version0.serialize(),
    transaction.serializeMessage(),
    new VersionedTransaction(legacy).serialize(),
    new VersionedTransaction(version0).serialize(),
    transaction.serialize({ requireAllSignatures: false }),
  ];
}

/** The smallest message: a fee payer, a blockhash, no instruction. */
const SMALLEST = Uint8Array.of(1, 0, 0, 1, ...new Uint8Array(64).fill(7), 0);

/** The bytes of a transaction and those of its message, as kit writes them, or `undefined`. */
const byKit = randomTransaction.map((drawn) => {
  const decoded = tryCreate(drawn, () => 0);
  return decoded && [decoded.wire, Uint8Array.from(decoded.transaction.messageBytes)];
});

describe('isTransactionBytes', () => {
  it('finds each transaction and each message that kit makes, of every version', () => {
    const versions = new Set<unknown>();
    fc.assert(
      fc.property(randomTransaction, (drawn) => {
        const decoded = tryCreate(drawn, () => 0);
        if (!decoded) return;
        versions.add(decoded.message.version);
        expect(isTransactionBytes(decoded.wire)).toBe(true);
        expect(isTransactionBytes(Uint8Array.from(decoded.transaction.messageBytes))).toBe(true);
      }),
      { numRuns: 500 },
    );
    expect(versions).toEqual(new Set(['legacy', 0, 1]));
  });

  it('finds each transaction and each message that web3.js makes, with lookup tables', () => {
    fc.assert(
      fc.property(parts, (given) => {
        for (const bytes of skipTooLarge(() => writeByWeb3(given)))
          expect(isTransactionBytes(bytes)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('finds none in a part of one, or in one with bytes behind it, because the network takes neither', () => {
    fc.assert(
      fc.property(byKit, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 70 }), (made, cut, more) => {
        for (const bytes of made ?? []) {
          for (const changed of [bytes.subarray(0, cut % bytes.length), concatBytes(bytes, more)]) {
            // In version 1, signatures follow the message, so that it begins as its transaction does.
            const isWhole = made?.some(({ length }) => changed[0] === 0x81 && changed.length === length);
            expect(isTransactionBytes(changed)).toBe(isWhole);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('finds none in texts, short bytes and hashes', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 400 }), (text) => {
        expect(isTransactionBytes(encodeUtf8(text))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(isTransactionBytes(bytes)).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  it('finds none in off-chain messages of both versions', () => {
    const ascii = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 900 });
    const signers = fc.uniqueArray(key.map(encodeBase64), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(ascii, signers, (text, addresses) => {
        const version0 = getOffchainMessageEncoder().encode({
          version: 0,
          applicationDomain: '11111111111111111111111111111111',
          content: { format: Format.RESTRICTED_ASCII_1232_BYTES_MAX, text },
          requiredSignatories: addresses.map((address) => ({
            address: getAddressDecoder().decode(Buffer.from(address, 'base64')),
          })),
        } as unknown as OffchainMessage);
        expect(isTransactionBytes(Uint8Array.from(version0))).toBe(false);
        expect(isTransactionBytes(encodeOffchainMessage({ text, addresses }))).toBe(false);
      }),
    );
  });

  it.each<[what: string, bytes: Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['zeros', new Uint8Array(200)],
    ['a sign-in text', encodeUtf8(createSignInText({ domain: 'a.example', address: '1'.repeat(32) }))],
    ['the smallest message without its signer', Uint8Array.of(0, ...SMALLEST.subarray(1))],
    ['one that counts more signers than keys', Uint8Array.of(2, ...SMALLEST.subarray(1))],
    ['one that counts more read-only signers than signers', Uint8Array.of(1, 2, ...SMALLEST.subarray(2))],
    ['one that counts more accounts than keys', Uint8Array.of(1, 0, 1, ...SMALLEST.subarray(3))],
    ['one that lacks an instruction', Uint8Array.of(...SMALLEST.subarray(0, -1), 1)],
    ['one that counts millions of instructions', Uint8Array.of(...SMALLEST.subarray(0, -1), 255, 255, 127)],
    ['one of a version that does not exist', Uint8Array.of(0x82, ...SMALLEST, 0)],
    ['one of version 0 without its tables', Uint8Array.of(0x80, ...SMALLEST)],
    ['one of version 0 that lacks a table', Uint8Array.of(0x80, ...SMALLEST, 1)],
    ['one of version 1 without signers', Uint8Array.of(0x81, 0, ...new Uint8Array(40))],
    ['one with fewer signatures than signers', Uint8Array.of(0, ...SMALLEST)],
  ])('does not find one in %s', (_, bytes) => {
    expect(isTransactionBytes(bytes)).toBe(false);
  });

  it('finds the smallest messages, whatever holds their bytes', () => {
    const inside = concatBytes(SMALLEST, SMALLEST, SMALLEST).subarray(SMALLEST.length, -SMALLEST.length);
    expect(isTransactionBytes(inside)).toBe(true);
    expect(isTransactionBytes(Uint8Array.of(0x80, ...SMALLEST, 0))).toBe(true);
    expect(isTransactionBytes(Uint8Array.of(1, ...new Uint8Array(64), ...SMALLEST))).toBe(true);
  });

  it('refuses what is no bytes', () => {
    expect(() => isTransactionBytes('text' as unknown as Uint8Array)).toThrowWith('INVALID_ARGUMENT');
  });
});

/** Web3.js writes nothing that is larger than a packet. */
function skipTooLarge(write: () => readonly Uint8Array[]): readonly Uint8Array[] {
  try {
    return write();
  } catch (error) {
    if (error instanceof RangeError || /too large/.test(String(error))) return [];
    throw error;
  }
}

import {
  address,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  getBase58Decoder,
  getTransactionEncoder,
} from '@solana/kit';
import {
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { expect } from 'vitest';
import * as session from '../../src/transact/bytes.js';
import * as kit from '../../src/transact/kit/index.js';
import * as legacy from '../../src/transact/legacy.js';
import * as web3js from '../../src/transact/web3js.js';
import { decodeBase64 } from '../../src/util/bytes.js';
import { createMessage, getTransfer } from './chain.js';

const toBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes);

/** The account that pays for a transaction, and a recent blockhash. */
type Context = Readonly<{ payer: string; blockhash: string }>;

/** A flavour of the session API, and what is specific to its types. */
type Flavour = Readonly<{
  name: string;
  transact: typeof session.transact;
  createTransactions(context: Context): readonly unknown[];
  createSendable(context: Context): readonly unknown[];
  /** Returns a signed transaction's wire bytes. Checks first that it has the type that was passed in. */
  toWire(signed: unknown, asked: unknown): Uint8Array;
  toBase58Signature(signature: unknown): string;
}>;

const createKitMessage = ({ payer, blockhash }: Context, lamports: bigint) =>
  createMessage(createNoopSigner(address(payer)), blockhash as Blockhash, [
    getTransfer(address(payer), address(payer), lamports),
  ]);

const createKitTransaction = (context: Context, lamports: bigint) =>
  compileTransaction(createKitMessage(context, lamports));

const createWire = (context: Context, lamports: bigint) =>
  Uint8Array.from(getTransactionEncoder().encode(createKitTransaction(context, lamports)));

const createWeb3Transfer = ({ payer }: Context, lamports: number, to = new PublicKey(payer)) =>
  SystemProgram.transfer({ fromPubkey: new PublicKey(payer), toPubkey: to, lamports });

function createLegacyTransaction(context: Context, lamports: number): Transaction {
  const feePayer = new PublicKey(context.payer);
  return new Transaction({ feePayer, recentBlockhash: context.blockhash }).add(
    createWeb3Transfer(context, lamports),
  );
}

function createVersionedTransaction(context: Context, lamports: number): VersionedTransaction {
  const message = new TransactionMessage({
    payerKey: new PublicKey(context.payer),
    recentBlockhash: context.blockhash,
    instructions: [createWeb3Transfer(context, lamports)],
  });
  return new VersionedTransaction(message.compileToV0Message());
}

/** A transaction that another account has signed. The wallet's signature is missing. */
function createPartlySigned(context: Context): Transaction {
  const other = Keypair.generate();
  const transaction = createLegacyTransaction(context, 7).add(
    SystemProgram.transfer({ fromPubkey: other.publicKey, toPubkey: other.publicKey, lamports: 0 }),
  );
  transaction.partialSign(other);
  return transaction;
}

const web3: Omit<Flavour, 'name' | 'transact' | 'toBase58Signature'> = {
  createTransactions: (context) => [
    createLegacyTransaction(context, 1),
    createVersionedTransaction(context, 2),
    createPartlySigned(context),
  ],
  createSendable: (context) => [createLegacyTransaction(context, 3), createVersionedTransaction(context, 4)],
  toWire(signed, asked) {
    expect(Object.getPrototypeOf(signed)).toBe(Object.getPrototypeOf(asked));
    return Uint8Array.from((signed as Transaction | VersionedTransaction).serialize());
  },
};

/** The session API, and its flavours for kit, web3.js and the legacy interface. */
export const FLAVOURS: readonly Flavour[] = [
  {
    name: 'session',
    transact: session.transact,
    createTransactions: (context) => [createWire(context, 1n), createWire(context, 2n)],
    createSendable: (context) => [createWire(context, 3n), createWire(context, 4n)],
    toWire: (signed) => signed as Uint8Array,
    toBase58Signature: (signature) => toBase58(signature as Uint8Array),
  },
  {
    name: 'kit',
    transact: kit.transact as unknown as typeof session.transact,
    createTransactions: (context) => [createKitTransaction(context, 1n), createKitTransaction(context, 2n)],
    createSendable: (context) => [createKitTransaction(context, 3n), createKitMessage(context, 4n)],
    toWire(signed, asked) {
      expect(signed).toMatchObject({
        lifetimeConstraint: (asked as { lifetimeConstraint: unknown }).lifetimeConstraint,
      });
      return Uint8Array.from(
        getTransactionEncoder().encode(signed as ReturnType<typeof createKitTransaction>),
      );
    },
    toBase58Signature: (signature) => toBase58(signature as Uint8Array),
  },
  {
    name: 'web3js',
    transact: web3js.transact as unknown as typeof session.transact,
    ...web3,
    toBase58Signature: (signature) => signature as string,
  },
  {
    name: 'legacy',
    transact: legacy.transact as unknown as typeof session.transact,
    ...web3,
    toBase58Signature: (signature) => toBase58(decodeBase64(signature as string)),
  },
];

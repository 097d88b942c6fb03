import { ed25519 } from '@noble/curves/ed25519.js';
import {
  AccountRole,
  address,
  blockhash,
  compileTransaction,
  createNoopSigner,
  getTransactionEncoder,
} from '@solana/kit';
import { readTransaction } from '../../src/protocol/wire-transaction.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { equalBytes } from '../../src/util/bytes.js';
import { createMessage, MEMO_PROGRAM } from './chain.js';

/** Returns the address of a seed's account in base58. */
export const getAddress = (seed: Uint8Array) => address(encodeBase58(ed25519.getPublicKey(seed)));

/**
 * Creates an unsigned transaction with a text, which the first seed's account pays for, and all must sign.
 */
export function createFor(
  [payer = new Uint8Array(), ...others]: readonly Uint8Array[],
  text: string,
  version: 'legacy' | 0 | 1 = 0,
): Uint8Array {
  const accounts = others.map((seed) => ({ address: getAddress(seed), role: AccountRole.READONLY_SIGNER }));
  const memo = { programAddress: MEMO_PROGRAM, accounts, data: new TextEncoder().encode(text) };
  const message = createMessage(
    createNoopSigner(getAddress(payer)),
    blockhash(MEMO_PROGRAM),
    [memo],
    version,
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
}

/** Returns the signature of a transaction by a seed's account. */
export function getSignatureOf(wire: Uint8Array, seed: Uint8Array): Uint8Array {
  return Uint8Array.from(ed25519.sign(readTransaction(wire).parts?.message ?? wire, seed));
}

/** Returns the transaction with the signatures of the seeds' accounts. */
export function signBy(wire: Uint8Array, ...seeds: readonly Uint8Array[]): Uint8Array {
  const signed = wire.slice();
  for (const seed of seeds) {
    const signers = readTransaction(signed).parts?.signers ?? [];
    const own = signers.find(({ publicKey }) => equalBytes(publicKey, ed25519.getPublicKey(seed)));
    if (!own) throw new Error('not a signer');
    own.signature.set(getSignatureOf(wire, seed));
  }
  return signed;
}

import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { type DecodedTransaction, decodeTransaction } from '../../explain/describe-transaction.js';
import { createMissingAccount, type Svm } from '../../explain/svm.js';
import type { Block } from './block-clock.js';

/** A rich account without a private key. */
export type Faucet = Readonly<{
  /** Gives the faucet its lamports again, after a reset. */
  fill(): void;
  /**
   * Creates a transfer to a base58 address. Its signature is random bytes, which the ledger must not verify.
   * Throws a RangeError beyond 64 bits.
   */
  createAirdrop(recipient: string, lamports: bigint, block: Block): DecodedTransaction;
}>;

/** About the supply of all SOL. */
export const FUNDS = 500_000_000n * 1_000_000_000n;
/** The most of one airdrop. Larger ones than the funds fail on the chain. */
const MAX_LAMPORTS = 2n ** 64n - 1n;

/** Creates a full {@link Faucet}. */
export function createFaucet(svm: Svm): Faucet {
  const payer = address(encodeBase58(crypto.getRandomValues(new Uint8Array(32))));
  const fill = (): void => svm.setAccount({ ...createMissingAccount(payer), lamports: FUNDS });
  fill();
  return {
    fill,
    createAirdrop: (recipient, lamports, block) => {
      if (lamports < 0n || lamports > MAX_LAMPORTS) {
        throw new RangeError(`An airdrop of ${lamports} lamports is not between 0 and ${MAX_LAMPORTS}`);
      }
      const transfer = getTransferSolInstruction({
        source: createNoopSigner(payer),
        destination: address(recipient),
        amount: lamports,
      });
      const transaction = compileTransaction(
        pipe(
          createTransactionMessage({ version: 'legacy' }),
          (message) => setTransactionMessageFeePayer(payer, message),
          (message) => setTransactionMessageLifetimeUsingBlockhash(block, message),
          (message) => appendTransactionMessageInstruction(transfer, message),
        ),
      );
      const signature = signatureBytes(crypto.getRandomValues(new Uint8Array(64)));
      const signed = { ...transaction, signatures: { [payer]: signature } };
      return decodeTransaction(Uint8Array.from(getTransactionEncoder().encode(signed)));
    },
  };
}

import {
  type Address,
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
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

/** Gives away lamports by transfers, like those of any other account. */
export type Faucet = Readonly<{
  /** Gives the faucet its lamports again, after a reset. */
  fill(): void;
  createAirdrop(recipient: Address, amount: bigint, blockhash: Blockhash): DecodedTransaction;
}>;

/** About the supply of all SOL. */
const FUNDS = 500_000_000n * 1_000_000_000n;

/**
 * Creates an account with more lamports than anyone needs. It has no private key: its signatures are random bytes, and the
 * ledger must not verify them.
 */
export function createFaucet(svm: Svm): Faucet {
  const payer = address(encodeBase58(crypto.getRandomValues(new Uint8Array(32))));
  const fill = (): void => svm.setAccount({ ...createMissingAccount(payer), lamports: FUNDS });
  fill();
  return {
    fill,
    createAirdrop: (destination, amount, blockhash) => {
      const source = createNoopSigner(payer);
      const transaction = compileTransaction(
        pipe(
          createTransactionMessage({ version: 'legacy' }),
          (message) => setTransactionMessageFeePayer(payer, message),
          (message) =>
            setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, message),
          (message) =>
            appendTransactionMessageInstruction(
              getTransferSolInstruction({ source, destination, amount }),
              message,
            ),
        ),
      );
      const signature = signatureBytes(crypto.getRandomValues(new Uint8Array(64)));
      const signed = { ...transaction, signatures: { [payer]: signature } };
      return decodeTransaction(Uint8Array.from(getTransactionEncoder().encode(signed)));
    },
  };
}

import {
  type Address,
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

/** About the supply of all SOL. */
const FUNDS = 500_000_000n * 1_000_000_000n;

/**
 * Creates a faucet: a rich account without a private key. Its signatures are random bytes, which the ledger
 * must not verify.
 */
export function createFaucet(svm: Svm) {
  const payer = address(encodeBase58(crypto.getRandomValues(new Uint8Array(32))));
  const fill = (): void => svm.setAccount({ ...createMissingAccount(payer), lamports: FUNDS });
  fill();
  return {
    /** Gives the faucet its lamports again, after a reset. */
    fill,
    createAirdrop: (destination: Address, amount: bigint, block: Block): DecodedTransaction => {
      const source = createNoopSigner(payer);
      const transfer = getTransferSolInstruction({ source, destination, amount });
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

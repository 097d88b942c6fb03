import { generateKeyPairSync, sign } from 'node:crypto';
import {
  type Address,
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
} from '@solana/kit';
import { getTransferSolInstruction, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import type { LiteSVM } from 'litesvm';
import { decodeBase64Url, encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { type DecodedTransaction, decodeTransaction } from '../describe-transaction.js';

/** Gives away lamports by signed transfers, like those of any other account. */
export type Faucet = Readonly<{
  createAirdrop(recipient: Address, amount: bigint, blockhash: Blockhash): DecodedTransaction;
}>;

/** About the supply of all SOL. */
const FUNDS = 500_000_000n * 1_000_000_000n;

/** Creates an account with a new key and more lamports than anyone needs. */
export function createFaucet(svm: LiteSVM): Faucet {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const payer = address(encodeBase58(decodeBase64Url(publicKey.export({ format: 'jwk' }).x ?? '')));
  svm.setAccount({
    address: payer,
    lamports: lamports(FUNDS),
    data: new Uint8Array(),
    programAddress: SYSTEM_PROGRAM_ADDRESS,
    executable: false,
    space: 0n,
  });
  return {
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
      const signature = sign(null, Uint8Array.from(transaction.messageBytes), privateKey);
      const signed = { ...transaction, signatures: { [payer]: signatureBytes(Uint8Array.from(signature)) } };
      return decodeTransaction(Uint8Array.from(getTransactionEncoder().encode(signed)));
    },
  };
}

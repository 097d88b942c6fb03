import { generateKeyPairSync, sign } from 'node:crypto';
import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
} from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { decodeBase64Url, encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { type DecodedTransaction, decodeTransaction } from '../describe-transaction.js';

/** Whoever gives away lamports, by signed transfers like anyone else's. */
export type Faucet = Readonly<{
  createAirdrop(recipient: Address, amount: bigint, blockhash: Blockhash): DecodedTransaction;
}>;

const SYSTEM_PROGRAM = address('11111111111111111111111111111111');
const TRANSFER = 2;
/** About as much as there is of all SOL. */
const FUNDS = 500_000_000n * 1_000_000_000n;

/** Makes an account with a new key and more lamports than anyone needs. */
export function createFaucet(svm: LiteSVM): Faucet {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const payer = address(encodeBase58(decodeBase64Url(publicKey.export({ format: 'jwk' }).x ?? '')));
  svm.setAccount({
    address: payer,
    lamports: lamports(FUNDS),
    data: new Uint8Array(),
    programAddress: SYSTEM_PROGRAM,
    executable: false,
    space: 0n,
  });
  return {
    createAirdrop: (recipient, amount, blockhash) => {
      const transaction = compileTransaction(
        pipe(
          createTransactionMessage({ version: 'legacy' }),
          (message) => setTransactionMessageFeePayer(payer, message),
          (message) =>
            setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, message),
          (message) => appendTransactionMessageInstruction(getTransfer(payer, recipient, amount), message),
        ),
      );
      const signature = sign(null, Uint8Array.from(transaction.messageBytes), privateKey);
      const signed = { ...transaction, signatures: { [payer]: signatureBytes(Uint8Array.from(signature)) } };
      return decodeTransaction(Uint8Array.from(getTransactionEncoder().encode(signed)));
    },
  };
}

function getTransfer(from: Address, to: Address, amount: bigint) {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, TRANSFER, true);
  view.setBigUint64(4, amount, true);
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: from, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data,
  };
}

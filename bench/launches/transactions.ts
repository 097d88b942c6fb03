import { ed25519 } from '@noble/curves/ed25519.js';
import {
  address,
  appendTransactionMessageInstruction,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionDecoder,
  getTransactionEncoder,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import type { WalletAccount } from '@wallet-standard/base';

const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** Creates `count` unsigned transactions with different memos, as wire bytes. */
export function createTransactions(
  count: number,
  payer: Pick<WalletAccount, 'address'>,
  blockhash: string,
): readonly Uint8Array[] {
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1_000_000n };
  const message = setTransactionMessageLifetimeUsingBlockhash(
    lifetime,
    setTransactionMessageFeePayer(address(payer.address), createTransactionMessage({ version: 0 })),
  );
  return Array.from({ length: count }, (_, index) => {
    const memo = { programAddress: MEMO, data: new TextEncoder().encode(`Memo ${index}`) };
    const transaction = compileTransaction(appendTransactionMessageInstruction(memo, message));
    return Uint8Array.from(getTransactionEncoder().encode(transaction));
  });
}

/** Whether a signed transaction has a valid signature of the account. */
export function isSigned(wire: Uint8Array, account: WalletAccount): boolean {
  const signature = getTransactionDecoder().decode(wire).signatures[address(account.address)];
  return signature != null && isSignature(signature, wire, account);
}

/** Whether `signature` is the account's signature of the transaction in `wire`. */
export function isSignature(
  signature: Readonly<Uint8Array>,
  wire: Uint8Array,
  account: WalletAccount,
): boolean {
  const { messageBytes } = getTransactionDecoder().decode(wire);
  return verify(signature, messageBytes, account);
}

/** Whether a signature of 64 bytes is the account's signature of `message`. */
export function verify(
  signature: Readonly<ArrayLike<number>>,
  message: Readonly<ArrayLike<number>>,
  { publicKey }: WalletAccount,
): boolean {
  return ed25519.verify(Uint8Array.from(signature), Uint8Array.from(message), Uint8Array.from(publicKey));
}

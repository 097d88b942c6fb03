import { ed25519 } from '@noble/curves/ed25519.js';
import { expect } from '@playwright/test';
import { address, getTransactionDecoder } from '@solana/kit';
import { decodeBase58, encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { fetchBlockhash } from '../../test/support/chain.js';
import type { Dapp } from './test.js';

// What the outputs of the page mean. `account` is the base58 address of the account that must have signed.

type Signed = Readonly<{ result: { address?: string; message: string; signature: string } }>;

/** Gives the wallet's account 1 SOL, and returns the latest blockhash for its transactions. */
export async function fund({ chain, wallet }: Dapp): Promise<string> {
  chain.airdrop(wallet.accounts[0]?.address ?? '', 1_000_000_000n);
  return fetchBlockhash(chain);
}

/** Expects a signature of the page's message. */
export function expectSignedMessage(output: unknown, account: string): void {
  expect(readSignedText(output, account)).toBe('hello');
}

/** Expects a sign-in. */
export function expectSignedIn(output: unknown, account: string): void {
  expect(readSignedText(output, account)).toContain('Welcome.');
  expect((output as Signed).result.address).toBe(account);
}

/** Expects a signed transaction. */
export function expectSignedTransaction(output: unknown, account: string): void {
  const { result } = output as { result: string };
  const { messageBytes, signatures } = getTransactionDecoder().decode(Buffer.from(result, 'base64'));
  const signature = signatures[address(account)] ?? new Uint8Array(64);
  expect(ed25519.verify(signature, Uint8Array.from(messageBytes), decodeBase58(account))).toBe(true);
}

/** Expects a transaction that has run on the chain. */
export async function expectSent(output: unknown, { chain }: Dapp): Promise<void> {
  const { result } = output as { result: string };
  const signature = encodeBase58(Buffer.from(result, 'base64'));
  expect(await chain.rpc('getSignatureStatuses', [[signature]])).toMatchObject({ value: [{ err: null }] });
}

function readSignedText(output: unknown, account: string): string {
  const { message, signature } = (output as Signed).result;
  const text = Buffer.from(message, 'base64');
  expect(ed25519.verify(Buffer.from(signature, 'base64'), text, decodeBase58(account))).toBe(true);
  return text.toString();
}

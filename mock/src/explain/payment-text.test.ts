import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { getTransferCheckedInstruction } from '@solana-program/token';
import { expect, it } from 'vitest';
import { decodeTransaction } from './describe-transaction.js';
import { getPaymentText } from './payment-text.js';

const OWN = 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z' as Address;
const OTHER = '4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS' as Address;
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkwyTDt1v' as Address;
const BLOCKHASH = { blockhash: MINT as string as Blockhash, lastValidBlockHeight: 1n };

const send = (from: Address, lamports: bigint): Instruction =>
  getTransferSolInstruction({ source: createNoopSigner(from), destination: MINT, amount: lamports });
const sendTokens = (mint: Address, amount: bigint): Instruction =>
  getTransferCheckedInstruction({
    source: OTHER,
    mint,
    destination: OTHER,
    authority: createNoopSigner(OWN),
    amount,
    decimals: 2,
  });

it.each<readonly [string | undefined, readonly Instruction[][]]>([
  ['0.01 SOL', [[send(OWN, 10_000_000n)]]],
  ['3 SOL', [[send(OWN, 1_000_000_000n)], [send(OWN, 2_000_000_000n), send(OTHER, 5n)]]],
  ['25 tokens', [[sendTokens(MINT, 2_000n), sendTokens(MINT, 500n)]]],
  ['1 token', [[sendTokens(MINT, 100n)]]],
  [undefined, [[sendTokens(MINT, 100n), sendTokens(OTHER, 100n)]]],
  [undefined, [[sendTokens(MINT, 100n)], [send(OWN, 1n)]]],
  [undefined, [[send(OTHER, 1n)]]],
  [undefined, [[{ ...send(OWN, 1n), data: new Uint8Array([2]) }]]],
])('says that %s is paid', (expected, transactions) => {
  const decoded = transactions.map((instructions) =>
    pipe(
      createTransactionMessage({ version: 0 }),
      (empty) => setTransactionMessageFeePayerSigner(createNoopSigner(OWN), empty),
      (paid) => setTransactionMessageLifetimeUsingBlockhash(BLOCKHASH, paid),
      (timed) => appendTransactionMessageInstructions(instructions, timed),
      (message) =>
        decodeTransaction(new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))),
    ),
  );
  expect(getPaymentText(decoded, [OWN])).toBe(expected);
});

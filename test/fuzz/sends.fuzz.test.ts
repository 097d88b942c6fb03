import {
  type Address,
  address,
  compileTransaction,
  createNoopSigner,
  getTransactionEncoder,
  partiallySignTransaction,
} from '@solana/kit';
import fc from 'fast-check';
import { sortSend } from 'mobile-wallet-standard';
import { describe, expect } from 'vitest';
import { createLiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { encodeBase64 } from '../../src/util/bytes.js';
import { findSendError, isSendError } from '../../src/util/find-error.js';
import { createFundedSigner, createMessage, fetchBlockhash, getTransfer, SOL } from '../support/chain.js';
import { expectTyped, fuzz } from './fuzz.js';
import { actDimensions, acts, createEnding, early, earlyDimensions, keysOf, mostly } from './random-acts.js';
import { ABORTED, CALLS, LEVELS, type Report } from './sending-dapps.js';
import { createSendingWallet, PAYER, type Word } from './sending-wallet.js';

/** In lamports, enough for a new account. Each transaction has a recipient of its own. */
const AMOUNT = 1_000_000n;
const chain = createLiteSvmChain();
const sponsor = await createFundedSigner(chain, 100_000n * SOL);
chain.airdrop(PAYER, 100_000n * SOL);

const VERSIONS = ['legacy', 0] as const;
const scenario = fc.record({
  level: fc.constantFrom(...keysOf(LEVELS)),
  versions: fc.array(fc.constantFrom(...VERSIONS), { minLength: 1, maxLength: 4 }),
  isSponsored: mostly([false, true]),
  calls: fc.constantFrom(...CALLS),
  published: fc.constantFrom(1, 2, 10),
  accepted: fc.constantFrom(10, 2, 1),
  acts,
  early,
  goesOn: fc.boolean(),
  isLegacy: mostly([false, true]),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;

/** A transaction of a dapp, and what became of it in truth. */
type Payment = Readonly<{ wire: Uint8Array; recipient: Address }>;

async function createPayment(version: 'legacy' | 0, isSponsored: boolean): Promise<Payment> {
  const recipient = address(encodeBase58(crypto.getRandomValues(new Uint8Array(32))));
  const payer = isSponsored ? sponsor : createNoopSigner(PAYER);
  const transfer = getTransfer(PAYER, recipient, AMOUNT);
  const compiled = compileTransaction(createMessage(payer, await fetchBlockhash(chain), [transfer], version));
  const passed = isSponsored ? await partiallySignTransaction([sponsor.keyPair], compiled) : compiled;
  return { wire: Uint8Array.from(getTransactionEncoder().encode(passed)), recipient };
}

/** Runs a scenario. Returns what the library said of each payment, and what the app did. */
async function run(payments: readonly Payment[], drawn: Scenario) {
  const { level, calls, acts } = drawn;
  const { begin, onStep } = createEnding(drawn.early);
  const app = createSendingWallet(chain, acts, drawn, onStep);
  const transactions = payments.map(({ wire }) => wire);
  const start = await LEVELS[level]({ launch: app.launch, dial: app.dial, transactions, calls });
  const sending = start();
  begin({ 'the app leaves': app.leave, ...sending.ends });
  const reports = await sending.reports;
  await app.whenDone();
  return { reports, words: payments.map(({ wire }) => app.words.get(encodeBase64(wire))) };
}

const isPaid = ({ recipient }: Payment): boolean => chain.getBalance(recipient) > 0n;

async function expectOnChain({ recipient }: Payment, signature: string): Promise<void> {
  const found = await chain.rpc('getSignaturesForAddress', [recipient]);
  expect(found).toMatchObject([{ signature, err: null }]);
}

/** Checks what the library said of payments against the chain. */
async function check({ indexes, outcome }: Report, payments: readonly Payment[], words: readonly Word[]) {
  const told = indexes.map((index) => payments[index] as Payment);
  if (outcome.status === 'fulfilled') {
    expect(outcome.value).toHaveLength(told.length);
    for (const [at, payment] of told.entries())
      await expectOnChain(payment, encodeBase58(outcome.value[at] as Uint8Array));
    return;
  }
  const { reason } = outcome;
  const states = findSendError(reason)?.context.transactions;
  if (reason !== ABORTED) expectTyped(reason);
  expect(states?.length ?? 0).toBeLessThanOrEqual(told.length);
  // Pickers show only the message, which must not read as if nothing was sent.
  if (states && !states.every(({ status }) => status === 'not-submitted')) {
    expect((reason as Error).message).not.toMatch(/reject|declin|cancel|not submitted/i);
  }
  const unsent = reason === ABORTED ? told : sortSend(told, reason).unsent;
  for (const [at, payment] of told.entries()) {
    const state = states?.[at];
    const word = words[indexes[at] as number];
    if (state?.status === 'submitted') await expectOnChain(payment, state.signature);
    const isState = state?.status === 'not-submitted' && word !== 'unsent';
    const isRefusal = !isSendError(reason) && word !== 'refused';
    // What may be sent again at once is never the wallet's word.
    if (isState || isRefusal || unsent.includes(payment)) {
      expect(isPaid(payment), 'whether a payment is made that is called unsent').toBe(false);
    }
  }
}

/** Whether every report says of a payment that it was sent, if it speaks for it. */
function isTold(index: number, reports: readonly Report[]): boolean {
  const told = reports.map(({ indexes, outcome }) => {
    if (outcome.status === 'fulfilled') return indexes.includes(index) || undefined;
    const failure = findSendError(outcome.reason);
    // Where a callback has sent by another way, nobody can tell whose the states would be.
    const isOfAnother = failure?.code === 'SUBMISSION_UNKNOWN' && !failure.context.transactions;
    if (isOfAnother || !indexes.includes(index)) return undefined;
    return failure?.context.transactions?.[indexes.indexOf(index)]?.status === 'submitted';
  });
  return told.includes(true) && !told.includes(false);
}

/**
 * Whether a call for a payment ended before the wallet answered it, with a callback whose other call had
 * failed.
 */
function isCutOff(index: number, reports: readonly Report[]): boolean {
  return reports.some(({ indexes, outcome }) => {
    const cause = outcome.status === 'rejected' && findSendError(outcome.reason)?.cause;
    return indexes.includes(index) && cause instanceof Error && cause.message === 'The callback has ended';
  });
}

describe('a send, by wallets that answer as those do whose source is public,', () => {
  fuzz(
    'is never called unsent if it is on the chain, nor sent if it is not, and is made once',
    4,
    scenario,
    {
      level: [keysOf(LEVELS), ({ level }) => [level]],
      transactions: [[1, 2, 3, 4], ({ versions }) => [versions.length]],
      version: [VERSIONS, ({ versions }) => versions],
      sponsored: [[true, false], ({ isSponsored }) => [isSponsored]],
      calls: [CALLS, ({ calls }) => [calls]],
      published: [[1, 2, 10], ({ published }) => [published]],
      accepted: [[1, 2, 10], ({ accepted }) => [accepted]],
      ...actDimensions,
      ...earlyDimensions,
      'goes on': [[true, false], ({ goesOn }) => [goesOn]],
      legacy: [[true, false], ({ isLegacy }) => [isLegacy]],
    },
    async (drawn) => {
      const payments = await Promise.all(
        drawn.versions.map((version) => createPayment(version, drawn.isSponsored)),
      );
      const { reports, words } = await run(payments, drawn);
      for (const report of reports) {
        await check(report, payments, words);
        if (!drawn.level.startsWith('all in')) continue;
        // There, what was submitted is fulfilled.
        const states = findSendError((report.outcome as PromiseRejectedResult).reason)?.context.transactions;
        expect(states?.map(({ status }) => status) ?? []).not.toContain('submitted');
      }
      for (const [index, payment] of payments.entries()) {
        expect(chain.getBalance(payment.recipient)).toBeLessThanOrEqual(AMOUNT);
        if (words[index] === 'sent' && !drawn.early && !isCutOff(index, reports)) {
          expect(isTold(index, reports), 'whether a success is told that can be read').toBe(true);
        }
      }
    },
  );
});

import {
  type Address,
  address,
  compileTransaction,
  createNoopSigner,
  getTransactionEncoder,
  partiallySignTransaction,
} from '@solana/kit';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { sortSend } from '../../docs/example/src/sort-send.js';
import { createLiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { encodeBase64 } from '../../src/util/bytes.js';
import { findMobileWalletError, findSendError } from '../../src/util/find-error.js';
import { createFundedSigner, createMessage, fetchBlockhash, getTransfer, SOL } from '../support/chain.js';
import { nextTurn } from '../support/rejections.js';
import { expectTyped, fuzz } from './fuzz.js';
import { ABORTED, CALLS, ENDS, LEVELS, type Report } from './send-levels.js';
import {
  createSendingWallet,
  DAMAGES,
  FAILURES,
  FATES,
  PAYER,
  REFUSALS,
  SUCCESSES,
  type Word,
} from './sending-wallet.js';

/** In lamports, enough for a new account. Each transaction has a recipient of its own. */
const AMOUNT = 1_000_000n;
const chain = createLiteSvmChain();
const sponsor = await createFundedSigner(chain, 100_000n * SOL);
chain.airdrop(PAYER, 100_000n * SOL);

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];
/** Mostly the first value. */
const mostly = <T>(values: readonly T[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(values[0] as T) },
    { weight: 2, arbitrary: fc.constantFrom(...values.slice(1)) },
  );

const PROMPT = keysOf(FAILURES).filter((name) => name !== 'late -1');
const act = fc.record({
  refusal: mostly(REFUSALS),
  isRewritten: fc.boolean(),
  fates: fc.array(mostly(FATES), { minLength: 1, maxLength: 4 }),
  success: fc.constantFrom(...keysOf(SUCCESSES)),
  damage: mostly(keysOf(DAMAGES)),
  // It takes more than a second.
  failure: fc.oneof({ weight: 29, arbitrary: fc.constantFrom(...PROMPT) }, fc.constant('late -1' as const)),
});
const VERSIONS = ['legacy', 0] as const;
const ALL_ENDS = [...ENDS, 'the app leaves'] as const;
const scenario = fc.record({
  level: fc.constantFrom(...keysOf(LEVELS)),
  versions: fc.array(fc.constantFrom(...VERSIONS), { minLength: 1, maxLength: 4 }),
  isSponsored: mostly([false, true]),
  calls: fc.constantFrom(...CALLS),
  published: fc.constantFrom(1, 2, 10),
  accepted: fc.constantFrom(10, 2, 1),
  acts: fc.array(act, { minLength: 1, maxLength: 4 }),
  /** At which step it ends, if it does, and how many turns the app then waits. */
  end: fc.option(
    fc.record({ how: fc.constantFrom(...ALL_ENDS), step: fc.nat({ max: 12 }), turns: fc.nat({ max: 3 }) }),
    { freq: 2 },
  ),
  goesOn: fc.boolean(),
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
  const { level, end, calls, acts } = drawn;
  let steps = Number.NaN;
  let ends: Readonly<Record<string, () => unknown>> = {};
  const app = createSendingWallet(chain, acts, drawn, async () => {
    if (!end || steps++ !== end.step) return;
    const { [end.how]: endIt = ends['abort'] ?? ends['disconnect'] } = {
      ...ends,
      'the app leaves': app.leave,
    };
    void Promise.resolve(endIt?.()).catch(() => {});
    for (let turn = 0; turn < end.turns; turn++) await nextTurn();
  });
  const transactions = payments.map(({ wire }) => wire);
  const start = await LEVELS[level]({ launch: app.launch, dial: app.dial, transactions, calls });
  steps = 0;
  const sending = start();
  ends = sending.ends;
  const reports = await sending.reports;
  await app.whenDone();
  return { reports, words: payments.map(({ wire }) => app.words.get(encodeBase64(wire))) };
}

const isPaid = ({ recipient }: Payment): boolean => chain.getBalance(recipient) > 0n;

async function expectOnChain({ recipient }: Payment, signature: Uint8Array): Promise<void> {
  const found = await chain.rpc('getSignaturesForAddress', [recipient]);
  expect(found).toMatchObject([{ signature: encodeBase58(signature), err: null }]);
}

/** Checks what the library said of payments against the chain. */
async function check({ indexes, outcome }: Report, payments: readonly Payment[], words: readonly Word[]) {
  const told = indexes.map((index) => payments[index] as Payment);
  if (outcome.status === 'fulfilled') {
    expect(outcome.value).toHaveLength(told.length);
    for (const [at, payment] of told.entries()) await expectOnChain(payment, outcome.value[at] as Uint8Array);
    return;
  }
  const { reason } = outcome;
  const states = findSendError(reason)?.context.transactions;
  if (reason !== ABORTED) expectTyped(reason);
  if (states) expect(states).toHaveLength(told.length);
  // What only the wallet says has the code with which it said so.
  const hasWord = 'rpcCode' in (findMobileWalletError(reason)?.context ?? {});
  const unsent = reason === ABORTED ? told : sortSend(told, reason).unsent;
  for (const [at, payment] of told.entries()) {
    const state = states?.[at];
    if (state?.status === 'submitted') await expectOnChain(payment, state.signature);
    const isWord = hasWord && words[indexes[at] as number] === 'unsent';
    if ((state?.status === 'not-submitted' || unsent.includes(payment)) && !isWord) {
      expect(isPaid(payment), 'a payment that is not called unsent').toBe(false);
    }
  }
}

describe('a send, by wallets that answer as those do whose source is public,', () => {
  fuzz(
    'is never called unsent if it is on the chain, nor sent if it is not, and is made once',
    5,
    scenario,
    {
      level: [keysOf(LEVELS), ({ level }) => [level]],
      transactions: [[1, 2, 3, 4], ({ versions }) => [versions.length]],
      version: [VERSIONS, ({ versions }) => versions],
      sponsored: [[true, false], ({ isSponsored }) => [isSponsored]],
      calls: [CALLS, ({ calls }) => [calls]],
      published: [[1, 2, 10], ({ published }) => [published]],
      accepted: [[1, 2, 10], ({ accepted }) => [accepted]],
      refusal: [REFUSALS, ({ acts }) => acts.map(({ refusal }) => refusal)],
      rewritten: [[true, false], ({ acts }) => acts.map(({ isRewritten }) => isRewritten)],
      fate: [FATES, ({ acts }) => acts.flatMap(({ fates }) => fates)],
      success: [keysOf(SUCCESSES), ({ acts }) => acts.map(({ success }) => success)],
      damage: [keysOf(DAMAGES), ({ acts }) => acts.map(({ damage }) => damage)],
      failure: [keysOf(FAILURES), ({ acts }) => acts.map(({ failure }) => failure)],
      end: [['none', ...ALL_ENDS], ({ end }) => [end?.how ?? 'none']],
      'goes on': [[true, false], ({ goesOn }) => [goesOn]],
    },
    async (drawn) => {
      const payments = await Promise.all(
        drawn.versions.map((version) => createPayment(version, drawn.isSponsored)),
      );
      const { reports, words } = await run(payments, drawn);
      for (const report of reports) await check(report, payments, words);
      for (const [index, payment] of payments.entries()) {
        expect(chain.getBalance(payment.recipient)).toBeLessThanOrEqual(AMOUNT);
        // A success that can be read is told.
        const isTold = reports
          .filter(({ indexes }) => indexes.includes(index))
          .every(({ indexes, outcome }) => {
            if (outcome.status === 'fulfilled') return true;
            const states = findSendError(outcome.reason)?.context.transactions;
            return states?.[indexes.indexOf(index)]?.status === 'submitted';
          });
        if (words[index] === 'sent' && !drawn.end) expect(isTold, 'a success is told').toBe(true);
      }
    },
  );
});

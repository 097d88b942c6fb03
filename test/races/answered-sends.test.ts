import { type Address, address } from '@solana/kit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortSend } from '../../docs/example/src/sort-send.js';
import { createLiteSvmChain, type LiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import type { Quirks } from '../../mock/src/wallet/quirks.js';
import * as session from '../../src/transact/bytes.js';
import { findSendError } from '../../src/util/find-error.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { createAddress, createUnsigned, getTransfer, SOL } from '../support/chain.js';
import { createPhone, type Phone } from '../support/phone.js';
import { createMemoryStore } from '../support/wallet.js';

// Random sends to a wallet that answers as wallets in the field do. Whatever it answers, a dapp is told
// nothing that the chain contradicts.

const DEVNET = 'solana:devnet';
const AMOUNT = 1_000_000n;

const quirks = fc.record({
  failedSend: fc.constantFrom('not-submitted', 'invalid-payloads', 'not-signed', 'all-signatures'),
  declinedSend: fc.constantFrom('not-signed', 'not-submitted'),
  sendsOneByOne: fc.boolean(),
  losesReplyToSend: fc.boolean(),
  renewsBlockhash: fc.boolean(),
  tooManyPayloads: fc.constantFrom(-6, -5),
}) satisfies fc.Arbitrary<Partial<Quirks>>;

const scenario = fc.record({
  quirks,
  /** Seldom, because each send then waits for a second. */
  forgetsWhileSending: fc.constantFrom(true, ...Array<boolean>(19).fill(false)),
  limit: fc.constantFrom(1, 2, 10),
  level: fc.constantFrom('session', 'transact', 'signAndSendTransaction', 'parallel', 'serial'),
  /** The calls that a callback makes; a method makes one of all. Each says what the chain accepts. */
  calls: fc.array(fc.array(fc.constantFrom(true, true, false), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 3,
  }),
  /** Whether the user approves each question about a send. */
  answers: fc.array(fc.constantFrom(true, true, true, false), { minLength: 9, maxLength: 9 }),
  /** Whether the callback goes on after a call that failed. */
  goesOn: fc.boolean(),
  ending: fc.constantFrom('return', 'a message that is declined', 'a wallet that leaves'),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? Readonly<T> : never;

/** A transaction that a dapp has passed, which pays an address that no other one pays. */
type Payment = Readonly<{ recipient: Address; wire: Uint8Array }>;
/** What a dapp learned of the transactions of one call, or of all of a callback. */
type Learned = Readonly<{ payments: readonly Payment[]; error?: unknown }>;
type Setting = Readonly<{
  phone: Phone;
  scenario: Scenario;
  createCalls: () => Promise<readonly (readonly Payment[])[]>;
}>;

/** Makes the calls in a callback. Every call is learned of alone, and all of them by the error at the end. */
async function sendInCallback({ phone, scenario, createCalls }: Setting): Promise<readonly Learned[]> {
  const learned: Learned[] = [];
  const callback = async (wallet: session.MobileWallet): Promise<unknown> => {
    const { accounts } = await wallet.authorize({ chain: DEVNET });
    for (const payments of await createCalls()) {
      const sending = wallet.signAndSendTransactions({ transactions: payments.map(({ wire }) => wire) });
      const error = await sending.then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      learned.push({ payments, error });
      if (error !== undefined && !scenario.goesOn) throw error;
    }
    if (scenario.ending === 'return') return undefined;
    if (scenario.ending === 'a wallet that leaves') phone.leave();
    return wallet.signMessages({ addresses: [accounts[0].address], payloads: [new Uint8Array(1)] });
  };
  const running =
    scenario.level === 'session'
      ? session.transact(callback, phone)
      : createWallet(phone).features['mobile-wallet-standard:transact'].transact(callback);
  const error = await running.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const payments = learned.flatMap((call) => call.payments);
  return error === undefined ? learned : [...learned, { payments, error }];
}

/** Makes one call of a Wallet Standard method. */
async function sendByMethod({
  phone,
  scenario: { level },
  createCalls,
}: Setting): Promise<readonly Learned[]> {
  const { features } = createWallet(phone);
  const [account] = (await features['standard:connect'].connect()).accounts;
  if (!account) throw new Error('no account');
  const payments = (await createCalls()).flat();
  const inputs = payments.map(({ wire }) => ({ account, transaction: wire, chain: DEVNET }) as const);
  if (level === 'parallel' || level === 'serial') {
    const { signAndSendAllTransactions } = features['solana:signAndSendAllTransactions'];
    const results = await signAndSendAllTransactions(inputs, { mode: level });
    return payments.map((payment, index) => {
      const result = results[index];
      return { payments: [payment], ...(result?.status === 'rejected' && { error: result.reason }) };
    });
  }
  const { signAndSendTransaction } = features['solana:signAndSendTransaction'];
  const error = await signAndSendTransaction(...inputs).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return [{ payments, error }];
}

const createWallet = ({ launch, dial }: Phone) =>
  createMobileWallet({
    identity: { name: 'Example', uri: 'https://example.com' },
    chains: [DEVNET],
    store: createMemoryStore(),
    launch,
    dial,
  });

/** Returns what a dapp has learned that the chain contradicts. */
function findLies(
  { payments, error }: Learned,
  chain: LiteSvmChain,
  { quirks }: Scenario,
): readonly string[] {
  const states = findSendError(error)?.context.transactions;
  const { unsent } = sortSend(payments, error);
  return payments.flatMap((payment, index) => {
    const paid = chain.getBalance(payment.recipient);
    const status = error === undefined ? 'submitted' : states?.[index]?.status;
    // By the specification, a `null` in -4 says so, which a time-out makes wrong.
    const isWrongNull = quirks.losesReplyToSend && quirks.failedSend === 'not-submitted';
    return [
      ...(paid > AMOUNT ? ['was paid twice'] : []),
      ...(status === 'submitted' && paid === 0n ? ['is not on the chain'] : []),
      ...(status === 'not-submitted' && paid > 0n && !isWrongNull ? ['was called unsent'] : []),
      ...(error !== undefined && unsent.includes(payment) && paid > 0n ? ['would be sent again'] : []),
    ].map((lie) => `${index} of ${payments.length} ${lie}, told ${String(error)}`);
  });
}

it('what a dapp is told of its sends is true on the chain, whatever a wallet answers', async () => {
  const chain = createLiteSvmChain();
  await fc.assert(
    fc.asyncProperty(scenario, async (drawn) => {
      let asked = 0;
      const phone = await createPhone({
        chain,
        quirks: { ...drawn.quirks, forgetsWhileSending: drawn.forgetsWhileSending },
        capabilities: { maxTransactionsPerRequest: drawn.limit },
        approve: ({ type }) => {
          if (type === 'sign-messages') return { approved: false };
          if (type !== 'sign-and-send-transactions') return { approved: true };
          return {
            approved: drawn.answers[asked++ % drawn.answers.length] ?? true,
            afterMs: drawn.forgetsWhileSending ? 1_010 : 0,
          };
        },
      });
      const payer = address(phone.wallet.accounts[0]?.address ?? '');
      chain.airdrop(payer, SOL);
      const createPayment = async (isAccepted: boolean): Promise<Payment> => {
        const recipient = await createAddress();
        const amount = isAccepted ? AMOUNT : 1_000_000n * SOL;
        return {
          recipient,
          wire: await createUnsigned(chain, payer, [getTransfer(payer, recipient, amount)]),
        };
      };
      const createCalls = () => Promise.all(drawn.calls.map((call) => Promise.all(call.map(createPayment))));
      const isInCallback = drawn.level === 'session' || drawn.level === 'transact';
      const send = isInCallback ? sendInCallback : sendByMethod;
      const learned = await send({ phone, scenario: drawn, createCalls });
      await phone.whenIdle();
      expect(learned.flatMap((part) => findLies(part, chain, drawn))).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

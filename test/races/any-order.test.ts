import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasErrorCode } from '../../src/util/find-error.js';
import { expectNoUnhandledRejections, nextTurn } from '../support/rejections.js';
import { setUp } from '../support/wallet.js';

const ABORTED = new Error('no longer wanted');

const OPERATIONS = [
  'connect',
  'disconnect',
  'disconnect and connect',
  'sign',
  'sign twice',
  'sign in',
  'transact',
  'abort',
  'revoke',
  'answer',
  'answer',
  'answer',
  'close socket',
  'forget tokens',
] as const;

/** An operation, how many turns of the event loop come before it, and how the person answers. */
const step = fc.record({
  operation: fc.constantFrom(...OPERATIONS),
  turns: fc.constantFrom(0, 0, 1, 10, 100, 1_000),
  approved: fc.boolean(),
});

type Step = Readonly<{ operation: (typeof OPERATIONS)[number]; turns: number; approved: boolean }>;

async function run(steps: readonly Step[], idleMs: number): Promise<void> {
  const setup = await setUp({ approve: 'manually' }, { idleMs });
  const calls: Promise<unknown>[] = [];
  const surprises: unknown[] = [];
  let mayConnect = true;
  let shown = setup.wallet.accounts;
  setup.on('change', ({ accounts, features }) => {
    if (accounts !== setup.wallet.accounts)
      surprises.push('a change tells other accounts than the wallet has');
    if (accounts === shown && features === undefined) surprises.push('a change tells nothing new');
    shown = setup.wallet.accounts;
    if (shown.length > 0 && !mayConnect) surprises.push('a call from before a disconnect connects after it');
  });
  const keep = (call: Promise<unknown>): void => {
    const expected = (error: unknown) => hasErrorCode(error) || error === ABORTED;
    calls.push(call.catch((error: unknown) => expected(error) || surprises.push(error)));
  };
  /** Signing may connect, too, by a fresh authorization if the token is no longer valid. */
  const call = (promise: Promise<unknown>): void => {
    mayConnect = true;
    keep(promise);
  };
  const connect = (): void =>
    call(setup.connect().then(({ accounts }) => accounts.length > 0 || surprises.push('no accounts')));
  const answer = async (approved: boolean): Promise<void> => {
    // A question is on its way while a session opens.
    for (let turn = 0; turn < 3_000 && setup.person.asked.length === answered; turn++) await nextTurn();
    while (setup.person.asked.length > answered) {
      answered++;
      (await setup.person.next()).decide({ approved });
    }
  };
  let answered = 0;

  connect();
  await answer(true);
  for (const { operation, turns, approved } of steps) {
    for (let turn = 0; turn < turns; turn++) await nextTurn();
    const [account] = setup.wallet.accounts;
    const sign = () => account && call(setup.signText('a'));
    if (operation === 'connect') connect();
    if (operation.startsWith('disconnect')) {
      mayConnect = false;
      keep(setup.disconnect());
    }
    if (operation === 'disconnect and connect') connect();
    if (operation.startsWith('sign') && operation !== 'sign in') sign();
    if (operation === 'sign twice') sign();
    if (operation === 'sign in') call(setup.signIn({}));
    if (operation === 'transact') call(setup.transact((wallet) => wallet.authorize()));
    if (operation === 'abort') {
      const controller = new AbortController();
      call(setup.transact((wallet) => wallet.authorize(), { signal: controller.signal }));
      await nextTurn();
      controller.abort(ABORTED);
    }
    if (operation === 'revoke') keep(setup.revoke());
    if (operation === 'answer') await answer(approved);
    if (operation === 'close socket') setup.sockets.at(-1)?.close();
    if (operation === 'forget tokens') setup.phone.wallet.revokeTokens();
    if (setup.wallet.accounts !== shown) surprises.push('accounts changed without a change event');
  }
  await nextTurn();
  await setup.disconnect();
  await Promise.all(calls);
  await setup.phone.whenIdle();
  expect(surprises).toEqual([]);
  expect(setup.wallet.accounts).toEqual([]);
  expect(setup.store.entries.size).toBe(0);
  await nextTurn();
  expect(setup.progress.at(-1) ?? 'idle').toBe('idle');
  await expectNoUnhandledRejections();
}

it('everything settles in any order of calls, answers and failures, and a final disconnect forgets all accounts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 20, size: 'max' }),
      fc.constantFrom(0, 600_000),
      run,
    ),
    { numRuns: 60 },
  );
});

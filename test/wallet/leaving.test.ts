import type { WalletAccount } from '@wallet-standard/base';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import type { SessionUi } from '../../src/dapp/open/session-ui.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { createEvent } from '../support/event.js';
import { openPage, type Way } from '../support/left-page.js';
import { createPhone } from '../support/phone.js';
import { createSettings } from '../support/wallet.js';
import { WALLET_CALLS } from '../support/wallet-calls.js';

const CALLS = ['connect', 'signMessage', 'signAndSendTransaction', 'signIn'] as const;

/** What happens to a call: its answer comes while the user is away; or a key or a button is pressed. */
const ENDS = ['an answer', 'Escape', 'Cancel'] as const;

/** What the wallet's answer is. The account has no SOL. */
const ANSWER: Readonly<Record<string, string>> = { signAndSendTransaction: 'NOT_SUBMITTED' };

/** What is shown after the user has returned: never, or after so long; and what Escape does to it. */
type Expected = Readonly<{ shownAfterMs?: number; onEscape?: 'ends' | 'hides' }>;

const ROWS: readonly [what: string, way: Way | undefined, expected: Expected][] = [
  ['hidden', 'hidden alone', { shownAfterMs: 500, onEscape: 'ends' }],
  ['blurred, as by a wallet app in a sheet', 'unfocused', { shownAfterMs: 3_000, onEscape: 'hides' }],
  ['hidden and blurred', 'hidden', { shownAfterMs: 500, onEscape: 'ends' }],
  ['neither hidden nor blurred', undefined, {}],
];

/** Longer than after which a dialog may come. */
const LONGEST_MS = 4_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let page: ReturnType<typeof openPage>;

/** Loses the focus, and has it again. */
async function lookAway(ms = 0): Promise<void> {
  page.leave('unfocused');
  await wait(ms);
  page.returnToPage();
}

afterEach(() => page.close());

/** Connects unless the call does, and returns one call of a wallet that asks its user. */
async function createCell(name: (typeof CALLS)[number], end: (typeof ENDS)[number]) {
  const asked = createEvent();
  const answered = createEvent();
  let isReady = false;
  const { launch, dial, leave } = await createPhone({
    async approve({ type }) {
      if (!isReady || (type === 'authorize' && name !== 'connect')) return { approved: true };
      asked.happen();
      await answered.happened;
      return { approved: true };
    },
  });
  onTestFinished(leave);
  const shown: (Parameters<SessionUi['waiting']>[0] & { at: number })[] = [];
  const wallet = createMobileWallet({
    ...createSettings(),
    launch,
    dial,
    dialogs: { waiting: (dialog) => void shown.push({ ...dialog, at: performance.now() }) },
  });
  if (name !== 'connect') await wallet.features['standard:connect'].connect();
  return {
    name,
    end,
    asked: asked.happened,
    answer: answered.happen,
    shown,
    call() {
      isReady = true;
      return WALLET_CALLS[name](wallet, wallet.accounts[0] as WalletAccount).then(
        () => 'result',
        (error: { code?: string }) => error.code ?? String(error),
      );
    },
  };
}

it.each(ROWS)('a page that is %s shows what it waits for', async (_, way, { shownAfterMs, onEscape }) => {
  page = openPage();
  const cells = await Promise.all(CALLS.flatMap((name) => ENDS.map((end) => createCell(name, end))));
  const calls = cells.map((cell) => ({ ...cell, outcome: cell.call() }));
  await Promise.all(calls.map(({ asked }) => asked));
  if (way) page.leave(way);
  const isAnswered = calls.filter(({ end }) => end === 'an answer');
  for (const { answer } of isAnswered) answer();
  await Promise.all(isAnswered.map(({ outcome }) => outcome));
  const returnedAt = performance.now();
  if (way) page.returnToPage();
  await wait(LONGEST_MS);

  const met = calls.map(async ({ name, end, shown: [dialog, ...others], outcome, answer }) => {
    expect(others).toEqual([]);
    const ms = dialog && dialog.at - returnedAt;
    // Timers may be early by a fraction of a millisecond.
    const after = ms && [3_000, 500].find((least) => ms > least - 5);
    if (end === 'Escape' && dialog) (dialog.hide ?? dialog.cancel)();
    if (end === 'Cancel') dialog?.cancel();
    await wait(0);
    const isClosed = dialog?.signal.aborted;
    answer();
    return { name, end, after, isClosed, outcome: await outcome };
  });
  expect(await Promise.all(met)).toEqual(
    calls.map(({ name, end }) => {
      const isShown = shownAfterMs !== undefined && end !== 'an answer';
      const isEnded = isShown && (end === 'Cancel' || onEscape === 'ends');
      const ended = name === 'signAndSendTransaction' ? 'SUBMISSION_UNKNOWN' : 'USER_CANCELLED';
      return {
        name,
        end,
        after: isShown ? shownAfterMs : undefined,
        isClosed: isShown ? true : undefined,
        outcome: isEnded ? ended : (ANSWER[name] ?? 'result'),
      };
    }),
  );
});

it('a dialog that was hidden comes again for the next call, and not for the same ones', async () => {
  page = openPage();
  const { asked, answer, shown, call } = await createCell('signMessage', 'Escape');
  const outcomes = [call()];
  await asked;
  await lookAway();
  await expect.poll(() => shown.length).toBe(1);
  shown[0]?.hide?.();
  expect(shown[0]?.signal.aborted).toBe(true);
  const calledAt = performance.now();
  outcomes.push(call());
  await expect.poll(() => shown.length).toBe(2);
  expect(shown[1]?.at).toBeGreaterThan(calledAt + 2_990);
  shown[1]?.hide?.();
  await lookAway();
  await wait(LONGEST_MS);
  expect(shown).toHaveLength(2);
  answer();
  expect(await Promise.all(outcomes)).toEqual(['result', 'result']);
});

it('the browser’s own question before a wallet app that is slow to start ends nothing', async () => {
  page = openPage();
  const { launch, dial } = await createPhone();
  const offered: string[] = [];
  const wallet = createMobileWallet({
    ...createSettings(),
    async launch(...given) {
      await lookAway(800);
      await launch(...given);
    },
    async dial(...given) {
      await wait(LONGEST_MS);
      return dial(...given);
    },
    dialogs: { waiting: (dialog) => void offered.push(Object.keys(dialog).join()) },
  });
  const { accounts } = await wallet.features['standard:connect'].connect();
  expect(accounts).toHaveLength(1);
  // As without the question, after three seconds.
  expect(offered).toEqual(['signal,name,want,cancel,reopen']);
});

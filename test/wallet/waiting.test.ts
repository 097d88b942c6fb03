import type { WalletAccount } from '@wallet-standard/base';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createReflector, type Reflector } from '../../mock/src/sockets/reflector.js';
import type { ProgressState } from '../../src/dapp/open/progress.js';
import type { SessionUi } from '../../src/dapp/open/session-ui.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { createEvent } from '../support/event.js';
import { WALLET_CALLS } from '../support/wallet-calls.js';
import { createMetWallet, openAndroidPage, WAYS } from '../support/ways.js';

type Shown = Parameters<SessionUi['waiting']>[0];

/** The calls that need the user. */
const CALLS = Object.keys(WALLET_CALLS) as (keyof typeof WALLET_CALLS)[];
const WITHOUT_ACCOUNT = ['connect', 'transact'];

/**
 * When the user comes back to the page, seen from the call: the first of its session, or one after another.
 */
const MOMENTS = [
  'before its request',
  'while it is pending',
  'while it is pending after another',
  'between the two',
  'before it in idleMs',
] as const;

let page: ReturnType<typeof openAndroidPage>;
let reflector: Reflector;
let onShown = (): void => {};
/** Resolves when any call shows its next dialog. */
const whenShown = () =>
  new Promise<void>((resolve) => {
    onShown = resolve;
  });
beforeEach(async () => {
  page = openAndroidPage();
  reflector = await createReflector();
});
afterEach(() => reflector.close());

/**
 * Prepares a page, and returns one call of it. `arrived` resolves when the user may come back, and the call
 * goes on with `opened`.
 */
async function createCell(
  name: (typeof CALLS)[number],
  way: (typeof WAYS)[number],
  moment: (typeof MOMENTS)[number],
  opened: Promise<void>,
) {
  const arrived = createEvent();
  const asked = createEvent();
  const shown: Shown[] = [];
  const progress: ProgressState[] = [];
  const idle = createEvent();
  let isReady = false;
  const { options, leave } = await createMetWallet(
    way,
    { type: 'reflector', host: reflector.host },
    {
      approve({ type }) {
        const isBefore = type === 'authorize' && !WITHOUT_ACCOUNT.includes(name);
        if (!isReady || isBefore) return { approved: true };
        arrived.happen();
        asked.happen();
        return new Promise(() => {});
      },
    },
    async () => {
      if (!isReady || moment !== 'before its request') return;
      arrived.happen();
      await opened;
    },
  );
  onTestFinished(leave);
  const waiting = (dialog: Shown): void => {
    shown.push(dialog);
    onShown();
  };
  const wallet = createMobileWallet({
    ...options,
    dialogs: { ...options.dialogs, waiting },
    onProgress({ state }) {
      progress.push(state);
      if (state === 'idle') idle.happen();
    },
    ...(moment === 'before it in idleMs' && { idleMs: 600_000 }),
  });
  if (!WITHOUT_ACCOUNT.includes(name)) {
    await wallet.features['standard:connect'].connect();
    await leave();
    await idle.happened;
  }
  const { transact } = wallet.features['mobile-wallet-standard:transact'];
  const run = async (): Promise<unknown> => {
    isReady = true;
    // In a microtask after another call, a session is still open.
    if (moment.includes('after') || moment.includes('between'))
      await transact(async ({ getCapabilities }) => {
        await getCapabilities();
        if (moment.includes('after')) return;
        arrived.happen();
        await opened;
      });
    if (moment.includes('idleMs')) {
      await transact(({ getCapabilities }) => getCapabilities());
      arrived.happen();
      await opened;
    }
    return WALLET_CALLS[name](wallet, wallet.accounts[0] as WalletAccount);
  };
  /** Returns what the open dialog was passed besides the usual. */
  const getOpen = () => {
    const open = shown.filter(({ signal }) => !signal.aborted);
    return open.map(({ signal: _, cancel: __, ...offered }) => Object.keys(offered).join());
  };
  return {
    title: `${name} by ${way}`,
    arrived: arrived.happened,
    /** Resolves when the wallet has the call's request, which it never answers. */
    asked: asked.happened,
    run: () => run().catch((error) => error),
    getOpen,
    cancel: () => shown.at(-1)?.cancel(),
    progress,
    expected: way === 'code' ? ['name,want,remote'] : ['name,want'],
  };
}

describe('a call in a session whose user comes back to the page without an answer', () => {
  it.each(MOMENTS)('%s: has a dialog, and ends by its Cancel', async (moment) => {
    const gate = createEvent();
    const cells: Awaited<ReturnType<typeof createCell>>[] = [];
    // One by one, because on a busy machine so many handshakes at once would take longer than each may.
    for (const name of CALLS)
      for (const way of WAYS) cells.push(await createCell(name, way, moment, gate.happened));
    const outcomes = cells.map(async ({ title, run }) => [title, await run()]);
    await Promise.all(cells.map(({ arrived }) => arrived));
    page.leave();
    page.returnToPage();
    gate.happen();
    const getOpen = () => cells.map((cell) => [cell.title, cell.getOpen()]);
    const ended = Promise.race(outcomes).then(() => 'ended');
    while (cells.some((cell) => cell.getOpen().length === 0))
      if ((await Promise.race([whenShown(), ended])) === 'ended') break;
    expect(getOpen()).toEqual(cells.map(({ title, expected }) => [title, expected]));
    // Before that, nothing is sent, and a send would be known to be unsent.
    await Promise.all(cells.map(({ asked }) => asked));
    for (const { cancel } of cells) cancel();
    const isCancelled = expect.objectContaining({ code: 'USER_CANCELLED' });
    expect(await Promise.all(outcomes)).toEqual(
      cells.map(({ title }) => [
        title,
        title.includes('Send')
          ? expect.objectContaining({ code: 'SUBMISSION_UNKNOWN', cause: isCancelled })
          : isCancelled,
      ]),
    );
    expect(getOpen()).toEqual(cells.map(({ title }) => [title, []]));
    expect(cells.map(({ progress }) => progress.at(-1))).toEqual(cells.map(() => 'idle'));
  });
});

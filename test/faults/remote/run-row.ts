import { getEventListeners } from 'node:events';
import { expect } from 'vitest';
import type { SessionConfig } from '../../../src/dapp/open/session-config.js';
import type { ShowQrCode } from '../../../src/dapp/open/session-ui.js';
import { createMobileWallet } from '../../../src/wallet/register.js';
import { until, within } from '../../support/patience.js';
import { createMemoryStore } from '../../support/wallet.js';
import { CALLS, type Setting } from '../calls.js';
import { expectOutcome } from '../expect.js';
import { BOUND, getBound, OWN_ERROR } from '../row.js';
import type { Intermediary } from './intermediary.js';
import { createRemotePhone, type Phone } from './phone.js';
import { startReflector } from './reflector.js';
import { startRelays } from './relays.js';
import type { Code, RemoteRow } from './row.js';

const identity = { name: 'Example', uri: 'https://example.com', icon: '/favicon.png' };
/** Longer than any row takes. */
const IDLE_MS = 60_000;
const HONEST = [{ at: 'hello' }] as const;

/**
 * Makes the row's call while the wallet or what lies between misbehaves, and expects it to end as the row
 * says, within its time limit. If the session has ended with it, nothing may be left open at either end, and
 * the next call must show a fresh code that says why. In any case the next call must succeed.
 */
export async function runRemoteRow(row: RemoteRow): Promise<void> {
  const waiting = new Map<string, () => void>();
  const milestones: Milestones = {
    reach: (milestone) => waiting.get(milestone)?.(),
    whenReached: (milestone) => new Promise((resolve) => waiting.set(milestone, resolve)),
  };
  const intermediary = await startIntermediary(row, () => milestones.reach('carried'));
  let expectEnd = async (): Promise<void> => {};
  try {
    expectEnd = await runAt(intermediary, milestones, row);
  } finally {
    await intermediary.close();
  }
  // With what lies between, the last session has ended.
  await expectEnd();
}

type Milestones = Readonly<{
  reach(milestone: string): void;
  /** Resolves when the milestone is next reached. */
  whenReached(milestone: string): Promise<void>;
}>;

/** Returns a function that expects everything to be closed once the intermediary is. */
async function runAt(
  intermediary: Intermediary,
  { reach, whenReached }: Milestones,
  row: RemoteRow,
): Promise<() => Promise<void>> {
  const owner = await createRemotePhone(row.phone ?? {}, reach);
  const other = row.other && (await createRemotePhone(row.other, reach));
  const phones = [owner, ...(other ? [other] : [])];
  let isFaulty = false;
  let state = 'idle';
  const codes: Code[] = [];
  const show: ShowQrCode = (code) => {
    codes.push(code);
    const count = codes.length - codesBefore;
    if (isFaulty && row.onCode) row.onCode(code, other ?? owner, count);
    else (isFaulty && other ? other : owner).scan(code.uri);
  };
  let codesBefore = 0;
  const controller = new AbortController();
  const remote = { ...intermediary.remote, idleMs: row.idleMs ?? IDLE_MS };
  const onProgress: SessionConfig['onProgress'] = (progress) => {
    state = progress.state;
    reach(state);
  };
  const wallet = createMobileWallet({
    identity,
    chains: ['solana:devnet'],
    store: createMemoryStore(),
    remote,
    dialogs: { scan: show },
    onProgress,
    // The dapp's log says what a request is before it leaves; what lies between cannot read it.
    ...(row.since && { debug: (line: string) => reach(/→ \w+/.exec(line)?.[0] ?? '') }),
  });
  const config = { remote: (await row.remote?.(remote)) ?? remote, scan: show, onProgress };
  const setting: Setting = { wallet, config, signal: controller.signal };
  const { run, startsConnected } = CALLS[row.call];
  if (startsConnected) await within(BOUND, wallet.features['standard:connect'].connect(), 'the connect');
  if (row.idleMs !== undefined) await expectNothingLeft(intermediary, phones, codes);

  isFaulty = true;
  codesBefore = codes.length;
  for (const phone of phones) phone.wallet.misbehave(row.faults ?? HONEST);
  const begin = (): Promise<void> | undefined => {
    intermediary.setFaulty(true);
    return row.ends && whenReached(row.ends.at);
  };
  const reached = Promise.resolve(row.since ? whenReached(`→ ${row.since}`).then(begin) : begin());
  const settled = run(setting).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  let ending: Promise<void> = Promise.resolve();
  await within(BOUND, reached, `the call's way to ${row.ends?.at ?? row.since}`);
  if (row.ends) {
    if (row.ends.by === 'abort') controller.abort(OWN_ERROR);
    else if (row.ends.by === 'cancel') codes.at(-1)?.cancel();
    else ending = wallet.features['standard:disconnect'].disconnect();
  }
  expectOutcome(row, await within(getBound(row), settled, 'the call'));
  await within(BOUND, ending, 'the disconnect');
  expect(wallet.accounts.length > 0).toBe(row.connected);
  expect(codes.length - codesBefore).toBe(row.codes ?? (startsConnected && row.idleMs === undefined ? 0 : 1));
  if (row.isLeft) for (const phone of phones) phone.leave();
  if (row.next) {
    await until(() => state === 'idle', 'the state idle');
    await expectNothingLeft(intermediary, phones, codes);
  } else expect(state).toBe('ready');
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);

  isFaulty = false;
  intermediary.setFaulty(false);
  for (const phone of phones) phone.wallet.misbehave(HONEST);
  const shown = codes.map(({ uri }) => uri);
  const next = wallet.accounts.length > 0 ? CALLS.signMessage : CALLS.connect;
  await within(BOUND, next.run(setting), 'the next call');
  expect(codes.slice(shown.length).map(({ reason }) => reason)).toEqual(row.next ? [row.next] : []);
  if (row.next) expect(shown).not.toContain(codes.at(-1)?.uri);

  return async () => {
    await until(() => state === 'idle', 'the end of the last session');
    await expectNothingLeft(intermediary, phones, codes);
  };
}

function startIntermediary(row: RemoteRow, onRequest: () => void): Promise<Intermediary> {
  return row.by === 'reflector'
    ? startReflector(row.reflector ?? {}, row.subprotocol ?? 'binary', onRequest)
    : startRelays(row.relays ?? [{}], onRequest);
}

/** Expects all connections and sessions to be closed, and all codes to be withdrawn. */
async function expectNothingLeft(
  intermediary: Intermediary,
  phones: readonly Phone[],
  codes: readonly Code[],
): Promise<void> {
  await until(() => intermediary.countConnections() === 0, 'the connections to be closed');
  await within(BOUND, Promise.all(phones.map((phone) => phone.whenIdle())), 'the wallet’s end to be closed');
  expect(codes.every(({ signal }) => signal.aborted)).toBe(true);
}

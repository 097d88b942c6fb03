import { getEventListeners } from 'node:events';
import { expect } from 'vitest';
import { createMobileWallet } from '../../src/wallet/register.js';
import { until, within } from '../support/patience.js';
import { createMemoryStore } from '../support/wallet.js';
import { CALLS, type Setting } from './calls.js';
import { countResources, expectOutcome, expectResources } from './expect.js';
import { createLink, type Link } from './link.js';
import { BOUND, getBound, OWN_ERROR, type Row } from './row.js';

const identity = { name: 'Example', uri: 'https://example.com', icon: '/favicon.png' };

/**
 * Makes the row's call while the wallet misbehaves, and expects it to end as the row says, within its time
 * limit, with nothing left open at either end. Then the wallet behaves, and the next call must succeed.
 */
export async function runRow(row: Row, countsResources: boolean): Promise<void> {
  const before = countResources();
  const link = await createLink(row.link ?? 'memory', row.phone ?? {});
  const fault = { isOn: false };
  const controller = new AbortController();
  const config = getSeams(link, row, fault);
  const wallet = createMobileWallet({
    identity,
    chains: ['solana:devnet'],
    store: createMemoryStore(),
    ...(row.idleMs !== undefined && { idleMs: row.idleMs }),
    ...config,
  });
  const setting: Setting = { wallet, config, signal: controller.signal };
  const { run, startsConnected } = CALLS[row.call];
  if (startsConnected) await wallet.features['standard:connect'].connect();
  await within(BOUND, link.whenIdle(), 'the sessions before the fault');

  fault.isOn = true;
  link.wallet.misbehave(row.faults ?? []);
  const reached = row.ends ? link.whenReached(row.ends.at, row.ends.nth) : Promise.resolve();
  const settled = run(setting).then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
  let ending: Promise<void> = Promise.resolve();
  if (row.ends) {
    await within(BOUND, reached, `the call's way to ${row.ends.at}`);
    if (row.ends.by === 'abort') controller.abort(OWN_ERROR);
    else ending = wallet.features['standard:disconnect'].disconnect();
  }
  expectOutcome(row, await within(getBound(row), settled, 'the call'));
  await within(BOUND, ending, 'the disconnect');
  expect(wallet.accounts.length > 0).toBe(row.connected);
  if (row.isRight) expect(wallet.accounts[0]).toSatisfy(row.isRight);
  const sends = link.methods.filter((method) => method === 'sign_and_send_transactions');
  if (row.sends !== undefined) expect(sends).toHaveLength(row.sends);
  if (row.isLeft) await link.close();
  await expectNothingLeft(link, controller.signal);

  fault.isOn = false;
  link.wallet.misbehave([]);
  const next = wallet.accounts.length > 0 ? CALLS.signMessage : CALLS.connect;
  await within(BOUND, next.run(setting), 'the next call');
  expect(wallet.accounts).not.toHaveLength(0);
  expect(link.launches.at(-1)).toContain(row.base ?? 'solana-wallet:/');
  await expectNothingLeft(link, controller.signal);
  if (countsResources) await expectResources(before);
}

function getSeams(link: Link, row: Row, fault: Readonly<{ isOn: boolean }>): Pick<Link, 'launch' | 'dial'> {
  const faultyDial = row.dial?.(link.dial);
  return {
    async launch(uri, options) {
      link.note('launch', options.signal);
      await (fault.isOn && row.launch ? row.launch : link.launch)(uri, options);
    },
    dial(url, options) {
      link.note('dial', options.signal);
      return (fault.isOn && faultyDial ? faultyDial : link.dial)(url, options);
    },
  };
}

async function expectNothingLeft(link: Link, signal: AbortSignal): Promise<void> {
  await until(() => link.countOpen() === 0, 'the dapp’s end to be closed');
  await within(BOUND, link.whenIdle(), 'the wallet’s end to be closed');
  await until(() => link.countListeners() === 0, 'the signals to be let go');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
}

import { expect, test } from '@playwright/test';
import { readFigure } from '../bench/comparison.js';
import { FLOW_NAMES, type FlowName } from '../bench/launches/flows.js';
import { measureLaunches, serveFlows } from '../bench/launches/run.js';
import { useResource } from './bundle.js';

/** How often each flow may open the wallet app. */
const BUDGET: Readonly<Record<FlowName, number>> = {
  connect: 1,
  'connect and sign in, in one tick': 1,
  'connect, then sign a message': 1,
  'connect, then send a transaction': 1,
  'sign in with nonce A; another tap: with nonce B': 2,
  '3 sends in one call': 1,
  '25 transactions to sign in one call': 1,
  '5 messages to sign, a call each, in one tick': 1,
  'sign a message after the wallet forgot its token': 1,
};

const site = useResource(serveFlows);

for (const name of FLOW_NAMES) {
  test(`launches to ${name}: ${BUDGET[name]}`, async ({ browser }) => {
    const { launches, outcome } = await measureLaunches(browser, site, 'own', name);
    expect(launches).toBe(BUDGET[name]);
    // A flow that fails early would stay within any budget.
    expect(outcome).not.toMatch(/hangs|rejects/);
    expect(readFigure('launches', name, 'our launches')).toBe(launches);
  });
}

test.describe('the bench states the launches of the published package', () => {
  // It calls a wallet app absent that takes more than three seconds to come to the front, as the mock does on
  // a busy machine.
  test.describe.configure({ retries: 3 });

  // The flows in README's table.
  for (const name of ['connect, then send a transaction', '3 sends in one call'] as const) {
    for (const library of ['peer', 'next'] as const) {
      test(`${library}, to ${name}`, async ({ browser }) => {
        const tappedAgain = await measureLaunches(browser, site, library, name, true);
        expect(tappedAgain.outcome).not.toMatch(/hangs|rejects/);
        expect(readFigure('launches', name, `${library} launches`)).toBe(tappedAgain.launches);
        const { outcome } = await measureLaunches(browser, site, library, name);
        expect(outcome).toMatch(/^rejects/);
      });
    }
  }
});

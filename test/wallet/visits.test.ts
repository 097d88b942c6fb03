import { expect, it } from 'vitest';
import type { SessionUi } from '../../src/dapp/open/session-ui.js';
import { transact } from '../../src/transact/bytes.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { openPage } from '../support/left-page.js';
import { createPhone } from '../support/phone.js';
import { createSettings } from '../support/wallet.js';

/**
 * What a launch does: an app opens and closes at once, or stays open for as long as a person needs to decide,
 * and nobody listens; or it answers.
 */
type Visit = 'flickers' | 'stays' | 'answers';

/** A page, and launches that do one of `visits` each. */
async function setUp(visits: readonly Visit[]) {
  const page = openPage();
  const phone = await createPhone();
  let count = 0;
  const getVisit = () => visits[count - 1];
  const config: Pick<typeof phone, 'launch' | 'dial'> = {
    async launch(...given) {
      count++;
      if (getVisit() === 'answers') return phone.launch(...given);
      if (getVisit() === 'stays') return page.visitAnother();
      page.leave();
      page.returnToPage();
    },
    async dial(...given) {
      if (getVisit() !== 'answers') throw new Error('nobody listens');
      return phone.dial(...given);
    },
  };
  return { phone, config, countVisits: () => count };
}

/** What the user answers to a dialog: “Try again”, or Cancel. */
type Answer = 'again' | 'cancel';
const ASKED = 'Your wallet didn’t answer';

it.each<[visits: readonly Visit[], answers: readonly Answer[], calls: readonly (readonly string[])[]]>([
  [['flickers'], ['cancel'], [[ASKED, 'WALLET_NOT_FOUND']]],
  [['flickers', 'answers'], ['again'], [[ASKED, 'connected']]],
  [
    ['flickers', 'flickers', 'stays'],
    ['again', 'again', 'cancel'],
    [[ASKED, ASKED, ASKED, 'USER_CANCELLED']],
  ],
  [['stays'], [], [['USER_CANCELLED']]],
  [['stays', 'stays'], ['cancel'], [['USER_CANCELLED'], [ASKED, 'USER_CANCELLED']]],
  [['stays', 'stays', 'answers'], ['again'], [['USER_CANCELLED'], [ASKED, 'connected']]],
  [['stays', 'flickers'], ['cancel'], [['USER_CANCELLED'], [ASKED, 'WALLET_NOT_FOUND']]],
  [
    ['flickers', 'stays'],
    ['cancel', 'cancel'],
    [
      [ASKED, 'WALLET_NOT_FOUND'],
      [ASKED, 'USER_CANCELLED'],
    ],
  ],
  [['stays', 'answers', 'stays'], [], [['USER_CANCELLED'], ['connected'], ['USER_CANCELLED']]],
])('a wallet app that %j is asked about: %j', async (visits, answers, calls) => {
  const { phone, config, countVisits } = await setUp(visits);
  const left = [...answers];
  let steps: string[] = [];
  const notFound: SessionUi['notFound'] = async ({ signal: _, ...offered }) => {
    expect(offered).toEqual({ choices: ['try-again'], reason: 'no-answer', want: 'connect' });
    steps.push(ASKED);
    return left.shift() === 'again' ? 'try-again' : 'cancel';
  };
  const { features } = createMobileWallet({
    ...createSettings(),
    ...config,
    dialogs: { notFound, waiting: () => {} },
  });
  const met: string[][] = [];
  for (const _ of calls) {
    steps = [];
    met.push(steps);
    const connecting = features['standard:connect'].connect();
    steps.push(await connecting.then(() => 'connected').catch(({ code }) => code));
    if (steps.at(-1) === 'connected') await features['standard:disconnect'].disconnect();
    await phone.whenIdle();
  }
  expect(met).toEqual(calls);
  expect([left, countVisits()]).toEqual([[], visits.length]);
});

it.each<[visit: Visit, code: string]>([
  ['flickers', 'WALLET_NOT_FOUND'],
  ['stays', 'USER_CANCELLED'],
])('without dialogs, a wallet app that %s is %s, each time', async (visit, code) => {
  const { config } = await setUp(Array(4).fill(visit));
  const { features } = createMobileWallet({
    ...createSettings(),
    ...config,
    dialogs: false,
  });
  for (let call = 0; call < 2; call++) {
    await expect(features['standard:connect'].connect()).toRejectWith(code as 'USER_CANCELLED');
    await expect(transact(() => {}, config)).toRejectWith(code as 'USER_CANCELLED');
  }
});

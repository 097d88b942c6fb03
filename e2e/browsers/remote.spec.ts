import { expect } from '@playwright/test';
import { approveAll } from '../../mock/src/index.js';
import { createReflector, type OpenAssociation } from '../../mock/src/server.js';
import { startNostrRelay } from '../../test/support/nostr-relay.js';
import { useResource } from '../bundle.js';
import type { Tab } from './engine.js';
import { type Intermediary, startReflector, startRelayBesideDeadOne } from './intermediaries.js';
import {
  expectSent,
  expectSignedIn,
  expectSignedMessage,
  expectSignedTransaction,
  fund,
} from './outcomes.js';
import {
  call,
  readDialog,
  readOutput,
  scanCode,
  tap,
  waitFor,
  waitForDialog,
  waitForNoDialog,
} from './screen.js';
import { type BrowserName, CHROMIUM_SUFFICES, type Dapp, test } from './test.js';

const SCAN_TITLE = 'Use a wallet on another device';
const WAITING_TITLE = 'Look at your phone';

/** How many codes the page has shown. */
const CODES = "states.filter((state) => state === 'scanning').length";

/**
 * Whether the wallet notices that the page is left. Firefox closes the page's connections before the page is
 * told, and a relay does not tell the wallet.
 */
function isEndKnown({ type }: Intermediary['remote'], engine: BrowserName): boolean {
  return type === 'reflector' || engine !== 'firefox';
}

/** Connects to a wallet that scans the code. */
async function connect(tab: Tab, dapp: Dapp): Promise<OpenAssociation> {
  await tap(tab, 'Connect');
  const wallet = await dapp.openWallet(await scanCode(tab));
  expect(await readOutput(tab)).toEqual({ result: [dapp.wallet.accounts[0]?.address] });
  await waitForNoDialog(tab);
  return wallet;
}

for (const [name, start, details] of [
  ['a reflector', startReflector, {}],
  ['the Nostr relay that is not dead', startRelayBesideDeadOne, CHROMIUM_SUFFICES],
] as const) {
  test.describe(`through ${name}`, () => {
    const intermediary = useResource(start);

    test('one code for all calls of a sitting, and one more after a reload', async ({
      tab,
      dapp,
      engine,
    }) => {
      const account = dapp.wallet.accounts[0]?.address ?? '';
      const { remote } = intermediary;
      await tab.open(dapp.getUrl({ blockhash: await fund(dapp), remote }));

      await tap(tab, 'Connect');
      expect(await waitForDialog(tab)).toBe(SCAN_TITLE);
      const first = await dapp.openWallet(await scanCode(tab));
      expect(await readOutput(tab)).toEqual({ result: [account] });
      await waitForNoDialog(tab);
      expectSignedIn(await call(tab, 'Sign in'), account);
      expectSignedTransaction(await call(tab, 'Sign transaction'), account);
      expectSignedMessage(await call(tab, 'Sign message'), account);
      await expectSent(await call(tab, 'Send'), dapp);
      expect(await tab.evaluate(CODES)).toBe(1);
      expect(dapp.launched).toEqual([]);

      await tab.reload();
      await (isEndKnown(remote, engine) ? first.ended : first.close());
      await waitFor(tab, "typeof getAddresses === 'function'");
      expect(await tab.evaluate('getAddresses()')).toEqual([account]);
      await tap(tab, 'Sign message');
      const second = await dapp.openWallet(await scanCode(tab));
      expectSignedMessage(await readOutput(tab), account);
      expect(await call(tab, 'Disconnect')).toEqual({ result: 0 });
      await second.ended;
      await expect.poll(intermediary.countConnections).toBe(0);

      const approved = ['sign-in', 'sign-transactions', 'sign-messages', 'sign-and-send-transactions'];
      // A token is not sent through a reflector, because anyone there could play the wallet.
      const again = remote.type === 'reflector' ? ['authorize', 'sign-messages'] : ['sign-messages'];
      expect(dapp.asked.map(({ type }) => type)).toEqual(['authorize', ...approved, ...again]);
    });

    test(
      'Cancel ends the code, or the session; the next code says why',
      details,
      async ({ tab, dapp, engine }) => {
        await tab.open(dapp.getUrl({ remote: intermediary.remote }));
        await tap(tab, 'Connect');
        await scanCode(tab);
        await tap(tab, 'Cancel');
        expect(await readOutput(tab)).toEqual({ error: 'USER_CANCELLED' });
        await waitForNoDialog(tab);
        await expect.poll(intermediary.countConnections).toBe(0);

        const wallet = await connect(tab, dapp);
        dapp.approveWith(() => new Promise(() => {}));
        await tap(tab, 'Sign message');
        expect(await waitForDialog(tab)).toBe(WAITING_TITLE);
        const { address = '' } = dapp.wallet.accounts[0] ?? {};
        expect(await readDialog(tab)).toContain(`${address.slice(0, 6)}…${address.slice(-6)}`);
        await tap(tab, 'Cancel');
        expect(await readOutput(tab)).toEqual({ error: 'USER_CANCELLED' });
        await wallet.ended;
        await waitForNoDialog(tab);

        dapp.approveWith(approveAll);
        await tap(tab, 'Sign message');
        expect(await waitForDialog(tab)).toBe(SCAN_TITLE);
        expect(await readDialog(tab)).toContain('You cancelled');
        const next = await dapp.openWallet(await scanCode(tab));
        expect(await readOutput(tab)).toHaveProperty('result.signature');
        await tab.close();
        await (isEndKnown(intermediary.remote, engine) ? next.ended : next.close());
        await expect.poll(intermediary.countConnections).toBe(0);
      },
    );
  });
}

test('a code that has expired is replaced by a fresh one', CHROMIUM_SUFFICES, async ({ tab, dapp }) => {
  let connections = 0;
  const { host, close } = await createReflector({
    isAllowed: () => ++connections > 0,
    // The second code stays, however long it takes until it is scanned.
    get halfOpenTimeout() {
      return connections === 1 ? 1_500 : 60_000;
    },
  });
  await tab.open(dapp.getUrl({ remote: { type: 'reflector', host } }));
  await tap(tab, 'Connect');
  await expect.poll(() => readDialog(tab)).toContain('This is a new QR code.');
  dapp.openWallet(await scanCode(tab));
  expect(await readOutput(tab)).toEqual({ result: [dapp.wallet.accounts[0]?.address] });
  await close();
});

test('a wallet that leaves during a request ends the call; the next code says why', async ({ tab, dapp }) => {
  const { host, close } = await createReflector();
  await tab.open(dapp.getUrl({ remote: { type: 'reflector', host } }));
  const wallet = await connect(tab, dapp);
  dapp.approveWith(() => new Promise(() => {}));
  await tap(tab, 'Sign message');
  await waitForDialog(tab);
  await wallet.close();
  expect(await readOutput(tab)).toEqual({ error: 'SESSION_CLOSED' });
  await waitForNoDialog(tab);

  dapp.approveWith(approveAll);
  await tap(tab, 'Sign message');
  expect(await waitForDialog(tab)).toBe(SCAN_TITLE);
  expect(await readDialog(tab)).toContain('Your wallet disconnected.');
  dapp.openWallet(await scanCode(tab));
  expect(await readOutput(tab)).toHaveProperty('result.signature');
  await close();
});

test(
  'a relay that closes during a request ends the call; the next code says why',
  CHROMIUM_SUFFICES,
  async ({ tab, dapp }) => {
    const relays = [await startNostrRelay(), await startNostrRelay()] as const;
    const [first, second] = relays;
    await tab.open(dapp.getUrl({ remote: { type: 'nostr', relays: relays.map(({ host }) => host) } }));
    await connect(tab, dapp);
    dapp.approveWith(() => new Promise(() => {}));
    await tap(tab, 'Sign message');
    await waitForDialog(tab);
    const [used, other] = first.sockets.size > 0 ? [first, second] : [second, first];
    await used.close();
    expect(await readOutput(tab)).toEqual({ error: 'SESSION_CLOSED' });
    await waitForNoDialog(tab);

    dapp.approveWith(approveAll);
    await tap(tab, 'Sign message');
    expect(await waitForDialog(tab)).toBe(SCAN_TITLE);
    expect(await readDialog(tab)).toContain('The connection was lost.');
    dapp.openWallet(await scanCode(tab));
    expect(await readOutput(tab)).toHaveProperty('result.signature');
    await other.close();
  },
);

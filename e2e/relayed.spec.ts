import { expect, type Page } from '@playwright/test';
import { getBase58Encoder } from '@solana/kit';
import { parseAssociationUri } from 'mobile-wallet-standard/endpoint';
import { createLiteSvmChain, type LiteSvmChain } from '../mock/src/chain/litesvm-chain.js';
import { createReflector, type Reflector } from '../mock/src/server.js';
import { fetchBlockhash } from '../test/support/chain.js';
import { createEvent } from '../test/support/event.js';
import { BLOCKED, test as base, type Dapp } from './permission/dapp.js';

// A page on a public origin whose browser blocks loopback, and a reflector, which Chromium treats as public.
const test = base.extend<{ chain: LiteSvmChain; visit: () => Promise<void> }, { reflector: Reflector }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed.
  chain: async ({}, use) => use(createLiteSvmChain()),
  mockWalletOptions: ({ chain }, use) => use({ chain }),
  visit: ({ dapp, chain, mockWallet, reflector }, use) =>
    use(async () => {
      chain.airdrop(mockWallet.accounts[0]?.address ?? '', 1_000_000_000n);
      const bytes = getBase58Encoder().encode(await fetchBlockhash(chain));
      const blockhash = Buffer.from(bytes).toString('hex');
      await dapp.open({ remote: reflector.host, blockhash });
    }),
  reflector: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed.
    async ({}, use) => {
      const reflector = await createReflector();
      await use(reflector);
      await reflector.close();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, reflector }, use) => {
      const [, port] = reflector.host.split(':');
      const args = launchOptions.args?.map((arg) =>
        arg.startsWith('--ip-address-space-overrides=')
          ? `${arg},127.0.0.1:${port}=public,[::1]:${port}=public`
          : arg,
      );
      await use({ ...launchOptions, ...(args && { args }) });
    },
    { scope: 'worker' },
  ],
});

const PROGRESS = 'preparing launching connecting waiting';
const SITE_BLOCKS = 'This site cannot open your wallet';
const RELAYED = { launches: 1, progress: PROGRESS };

/** Taps a button of the page, and expects no dialog. Resolves with the outcome of its call. */
async function tap(page: Page, dapp: Dapp, name: string): Promise<unknown> {
  await page.getByRole('button', { name }).click();
  const outcome = await dapp.evaluate('outcome');
  await expect(dapp.dialog).toHaveCount(0);
  return outcome;
}

/** Connects by the dialog "Open wallet", which is the only further tap of the first visit. */
async function connectByDialog(page: Page, dapp: Dapp, title = BLOCKED): Promise<unknown> {
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(dapp.dialog).toHaveAccessibleName(title);
  await dapp.dialog.getByRole('button', { name: 'Open wallet' }).click();
  return dapp.evaluate('outcome');
}

/** Connects on a first visit, then signs and sends on it and on a second one, each with one tap. */
async function useOnTwoVisits(page: Page, dapp: Dapp, title = BLOCKED): Promise<void> {
  const progress = `preparing idle ${PROGRESS}`;
  expect(await connectByDialog(page, dapp, title)).toEqual({ accounts: 1, launches: 1, progress });
  expect(await tap(page, dapp, 'Sign')).toEqual({ signature: 64, ...RELAYED });
  expect(await tap(page, dapp, 'Send')).toEqual({ signature: 64, ...RELAYED });
  await page.reload();
  expect(await tap(page, dapp, 'Sign')).toEqual({ signature: 64, ...RELAYED });
  await dapp.evaluate('disconnect()');
  expect(await tap(page, dapp, 'Connect')).toEqual({ accounts: 1, ...RELAYED });
}

const getTypes = ({ launches }: { launches: readonly { uri: string }[] }): readonly string[] =>
  launches.map(({ uri }) => parseAssociationUri(uri).association.type);

test('a denied permission: the relay after one more tap, then always; loopback once it is allowed', async ({
  page,
  dapp,
  mockWallet,
  visit,
}) => {
  await dapp.setPermission('denied');
  await visit();
  await useOnTwoVisits(page, dapp);
  await dapp.setPermission('granted');
  expect(await tap(page, dapp, 'Sign')).toEqual({ signature: 64, ...RELAYED });
  expect(getTypes(mockWallet)).toEqual(['remote', 'remote', 'remote', 'remote', 'remote', 'local']);
});

test('a dialog that is closed ends the call with LOOPBACK_BLOCKED, and leaves nothing open', async ({
  page,
  dapp,
  mockWallet,
  reflector,
  visit,
}) => {
  await dapp.setPermission('denied');
  await visit();
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect.poll(() => reflector.getStats().halfOpen).toBe(1);
  await dapp.dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await dapp.evaluate('outcome')).toMatchObject({ code: 'LOOPBACK_BLOCKED', launches: 0 });
  await expect.poll(() => reflector.getStats().halfOpen).toBe(0);
  expect(mockWallet.launches).toEqual([]);
});

/** The page's own server, with a policy in the header of its document. */
async function setPolicy(page: Page, header: string, value: string): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const url = new URL(route.request().url());
      url.hostname = 'localhost';
      const response = await route.fetch({ url: url.href });
      await route.fulfill({ response, headers: { ...response.headers(), [header]: value } });
    },
  );
}

test('a Permissions-Policy that forbids loopback', async ({ page, dapp, mockWallet, visit }) => {
  await setPolicy(page, 'Permissions-Policy', 'loopback-network=(), local-network-access=()');
  await visit();
  await useOnTwoVisits(page, dapp, SITE_BLOCKS);
  expect(new Set(getTypes(mockWallet))).toEqual(new Set(['remote']));
});

test('a content security policy that forbids loopback, which is known before the wallet app is opened', async ({
  page,
  dapp,
  mockWallet,
  reflector,
  visit,
}) => {
  const policy = `default-src 'self'; connect-src ws://${reflector.host}`;
  await setPolicy(page, 'Content-Security-Policy', policy);
  await dapp.setPermission('granted');
  await visit();
  await useOnTwoVisits(page, dapp, SITE_BLOCKS);
  expect(new Set(getTypes(mockWallet))).toEqual(new Set(['remote']));
});

test('a reflector that is slower than a tap counts asks for another one', async ({ page, dapp, visit }) => {
  await dapp.setPermission('denied');
  await visit();
  await connectByDialog(page, dapp);
  const { happen: goOn, happened: isSlow } = createEvent();
  await page.routeWebSocket(/reflect/, async (socket) => {
    await isSlow;
    socket.connectToServer();
  });
  await page.reload();
  await page.getByRole('button', { name: 'Sign' }).click();
  // As time does, without waiting for it, until the next tap.
  await dapp.evaluate(`
    Object.defineProperty(navigator.userActivation, 'isActive', { configurable: true, value: false });
    addEventListener('pointerdown', () => delete navigator.userActivation.isActive, { once: true, capture: true });
  `);
  goOn();
  await expect(dapp.dialog).toHaveAccessibleName('Example asks for your signature');
  await dapp.dialog.getByRole('button', { name: 'Open wallet' }).click();
  expect(await dapp.evaluate('outcome')).toEqual({ signature: 64, ...RELAYED });
});

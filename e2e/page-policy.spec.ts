import { expect, type Page } from '@playwright/test';
import { CONNECTED, test } from './permission/dapp.js';

// A page on a public origin with a mock wallet, under a policy that does not allow WebSockets to this device.

/** Serves the page with these headers, and with `head` before its own content. */
async function setPolicy(page: Page, headers: Readonly<Record<string, string>>, head = ''): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const url = new URL(route.request().url());
      url.hostname = 'localhost';
      const response = await route.fetch({ url: url.href });
      const body = (await response.text()).replace('<body>', `<head>${head}</head><body>`);
      await route.fulfill({ response, headers: { ...response.headers(), ...headers }, body });
    },
  );
}

const CSP = 'Content-Security-Policy';
const NO_SOCKETS = "default-src 'self'";
const REFUSED = { code: 'LOOPBACK_BLOCKED', launches: 0, progress: 'preparing idle' };

for (const [what, headers, head] of [
  ['default-src', { [CSP]: NO_SOCKETS }],
  ['connect-src', { [CSP]: "connect-src 'self'" }],
  ['a source for http alone', { [CSP]: "connect-src 'self' http://localhost:*" }],
  ['a source for another port', { [CSP]: "connect-src 'self' ws://localhost:5173" }],
  ['one of two policies', { [CSP]: `connect-src *, ${NO_SOCKETS}` }],
  ['a sandbox', { [CSP]: `${NO_SOCKETS}; sandbox allow-scripts allow-same-origin` }],
  ['an element of the page', {}, `<meta http-equiv="${CSP}" content="connect-src 'self'">`],
] as const) {
  test(`a policy by ${what} is named before anything opens`, async ({ page, dapp, mockWallet }) => {
    await setPolicy(page, headers, head);
    await dapp.setPermission('granted');
    await dapp.open();
    await dapp.button.click();
    await expect(dapp.dialog).toHaveAccessibleName('This site cannot open your wallet');
    await expect(dapp.dialog).toContainText('A setting of this site forbids it.');
    await dapp.dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await dapp.evaluate('outcome')).toEqual(REFUSED);
    expect(await dapp.evaluate('failure.context')).toEqual({ policy: 'connect-src ws://localhost:*' });
    expect(await dapp.evaluate('failure.message')).toContain('connect-src ws://localhost:*');
    expect(mockWallet.launches).toEqual([]);
  });
}

test('without dialogs, the error says so at once', async ({ page, dapp }) => {
  await setPolicy(page, { [CSP]: NO_SOCKETS });
  await dapp.setPermission('granted');
  await dapp.open({ withDialogs: false });
  expect(await dapp.connect()).toEqual(REFUSED);
});

test('a page that is not allowed to connect does not ask for the permission to', async ({ page, dapp }) => {
  await setPolicy(page, { [CSP]: NO_SOCKETS });
  await dapp.setPermission('prompt');
  await dapp.open({ withDialogs: false });
  expect(await dapp.connect()).toEqual(REFUSED);
});

for (const [what, headers] of [
  ['only reported', { [`${CSP}-Report-Only`]: NO_SOCKETS }],
  ['against the probe alone', { [CSP]: "connect-src 'self' ws://localhost:*" }],
  ['for insecure requests', { [CSP]: 'upgrade-insecure-requests' }],
] as const) {
  test(`a policy that is ${what} changes nothing`, async ({ page, dapp, mockWallet }) => {
    await setPolicy(page, headers);
    await dapp.setPermission('granted');
    await dapp.open();
    expect(await dapp.connect()).toEqual(CONNECTED);
    expect(mockWallet.launches).toMatchObject([{ isConnected: true }]);
  });
}

test('a violation of another connection of the page, during the dial, changes nothing', async ({
  page,
  dapp,
}) => {
  await setPolicy(page, { [CSP]: "connect-src 'self' ws://localhost:*" });
  await dapp.setPermission('granted');
  await dapp.open();
  await dapp.evaluate(`navigation.addEventListener('navigate', () => {
    new WebSocket('ws://127.0.0.1:50000/solana-wallet');
    new WebSocket('wss://localhost/');
    fetch('http://localhost:50000/').catch(() => {});
  })`);
  expect(await dapp.connect()).toEqual(CONNECTED);
});

test('a check of the policy opens no connection and leaves no line in the console', async ({
  page,
  dapp,
}) => {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await dapp.setPermission('granted');
  await dapp.open();
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(socket.url()));
  expect(await dapp.connect()).toEqual(CONNECTED);
  expect(sockets).toHaveLength(1);
  expect(lines.filter((line) => !/Failed to load resource|ERR_CONNECTION_REFUSED/.test(line))).toEqual([]);
});

test('a page whose test replaces its WebSockets connects, too', async ({ page, dapp }) => {
  await page.routeWebSocket(/rpc/, () => {});
  await dapp.setPermission('granted');
  await dapp.open();
  expect(await dapp.connect()).toEqual(CONNECTED);
});

import { expect, type Page } from '@playwright/test';
import { SolanaMobileWalletAdapterProtocolErrorCode } from '@solana-mobile/mobile-wallet-adapter-protocol';
import { test } from '../../mock/src/playwright.js';
import type { MockWalletOptions } from '../../mock/src/wallet/mock-wallet.js';
import { serveScript, useResource } from '../bundle.js';
import { BLOCKHASH, KEY, run, runHere, SEED, start } from './run.js';

// Mistakes of the published clients with sessions, compared with ours at the same wallet.
const scope = { chain: 'solana:devnet' };
/** An ECDH point and a signature. */
const HELLO_REQ_LENGTH = 65 + 64;
const CLIENTS = [
  ['protocol-kit', 'own kit'],
  ['protocol-web3js', 'own web3js'],
] as const;

const site = useResource(() => serveScript('interop/page.ts'));
test.beforeEach(({ mockWallet }) => expect(mockWallet.accounts).toHaveLength(1));

const useWallet = (options: MockWalletOptions): void =>
  test.use({ mockWalletOptions: { accounts: [{ seed: SEED }], ...options } });

/** Whether an operation has no outcome yet, after the page has handled all pending events. */
async function isPending(page: Page): Promise<boolean> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  return (await page.locator('output').innerText()) === '';
}

test.describe('a wallet that hangs up', () => {
  useWallet({ quirks: { hangsUpOn: 'get_capabilities' } });

  for (const [published, own] of CLIENTS) {
    test(`leaves a call of ${published} pending for ever, because it settles no call when the socket closes`, async ({
      page,
    }) => {
      const socket = page.waitForEvent('websocket');
      await start(page, site.url, published, 'getCapabilities');
      await (await socket).waitForEvent('close');
      expect(await isPending(page)).toBe(true);
      expect(await runHere(page, own, 'getCapabilities')).toMatchObject({
        error: { code: 'SESSION_CLOSED' },
      });
    });
  }
});

test.describe('an error’s data', () => {
  useWallet({ capabilities: { supportedTransactionVersions: [0] } });

  for (const [published, own] of CLIENTS) {
    test(`${published} does not say which transactions are invalid, because it drops the error’s data`, async ({
      page,
    }) => {
      const input = { scope, blockhash: BLOCKHASH };
      const { error } = await run(page, site.url, published, 'signTransactions', input);
      expect(error).toEqual({
        name: 'SolanaMobileWalletAdapterProtocolError',
        code: -2,
        message: expect.any(String),
      });
      expect(await runHere(page, own, 'signTransactions', input)).toMatchObject({
        error: { code: 'INVALID_PAYLOADS', context: { data: { valid: [true, false] } } },
      });
    });
  }
});

test.describe('too many payloads', () => {
  useWallet({ capabilities: { maxMessagesPerRequest: 1 } });

  test('protocol does not know this error, because its table has -5 for it', async ({ page }) => {
    const input = { scope, messages: ['AAAA', 'AAAA'] };
    const { error } = await run(page, site.url, 'protocol', 'signMessages', input);
    expect(error.code).toBe(-6);
    expect(SolanaMobileWalletAdapterProtocolErrorCode.ERROR_TOO_MANY_PAYLOADS).toBe(-5);
    expect(Object.values(SolanaMobileWalletAdapterProtocolErrorCode)).not.toContain(-6);
    expect(await runHere(page, 'own kit', 'signMessages', input)).toMatchObject({
      error: { code: 'TOO_MANY_PAYLOADS', context: { rpcCode: -6 } },
    });
  });
});

test.describe('a wallet that requires an attestation of the origin', () => {
  const uri = 'https://wallet.example/attest';
  useWallet({ attestation: { uri, context: 'key-1', isAttested: () => true } });

  test('protocol cannot authorize, because it drops the attestation URI', async ({ page }) => {
    const body = "<script>onmessage = ({ source, origin }) => source.postMessage('token', origin)</script>";
    await page.route(uri, (route) => route.fulfill({ contentType: 'text/html', body }));
    const { error } = await run(page, site.url, 'protocol', 'authorize', scope);
    expect(error).toEqual({ name: error.name, code: -100, message: 'attest origin' });
    const { accounts } = await runHere(page, 'own kit', 'authorize', scope);
    expect(accounts).toMatchObject([{ address: KEY }]);
  });
});

test.describe('a legacy wallet', () => {
  useWallet({ protocol: 'legacy' });

  test('grants protocol mainnet instead of devnet, because protocol maps only “solana:devnet”', async ({
    page,
    mockWallet,
  }) => {
    for (const client of ['protocol', 'own kit'])
      await run(page, site.url, client, 'authorize', { chain: 'devnet' });
    expect(mockWallet.asked.map(({ chain }) => chain)).toEqual(['solana:mainnet', 'solana:devnet']);
  });
});

test.describe('parameters', () => {
  useWallet({});

  test('protocol fails if they are frozen, because it modifies them', async ({ page }) => {
    expect(await run(page, site.url, 'protocol', 'authorizeFrozen', scope)).toMatchObject({
      error: { name: 'TypeError', message: expect.stringContaining('read only property') },
    });
    expect(await runHere(page, 'own kit', 'authorizeFrozen', scope)).toMatchObject({
      accounts: [{ address: KEY }],
    });
  });
});

test.describe('accounts', () => {
  useWallet({});

  test('protocol returns them without chains, because it fills in nothing', async ({ page }) => {
    const { accounts } = await run(page, site.url, 'protocol', 'authorize', scope);
    expect(accounts[0]).not.toHaveProperty('chains');
    expect(await runHere(page, 'own kit', 'authorize', scope)).toMatchObject({
      accounts: [{ chains: ['solana:devnet'] }],
    });
  });
});

test.describe('an association', () => {
  const walletUriBase = 'https://wallet.example/apps/one';
  useWallet({ walletUriBase });

  test('protocol opens another address, because it resolves the base URI’s path against the base URI', async ({
    page,
  }) => {
    // 204 keeps the page where it is, so that it can be opened again.
    await page.route('https://wallet.example/**', (route) => route.fulfill({ status: 204 }));
    const request = page.waitForRequest('https://wallet.example/**');
    const input = { scope, baseUri: walletUriBase };
    await start(page, site.url, 'protocol', 'authorizeAt', input);
    expect(new URL((await request).url()).pathname).toBe('/apps/apps/one/v1/associate/local');
    expect(await run(page, site.url, 'own kit', 'authorizeAt', input)).toMatchObject({
      accounts: [{ address: KEY }],
    });
  });

  test('protocol offers one of the two subprotocols, because it does not support base64 on loopback', async ({
    page,
  }) => {
    const offered: string[][] = [];
    await page.routeWebSocket(/solana-wallet/, (socket) => {
      // Our library asks the page's policy by a WebSocket that a browser refuses, and Playwright does not.
      if (socket.protocols().includes('repeated')) return;
      offered.push(socket.protocols());
      socket.connectToServer();
    });
    for (const client of ['protocol', 'own kit']) await run(page, site.url, client, 'authorize', scope);
    const binary = 'com.solana.mobilewalletadapter.v1';
    expect(offered).toEqual([[binary], [binary, `${binary}.base64`]]);
  });
});

test.describe('an empty frame', () => {
  // Otherwise the wallet's close may overtake what the client does with its answer.
  useWallet({ quirks: { closesOnBreach: false } });

  test('protocol fails after one, because it answers it with a second HELLO_REQ', async ({ page }) => {
    const sent: number[] = [];
    await page.routeWebSocket(/solana-wallet/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        sent.push(message.length);
        server.send(message);
        if (sent.length === 1) socket.send(Buffer.alloc(0));
      });
      server.onMessage((message) => socket.send(message));
    });
    const failure = page.waitForEvent('pageerror');
    await start(page, site.url, 'protocol', 'getCapabilities');
    expect((await failure).name).toBe('OperationError');
    expect(await isPending(page)).toBe(true);
    expect(sent).toEqual([HELLO_REQ_LENGTH, HELLO_REQ_LENGTH]);
    sent.length = 0;
    expect(await runHere(page, 'own kit', 'getCapabilities')).toHaveProperty('features');
    expect(sent.filter((length) => length === HELLO_REQ_LENGTH)).toHaveLength(1);
  });
});

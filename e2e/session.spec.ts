import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, type Page } from '@playwright/test';
import { address, getTransactionDecoder } from '@solana/kit';
import { createLiteSvmChain } from '../mock/src/chain/litesvm-chain.js';
import { test } from '../mock/src/playwright.js';
import { fetchBlockhash } from '../test/support/chain.js';
import { serveScript, useResource } from './bundle.js';

const SEED = new Uint8Array(32).fill(9);
const PUBLIC_KEY = ed25519.getPublicKey(SEED);
const ATTESTATION_PAGE = 'https://wallet.example/attest';

const site = useResource(() => serveScript('session/page.ts'));

async function run(page: Page, session: string, blockhash = ''): Promise<Record<string, unknown>> {
  await page.goto(`${site.url}/#${blockhash}`);
  await page.getByRole('button', { name: session, exact: true }).click();
  await expect(page.locator('output')).not.toBeEmpty();
  return JSON.parse(await page.locator('output').innerText());
}

for (const protocol of ['v1', 'legacy'] as const) {
  test.describe(`in a real page, at a ${protocol} wallet`, () => {
    const chain = createLiteSvmChain();
    test.use({ mockWalletOptions: { protocol, chain, accounts: [{ seed: SEED }] } });

    for (const flavour of ['kit', 'web3js']) {
      test(`the ${flavour} flavour signs and sends`, async ({ page, mockWallet }) => {
        const payer = mockWallet.accounts[0]?.address ?? '';
        chain.airdrop(payer, 1_000_000_000n);
        const { signed, sent } = (await run(page, flavour, await fetchBlockhash(chain))) as {
          signed: string[];
          sent: string[];
        };
        for (const wire of signed) {
          const { messageBytes, signatures } = getTransactionDecoder().decode(Buffer.from(wire, 'base64'));
          const signature = signatures[address(payer)] ?? new Uint8Array(64);
          expect(ed25519.verify(signature, Uint8Array.from(messageBytes), PUBLIC_KEY)).toBe(true);
        }
        const statuses = (await chain.rpc('getSignatureStatuses', [sent])) as {
          value: ({ err: unknown } | null)[];
        };
        expect(statuses.value.map((status) => status?.err)).toEqual([null, null]);
      });
    }

    test('the byte session signs in, signs a message and revokes its token', async ({ page, mockWallet }) => {
      const outcome = await run(page, 'session');
      const signed = Buffer.from(String(outcome['signed']), 'base64');
      expect(signed.subarray(0, 5).toString()).toBe('hello');
      expect(ed25519.verify(signed.subarray(5), signed.subarray(0, 5), PUBLIC_KEY)).toBe(true);
      expect(outcome).toMatchObject({
        addresses: [Buffer.from(mockWallet.accounts[0]?.publicKey ?? []).toString('base64')],
        capabilities: { max_messages_per_request: 10 },
        revoked: 'NOT_AUTHORIZED',
      });
    });
  });
}

test('what a tap needs is loaded and ready once the page is idle', async ({ page }) => {
  await page.addInitScript(() => {
    const { generateKey } = SubtleCrypto.prototype;
    let count = 0;
    Object.assign(SubtleCrypto.prototype, {
      generateKey(this: SubtleCrypto, ...args: never[]) {
        document.documentElement.dataset['keys'] = String(++count);
        return Reflect.apply(generateKey, this, args);
      },
    });
  });
  await page.goto(site.url);
  // The page has three `transact`, and a session has two pairs of keys.
  await expect(page.locator('html')).toHaveAttribute('data-keys', '6');
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.getByRole('button', { name: 'authorize', exact: true }).click();
  await expect(page.locator('output')).not.toBeEmpty();
  expect(scripts).toEqual([]);
});

test('a tap that comes before the code opens the wallet app, also on a slow line', async ({ page }) => {
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0;
  });
  await page.goto(site.url);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 },
  });
  await page.getByRole('button', { name: 'authorize', exact: true }).click();
  await expect(page.locator('output')).toContainText('accounts');
});

test.describe('a wallet that requires an attestation of the origin', () => {
  /**
   * Serves the wallet's attestation page, whose script is `answer`. The wallet accepts the right origin and
   * hash.
   */
  const serveAttestation = async (page: Page, answer: string) => {
    await page.route(ATTESTATION_PAGE, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<script>addEventListener('message', (event) => { const { m, h, context } = event.data; ${answer} });</script>`,
      }),
    );
  };
  const attestation = {
    uri: ATTESTATION_PAGE,
    context: 'key-1',
    isAttested: (token: string, hash: string) => token === `origin-attest ${site.url} key-1 ${hash}`,
  };
  test.use({ mockWalletOptions: { attestation } });

  test('gets it from its own page in a hidden frame, and authorizes', async ({ page, mockWallet }) => {
    await serveAttestation(
      page,
      "event.source.postMessage([m, event.origin, context, h].join(' '), event.origin)",
    );
    const { accounts } = await run(page, 'authorize');
    expect(accounts).toHaveLength(1);
    expect(mockWallet.asked).toHaveLength(1);
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  test('is asked only once more, and its error is thrown', async ({ page, mockWallet }) => {
    await serveAttestation(page, "event.source.postMessage('forged', event.origin)");
    expect(await run(page, 'authorize')).toMatchObject({
      error: { code: 'WALLET_ERROR', context: { rpcCode: -100, data: { context: 'key-1' } } },
    });
    expect(mockWallet.asked).toEqual([]);
  });

  test('whose page refuses ends in INVALID_RESPONSE, and the frame is removed', async ({
    page,
    mockWallet,
  }) => {
    await serveAttestation(page, "event.source.postMessage({ m: 'origin-attest-error' }, event.origin)");
    expect(await run(page, 'authorize')).toMatchObject({
      error: { code: 'INVALID_RESPONSE', context: { path: 'attest_origin' } },
      frames: 0,
    });
    expect(mockWallet.asked).toEqual([]);
  });

  test('ignores messages of another frame or origin', async ({ page, mockWallet }) => {
    await serveAttestation(
      page,
      "event.source.postMessage([m, event.origin, context, h].join(' '), event.origin)",
    );
    await page.addInitScript(() => {
      if (window === window.top) setInterval(() => window.postMessage('from the page itself', '*'), 1);
    });
    const { accounts } = await run(page, 'authorize');
    expect(accounts).toHaveLength(1);
    expect(mockWallet.asked).toHaveLength(1);
  });
});

test.describe('an attestation page that is not https', () => {
  const attestation = { uri: 'http://wallet.example/attest', context: 'c', isAttested: () => true };
  test.use({ mockWalletOptions: { attestation } });

  test('is not opened', async ({ page, mockWallet }) => {
    expect(await run(page, 'authorize')).toMatchObject({
      error: { code: 'INVALID_RESPONSE', context: { path: 'error.data.attest_origin_uri' } },
      frames: 0,
    });
    expect(mockWallet.asked).toEqual([]);
  });
});

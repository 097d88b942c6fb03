import { ed25519 } from '@noble/curves/ed25519.js';
import { devices, expect, type Page } from '@playwright/test';
import { getBase58Decoder } from '@solana/kit';
import { createLiteSvmChain } from '../mock/src/chain/litesvm-chain.js';
import { test } from '../mock/src/playwright.js';
import { fetchBlockhash } from '../test/support/chain.js';
import { serveScript, useResource } from './bundle.js';
import { PUBLIC_KEY, SEED } from './interop/run.js';

// Drives published clients, canaries of their next release and plain links in pages that know nothing of the
// mock wallet. Without the fixture they are in hosting.spec.ts; our own wallet is in pickers.spec.ts.
const CLIENTS = ['wallet-standard-mobile', 'transact', 'next-wallet', 'next-protocol', 'raw links'];
const ADDRESS = getBase58Decoder().decode(PUBLIC_KEY);
const MESSAGE = Buffer.from('Hello from an unmodified page');
const { defaultBrowserType: _, ...pixel } = devices['Pixel 7'] ?? {};

const chain = createLiteSvmChain();
chain.airdrop(ADDRESS, 5_000_000_000n);

const site = useResource(() => serveScript('clients/page.ts'));

test.use({ ...pixel, mockWalletOptions: { chain, accounts: [{ seed: SEED }] } });

/** Taps, and returns what the page shows then. */
async function tap(page: Page, step: 'Connect' | 'Sign' | 'Send') {
  await page.getByRole('button', { name: step }).click();
  await expect(page.locator('output')).not.toBeEmpty();
  return JSON.parse(await page.locator('output').innerText());
}

for (const client of CLIENTS) {
  test(`${client}: gets the answers that the test gives, connects, signs, sends, and signs after a crash`, async ({
    page,
    mockWallet,
  }) => {
    await page.goto(`${site.url}/#${client}/${await fetchBlockhash(chain)}`);

    mockWallet.declineNext();
    expect(await tap(page, 'Connect')).toHaveProperty('error');
    expect(mockWallet.requests.at(-1)).toMatchObject({
      method: 'authorize',
      decision: 'declined',
      outcome: { error: { code: -1 } },
    });
    expect(await tap(page, 'Connect')).toEqual({ result: ADDRESS });

    mockWallet.failNext(-3, { method: 'sign_messages', message: 'The battery is empty' });
    expect(await tap(page, 'Sign')).toHaveProperty('error');
    expect(mockWallet.requests.at(-1)).toMatchObject({
      method: 'sign_messages',
      outcome: { error: { code: -3, message: 'The battery is empty' } },
    });
    const { result: signature } = await tap(page, 'Sign');
    expect(ed25519.verify(Buffer.from(signature, 'base64'), MESSAGE, PUBLIC_KEY)).toBe(true);
    expect(mockWallet.requests.at(-1)).toMatchObject({
      method: 'sign_messages',
      params: { payloads: [MESSAGE.toString('base64')] },
      decision: 'approved',
      outcome: { result: { signed_payloads: [expect.any(String)] } },
    });

    const { result: sent } = await tap(page, 'Send');
    const transaction = getBase58Decoder().decode(Buffer.from(sent, 'base64'));
    const statuses = await chain.rpc('getSignatureStatuses', [[transaction]]);
    expect(statuses).toMatchObject({ value: [{ err: null }] });
    expect(mockWallet.requests.at(-1)).toMatchObject({ method: 'sign_and_send_transactions' });
    expect(mockWallet.requests.at(-1)?.signatures).toContain(transaction);

    mockWallet.answerNext({ instead: { type: 'crash' } }, 'sign_messages');
    await page.getByRole('button', { name: 'Sign' }).click();
    const crashed = { method: 'sign_messages', outcome: { unanswered: 'crashed' } };
    await expect.poll(() => mockWallet.requests.at(-1)).toMatchObject(crashed);
    // A published client waits for ever, and so does its user, who reloads the page.
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    expect(await tap(page, 'Connect')).toEqual({ result: ADDRESS });
    expect(await tap(page, 'Sign')).toEqual({ result: signature });

    expect(mockWallet.launches.map(({ isConnected }) => isConnected)).toEqual(Array(8).fill(true));
  });
}

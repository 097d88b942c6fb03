import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, type Page } from '@playwright/test';
import {
  address,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  getTransactionEncoder,
} from '@solana/kit';
import { declineAll } from '../src/mock/approval.js';
import { createMessage, getTransfer } from '../src/mock/chain.test-support.js';
import { test } from '../src/mock/playwright.js';
import { type ScriptPage, serveScript } from './bundle.js';

const SEED = new Uint8Array(32).fill(7);
const PUBLIC_KEY = ed25519.getPublicKey(SEED);
const KEY = Buffer.from(PUBLIC_KEY).toString('base64');
const MESSAGE = Buffer.from('Hello, wallet');
const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N' as Blockhash;

// The published client in a page of its own: the mock wallet meets code that nobody here wrote, in a real browser.
let site: ScriptPage;

test.use({ mockWalletOptions: { accounts: [{ seed: SEED }] } });

test.beforeAll(async () => {
  const launch = "<!doctype html><script>location.assign('solana-wallet:/v1/associate/local')</script>";
  site = await serveScript('interop/page.ts', { '/launch': launch });
});
test.afterAll(() => site.close());

function createTransaction(payer: string): Buffer {
  const from = address(payer);
  const message = createMessage(createNoopSigner(from), BLOCKHASH, [getTransfer(from, from, 1n)]);
  return Buffer.from(getTransactionEncoder().encode(compileTransaction(message)));
}

async function run(page: Page, authorize: object, transaction: Uint8Array = new Uint8Array()) {
  await page.goto(site.url);
  const request = {
    authorize,
    messages: [MESSAGE.toString('base64')],
    transactions: [Buffer.from(transaction).toString('base64')],
  };
  await page.locator('textarea').fill(JSON.stringify(request));
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.locator('output')).not.toBeEmpty();
  return JSON.parse(await page.locator('output').innerText());
}

function assertSigned(outcome: Awaited<ReturnType<typeof run>>, transaction: Buffer): void {
  const message = Buffer.from(outcome.signedMessages.signed_payloads[0], 'base64');
  expect(message.subarray(0, -64)).toEqual(MESSAGE);
  expect(ed25519.verify(message.subarray(-64), MESSAGE, PUBLIC_KEY)).toBe(true);
  const wire = Buffer.from(outcome.signedTransactions.signed_payloads[0], 'base64');
  expect(wire.subarray(65)).toEqual(transaction.subarray(65));
  expect(ed25519.verify(wire.subarray(1, 65), wire.subarray(65), PUBLIC_KEY)).toBe(true);
}

test.describe('the published mobile-wallet-adapter-protocol client', () => {
  test('authorizes, signs a message and signs a transaction', async ({ page, mockWallet }) => {
    const [account] = mockWallet.accounts;
    const transaction = createTransaction(account?.address ?? '');
    const identity = { name: 'Client', uri: site.url, icon: 'favicon.png' };
    const outcome = await run(page, { chain: 'solana:devnet', identity }, transaction);
    expect(outcome).toMatchObject({
      capabilities: { max_messages_per_request: 10 },
      authorization: { auth_token: expect.any(String), accounts: [{ address: KEY }] },
    });
    assertSigned(outcome, transaction);
    expect(mockWallet.asked).toMatchObject([
      { type: 'authorize', chain: 'solana:devnet', identity },
      { type: 'sign-messages', addresses: [account?.address] },
      { type: 'sign-transactions' },
    ]);
  });

  test('signs in', async ({ page, mockWallet }) => {
    const transaction = createTransaction(mockWallet.accounts[0]?.address ?? '');
    const sign_in_payload = { domain: 'example.com', statement: 'Sign in, please' };
    const outcome = await run(page, { chain: 'solana:devnet', sign_in_payload }, transaction);
    const { signed_message, signature } = outcome.authorization.sign_in_result;
    const [text, proof] = [signed_message, signature].map((base64) => Buffer.from(base64, 'base64'));
    expect(text?.toString()).toContain('Sign in, please');
    expect(ed25519.verify(proof ?? new Uint8Array(), text ?? new Uint8Array(), PUBLIC_KEY)).toBe(true);
  });

  test('is told that the person declined', async ({ page, mockWallet }) => {
    mockWallet.approveWith(declineAll);
    expect(await run(page, { chain: 'solana:devnet' })).toMatchObject({ error: { code: -1 } });
    mockWallet.approveWith((request) => ({ approved: request.type === 'authorize' }));
    expect(await run(page, { chain: 'solana:devnet' })).toMatchObject({ error: { code: -3 } });
  });
});

test.describe('the published client with a 1.x wallet', () => {
  test.use({ mockWalletOptions: { accounts: [{ seed: SEED }], protocol: 'legacy' } });

  test('authorizes a cluster and signs', async ({ page, mockWallet }) => {
    const transaction = createTransaction(mockWallet.accounts[0]?.address ?? '');
    const outcome = await run(page, { chain: 'solana:testnet' }, transaction);
    expect(outcome.capabilities.features).toEqual(['solana:signTransactions']);
    assertSigned(outcome, transaction);
    expect(mockWallet.asked[0]?.chain).toBe('solana:testnet');
  });
});

test('a launch without user activation is blocked', async ({ page, mockWallet }) => {
  const error = page.waitForEvent('pageerror');
  await page.goto(`${site.url}/launch`);
  expect((await error).message).toContain('user activation');
  expect(mockWallet.asked).toEqual([]);
});

import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, type Page } from '@playwright/test';
import { SolanaMobileWalletAdapterProtocolErrorCode } from '@solana-mobile/mobile-wallet-adapter-protocol';
import { createSignInMessageText, verifySignIn } from '@solana/wallet-standard-util';
import { encodeBase58 } from '../../src/bytes.js';
import { ChainError } from '../../src/mock/chain.js';
import { createLiteSvmChain } from '../../src/mock/litesvm-chain.js';
import type { MockWalletOptions } from '../../src/mock/mock-wallet.js';
import { test } from '../../src/mock/playwright.js';
import { type ScriptPage, serveScript } from '../bundle.js';
import { run, start } from './run.js';

// What the published clients get wrong, each beside ours at the same wallet.
const SEED = new Uint8Array(32).fill(7);
const PUBLIC_KEY = ed25519.getPublicKey(SEED);
const KEY = Buffer.from(PUBLIC_KEY).toString('base64');
const BLOCKHASH = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N';
const scope = { chain: 'solana:devnet' };
const CLIENTS = [
  ['protocol', 'own kit'],
  ['protocol-kit', 'own kit'],
  ['protocol-web3js', 'own web3js'],
] as const;

let site: ScriptPage;
test.beforeAll(async () => {
  site = await serveScript('interop/page.ts');
});
test.afterAll(() => site.close());
test.beforeEach(({ mockWallet }) => expect(mockWallet.accounts).toHaveLength(1));

const useWallet = (options: MockWalletOptions): void =>
  test.use({ mockWalletOptions: { accounts: [{ seed: SEED }], ...options } });

/** Tells whether nothing has come of an operation, although all that was to be read has been. */
async function isPending(page: Page): Promise<boolean> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  return (await page.locator('output').innerText()) === '';
}

test.describe('a wallet that hangs up', () => {
  useWallet({ quirks: { hangsUpOn: 'get_capabilities' } });

  for (const [published, own] of CLIENTS) {
    test(`leaves ${published} waiting for ever, because the client settles no call when its socket closes`, async ({
      page,
    }) => {
      const socket = page.waitForEvent('websocket');
      await start(page, site.url, published, 'getCapabilities');
      await (await socket).waitForEvent('close');
      expect(await isPending(page)).toBe(true);
      expect(await run(page, site.url, own, 'getCapabilities')).toMatchObject({
        error: { code: 'SESSION_CLOSED' },
      });
    });
  }
});

test.describe('an error’s data', () => {
  useWallet({ capabilities: { supportedTransactionVersions: [0] } });

  for (const [published, own] of CLIENTS) {
    test(`which transactions are invalid is not told by ${published}, because the client drops it`, async ({
      page,
    }) => {
      const input = { scope, blockhash: BLOCKHASH };
      const { error } = await run(page, site.url, published, 'signTransactions', input);
      expect(error).toEqual({
        name: 'SolanaMobileWalletAdapterProtocolError',
        code: -2,
        message: expect.any(String),
      });
      expect(await run(page, site.url, own, 'signTransactions', input)).toMatchObject({
        error: { code: 'INVALID_PAYLOADS', context: { data: { valid: [true, false] } } },
      });
    });
  }
});

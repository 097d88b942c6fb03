import { expect, type Page } from '@playwright/test';
import { createSignInMessageText, verifySignIn } from '@solana/wallet-standard-util';
import { test } from '../../mock/src/playwright.js';
import type { MockWalletOptions } from '../../mock/src/wallet/mock-wallet.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { serveScript, useResource } from '../bundle.js';
import { PUBLIC_KEY, runHere, SEED } from './run.js';

// Mistakes of the published clients with sign-ins by message, compared with ours at the same wallet.
const scope = { chain: 'solana:devnet' };

const site = useResource(() => serveScript('interop/page.ts'));
test.beforeEach(async ({ page, mockWallet }) => {
  expect(mockWallet.accounts).toHaveLength(1);
  await page.goto(site.url);
});

const useWallet = (options: MockWalletOptions): void =>
  test.use({ mockWalletOptions: { accounts: [{ seed: SEED }], ...options } });

test.describe('signing in by message', () => {
  const payload = { domain: 'example.com', statement: 'Is it me???' };
  const input = { ...scope, payload };
  const text = createSignInMessageText({ ...payload, address: encodeBase58(PUBLIC_KEY) });
  const base64Text = Buffer.from(text).toString('base64');
  const signIn = async (page: Page, client: string) => {
    const { sign_in_result: result } = await runHere(page, client, 'signIn', input);
    const account = { address: '', publicKey: PUBLIC_KEY, chains: [], features: [] };
    const signedMessage = Uint8Array.from(Buffer.from(result.signed_message, 'base64'));
    const signature = Uint8Array.from(Buffer.from(result.signature, 'base64'));
    return {
      result,
      text: Buffer.from(signedMessage).toString(),
      isVerified: verifySignIn(payload, { account, signedMessage, signature }),
    };
  };

  test.describe('at a wallet without sign-in', () => {
    useWallet({ quirks: { signInResult: 'absent' } });

    test('protocol has another text signed, because it sends the text as base64url', async ({
      page,
      mockWallet,
    }) => {
      const published = await signIn(page, 'protocol');
      expect(mockWallet.asked.at(-1)).toMatchObject({ type: 'sign-messages' });
      expect(base64Text).toContain('/');
      expect(published.text).not.toBe(text);
      expect(published.isVerified).toBe(false);
      expect(await signIn(page, 'own kit')).toMatchObject({ text, isVerified: true });
    });
  });

  test.describe('at a wallet that refuses base64url', () => {
    useWallet({ quirks: { signInResult: 'absent', lenientBase64: false } });

    test('fails for protocol, because the client sends the text as base64url', async ({ page }) => {
      expect(await runHere(page, 'protocol', 'signIn', input)).toMatchObject({
        error: { code: -32602 },
      });
      expect(await signIn(page, 'own kit')).toMatchObject({ text, isVerified: true });
    });
  });

  test.describe('at a wallet that returns the signature alone', () => {
    useWallet({ quirks: { signInResult: 'absent', signedMessages: 'signatures' } });

    test('gives protocol a signed_message in base64url, because the client returns the text that it sent', async ({
      page,
    }) => {
      const { result, isVerified } = await signIn(page, 'protocol');
      expect(result.signed_message).toBe(Buffer.from(text).toString('base64url'));
      expect(isVerified).toBe(false);
      const own = await signIn(page, 'own kit');
      expect(own).toMatchObject({ isVerified: true, result: { signed_message: base64Text } });
    });
  });

  test.describe('at a wallet that returns an empty signature', () => {
    useWallet({ quirks: { signInResult: 'empty-signature' } });

    test('is not tried by protocol, because the client accepts any sign_in_result', async ({ page }) => {
      expect(await runHere(page, 'protocol', 'signIn', input)).toMatchObject({
        sign_in_result: { signed_message: base64Text, signature: '' },
      });
      expect(await signIn(page, 'own kit')).toMatchObject({ text, isVerified: true });
    });
  });
});

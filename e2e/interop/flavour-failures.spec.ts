import { ed25519 } from '@noble/curves/ed25519.js';
import { expect } from '@playwright/test';
import { address, getTransactionDecoder } from '@solana/kit';
import { test } from '../../mock/src/playwright.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { serveScript, useResource } from '../bundle.js';
import { BLOCKHASH, PUBLIC_KEY, runHere, SEED } from './run.js';

// Mistakes of the published clients for kit and web3.js with transactions and messages, compared with ours.
const site = useResource(() => serveScript('interop/page.ts'));
test.use({ mockWalletOptions: { accounts: [{ seed: SEED }] } });
test.beforeEach(async ({ page, mockWallet }) => {
  expect(mockWallet.accounts).toHaveLength(1);
  await page.goto(site.url);
});

test.describe('kit', () => {
  test('protocol-kit fails on a message of a megabyte, because it spreads the bytes into arguments', async ({
    page,
    mockWallet,
  }) => {
    const length = 1_000_000;
    expect(await runHere(page, 'protocol-kit', 'signLargeMessage', length)).toMatchObject({
      error: { name: 'RangeError', message: 'Maximum call stack size exceeded' },
    });
    expect(mockWallet.asked).toMatchObject([{ type: 'authorize' }]);
    expect(await runHere(page, 'own kit', 'signLargeMessage', length)).toEqual([length + 64]);
  });

  test('protocol-kit corrupts a version 1 transaction, because it bundles the encoder of kit 2', async ({
    page,
  }) => {
    expect(await runHere(page, 'protocol-kit', 'signVersion1', BLOCKHASH)).toMatchObject({
      error: { code: -2 },
    });
    const wire = Buffer.from(await runHere(page, 'own kit', 'signVersion1', BLOCKHASH), 'base64');
    const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
    const signature = signatures[address(encodeBase58(PUBLIC_KEY))] ?? new Uint8Array(64);
    expect(ed25519.verify(signature, Uint8Array.from(messageBytes), PUBLIC_KEY)).toBe(true);
  });

  test('protocol-kit loses a transaction’s lifetime, because it returns only what it decodes from the bytes', async ({
    page,
  }) => {
    const sign = (client: string) => runHere(page, client, 'signWithLifetime', BLOCKHASH);
    expect(await sign('protocol-kit')).toEqual({ blockhash: null });
    expect(await sign('own kit')).toEqual({ blockhash: BLOCKHASH });
  });
});

test.describe('web3.js', () => {
  const CASES = [
    [
      'protocol-web3js modifies the caller’s transaction, because it serializes it in place',
      'countCallersSignatures',
      1,
      0,
    ],
    [
      'protocol-web3js loses a transaction’s last valid block height, because it returns only what it decodes',
      'signWithLastValidBlockHeight',
      { lastValidBlockHeight: null },
      { lastValidBlockHeight: 1_000 },
    ],
    [
      'protocol-web3js returns a VersionedTransaction as a Transaction, because it looks only at the message’s version',
      'signLegacyMessage',
      { isVersioned: false, isLegacy: true },
      { isVersioned: true, isLegacy: false },
    ],
  ] as const;

  for (const [name, operation, published, own] of CASES) {
    test(name, async ({ page }) => {
      expect(await runHere(page, 'protocol-web3js', operation, BLOCKHASH)).toEqual(published);
      expect(await runHere(page, 'own web3js', operation, BLOCKHASH)).toEqual(own);
    });
  }
});

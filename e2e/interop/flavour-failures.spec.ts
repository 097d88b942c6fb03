import { ed25519 } from '@noble/curves/ed25519.js';
import { expect } from '@playwright/test';
import { address, getTransactionDecoder } from '@solana/kit';
import { test } from '../../mock/src/playwright.js';
import { encodeBase58 } from '../../src/base58-encode.js';
import { type ScriptPage, serveScript } from '../bundle.js';
import { BLOCKHASH, PUBLIC_KEY, run, SEED } from './run.js';

// What the published clients for kit and web3.js get wrong with transactions and messages, each beside ours.
let site: ScriptPage;
test.beforeAll(async () => {
  site = await serveScript('interop/page.ts');
});
test.afterAll(() => site.close());
test.use({
  mockWalletOptions: {
    accounts: [{ seed: SEED }],
    capabilities: { supportedTransactionVersions: ['legacy', 0, 1] },
  },
});
test.beforeEach(({ mockWallet }) => expect(mockWallet.accounts).toHaveLength(1));

test.describe('kit', () => {
  test('messages of a megabyte are too many for protocol-kit, because the client spreads them into arguments', async ({
    page,
    mockWallet,
  }) => {
    const length = 1_000_000;
    expect(await run(page, site.url, 'protocol-kit', 'signLargeMessage', length)).toMatchObject({
      error: { name: 'RangeError', message: 'Maximum call stack size exceeded' },
    });
    expect(mockWallet.asked).toMatchObject([{ type: 'authorize' }]);
    expect(await run(page, site.url, 'own kit', 'signLargeMessage', length)).toEqual([length + 64]);
  });

  test('a version 1 transaction is garbled by protocol-kit, because the client brings the encoder of kit 2', async ({
    page,
  }) => {
    expect(await run(page, site.url, 'protocol-kit', 'signVersion1', BLOCKHASH)).toMatchObject({
      error: { code: -2 },
    });
    const wire = Buffer.from(await run(page, site.url, 'own kit', 'signVersion1', BLOCKHASH), 'base64');
    const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
    const signature = signatures[address(encodeBase58(PUBLIC_KEY))] ?? new Uint8Array(64);
    expect(ed25519.verify(signature, Uint8Array.from(messageBytes), PUBLIC_KEY)).toBe(true);
  });

  test('a transaction loses its lifetime at protocol-kit, because the client gives what it reads from the bytes', async ({
    page,
  }) => {
    const sign = (client: string) => run(page, site.url, client, 'signWithLifetime', BLOCKHASH);
    expect(await sign('protocol-kit')).toEqual({ blockhash: null });
    expect(await sign('own kit')).toEqual({ blockhash: BLOCKHASH });
  });
});

test.describe('web3.js', () => {
  const CASES = [
    [
      'the caller’s transaction is written into by protocol-web3js, because the client serializes it in place',
      'countCallersSignatures',
      1,
      0,
    ],
    [
      'a transaction loses its last block height at protocol-web3js, because the client gives what it reads from the bytes',
      'signWithLastValidBlockHeight',
      { lastValidBlockHeight: null },
      { lastValidBlockHeight: 1_000 },
    ],
    [
      'a VersionedTransaction comes back as a Transaction at protocol-web3js, because the client goes by the message’s version',
      'signLegacyMessage',
      { isVersioned: false, isLegacy: true },
      { isVersioned: true, isLegacy: false },
    ],
  ] as const;

  for (const [name, operation, published, own] of CASES) {
    test(name, async ({ page }) => {
      expect(await run(page, site.url, 'protocol-web3js', operation, BLOCKHASH)).toEqual(published);
      expect(await run(page, site.url, 'own web3js', operation, BLOCKHASH)).toEqual(own);
    });
  }
});

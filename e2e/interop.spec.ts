import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, type Page } from '@playwright/test';
import { address, getBase58Decoder, getTransactionDecoder } from '@solana/kit';
import { verifySignIn } from '@solana/wallet-standard-util';
import { VersionedTransaction } from '@solana/web3.js';
import { createLiteSvmChain } from '../mock/src/chain/litesvm-chain.js';
import { type InstalledMockWallet, installMockWallet, test } from '../mock/src/playwright.js';
import { approveAll, declineAll } from '../mock/src/wallet/approval.js';
import { fetchBlockhash } from '../test/support/chain.js';
import { serveScript, useResource } from './bundle.js';
import { KEY, PUBLIC_KEY, runHere, SEED } from './interop/run.js';

// Runs the same operations with the published clients and with ours, in a real browser. This tests the mock
// wallet against clients that we did not write. The mistakes of the published clients are in
// interop/*-failures.spec.ts.
const CLIENTS = {
  v1: ['protocol', 'protocol-kit', 'protocol-web3js', 'own kit'],
  // The version of the protocol does not change what the flavours encode. For our flavours session.spec.ts
  // has all pairs.
  legacy: ['protocol', 'own web3js'],
};
const ADDRESS = getBase58Decoder().decode(PUBLIC_KEY);
const FEATURES = ['solana:signTransactions', 'solana:signInWithSolana', 'solana:cloneAuthorization'];
const BASE_URI = 'https://wallet.example/app';
/** The fee of a transaction with one signature, in lamports. */
const FEE = 5_000n;
const scope = { chain: 'solana:devnet' };

const launch = "<!doctype html><script>location.assign('solana-wallet:/v1/associate/local')</script>";
const site = useResource(() => serveScript('interop/page.ts', { '/launch': launch }));

const decode = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));
const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

for (const protocol of ['v1', 'legacy'] as const) {
  const chain = createLiteSvmChain();
  chain.airdrop(ADDRESS, 5_000_000_000n);
  const fetchBalance = async (): Promise<bigint> => {
    const { value } = (await chain.rpc('getBalance', [ADDRESS])) as { value: bigint };
    return value;
  };

  for (const client of CLIENTS[protocol]) {
    test.describe(`${client}, at a ${protocol} wallet`, () => {
      // All tests share one mock wallet and one page, because opening them takes longer than the tests.
      let page: Page;
      let mockWallet: InstalledMockWallet;
      test.beforeAll(async ({ browser }) => {
        const context = await browser.newContext();
        mockWallet = await installMockWallet(context, {
          protocol,
          chain,
          accounts: [{ seed: SEED }],
          capabilities: { features: FEATURES },
          walletUriBase: BASE_URI,
        });
        page = await context.newPage();
        await page.goto(site.url);
      });
      test.beforeEach(() => mockWallet.approveWith(approveAll));
      test.afterAll(async () => {
        await page.context().close();
        await mockWallet.close();
      });

      const act = (operation: string, input?: unknown) => runHere(page, client, operation, input);
      /** Runs an operation. Returns its outcome and the requests that the user was asked to approve. */
      const actAsked = async (operation: string, input: unknown) => {
        const before = mockWallet.asked.length;
        return [await act(operation, input), mockWallet.asked.slice(before)] as const;
      };

      test('authorizes, renews, clones and revokes', async () => {
        const [outcome, asked] = await actAsked('authorizations', scope.chain);
        const granted = { auth_token: expect.any(String), accounts: [{ address: KEY, label: 'Account 1' }] };
        expect(outcome).toMatchObject({
          authorized: { ...granted, wallet_uri_base: BASE_URI },
          renewed: [granted, granted],
          clone: { auth_token: expect.any(String) },
          revoked: {},
          survivor: granted,
        });
        expect(outcome.clone.auth_token).not.toBe(outcome.authorized.auth_token);
        const { error } = outcome.dead;
        expect(error.context?.rpcCode ?? error.code).toBe(-1);
        const identity = { name: 'Client', uri: site.url, icon: 'favicon.png' };
        expect(asked).toMatchObject([{ type: 'authorize', chain: scope.chain, identity }]);
      });

      test('authorizes a cluster, with the wallet’s base URI', async () => {
        const input = { scope: { cluster: 'testnet' }, baseUri: BASE_URI };
        const [{ accounts }, asked] = await actAsked('authorizeAt', input);
        expect(accounts).toMatchObject([{ address: KEY }]);
        expect(asked).toMatchObject([{ chain: 'solana:testnet' }]);
      });

      test('gets capabilities', async () => {
        const { features, ...capabilities } = await act('getCapabilities');
        expect(capabilities).toMatchObject({
          max_transactions_per_request: 10,
          max_messages_per_request: 10,
          supported_transaction_versions: ['legacy', 0, 1],
          supports_clone_authorization: true,
          supports_sign_and_send_transactions: true,
        });
        expect(features).toEqual(
          expect.arrayContaining(['solana:signTransactions', 'solana:cloneAuthorization']),
        );
      });

      test('signs in', async () => {
        const payload = { domain: 'example.com', statement: 'Sign in, please', nonce: 'abcdefgh' };
        const input = { ...scope, payload };
        const { sign_in_result: result } = await act('signIn', input);
        expect(result.address).toBe(KEY);
        const account = { address: ADDRESS, publicKey: PUBLIC_KEY, chains: [], features: [] };
        const [signedMessage, signature] = [decode(result.signed_message), decode(result.signature)];
        expect(verifySignIn(payload, { account, signedMessage, signature })).toBe(true);
      });

      test('signs messages', async () => {
        const messages = [Buffer.from('Grüße'), new Uint8Array(1), new Uint8Array(5_000).fill(255)];
        const input = { scope, messages: messages.map(encode) };
        const signed: string[] = await act('signMessages', input);
        expect(signed).toHaveLength(messages.length);
        for (const [index, payload] of signed.map(decode).entries()) {
          const message = payload.subarray(0, -64);
          expect(Buffer.compare(message, messages[index] ?? payload)).toBe(0);
          expect(ed25519.verify(payload.subarray(-64), message, PUBLIC_KEY)).toBe(true);
        }
        expect(mockWallet.asked.at(-1)).toMatchObject({ type: 'sign-messages', addresses: [ADDRESS] });
      });

      test('signs transactions', async () => {
        const input = { scope, blockhash: await fetchBlockhash(chain) };
        const wires: string[] = await act('signTransactions', input);
        for (const wire of wires.map(decode)) {
          const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
          const signature = signatures[address(ADDRESS)] ?? new Uint8Array(64);
          expect(ed25519.verify(signature, Uint8Array.from(messageBytes), PUBLIC_KEY)).toBe(true);
        }
        const versions = wires.map((wire) => VersionedTransaction.deserialize(decode(wire)).version);
        expect(versions).toEqual([0, 'legacy']);
      });

      test('sends transactions, but not before min_context_slot', async () => {
        const send = async (minContextSlot: number) => {
          const options = { minContextSlot, skipPreflight: false };
          const input = { scope, blockhash: await fetchBlockhash(chain), options };
          return act('sendTransactions', input);
        };
        const before = await fetchBalance();
        const { error } = await send(2_000_000_000);
        expect(error.context?.rpcCode ?? error.code).toBe(-4);
        const sent: string[] = await send(0);
        const signatures = sent.map((signature) => getBase58Decoder().decode(decode(signature)));
        const statuses = await chain.rpc('getSignatureStatuses', [signatures]);
        expect(statuses).toMatchObject({ value: [{ err: null }, { err: null }] });
        expect(before - (await fetchBalance())).toBe(2n * FEE);
      });

      test('gets the wallet’s error when the user declines', async () => {
        mockWallet.approveWith(declineAll);
        const refused = await act('authorize', scope);
        mockWallet.approveWith(({ type }) => ({ approved: type === 'authorize' }));
        const input = { scope, messages: ['AAAA'] };
        const unsigned = await act('signMessages', input);
        expect([refused, unsigned].map(({ error }) => error.context?.rpcCode ?? error.code)).toEqual([
          -1, -3,
        ]);
      });
    });
  }

  test.describe(`tokens of a ${protocol} wallet`, () => {
    test.use({ mockWalletOptions: { protocol, accounts: [{ seed: SEED }] } });

    test('of one client work with another', async ({ page, mockWallet }) => {
      await page.goto(site.url);
      for (const [first, second] of [
        ['own kit', 'protocol'],
        ['protocol', 'own kit'],
      ] as const) {
        const { auth_token } = await runHere(page, first, 'authorize', scope);
        const renewed = await runHere(page, second, 'renew', auth_token);
        expect(renewed).toMatchObject({ auth_token, accounts: [{ address: KEY }] });
      }
      expect(mockWallet.asked).toHaveLength(2);
    });
  });
}

test('a launch without user activation is blocked', async ({ page, mockWallet }) => {
  const error = page.waitForEvent('pageerror');
  await page.goto(`${site.url}/launch`);
  expect((await error).message).toContain('user activation');
  expect(mockWallet.asked).toEqual([]);
});

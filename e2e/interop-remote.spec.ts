import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, type Page, test } from '@playwright/test';
import { address, getBase58Decoder, getTransactionDecoder } from '@solana/kit';
import { createLiteSvmChain } from '../mock/src/chain/litesvm-chain.js';
import { createReflector, type OpenAssociation, openAssociation } from '../mock/src/server.js';
import { createMockWallet, type MockWallet } from '../mock/src/wallet/mock-wallet.js';
import type { Remote } from '../src/protocol/remote-option.js';
import { fetchBlockhash } from '../test/support/chain.js';
import { startNostrRelay } from '../test/support/nostr-relay.js';
import { type ScriptPage, serveScript, withInput } from './bundle.js';
import { getChromiumOptions } from './chromium.js';
import { PUBLIC_KEY, runHere, SEED, submit } from './interop/run.js';
import { scanCode } from './scan-code.js';
import { hasOpenssl, serveTls, TLS_ARGS, type TlsServer } from './tls.js';

// Runs the same operations with the published clients and with ours, in a real browser, with a wallet on
// another device. It is met at our reflector and at a real Nostr relay, both behind TLS, because the
// published clients dial nothing else.
const ADDRESS = getBase58Decoder().decode(PUBLIC_KEY);
const scope = { chain: 'solana:devnet' };
const MESSAGE = Buffer.from('Hello from a desk');

const startReflector = async (subprotocol: 'binary' | 'base64') => {
  const { host, close } = await createReflector({ subprotocol });
  const getRemote = (shown: string): Remote => ({ type: 'reflector', host: shown });
  return { host, close, getRemote };
};
const WAYS = {
  'a reflector': () => startReflector('binary'),
  'a reflector in base64': () => startReflector('base64'),
  async 'a Nostr relay'() {
    const { host, close } = await startNostrRelay();
    const getRemote = (shown: string): Remote => ({ type: 'nostr', relays: [shown] });
    return { host, close, getRemote };
  },
};
/**
 * Each way and each version of the protocol, but not every way with both, because neither sees what the other
 * carries.
 */
const SETUPS = [
  ['a reflector', 'v1'],
  ['a reflector in base64', 'legacy'],
  ['a Nostr relay', 'v1'],
] as const;
const WALLETS = ['wallet-standard-mobile', 'own wallet'];
const CLIENTS = ['protocol', 'protocol-kit', 'protocol-web3js'];
/** One each, because what lies between does not change what they encode. */
const OWN_CLIENT = { v1: 'own kit', legacy: 'own web3js' };

const decode = (text = ''): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));

function expectSigned(wire: string | undefined): void {
  const { messageBytes, signatures } = getTransactionDecoder().decode(decode(wire));
  const signature = signatures[address(ADDRESS)] ?? new Uint8Array(64);
  expect(ed25519.verify(signature, Uint8Array.from(messageBytes), PUBLIC_KEY)).toBe(true);
}

/**
 * Reads an output of the page once it is there: an outcome, or the association URI, for which these clients
 * draw no code.
 */
async function readOutput(page: Page, name: string): Promise<string> {
  const output = page.locator(`output[name=${name}]`);
  await expect(output).not.toBeEmpty();
  return output.innerText();
}

/**
 * Resolves when the dapp's next connection is ready for a wallet. The published client shows its code before
 * the relay has subscribed it, and never learns of a wallet that scans it at once.
 */
async function waitForSubscription(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('["EOSE"'));
}

const chromium = getChromiumOptions();
test.use({ launchOptions: { ...chromium, args: [...chromium.args, ...TLS_ARGS] } });

let site: ScriptPage;
test.beforeAll(async () => {
  test.skip(!(await hasOpenssl()), 'The program openssl, which makes the certificate, is not installed');
  site = await serveScript('interop/remote-page.ts');
});
test.afterAll(() => site?.close());

for (const [way, protocol] of SETUPS) {
  test.describe(`at ${way}, with a ${protocol} wallet`, () => {
    const isRelay = way === 'a Nostr relay';
    const chain = createLiteSvmChain();
    chain.airdrop(ADDRESS, 5_000_000_000n);
    let intermediary: Awaited<ReturnType<(typeof WAYS)[typeof way]>>;
    let tls: TlsServer;
    let mockWallet: MockWallet;
    // All tests share one page, because opening it takes longer than the tests.
    let page: Page;
    let opened: OpenAssociation[];

    test.beforeAll(async ({ browser }) => {
      intermediary = await WAYS[way]();
      tls = await serveTls(intermediary.host);
      mockWallet = await createMockWallet({ protocol, chain, accounts: [{ seed: SEED }] });
      page = await browser.newPage({ ignoreHTTPSErrors: true });
      // The published wallet's dialog loads fonts from another site.
      await page.route('https://**', (route) => route.abort());
      await page.goto(withInput(site.url, intermediary.getRemote(tls.host)));
    });
    test.afterAll(async () => {
      await page.close();
      tls.close();
      await intermediary.close();
    });
    test.beforeEach(() => {
      opened = [];
    });
    test.afterEach(() => Promise.all(opened.map(({ close }) => close())));

    const openWallet = async (uri: string): Promise<void> => {
      opened.push(await openAssociation(mockWallet, tls.skipTls(uri)));
    };
    const expectSent = async (signatures: readonly string[]): Promise<void> => {
      const decoded = signatures.map((signature) => getBase58Decoder().decode(decode(signature)));
      const { value } = (await chain.rpc('getSignatureStatuses', [decoded])) as { value: unknown[] };
      expect(value).toEqual(decoded.map(() => expect.objectContaining({ err: null })));
    };

    const needsSubscription = (client: string): boolean => isRelay && !client.startsWith('own');

    for (const client of WALLETS) {
      test(`${client} connects by its code, signs and sends`, async () => {
        const ready = needsSubscription(client) && waitForSubscription(page);
        await submit(page, client, 'connect');
        await ready;
        await openWallet(await scanCode(page));
        await expect(page.locator('output[name=outcome]')).toHaveText(JSON.stringify([ADDRESS]));
        const [signature] = await runHere(page, client, 'signMessage', MESSAGE.toString('base64'));
        expect(ed25519.verify(decode(signature), MESSAGE, PUBLIC_KEY)).toBe(true);
        const [wire] = await runHere(page, client, 'signTransaction', await fetchBlockhash(chain));
        expectSigned(wire);
        await expectSent(await runHere(page, client, 'sendTransaction', await fetchBlockhash(chain)));
        expect(await runHere(page, client, 'disconnect')).toEqual([]);
        // One scan was enough for all.
        expect(opened).toHaveLength(1);
        await opened[0]?.ended;
      });
    }

    for (const client of [...CLIENTS, OWN_CLIENT[protocol]]) {
      // These have no function for Nostr.
      if (isRelay && ['protocol-kit', 'protocol-web3js'].includes(client)) continue;

      test(`${client} authorizes by its URI, signs and sends`, async () => {
        /** Runs an operation, for which the wallet is opened anew. */
        const act = async (operation: string, input: unknown) => {
          const ready = needsSubscription(client) && waitForSubscription(page);
          await submit(page, client, operation, input);
          await ready;
          await openWallet(await readOutput(page, 'uri'));
          const outcome = JSON.parse(await readOutput(page, 'outcome'));
          await opened.at(-1)?.ended;
          return outcome;
        };
        const messages = [MESSAGE.toString('base64')];
        const [signed] = await act('signMessages', { scope, messages });
        expect(ed25519.verify(decode(signed).subarray(-64), MESSAGE, PUBLIC_KEY)).toBe(true);
        const wires = await act('signTransactions', { scope, blockhash: await fetchBlockhash(chain) });
        expect(wires).toHaveLength(2);
        wires.forEach(expectSigned);
        const options = { minContextSlot: 0, skipPreflight: false };
        await expectSent(
          await act('sendTransactions', { scope, blockhash: await fetchBlockhash(chain), options }),
        );
      });
    }
  });
}

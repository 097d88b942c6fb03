import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { transact } from '../../src/transact/bytes.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { concatBytes, decodeBase64, encodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import type { JsonObject } from '../../src/util/json-object.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { createPhone } from '../support/phone.js';
import { collectCodes, createScanner } from '../support/remote.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createMemoryStore, createTransaction } from '../support/wallet.js';
import { connect, signText } from './calls.js';
import {
  type Answers,
  getMessage,
  getPayloads,
  grant,
  OTHER_PUBLIC_KEY,
  OTHER_SEED,
  PUBLIC_KEY,
  sign,
  signIn,
  WalletRefusal,
  withSignature,
} from './lying-wallet.js';
import { playWalletAtReflector, playWalletAtRelay } from './played-wallets.js';

const IMPOSTORS = { reflector: playWalletAtReflector, relay: playWalletAtRelay };
const KINDS = Object.keys(IMPOSTORS) as (keyof typeof IMPOSTORS)[];

/** Starts an intermediary that plays the wallet, and a person who scans codes with a true one. */
async function setUp(kind: keyof typeof IMPOSTORS, lies: Answers = {}) {
  const impostor = await IMPOSTORS[kind](lies);
  const victim = await createScanner();
  onTestFinished(impostor.close);
  onTestFinished(victim.leave);
  // A reflector needs nobody to scan the code. Its victim would find the pair complete.
  const scanned = collectCodes(({ uri }) => kind === 'relay' && victim.scan(uri));
  const store = createMemoryStore();
  const settings = {
    identity: { name: 'Example', uri: 'https://example.com' },
    chains: ['solana:devnet'],
    store,
    remote: impostor.remote,
    dialogs: { scan: scanned.scan },
  } satisfies MobileWalletOptions;
  const load = (options: Partial<MobileWalletOptions> = {}) => {
    const wallet = createMobileWallet({ ...settings, ...options });
    onTestFinished(wallet.features['standard:disconnect'].disconnect);
    return wallet;
  };
  return { impostor, victim, store, load, ...scanned };
}

/** Connects with an account that the intermediary cannot sign for, and loads the page again. */
async function setUpReconnect(kind: keyof typeof IMPOSTORS, lies: Answers) {
  const context = await setUp(kind);
  const first = context.load();
  await connect(first);
  const stored = [...context.store.entries];
  context.impostor.requests.length = 0;
  context.impostor.setLies(lies);
  return { ...context, stored, wallet: context.load() };
}

/** Grants the account that is asked for, of which the intermediary has no key. */
const echo = ({ addresses }: JsonObject): object =>
  grant(decodeBase64((addresses as readonly string[] | undefined)?.[0] ?? encodeBase64(PUBLIC_KEY)), {});

const signedByOther: Answers = {
  sign_messages: (params) => ({
    signed_payloads: getPayloads(params).map((message) =>
      encodeBase64(concatBytes(message, sign(message, OTHER_SEED))),
    ),
  }),
  sign_transactions: (params) => ({
    signed_payloads: getPayloads(params).map((wire) =>
      encodeBase64(withSignature(wire, sign(getMessage(wire), OTHER_SEED))),
    ),
  }),
};

describe.each(KINDS)('a %s that plays the wallet', (kind) => {
  it('can grant accounts of its own at the first connect, and reads what is asked', async () => {
    const { impostor, load } = await setUp(kind, { authorize: () => grant(OTHER_PUBLIC_KEY) });
    const wallet = load();
    expect((await connect(wallet)).address).toBe(encodeBase58(OTHER_PUBLIC_KEY));
    await expect(signText(wallet, 'for the wallet only')).toRejectWith('INVALID_RESPONSE');
    const { params } = impostor.requests.find(({ method }) => method === 'sign_messages') ?? {};
    expect(getPayloads(params ?? {})).toEqual([encodeUtf8('for the wallet only')]);
  });

  it('cannot bring another account at a reconnect, and the grant stays', async () => {
    const { impostor, wallet, store, stored } = await setUpReconnect(kind, {
      authorize: () => grant(OTHER_PUBLIC_KEY),
    });
    await expect(signText(wallet)).toRejectWith('ACCOUNT_NOT_AUTHORIZED');
    expect([...store.entries]).toEqual(stored);
    expect(impostor.requests.map(({ method }) => method)).not.toContain('sign_messages');
  });

  it('cannot change the stored features and limits before it is authorized', async () => {
    const lies: Answers = { get_capabilities: () => ({ features: [], max_messages_per_request: 1 }) };
    const { wallet, store, stored } = await setUpReconnect(kind, lies);
    const { transact } = wallet.features['mobile-wallet-standard:transact'];
    const capabilities = await transact((session) => session.getCapabilities());
    expect(capabilities.max_messages_per_request).toBe(1);
    expect([...store.entries]).toEqual(stored);
  });

  it('is not told the known account at a reconnect, so that it cannot claim it unless it knows it', async () => {
    const { impostor, wallet } = await setUpReconnect(kind, {
      authorize: ({ addresses, auth_token }) => {
        if (auth_token !== undefined) throw new WalletRefusal({ code: -1, message: 'unknown token' });
        return grant(addresses === undefined ? OTHER_PUBLIC_KEY : PUBLIC_KEY, {});
      },
    });
    await expect(signText(wallet)).toRejectWith('ACCOUNT_NOT_AUTHORIZED');
    expect(impostor.requests.map(({ method }) => method)).not.toContain('sign_messages');
  });

  it('can claim a known account at a reconnect, but not sign for it', async () => {
    const { impostor, wallet } = await setUpReconnect(kind, { authorize: echo, ...signedByOther });
    await expect(signText(wallet)).toRejectWith('INVALID_RESPONSE');
    const account = wallet.accounts[0] as WalletAccount;
    const transaction = createTransaction(account.address, 'asked');
    const signing = getSignTransaction(wallet.features).signTransaction({ account, transaction });
    await expect(signing).toRejectWith('INVALID_RESPONSE');
    expect(impostor.requests.map(({ method }) => method)).toContain('sign_messages');
  });

  it.each<[string, Answers[string]]>([
    ['of another account', signIn({}, OTHER_SEED, OTHER_PUBLIC_KEY)],
    ['with the signature of another account', signIn({}, OTHER_SEED)],
    ['of another text', signIn({ nonce: 'othernonce' })],
  ])('cannot pass off a sign-in %s', async (_, authorize) => {
    const { wallet } = await setUpReconnect(kind, { authorize: authorize as never });
    const signingIn = wallet.features['solana:signIn'].signIn({ nonce: 'asked5nonce' });
    await expect(signingIn).toRejectWith(
      expect.stringMatching(/^(INVALID_RESPONSE|ACCOUNT_NOT_AUTHORIZED)$/),
    );
  });

  it('cannot choose what a later launch on this device opens', async () => {
    const lies = { authorize: () => ({ ...grant(), wallet_uri_base: 'https://evil.example/app' }) };
    const { load, store } = await setUp(kind, lies);
    const wallet = load();
    await connect(wallet);
    expect(JSON.stringify([...store.entries])).not.toContain('evil.example');
    const phone = await createPhone();
    const { launch, dial } = phone;
    const local = createMobileWallet({
      identity: { name: 'Example', uri: 'https://example.com' },
      chains: ['solana:devnet'],
      store,
      launch,
      dial,
    });
    await signText(local).catch(() => {});
    expect(phone.launches).toEqual([expect.stringMatching(/^solana-wallet:\//)]);
  });

  it('cannot open a frame in the page by asking for an attestation', async () => {
    const data = { attest_origin_uri: 'https://evil.example/attest', challenge: 'AAAA', context: 'x' };
    const { impostor, scan } = await setUp(kind, {
      authorize() {
        throw new WalletRefusal({ code: -100, message: 'attest', data });
      },
    });
    const elements: string[] = [];
    const createElement = (name: string): never => {
      elements.push(name);
      throw new Error('no frames here');
    };
    vi.stubGlobal('document', Object.assign(new EventTarget(), { createElement }));
    const call = transact((wallet) => wallet.authorize({ identity: { name: 'Example' } }), {
      remote: impostor.remote,
      scan,
    });
    await expect(call).rejects.toMatchObject({ context: { rpcCode: -100 } });
    expect(elements).toEqual([]);
  });

  it('cannot put text into what this library shows, and its labels are cleaned', async () => {
    const label = `<img src=x onerror=alert(1)>\u202e${'x'.repeat(5_000)}`;
    const { load, codes } = await setUp(kind, { authorize: () => grant(PUBLIC_KEY, { label }) });
    const account = await connect(load());
    expect(account.label?.length).toBeLessThanOrEqual(128);
    expect(account.label).not.toContain('\u202e');
    const shown = codes.map(({ signal: _, cancel: _cancel, ...code }) => code);
    expect(shown).toEqual([
      {
        uri: expect.stringMatching(/^solana-wallet:/),
        ...(kind === 'relay' && { localUri: expect.stringMatching(/^solana-wallet:/) }),
        lifetimeMs: expect.any(Number),
        reason: 'first',
      },
    ]);
  });

  it('can return another transaction than the one that was asked, as any wallet can', async () => {
    const altered = createTransaction(encodeBase58(PUBLIC_KEY), 'altered');
    const { load } = await setUp(kind, {
      sign_transactions: () => ({
        signed_payloads: [encodeBase64(withSignature(altered, sign(getMessage(altered))))],
      }),
    });
    const wallet = load();
    const account = await connect(wallet);
    const transaction = createTransaction(account.address, 'asked');
    const [output] = await getSignTransaction(wallet.features).signTransaction({ account, transaction });
    expect(getMessage(output?.signedTransaction ?? transaction)).toEqual(getMessage(altered));
  });
});

describe('the stored token', () => {
  const getTokensSent = (requests: readonly Readonly<{ params: JsonObject }>[]) =>
    requests.flatMap(({ params }) => params['auth_token'] ?? []);

  it('is not sent to a reflector that plays the wallet', async () => {
    const { impostor, wallet } = await setUpReconnect('reflector', { authorize: echo });
    await signText(wallet);
    expect(getTokensSent(impostor.requests)).toEqual([]);
  });

  it('is sent to a relay that plays the wallet by withholding the true one’s CONNECT', async () => {
    const { impostor, wallet } = await setUpReconnect('relay', { authorize: echo });
    await signText(wallet);
    expect(getTokensSent(impostor.requests)).toEqual(['token']);
  });
});

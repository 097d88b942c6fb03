import { ed25519 } from '@noble/curves/ed25519.js';
import { type Address, address } from '@solana/kit';
import { verifySignIn } from '@solana/wallet-standard-util';
import { describe, expect, it } from 'vitest';
import { createLiteSvmChain } from '../../mock/src/litesvm-chain.js';
import type { Quirks } from '../../mock/src/quirks.js';
import { createUnsigned, getTransfer, SOL } from '../../test/support/chain.js';
import { createPerson, IDENTITY, KEY, OTHER_KEY, OTHER_SEED, SEED } from '../../test/support/mock-wallet.js';
import { createPhone, type Phone } from '../../test/support/phone.js';
import { createServedPhone } from '../../test/support/served-phone.js';
import { encodeBase58 } from '../base58-encode.js';
import { decodeBase64, encodeUtf8 } from '../bytes.js';
import { parseSignInText } from '../protocol/sign-in.js';
import type { JsonObject } from '../protocol/types.js';
import { type AuthorizeParams, type MobileWallet, splitSignedMessage, transact } from './index.js';

// Real wallets differ in these ways, and the session API must support all of them.
const chain = 'solana:devnet';
const accounts = [{ seed: SEED }, { seed: OTHER_SEED }];
const MESSAGE = encodeUtf8('Hello, wallet');

const createQuirky = (quirks: Partial<Quirks>) => createPhone({ accounts, quirks });

/** Runs a session that is authorized for {@link SEED}'s account. */
function transactAuthorized<T>(phone: Phone, run: (wallet: MobileWallet, token: string) => Promise<T>) {
  return transact(async (wallet) => {
    const { auth_token } = await wallet.authorize({ chain, identity: IDENTITY });
    return run(wallet, auth_token);
  }, phone);
}

async function createFunded(quirks: Partial<Quirks>) {
  const ledger = createLiteSvmChain();
  const payer = address(encodeBase58(decodeBase64(KEY)));
  ledger.airdrop(payer, 5n * SOL);
  const createWire = (from: Address = payer) => createUnsigned(ledger, from, [getTransfer(from, payer, 1n)]);
  return { ledger, payer, createWire, options: { accounts, quirks, chain: ledger } };
}

describe('session properties', () => {
  it.each(['1', 1, 'v1'] as const)('{"v":%j} mean a session of protocol 2.0', async (propertiesVersion) => {
    const phone = await createQuirky({ propertiesVersion });
    await transactAuthorized(phone, async () => {});
    expect(phone.requests).toMatchObject([{ method: 'authorize', params: { chain } }]);
  });
});

describe('signed messages', () => {
  it.each(['message-and-signatures', 'signatures'] as const)(
    'that are %s are split by splitSignedMessage',
    async (signedMessages) => {
      const phone = await createQuirky({ signedMessages });
      const payloads = [MESSAGE, new Uint8Array(), new Uint8Array(64).fill(1)];
      const signed = await transact(async (wallet) => {
        await wallet.authorize({ chain, addresses: [KEY, OTHER_KEY] });
        return wallet.signMessages({ addresses: [OTHER_KEY, KEY], payloads });
      }, phone);
      signed.forEach((payload, index) => {
        const asked = payloads[index] ?? MESSAGE;
        const { message, signatures } = splitSignedMessage(payload, asked, 2);
        expect(message).toEqual(asked);
        expect(
          signatures.map((signature, signer) =>
            ed25519.verify(signature, asked, decodeBase64(signer === 0 ? OTHER_KEY : KEY)),
          ),
        ).toEqual([true, true]);
      });
    },
  );
});

describe('signing in', () => {
  const payload = { domain: 'example.com:8443', statement: 'Is it me?', nonce: 'abcdefgh' };
  const signIn = (phone: Phone, params: AuthorizeParams = {}) =>
    transact(
      (wallet) => wallet.authorize({ chain, identity: IDENTITY, sign_in_payload: payload, ...params }),
      phone,
    );

  it.each<Partial<Quirks>>([
    { signInResult: 'signed' },
    { signInResult: 'signed', domainWithoutPort: false, extraSignInNewline: false },
    { signInResult: 'absent' },
    { signInResult: 'absent', signedMessages: 'signatures' },
    { signInResult: 'empty-signature' },
    { signInResult: 'empty-signature', signedMessages: 'signatures' },
  ])('returns a signature that verifies, also for an empty list of resources: %j', async (quirks) => {
    for (const input of [payload, { ...payload, resources: [] }]) {
      const phone = await createQuirky(quirks);
      const { sign_in_result: result } = await signIn(phone, { sign_in_payload: input });
      expect(result?.address).toBe(KEY);
      const output = {
        account: { address: '', publicKey: decodeBase64(KEY), chains: [], features: [] },
        signedMessage: decodeBase64(result?.signed_message ?? ''),
        signature: decodeBase64(result?.signature ?? ''),
      };
      expect(verifySignIn(input, output)).toBe(true);
    }
  });

  it('sends the domain with its port to a wallet that would use the identity’s host without it', async () => {
    const phone = await createQuirky({ domainWithoutPort: true });
    const identity = { uri: 'https://example.com:8443' };
    const { sign_in_result: result } = await signIn(phone, { identity, sign_in_payload: {} });
    const text = new TextDecoder().decode(decodeBase64(result?.signed_message ?? ''));
    expect(parseSignInText(text)?.domain).toBe('example.com:8443');
  });

  it('signs the payload of the call, even if the caller changes it while the user decides', async () => {
    const changing = { domain: 'example.com', statement: 'one' };
    const phone = await createPhone({
      quirks: { signInResult: 'absent' },
      onRequest(method) {
        if (method === 'authorize') changing.statement = 'two';
      },
    });
    const { sign_in_result: result } = await signIn(phone, { sign_in_payload: changing });
    expect(new TextDecoder().decode(decodeBase64(result?.signed_message ?? ''))).toContain('one');
  });

  it('parses texts with the three newlines that some wallets write', async () => {
    const { sign_in_result: result } = await signIn(await createQuirky({ extraSignInNewline: true }), {
      sign_in_payload: { domain: 'example.com', nonce: 'abcdefgh' },
    });
    const text = new TextDecoder().decode(decodeBase64(result?.signed_message ?? ''));
    expect(text).toContain('\n\n\nNonce');
    expect(parseSignInText(text)).toMatchObject({ domain: 'example.com', nonce: 'abcdefgh' });
  });

  it.each([true, false])(
    'with a token returns what the wallet returns (sign-in ignored: %s)',
    async (tokenOverridesSignIn) => {
      const phone = await createQuirky({ tokenOverridesSignIn });
      const { sign_in_result: result } = await transactAuthorized(phone, (wallet, auth_token) =>
        wallet.authorize({ chain, identity: IDENTITY, auth_token, sign_in_payload: payload }),
      );
      expect(result === undefined).toBe(tokenOverridesSignIn);
      expect(phone.getMethods()).toEqual(['authorize', 'authorize']);
    },
  );
});

describe('an authorization', () => {
  it.each([true, false])('has no wallet_uri_base if the wallet sends none (null: %s)', async (isNull) => {
    const phone = await createQuirky({ nullWalletUriBase: isNull, walletIcon: false });
    const authorization = await transact((wallet) => wallet.authorize({ chain }), phone);
    expect(Object.keys(authorization).sort()).toEqual(['accounts', 'auth_token']);
  });

  it('has the authorized chain if its accounts name no chains', async () => {
    const phone = await createQuirky({ accountChains: false, accountFeatures: false });
    const { accounts: granted } = await transact((wallet) => wallet.authorize({ chain }), phone);
    expect(granted).toEqual([expect.objectContaining({ address: KEY, chains: [chain] })]);
    expect(granted[0]).not.toHaveProperty('features');
  });

  it('has the chains and features of its accounts', async () => {
    const phone = await createQuirky({ accountChains: true, accountFeatures: true });
    const { accounts: granted } = await transact((wallet) => wallet.authorize({ chain }), phone);
    expect(granted).toMatchObject([
      { chains: [chain], features: expect.arrayContaining(['solana:signMessages']) },
    ]);
  });

  it('has a new token if the wallet renews tokens, and the old token is invalid', async () => {
    const phone = await createQuirky({ renewsTokens: true });
    await transactAuthorized(phone, async (wallet, auth_token) => {
      const renewed = await wallet.reauthorize({ auth_token, identity: IDENTITY });
      expect(renewed.auth_token).not.toBe(auth_token);
      await expect(wallet.reauthorize({ auth_token, identity: IDENTITY })).rejects.toMatchObject({
        code: 'NOT_AUTHORIZED',
      });
    });
  });

  it('is renewed by a 2.0 wallet without reauthorize', async () => {
    const phone = await createQuirky({ answersReauthorize: false });
    await transactAuthorized(phone, (wallet, auth_token) =>
      wallet.reauthorize({ auth_token, identity: IDENTITY }),
    );
    expect(phone.getMethods()).toEqual(['authorize', 'authorize']);
  });

  it('with a token of another chain is refused, or granted for the new chain, as the wallet decides', async () => {
    const outcomes = await Promise.all(
      [true, false].map(async (refusesTokenOfOtherChain) => {
        const phone = await createQuirky({ refusesTokenOfOtherChain });
        return transactAuthorized(phone, (wallet, auth_token) =>
          wallet.authorize({ chain: 'solana:testnet', identity: IDENTITY, auth_token }).then(
            (granted) => granted.accounts[0].chains,
            (error) => error.code,
          ),
        );
      }),
    );
    expect(outcomes).toEqual(['NOT_AUTHORIZED', ['solana:testnet']]);
  });

  it('is not renewed with a token of another identity if the wallet checks it', async () => {
    const phone = await createQuirky({ refusesTokenOfOtherIdentity: true });
    await transactAuthorized(phone, async (wallet, auth_token) => {
      await expect(
        wallet.authorize({ chain, identity: { name: 'Other' }, auth_token }),
      ).rejects.toMatchObject({ code: 'NOT_AUTHORIZED', context: { rpcCode: -1 } });
    });
  });

  it.each([
    [true, 'NOT_AUTHORIZED'],
    [false, 'signed'],
  ])('is lost when a later authorize fails, if the wallet drops it then (%s)', async (drops, expected) => {
    const phone = await createQuirky({ authorizeDropsAuthorization: drops });
    const outcome = await transactAuthorized(phone, async (wallet) => {
      const dead = wallet.authorize({ chain, identity: IDENTITY, auth_token: 'AAAA' });
      await expect(dead).rejects.toMatchObject({ code: 'NOT_AUTHORIZED' });
      return wallet.signMessages({ addresses: [KEY], payloads: [MESSAGE] }).then(
        () => 'signed',
        (error) => error.code,
      );
    });
    expect(outcome).toBe(expected);
  });
});

describe('capabilities', () => {
  it.each<Partial<Quirks>>([
    { legacyCapabilities: true, answersCapabilitiesTwice: true },
    { legacyCapabilities: false, answersCapabilitiesTwice: false },
  ])('are returned once, with the features of protocol 2.0: %j', async (quirks) => {
    const phone = await createQuirky(quirks);
    const both = await transact(
      async (wallet) => [await wallet.getCapabilities(), await wallet.getCapabilities()],
      phone,
    );
    for (const { features } of both) expect(features).toContain('solana:signInWithSolana');
    expect(phone.requests).toEqual([
      { method: 'get_capabilities', params: {} },
      { method: 'get_capabilities', params: {} },
    ]);
  });
});

describe('the data of an error', () => {
  it.each([true, false])(
    'is parsed, whether sent as a string of JSON or not (%s)',
    async (errorDataIsText) => {
      const { options, createWire, payer } = await createFunded({ errorDataIsText });
      const phone = await createPhone(options);
      const good = await createWire();
      const foreign = await createWire(address(encodeBase58(decodeBase64(OTHER_KEY))));
      const [invalid, unsent] = await transactAuthorized(phone, async (wallet) => [
        await wallet.signTransactions({ transactions: [good, foreign] }).catch((error) => error),
        await wallet
          .signAndSendTransactions({
            transactions: [
              good,
              await createUnsigned(options.chain, payer, [getTransfer(payer, payer, 9n * SOL)]),
            ],
          })
          .catch((error) => error),
      ]);
      expect(invalid).toMatchObject({
        code: 'INVALID_PAYLOADS',
        context: { rpcCode: -2, data: { valid: [true, false] } },
      });
      expect(unsent).toMatchObject({ code: 'NOT_SUBMITTED', context: { rpcCode: -4 } });
      const [sent, notSent] = unsent.context.data.signatures;
      expect(ed25519.verify(sent, good.subarray(65), decodeBase64(KEY))).toBe(true);
      expect(notSent).toBeNull();
    },
  );
});

describe('replies', () => {
  it('may arrive out of order', async () => {
    const { approve, next } = createPerson();
    const phone = await createPhone({ approve, quirks: { repliesOvertake: true } });
    const settled = await transact(async (wallet) => {
      const order: string[] = [];
      const authorizing = wallet.authorize({ chain }).then(() => order.push('authorize'));
      const question = await next();
      await wallet.getCapabilities().then(() => order.push('getCapabilities'));
      question.decide({ approved: true });
      await authorizing;
      return order;
    }, phone);
    expect(settled).toEqual(['getCapabilities', 'authorize']);
  });

  it('may arrive in the order of the requests', async () => {
    const { approve, next } = createPerson();
    const capabilities = createRequestWatch('get_capabilities');
    const phone = await createPhone({ approve, quirks: { repliesOvertake: false }, ...capabilities });
    const settled = await transact(async (wallet) => {
      const order: string[] = [];
      const both = [
        wallet.authorize({ chain }).then(({ auth_token }) => order.push(`authorize ${typeof auth_token}`)),
        wallet.getCapabilities().then(({ features }) => order.push(`getCapabilities ${typeof features}`)),
      ];
      await capabilities.received;
      (await next()).decide({ approved: true });
      await Promise.all(both);
      return order;
    }, phone);
    expect(settled).toEqual(['authorize string', 'getCapabilities object']);
  });
});

describe('a wallet that is silent without min_context_slot', () => {
  const quirks = { silentWithoutMinContextSlot: true };

  it('sends if it is given', async () => {
    const { options, createWire, ledger } = await createFunded(quirks);
    const wire = await createWire();
    const [signature] = await transactAuthorized(await createPhone(options), (wallet) =>
      wallet.signAndSendTransactions({ transactions: [wire], minContextSlot: 0 }),
    );
    const statuses = await ledger.rpc('getSignatureStatuses', [[encodeBase58(signature ?? MESSAGE)]]);
    expect(statuses).toMatchObject({ value: [{ err: null }] });
  });

  it('is released by an abort if it is missing, and nothing stays open', async () => {
    const { options, createWire } = await createFunded(quirks);
    const sending = createRequestWatch('sign_and_send_transactions');
    const phone = await createPhone({ ...options, ...sending });
    const wire = await createWire();
    const controller = new AbortController();
    const reason = new Error('enough');
    let call: Promise<unknown> | undefined;
    const run = transact(
      async (wallet) => {
        await wallet.authorize({ chain });
        call = wallet.signAndSendTransactions({ transactions: [wire] });
        return call;
      },
      { ...phone, signal: controller.signal },
    );
    await sending.received;
    controller.abort(reason);
    const unknown = { code: 'NOT_SUBMITTED', context: { data: { signatures: [undefined] } }, cause: reason };
    await expect(run).rejects.toMatchObject(unknown);
    await expect(call).rejects.toMatchObject(unknown);
    await phone.whenIdle();
  });
});

describe('a wallet that closes the socket in the middle of', () => {
  type Call = (wallet: MobileWallet, token: string, wire: Uint8Array) => Promise<unknown>;
  const calls: readonly [method: Quirks['hangsUpOn'], protocol: 'v1' | 'legacy', call: Call][] = [
    ['authorize', 'v1', (wallet) => wallet.authorize({ chain })],
    ['reauthorize', 'legacy', (wallet, auth_token) => wallet.reauthorize({ auth_token })],
    ['deauthorize', 'v1', (wallet, auth_token) => wallet.deauthorize({ auth_token })],
    ['clone_authorization', 'v1', (wallet) => wallet.cloneAuthorization()],
    ['get_capabilities', 'v1', (wallet) => wallet.getCapabilities()],
    ['sign_messages', 'v1', (wallet) => wallet.signMessages({ addresses: [KEY], payloads: [MESSAGE] })],
    ['sign_transactions', 'v1', (wallet, _, wire) => wallet.signTransactions({ transactions: [wire] })],
    [
      'sign_and_send_transactions',
      'legacy',
      (wallet, _, wire) => wallet.signAndSendTransactions({ transactions: [wire] }),
    ],
  ];

  it.each(calls)('%s (%s) ends every call, and the session', async (hangsUpOn, protocol, call) => {
    const { options, createWire } = await createFunded({ hangsUpOn });
    const wire = await createWire();
    const phone = await createPhone({
      ...options,
      protocol,
      approve: ({ type }) => (type === 'authorize' ? { approved: true } : new Promise(() => {})),
    });
    await transact(async (wallet) => {
      const isAuthorize = hangsUpOn === 'authorize';
      const token = isAuthorize ? '' : (await wallet.authorize({ chain })).auth_token;
      const outcomes = await Promise.allSettled([
        // The user has not decided about this one yet.
        isAuthorize || hangsUpOn === 'sign_transactions'
          ? call(wallet, token, wire)
          : wallet.signTransactions({ transactions: [wire] }),
        call(wallet, token, wire),
        call(wallet, token, wire),
      ]);
      const closed = { status: 'rejected', reason: { code: 'SESSION_CLOSED' } };
      const isSend = hangsUpOn === 'sign_and_send_transactions';
      const ended = isSend ? { status: 'rejected', reason: { code: 'NOT_SUBMITTED' } } : closed;
      expect(outcomes).toMatchObject([closed, ended, ended]);
      await expect(wallet.getCapabilities()).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
    }, phone);
    await phone.whenIdle();
  });

  it('a request over a real socket rejects with the close code', async () => {
    const phone = await createServedPhone({ quirks: { hangsUpOn: 'authorize' } });
    await expect(transact((wallet) => wallet.authorize({ chain }), phone.config)).rejects.toMatchObject({
      code: 'SESSION_CLOSED',
      context: { closeCode: expect.any(Number) },
    });
    await phone.whenClosed();
  });
});

/** Returns mock wallet options, and a promise that resolves when the wallet receives a request of the method. */
function createRequestWatch(awaited: string) {
  let tell = (): void => {};
  const received = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const onRequest = (method: string, _params: JsonObject): void => {
    if (method === awaited) tell();
  };
  return { received, onRequest };
}

import { createRpcClient, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import {
  connect,
  connectAuthorized,
  createPerson,
  getErrorCode,
  getResult,
  IDENTITY,
  isSilent,
  KEY,
  OTHER_KEY,
  OTHER_SEED,
  SEED,
  shakeHands,
} from '../../../test/support/mock-wallet.js';
import { declineAll } from './approval.js';

const SIGN = { addresses: [KEY], payloads: ['YWJj'] };
const TWO_ACCOUNTS = [{ seed: SEED, label: 'Main' }, { seed: OTHER_SEED }];

describe('authorize', () => {
  it('grants the first account, without chains and features, and with the wallet’s icon', async () => {
    const { dapp, wallet } = await connect({ accounts: TWO_ACCOUNTS });
    const result = await getResult(dapp, 'authorize', { identity: IDENTITY });
    expect(result).toEqual({
      auth_token: expect.stringMatching(/^[A-Za-z0-9+/]+$/),
      accounts: [
        {
          address: KEY,
          label: 'Main',
          display_address: wallet.accounts[0]?.address,
          display_address_format: 'base58',
        },
      ],
      wallet_icon: expect.stringMatching(/^data:image\/svg\+xml;base64,(?:[\w+/]{76}\n)+[\w+/=]{1,76}\n$/),
    });
  });

  it('returns chains, features, no icon and a null base URI with the quirks for them', async () => {
    const { dapp } = await connect({
      quirks: { accountChains: true, accountFeatures: true, walletIcon: false, nullWalletUriBase: true },
    });
    const result = await getResult(dapp, 'authorize', { chain: 'solana:testnet' });
    expect(result).toMatchObject({
      accounts: [{ chains: ['solana:testnet'], features: expect.arrayContaining(['solana:signMessages']) }],
      wallet_uri_base: null,
    });
    expect(result).not.toHaveProperty('wallet_icon');
  });

  it('returns an icon of so many bytes with the quirk for it', async () => {
    const { dapp } = await connect({ quirks: { walletIconBytes: 5_000 } });
    const { wallet_icon } = await getResult(dapp, 'authorize');
    const [, base64 = ''] = String(wallet_icon).split(',');
    expect(atob(base64)).toHaveLength(5_000);
    expect(atob(base64)).toMatch(/^<svg .*<\/svg> *$/);
  });

  it('returns its base URI', async () => {
    const { dapp } = await connect({ walletUriBase: 'https://wallet.example/app' });
    expect(await getResult(dapp, 'authorize')).toHaveProperty(
      'wallet_uri_base',
      'https://wallet.example/app',
    );
  });

  it('returns a base URI that opens no app with the quirk for it', async () => {
    const walletUriBase = 'https://wallet.example/app';
    const { dapp } = await connect({ walletUriBase, quirks: { deadWalletUriBase: true } });
    expect(await getResult(dapp, 'authorize')).toHaveProperty('wallet_uri_base', 'https://wallet.invalid');
  });

  it('asks the user, who may choose accounts', async () => {
    const person = createPerson();
    const { dapp, wallet } = await connect({ accounts: TWO_ACCOUNTS, approve: person.approve });
    const params = { identity: IDENTITY, chain: 'solana:devnet', features: ['solana:signTransactions'] };
    const authorized = getResult(dapp, 'authorize', params);
    const { request, decide } = await person.next();
    const [first, second] = wallet.accounts.map((account) => account.address);
    expect(request).toEqual({
      id: 1,
      type: 'authorize',
      identity: IDENTITY,
      chain: 'solana:devnet',
      accounts: wallet.accounts,
      defaultAddresses: [first],
      features: ['solana:signTransactions'],
    });
    decide({ approved: true, accounts: [String(second), String(first)] });
    expect(await authorized).toMatchObject({ accounts: [{ address: OTHER_KEY }, { address: KEY }] });
  });

  it('suggests the addresses that the dapp asks for', async () => {
    const { dapp } = await connect({ accounts: TWO_ACCOUNTS });
    const result = await getResult(dapp, 'authorize', { addresses: [OTHER_KEY, 'AAAA'] });
    expect(result).toMatchObject({ accounts: [{ address: OTHER_KEY }] });
  });

  it('answers -1 when the user declines', async () => {
    const { dapp } = await connect({ approve: declineAll });
    expect(await getErrorCode(dapp, 'authorize')).toBe(-1);
  });

  it('uses mainnet when there is no chain', async () => {
    const person = createPerson();
    const { dapp } = await connect({ approve: person.approve });
    const authorized = getResult(dapp, 'authorize');
    const { request, decide } = await person.next();
    expect(request.chain).toBe('solana:mainnet');
    decide({ approved: true });
    await authorized;
  });

  it('accepts a cluster instead of a chain', async () => {
    const person = createPerson();
    const { dapp } = await connect({ approve: person.approve });
    void dapp.call('authorize', { cluster: 'devnet' });
    expect((await person.next()).request.chain).toBe('solana:devnet');
  });

  it('is not answered with an unknown cluster', async () => {
    const { dapp } = await connect();
    expect(await isSilent(dapp, 'authorize', { cluster: 'localnet' })).toBe(true);
  });

  it('answers -7 to an unknown cluster without the quirk `silentOnUnknownCluster`', async () => {
    const { dapp } = await connect({ quirks: { silentOnUnknownCluster: false } });
    expect(await getErrorCode(dapp, 'authorize', { cluster: 'localnet' })).toBe(-7);
  });

  const MALFORMED = [
    null,
    7,
    true,
    ['a'],
    { a: ' b' },
    'mainnet-beta',
    'bogus',
    'solana :devnet',
    'solana: devnet',
    'solana:\tdevnet',
    'solana:devnet\n\n',
    'solana:',
    ':mainnet',
    ':',
  ];

  it.each(MALFORMED)('crashes the app with chain %j', async (chain) => {
    const { dapp, wallet, ended } = await connect();
    await expect(dapp.call('authorize', { chain })).toRejectWith('SESSION_CLOSED');
    expect(await ended).toEqual({ established: true });
    expect(wallet.getActivity()).toMatchObject([{ outcome: { unanswered: 'crashed' } }]);
  });

  it.each(MALFORMED)('answers -7 to chain %j without the quirk `crashesOnMalformedChain`', async (chain) => {
    const { dapp } = await connect({ quirks: { crashesOnMalformedChain: false } });
    expect(await getErrorCode(dapp, 'authorize', { chain })).toBe(-7);
  });

  it.each([{ a: 'solana:devnet' }, ['solana:devnet']])('takes the text of the chain %j', async (chain) => {
    const person = createPerson();
    const { dapp } = await connect({ approve: person.approve });
    void dapp.call('authorize', { chain });
    expect((await person.next()).request.chain).toBe(JSON.stringify(chain));
  });

  // Java's `$` matches before a line break at the end.
  const UNKNOWN = [
    'solana:bogus',
    'foo:bar',
    'SOLANA:MAINNET',
    ':::',
    'solana:dev\u00a0net',
    'solana:devnet\n',
  ];

  it.each(['solana:localnet', ...UNKNOWN])('authorizes the chain %s, known or not', async (chain) => {
    const person = createPerson();
    const { dapp } = await connect({ approve: person.approve, quirks: { accountChains: true } });
    const authorized = getResult(dapp, 'authorize', { chain });
    const { request, decide } = await person.next();
    expect(request.chain).toBe(chain);
    decide({ approved: true });
    const { auth_token, accounts } = await authorized;
    expect(accounts).toMatchObject([{ chains: [chain] }]);
    expect(await getResult(dapp, 'authorize', { auth_token, chain })).toHaveProperty('auth_token');
    expect(await getErrorCode(dapp, 'authorize', { auth_token, chain: 'solana:devnet' })).toBe(-1);
  });

  it.each(UNKNOWN)(
    'answers -7 to the unknown chain %s without the quirk `takesUnknownChains`',
    async (chain) => {
      const { dapp } = await connect({ quirks: { takesUnknownChains: false } });
      expect(await getErrorCode(dapp, 'authorize', { chain })).toBe(-7);
    },
  );

  it('answers -7 to a chain that it does not support', async () => {
    const { dapp } = await connect({ chains: ['solana:devnet'] });
    expect(await getErrorCode(dapp, 'authorize', { chain: 'solana:mainnet' })).toBe(-7);
    expect(await getResult(dapp, 'authorize', { chain: 'solana:devnet' })).toHaveProperty('auth_token');
  });
});

describe('identity', () => {
  const REFUSED: readonly JsonObject[] = [
    { ...IDENTITY, icon: 'https://example.com/favicon.png' },
    { ...IDENTITY, icon: 'data:image/png;base64,AAAA' },
    { ...IDENTITY, icon: 'icons/a:b.png' },
    { ...IDENTITY, uri: 'example.com' },
    { ...IDENTITY, uri: '/relative' },
    { ...IDENTITY, uri: 'mailto:a@example.com' },
    { ...IDENTITY, uri: 'mailto:a/b' },
    { ...IDENTITY, name: '' },
    { uri: null },
  ];

  it.each(REFUSED)('answers -32602 to %j', async (identity) => {
    const { dapp } = await connect();
    expect(await getErrorCode(dapp, 'authorize', { identity })).toBe(-32602);
  });

  it.each(REFUSED)('accepts %j without the quirk `strictIdentity`', async (identity) => {
    const { dapp } = await connect({ quirks: { strictIdentity: false } });
    expect(await getResult(dapp, 'authorize', { identity })).toHaveProperty('auth_token');
  });

  it.each([
    {},
    { icon: '/i.png' },
    { icon: '' },
    { uri: 'https://example.com' },
    { uri: 'https:/a.b' },
    { uri: 'app:/x' },
    { uri: '://a' },
    null,
  ])('takes %j', async (identity) => {
    const { dapp } = await connect();
    expect(await getResult(dapp, 'authorize', { identity })).toHaveProperty('auth_token');
  });

  it('reads null as the text "null"', async () => {
    const person = createPerson();
    const { dapp } = await connect({ approve: person.approve });
    void dapp.call('authorize', { identity: { name: null } });
    expect((await person.next()).request.identity).toEqual({ name: 'null' });
  });

  it('reads null as absent without the quirk `nullIsText`', async () => {
    const person = createPerson();
    const { dapp } = await connect({ approve: person.approve, quirks: { nullIsText: false } });
    void dapp.call('authorize', { identity: { name: null, uri: null }, chain: null });
    expect((await person.next()).request).toMatchObject({ identity: {}, chain: 'solana:mainnet' });
  });

  it('leaves the session authorized when it is refused', async () => {
    const { dapp } = await connectAuthorized();
    expect(await getErrorCode(dapp, 'authorize', { identity: { name: '' } })).toBe(-32602);
    expect(await getResult(dapp, 'sign_messages', SIGN)).toHaveProperty('signed_payloads');
  });
});

describe('a token', () => {
  it('authorizes again in another session, without asking the user', async () => {
    const person = createPerson();
    const { wallet, dapp } = await connect({ approve: person.approve });
    const authorized = getResult(dapp, 'authorize', { chain: 'solana:devnet' });
    (await person.next()).decide({ approved: true });
    const first = await authorized;
    const second = createRpcClient((await shakeHands(wallet)).secure);
    const { auth_token } = first;
    const again = { ...first, accounts: [{ address: KEY, label: 'Account 1' }] };
    expect(await getResult(second, 'authorize', { auth_token, chain: 'solana:devnet' })).toEqual(again);
    expect(await getResult(second, 'authorize', { auth_token })).toEqual(again);
    expect(person.asked).toHaveLength(1);
  });

  it('may have a line break, and is returned as it was sent', async () => {
    const { dapp, token } = await connectAuthorized();
    const auth_token = `${token.slice(0, 20)}\n${token.slice(20)} `;
    expect(await getResult(dapp, 'authorize', { auth_token })).toMatchObject({ auth_token });
    expect(await getResult(dapp, 'sign_messages', SIGN)).toHaveProperty('signed_payloads');
    await getResult(dapp, 'deauthorize', { auth_token });
    expect(await getErrorCode(dapp, 'authorize', { auth_token: token })).toBe(-1);
  });

  it('authorizes without display_address, also by reauthorize', async () => {
    const { dapp, token } = await connectAuthorized();
    for (const method of ['authorize', 'reauthorize']) {
      const { accounts } = await getResult(dapp, method, { auth_token: token });
      expect(accounts).toEqual([{ address: KEY, label: 'Account 1' }]);
    }
  });

  it('authorizes with display_address with the quirk `displayAddressByToken`', async () => {
    const { dapp, token, wallet } = await connectAuthorized({ quirks: { displayAddressByToken: true } });
    const { accounts } = await getResult(dapp, 'authorize', { auth_token: token });
    expect(accounts).toMatchObject([
      { display_address: wallet.accounts[0]?.address, display_address_format: 'base58' },
    ]);
  });

  it('is refused with -1 when it is unknown', async () => {
    const { dapp } = await connectAuthorized();
    expect(await getErrorCode(dapp, 'authorize', { auth_token: 'AAAA' })).toBe(-1);
    expect(await getErrorCode(dapp, 'authorize', { auth_token: null })).toBe(-1);
  });

  it('is refused with -1 when the wallet’s data was cleared', async () => {
    const { dapp, wallet, token } = await connectAuthorized();
    wallet.revokeTokens();
    expect(await getErrorCode(dapp, 'authorize', { auth_token: token })).toBe(-1);
  });

  it('is refused with -1 for another chain, and stays valid', async () => {
    const { dapp, token } = await connectAuthorized();
    for (const chain of ['solana:mainnet', 'solana:bogus', null]) {
      expect(await getErrorCode(dapp, 'authorize', { auth_token: token, chain })).toBe(-1);
    }
    expect(await getErrorCode(dapp, 'authorize', { auth_token: token, cluster: 'testnet' })).toBe(-1);
    const params = { auth_token: token, chain: 'solana:devnet' };
    expect(await getResult(dapp, 'authorize', params)).toHaveProperty('auth_token', token);
  });

  it('makes the wallet ask again for another chain without the quirk `refusesTokenOfOtherChain`', async () => {
    const { dapp, token } = await connectAuthorized({ quirks: { refusesTokenOfOtherChain: false } });
    const result = await getResult(dapp, 'authorize', { auth_token: token, chain: 'solana:mainnet' });
    expect(result['auth_token']).not.toBe(token);
  });

  it('is not answered when it is not base64', async () => {
    const { dapp } = await connectAuthorized();
    expect(await isSilent(dapp, 'authorize', { auth_token: 'not-a-token' })).toBe(true);
    const { dapp: other } = await connectAuthorized();
    expect(await isSilent(other, 'deauthorize', { auth_token: 'not-a-token' })).toBe(true);
  });

  it('is refused with -1 when it is not base64, without the quirk `silentOnMalformedToken`', async () => {
    const { dapp } = await connect({ quirks: { silentOnMalformedToken: false } });
    expect(await getErrorCode(dapp, 'authorize', { auth_token: 'not-a-token' })).toBe(-1);
  });

  it('is accepted from another identity, but not with the quirk `refusesTokenOfOtherIdentity`', async () => {
    const identity = { name: 'Mallory' };
    const { dapp, token } = await connectAuthorized();
    expect(await getResult(dapp, 'authorize', { auth_token: token, identity })).toHaveProperty(
      'auth_token',
      token,
    );
    const careful = await connectAuthorized({ quirks: { refusesTokenOfOtherIdentity: true } });
    expect(await getErrorCode(careful.dapp, 'authorize', { auth_token: careful.token, identity })).toBe(-1);
    const params = { auth_token: careful.token, identity: IDENTITY };
    expect(await getResult(careful.dapp, 'authorize', params)).toHaveProperty('auth_token', careful.token);
  });

  it('is refused as the quirk `refusedToken` says, once the user has revoked it', async () => {
    for (const refusedToken of [-1, -32_603, 'closed', 'silence'] as const) {
      const { dapp, wallet, token } = await connectAuthorized({ quirks: { refusedToken } });
      wallet.revokeTokens();
      if (refusedToken === 'closed') {
        await expect(dapp.call('authorize', { auth_token: token })).toRejectWith('SESSION_CLOSED');
      } else if (refusedToken === 'silence') {
        expect(await isSilent(dapp, 'authorize', { auth_token: token })).toBe(true);
      } else expect(await getErrorCode(dapp, 'authorize', { auth_token: token })).toBe(refusedToken);
    }
  });

  it('is replaced with the quirk `renewsTokens`', async () => {
    const { dapp, token } = await connectAuthorized({ quirks: { renewsTokens: true } });
    const { auth_token } = await getResult(dapp, 'authorize', { auth_token: token });
    expect(auth_token).not.toBe(token);
    expect(await getErrorCode(dapp, 'authorize', { auth_token: token })).toBe(-1);
    expect(await getResult(dapp, 'authorize', { auth_token })).toHaveProperty('auth_token');
  });
});

describe('privileged requests', () => {
  it.each([
    ['sign_messages', SIGN],
    ['sign_transactions', { payloads: ['AAAA'] }],
    ['sign_and_send_transactions', { payloads: ['AAAA'] }],
  ])('%s gets -1 before authorize', async (method, params) => {
    const { dapp } = await connect();
    expect(await getErrorCode(dapp, method, params)).toBe(-1);
  });

  it('get -1 while authorize waits for the user, also in a session that was authorized', async () => {
    const person = createPerson();
    const { dapp } = await connect({ approve: person.approve });
    const authorized = getResult(dapp, 'authorize');
    (await person.next()).decide({ approved: true });
    await authorized;
    const again = getResult(dapp, 'authorize');
    const question = await person.next();
    expect(await getErrorCode(dapp, 'sign_messages', SIGN)).toBe(-1);
    question.decide({ approved: true });
    await again;
    const signed = getResult(dapp, 'sign_messages', SIGN);
    (await person.next()).decide({ approved: true });
    expect(await signed).toHaveProperty('signed_payloads');
  });

  it('get -1 after an authorize that failed', async () => {
    const { dapp } = await connectAuthorized();
    expect(await getErrorCode(dapp, 'authorize', { auth_token: 'AAAA' })).toBe(-1);
    expect(await getErrorCode(dapp, 'sign_messages', SIGN)).toBe(-1);
  });

  it('are still answered after an authorize that failed without the quirk `authorizeDropsAuthorization`', async () => {
    const { dapp } = await connectAuthorized({ quirks: { authorizeDropsAuthorization: false } });
    expect(await getErrorCode(dapp, 'authorize', { auth_token: 'AAAA' })).toBe(-1);
    expect(await getResult(dapp, 'sign_messages', SIGN)).toHaveProperty('signed_payloads');
  });
});

describe('a request right after an authorize that the user is not asked about', () => {
  it.each([
    ['sign_messages', SIGN],
    ['sign_transactions', { payloads: ['AAAA'] }],
    ['sign_and_send_transactions', { payloads: ['AAAA'] }],
  ])('%s gets -1', async (method, params) => {
    const { dapp } = await connect({ quirks: { authorizeMs: 500 } });
    const authorized = getResult(dapp, 'authorize');
    expect(await getErrorCode(dapp, method, params)).toBe(-1);
    const { auth_token } = await authorized;
    const renewed = getResult(dapp, 'authorize', { auth_token });
    expect(await getErrorCode(dapp, method, params)).toBe(-1);
    await renewed;
    expect(await getResult(dapp, 'sign_messages', SIGN)).toHaveProperty('signed_payloads');
  });

  it('is answered with the quirk `authorizeMs` of 0', async () => {
    const { dapp } = await connect({ quirks: { authorizeMs: 0 } });
    const authorized = getResult(dapp, 'authorize');
    expect(await getResult(dapp, 'sign_messages', SIGN)).toHaveProperty('signed_payloads');
    await authorized;
  });
});

describe('deauthorize', () => {
  it('answers {} and makes the token invalid', async () => {
    const { dapp, token } = await connectAuthorized();
    expect(await getResult(dapp, 'deauthorize', { auth_token: token })).toEqual({});
    expect(await getErrorCode(dapp, 'authorize', { auth_token: token })).toBe(-1);
  });

  it('answers {} to an unknown token and -32602 to a missing one', async () => {
    const { dapp } = await connect();
    expect(await getResult(dapp, 'deauthorize', { auth_token: 'AAAA' })).toEqual({});
    expect(await getErrorCode(dapp, 'deauthorize', {})).toBe(-32602);
    expect(await getErrorCode(dapp, 'deauthorize', { auth_token: '' })).toBe(-32602);
  });

  it('leaves the session able to sign', async () => {
    const { dapp, token } = await connectAuthorized();
    await getResult(dapp, 'deauthorize', { auth_token: token });
    expect(await getResult(dapp, 'sign_messages', SIGN)).toHaveProperty('signed_payloads');
  });

  it('ends the session’s authorization without the quirk `signsAfterDeauthorize`, by its own token only', async () => {
    const { dapp, token } = await connectAuthorized({ quirks: { signsAfterDeauthorize: false } });
    await getResult(dapp, 'deauthorize', { auth_token: 'AAAA' });
    expect(await getResult(dapp, 'sign_messages', SIGN)).toHaveProperty('signed_payloads');
    await getResult(dapp, 'deauthorize', { auth_token: token });
    expect(await getErrorCode(dapp, 'sign_messages', SIGN)).toBe(-1);
  });
});

describe('reauthorize', () => {
  it('is answered in 2.0 sessions', async () => {
    const { dapp, token } = await connectAuthorized();
    expect(await getResult(dapp, 'reauthorize', { auth_token: token })).toHaveProperty('auth_token', token);
    expect(await getErrorCode(dapp, 'reauthorize', { auth_token: 'AAAA' })).toBe(-1);
  });

  it('gets -32601 without the quirk `answersReauthorize`', async () => {
    const { dapp, token } = await connectAuthorized({ quirks: { answersReauthorize: false } });
    expect(await getErrorCode(dapp, 'reauthorize', { auth_token: token })).toBe(-32601);
  });
});

describe('clone_authorization', () => {
  it('gets -32601', async () => {
    const { dapp } = await connectAuthorized();
    expect(await getErrorCode(dapp, 'clone_authorization')).toBe(-32601);
  });

  it('returns another token for the same authorization if the wallet has the feature', async () => {
    const features = ['solana:cloneAuthorization'];
    const { dapp, token } = await connectAuthorized({ capabilities: { features } });
    const { auth_token } = await getResult(dapp, 'clone_authorization');
    expect(auth_token).not.toBe(token);
    const params = { auth_token, chain: 'solana:devnet' };
    expect(await getResult(dapp, 'authorize', params)).toMatchObject({ accounts: [{ address: KEY }] });
  });

  it('gets -1 in a session that is not authorized', async () => {
    const { dapp } = await connect({ capabilities: { features: ['solana:cloneAuthorization'] } });
    expect(await getErrorCode(dapp, 'clone_authorization')).toBe(-1);
  });
});

describe('get_capabilities', () => {
  it('publishes limits, versions and optional features, and the booleans of 1.x', async () => {
    const { dapp } = await connect();
    expect(await getResult(dapp, 'get_capabilities')).toEqual({
      max_transactions_per_request: 10,
      max_messages_per_request: 10,
      supported_transaction_versions: ['legacy', 0, 1],
      features: ['solana:signTransactions', 'solana:signInWithSolana'],
      supports_clone_authorization: false,
      supports_sign_and_send_transactions: true,
    });
  });

  it('publishes no limit of 0, and no booleans without the quirk `legacyCapabilities`', async () => {
    const { dapp } = await connect({
      capabilities: { maxTransactionsPerRequest: 0, maxMessagesPerRequest: 0, features: [] },
      quirks: { legacyCapabilities: false },
    });
    expect(await getResult(dapp, 'get_capabilities')).toEqual({
      supported_transaction_versions: ['legacy', 0, 1],
      features: [],
    });
  });
});

describe('a 1.x wallet', () => {
  it('publishes the booleans of 1.x and no features', async () => {
    const { dapp } = await connect({ protocol: 'legacy' });
    const capabilities = await getResult(dapp, 'get_capabilities');
    expect(capabilities).toHaveProperty('supports_sign_and_send_transactions', true);
    expect(capabilities).not.toHaveProperty('features');
  });

  it('authorizes a cluster, without the features of 2.0', async () => {
    const person = createPerson();
    const { dapp } = await connect({ protocol: 'legacy', approve: person.approve });
    const authorized = getResult(dapp, 'authorize', {
      identity: IDENTITY,
      cluster: 'devnet',
      chain: 'solana:mainnet',
      auth_token: 'AAAA',
      sign_in_payload: { domain: 'example.com' },
    });
    const { request, decide } = await person.next();
    expect(request).toMatchObject({ type: 'authorize', chain: 'solana:devnet' });
    decide({ approved: true });
    expect(await authorized).toEqual({
      auth_token: expect.any(String),
      accounts: [{ address: KEY, label: 'Account 1' }],
    });
  });

  it('answers -7 to an unknown cluster', async () => {
    const { dapp } = await connect({ protocol: 'legacy' });
    expect(await getErrorCode(dapp, 'authorize', { cluster: 'localnet' })).toBe(-7);
  });

  it('accepts a token only by reauthorize', async () => {
    const { dapp } = await connect({ protocol: 'legacy' });
    const { auth_token } = await getResult(dapp, 'authorize', { cluster: 'devnet' });
    expect(await getResult(dapp, 'reauthorize', { auth_token })).toHaveProperty('auth_token', auth_token);
    expect(await getErrorCode(dapp, 'reauthorize', { auth_token: 'AAAA' })).toBe(-1);
    expect(await getErrorCode(dapp, 'reauthorize', {})).toBe(-32602);
  });

  it('signs transactions whatever its features are', async () => {
    const { dapp } = await connect({ protocol: 'legacy', capabilities: { features: [] } });
    await getResult(dapp, 'authorize', {});
    expect(await getErrorCode(dapp, 'sign_transactions', { payloads: ['AAAA'] })).toBe(-2);
  });
});

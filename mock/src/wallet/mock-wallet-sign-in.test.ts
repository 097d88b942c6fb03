import { ed25519 } from '@noble/curves/ed25519.js';
import {
  decodeBase64,
  decodeUtf8,
  type JsonObject,
  type SignInResult,
} from 'mobile-wallet-standard/endpoint';
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
} from '../../../test/support/mock-wallet.js';
import { declineAll } from './approval.js';
import type { MockWalletOptions } from './mock-wallet.js';

const PAYLOAD = { domain: 'example.com', statement: 'Welcome', nonce: 'abcdefgh' };

async function getSignInResult(
  payload: JsonObject,
  options: MockWalletOptions = {},
  identity: JsonObject = IDENTITY,
): Promise<SignInResult> {
  const { dapp } = await connect(options);
  const result = await getResult(dapp, 'authorize', { identity, sign_in_payload: payload });
  return result['sign_in_result'] as SignInResult;
}

async function getText(...args: Parameters<typeof getSignInResult>): Promise<string> {
  return decodeUtf8(decodeBase64((await getSignInResult(...args)).signed_message));
}

describe('sign_in_payload', () => {
  it('returns the signed text, in base64, with the type of the signature', async () => {
    const { address, signed_message, signature, signature_type } = await getSignInResult(PAYLOAD);
    expect(address).toBe(KEY);
    expect(signature_type).toBe('ed25519');
    const message = decodeBase64(signed_message);
    expect(ed25519.verify(decodeBase64(signature), message, ed25519.getPublicKey(SEED))).toBe(true);
  });

  it('shows the text to the user, and grants its account first', async () => {
    const person = createPerson();
    const accounts = [{ seed: SEED }, { seed: OTHER_SEED }];
    const { dapp, wallet } = await connect({ accounts, approve: person.approve });
    const [first, second] = wallet.accounts.map((account) => account.address);
    const sign_in_payload = { ...PAYLOAD, address: second };
    const authorized = getResult(dapp, 'authorize', { identity: IDENTITY, sign_in_payload });
    const { request, decide } = await person.next();
    expect(request).toEqual({
      id: 1,
      type: 'sign-in',
      identity: IDENTITY,
      chain: 'solana:mainnet',
      accounts: wallet.accounts,
      address: second,
      defaultAddresses: [second],
      text: `example.com wants you to sign in with your Solana account:\n${second}\n\nWelcome\n\nNonce: abcdefgh`,
    });
    decide({ approved: true, accounts: [String(first)] });
    expect(await authorized).toMatchObject({
      accounts: [{ address: OTHER_KEY }, { address: KEY }],
      sign_in_result: { address: OTHER_KEY },
    });
  });

  it('suggests the accounts that the dapp asks for besides, and grants them', async () => {
    const person = createPerson();
    const accounts = [{ seed: SEED }, { seed: OTHER_SEED }];
    const { dapp, wallet } = await connect({ accounts, approve: person.approve });
    const [first, second] = wallet.accounts.map((account) => account.address);
    const sign_in_payload = { ...PAYLOAD, address: second };
    const addresses = [KEY, OTHER_KEY];
    const authorized = getResult(dapp, 'authorize', { identity: IDENTITY, addresses, sign_in_payload });
    const { request, decide } = await person.next();
    expect(request).toMatchObject({ type: 'sign-in', address: second, defaultAddresses: [second, first] });
    decide({ approved: true });
    expect(await authorized).toMatchObject({ accounts: [{ address: OTHER_KEY }, { address: KEY }] });
  });

  it('gets -1 when the user declines', async () => {
    const { dapp } = await connect({ approve: declineAll });
    expect(await getErrorCode(dapp, 'authorize', { sign_in_payload: PAYLOAD })).toBe(-1);
  });

  it('is ignored beside a token', async () => {
    const { dapp, token } = await connectAuthorized();
    const result = await getResult(dapp, 'authorize', { auth_token: token, sign_in_payload: PAYLOAD });
    expect(result).not.toHaveProperty('sign_in_result');
  });

  it('is signed although there is a token without the quirk `tokenOverridesSignIn`', async () => {
    const { dapp, token } = await connectAuthorized({ quirks: { tokenOverridesSignIn: false } });
    const result = await getResult(dapp, 'authorize', { auth_token: token, sign_in_payload: PAYLOAD });
    expect(result).toMatchObject({ auth_token: token, sign_in_result: { address: KEY } });
  });

  it('is ignored by a wallet without the feature', async () => {
    expect(await getSignInResult(PAYLOAD, { capabilities: { features: [] } })).toBeUndefined();
    expect(await getSignInResult(PAYLOAD, { quirks: { signInResult: 'absent' } })).toBeUndefined();
  });

  it('gets an empty signature with the quirk `signInResult`', async () => {
    expect(await getSignInResult(PAYLOAD, { quirks: { signInResult: 'empty-signature' } })).toMatchObject({
      address: KEY,
      signature: '',
    });
  });
});

describe('the sign-in text', () => {
  it('has three newlines after the address with fields and no statement', async () => {
    expect(await getText({ domain: 'example.com', nonce: 'abcdefgh' })).toMatch(
      /account:\n[1-9A-Za-z]{32,44}\n\n\nNonce: abcdefgh$/,
    );
  });

  it.each<[JsonObject, identity: JsonObject, text: RegExp]>([
    [{ version: '', chainId: '', requestId: '' }, IDENTITY, /\n\n\nVersion: \nChain ID: \nRequest ID: $/],
    [{ uri: '', resources: [] }, IDENTITY, /^example\.com wants you[^\n]+\n\w+$/],
    [{ statement: '', version: '1' }, IDENTITY, /account:\n\w+\n\n\n\nVersion: 1$/],
    [{ domain: '' }, IDENTITY, /^wants you[^\n]+\n\w+$/],
    [{ domain: '', version: '1' }, IDENTITY, /^ wants you/],
    [{ statement: ' Hi ' }, IDENTITY, /\n\n Hi$/],
    [{}, { uri: 'https://user@Example.COM:443/a' }, /^Example\.COM wants you/],
    [{}, { uri: '://a' }, /^a wants you/],
  ])('of %j with the identity %j is %s', async (payload, identity, text) => {
    expect(await getText(payload, {}, identity)).toMatch(text);
  });

  it('has two newlines there without the quirk `extraSignInNewline`', async () => {
    const text = await getText(
      { domain: 'a.example', version: '1' },
      { quirks: { extraSignInNewline: false } },
    );
    expect(text).toMatch(/account:\n[1-9A-Za-z]{32,44}\n\nVersion: 1$/);
  });

  it('ends with the address without statement and fields', async () => {
    expect(await getText({ domain: 'example.com', resources: [] })).toMatch(/account:\n[1-9A-Za-z]{32,44}$/);
  });

  it('uses the identity for a missing domain: the host without its port, or else the name', async () => {
    const local = { uri: 'http://localhost:5173' };
    expect(await getText({}, {}, local)).toMatch(/^localhost wants you/);
    expect(await getText({}, { quirks: { domainWithoutPort: false } }, local)).toMatch(
      /^localhost:5173 wants you/,
    );
    expect(await getText({}, {}, { name: 'Example' })).toMatch(/^Example wants you/);
  });

  it('has the text "null" where the dapp sends null', async () => {
    expect(await getText({ domain: null, statement: null })).toMatch(/^null wants you[\s\S]+\n\nnull$/);
  });

  it.each([{}, { name: 'Example', uri: 'app:/x' }])(
    'crashes the app without a domain with the identity %j',
    async (identity) => {
      const { dapp, ended } = await connect();
      const params = { identity, sign_in_payload: { statement: 'Hi' } };
      await expect(dapp.call('authorize', params)).toRejectWith('SESSION_CLOSED');
      expect(await ended).toEqual({ established: true });
    },
  );

  it('gets -32603 without a domain and an identity without the quirk `crashesWithoutDomain`', async () => {
    const { dapp } = await connect({ quirks: { crashesWithoutDomain: false } });
    expect(await getErrorCode(dapp, 'authorize', { sign_in_payload: {} })).toBe(-32603);
  });
});

describe('a malformed sign_in_payload', () => {
  const MALFORMED: readonly JsonObject[] = [
    { nonce: 'short' },
    { nonce: 'not alphanumeric' },
    { nonce: null },
    { issuedAt: 'yesterday' },
    { issuedAt: '2026-11-20' },
    { issuedAt: '2026-11-20T00:00:00Z x' },
    { expirationTime: '2026-11-20T00:00:00' },
    { notBefore: null },
    { address: '0OIl' },
    { address: null },
  ];

  it.each(MALFORMED)('is not answered: %j', async (payload) => {
    const { dapp } = await connect();
    expect(await isSilent(dapp, 'authorize', { sign_in_payload: { ...PAYLOAD, ...payload } })).toBe(true);
  });

  it.each(MALFORMED)('gets -32602 without the quirk `silentOnMalformedSignIn`: %j', async (payload) => {
    const { dapp } = await connect({ quirks: { silentOnMalformedSignIn: false } });
    const params = { sign_in_payload: { ...PAYLOAD, ...payload } };
    expect(await getErrorCode(dapp, 'authorize', params)).toBe(-32602);
  });

  it.each(['2026-11-20T00:00:00.000Z', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00+01:00'])(
    'does parse with the time %s',
    async (issuedAt) => {
      expect(await getText({ ...PAYLOAD, issuedAt })).toContain(`Issued At: ${issuedAt}`);
    },
  );
});

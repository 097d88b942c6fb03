import { ed25519 } from '@noble/curves/ed25519.js';
import { decodeBase64, encodeBase64, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApprovalRequest, Approve } from '../../mock/src/approval.js';
import { declineAll } from '../../mock/src/approval.js';
import type { Chain, SendOptions } from '../../mock/src/chain.js';
import { createAddress, createUnsigned, getTransfer } from '../support/chain.js';
import {
  createPerson,
  getError,
  getErrorCode,
  getResult,
  IDENTITY,
  isSilent,
  KEY,
  OTHER_KEY,
  OTHER_SEED,
  SEED,
} from '../support/mock-wallet.js';
import { createFunded } from '../support/quirks.js';
import {
  closeAll,
  connect,
  connectAuthorized,
  getSignedText,
  readResponse,
  sendText,
  serve,
  shakeHands,
  whenClosed,
} from './served-wallet.js';

// Each habit of the reference Android wallet library, and each one seen in other wallets, is a test of the mock wallet
// with its defaults or with the quirk of that name, over real WebSockets. What the sockets do is in server-habits.test.ts.

const SIGN = { addresses: [KEY], payloads: ['YWJj'] };
const SIGN_IN = { domain: 'example.com', statement: 'Welcome', nonce: 'abcdefgh' };

afterEach(closeAll);

/** Records what the user is asked, and approves. */
function createWitness() {
  const asked: ApprovalRequest[] = [];
  const approve: Approve = (request) => {
    asked.push(request);
    return { approved: true };
  };
  return { asked, approve };
}

describe('standard base64 only', () => {
  it('silently signs other bytes for a payload in base64url', async () => {
    const { dapp } = await connectAuthorized();
    const { signed_payloads } = await getResult(dapp, 'sign_messages', { ...SIGN, payloads: ['-_-_YWJj'] });
    const [signed = new Uint8Array()] = (signed_payloads as readonly string[]).map(decodeBase64);
    expect(Buffer.from(signed.subarray(0, -64)).toString()).toBe('abc');
    const message = signed.subarray(0, -64);
    expect(ed25519.verify(signed.subarray(-64), message, ed25519.getPublicKey(SEED))).toBe(true);
  });

  it('signs the text of a payload that is no string', async () => {
    const { dapp } = await connectAuthorized();
    const result = await getResult(dapp, 'sign_messages', { ...SIGN, payloads: [1234, true, ['YWJj']] });
    const signed = (result['signed_payloads'] as readonly string[]).map(decodeBase64);
    const texts = ['1234', 'true', 'YWJj'].map(decodeBase64);
    expect(signed.map((bytes) => bytes.subarray(0, -64))).toEqual(texts);
    expect(await getErrorCode(dapp, 'sign_messages', { ...SIGN, payloads: [null] })).toBe(-32602);
  });

  it('skips foreign characters of an address', async () => {
    const { dapp } = await connectAuthorized();
    const addresses = [`-${KEY.slice(0, 20)} _${KEY.slice(20)}`];
    expect(await getResult(dapp, 'sign_messages', { ...SIGN, addresses })).toHaveProperty('signed_payloads');
  });

  it.each(['', '=', '.', '=.'])('takes an association token that ends with %j', async (ending) => {
    const addEnding = (uri: string): string =>
      uri.replace(/association=[^&]+/, (token) => token + encodeURIComponent(ending));
    const { protocol } = await shakeHands(await serve({}, {}, addEnding));
    expect(protocol).toBe('v1');
  });
});

describe('null, and malformed chains', () => {
  it('reads a JSON null as the text "null"', async () => {
    const { asked, approve } = createWitness();
    const { dapp } = await connect({ approve });
    await getResult(dapp, 'authorize', { identity: { name: null } });
    expect(asked[0]?.identity).toEqual({ name: 'null' });
    const result = await getResult(dapp, 'authorize', { sign_in_payload: { ...SIGN_IN, domain: null } });
    expect(getSignedText(result)).toMatch(/^null wants you/);
  });

  it.each([
    null,
    5,
    true,
    {},
    { 'solana:devnet': 'a b' },
    'devnet',
    'solana :devnet',
    'solana: devnet',
    'solana:\tdevnet',
    'solana:devnet\n\n',
    'solana:',
    ':mainnet',
    ':',
  ])('crashes on the chain %j', async (chain) => {
    const { wallet, dapp, socket } = await connect();
    const closed = whenClosed(socket);
    await expect(dapp.call('authorize', { chain })).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
    expect(await closed).toBe(1006);
    expect(wallet.getActivity()).toMatchObject([{ outcome: { unanswered: 'crashed' } }]);
  });

  it.each([
    'solana:localnet',
    'foo:bar',
    'SOLANA:MAINNET',
    ':::',
    'solana:dev\u00a0net',
    // Java's `$` matches before a line break at the end.
    'solana:devnet\n',
    { a: 'solana:devnet' },
    ['solana:devnet'],
  ])('authorizes the chain %j, or its text', async (chain) => {
    const { asked, approve } = createWitness();
    const { dapp } = await connect({ approve });
    expect(await getResult(dapp, 'authorize', { chain })).toHaveProperty('auth_token');
    expect(asked[0]?.chain).toBe(typeof chain === 'string' ? chain : JSON.stringify(chain));
  });

  it('sends on solana:localnet', async () => {
    const { createWire, options } = await createFunded({});
    const { dapp } = await connect(options);
    await getResult(dapp, 'authorize', { chain: 'solana:localnet' });
    const payloads = [encodeBase64(await createWire())];
    expect(await getResult(dapp, 'sign_and_send_transactions', { payloads })).toHaveProperty('signatures');
  });

  it('does not answer to an unknown cluster', async () => {
    const { dapp } = await connect();
    expect(await isSilent(dapp, 'authorize', { cluster: 'localnet' })).toBe(true);
  });
});

describe('identity', () => {
  it.each([
    { icon: 'https://example.com/i.png' },
    { icon: 'data:image/png;base64,AAAA' },
    { icon: 'a:b.png' },
    { uri: '/relative' },
    { uri: 'example.com' },
    { uri: 'mailto:a@example.com' },
    { uri: 'mailto:a/b' },
    { name: '' },
  ])('answers -32602 to %j', async (identity) => {
    const { dapp } = await connect();
    expect(await getErrorCode(dapp, 'authorize', { identity: { ...IDENTITY, ...identity } })).toBe(-32602);
  });

  it.each([
    ['no identity', {}],
    ['/i.png', { identity: { icon: '/i.png' } }],
    ['an empty icon', { identity: { icon: '' } }],
    ['https:/a.b', { identity: { uri: 'https:/a.b' } }],
    ['app:/x', { identity: { uri: 'app:/x' } }],
    ['://a', { identity: { uri: '://a' } }],
  ])('accepts %s', async (_, params) => {
    const { dapp } = await connect();
    expect(await getResult(dapp, 'authorize', params)).toHaveProperty('auth_token');
  });
});

describe('silence instead of an error', () => {
  it.each<[what: string, method: string, params: JsonObject]>([
    ['a nonce under 8 characters', 'authorize', { sign_in_payload: { ...SIGN_IN, nonce: 'abcdefg' } }],
    ['a nonce that is not alphanumeric', 'authorize', { sign_in_payload: { ...SIGN_IN, nonce: 'abcdefg-' } }],
    ['a malformed date', 'authorize', { sign_in_payload: { ...SIGN_IN, issuedAt: 'today' } }],
    ['text after Z', 'authorize', { sign_in_payload: { ...SIGN_IN, issuedAt: '2026-11-20T00:00:00Z x' } }],
    ['an address that is not base58', 'authorize', { sign_in_payload: { ...SIGN_IN, address: '0OIl' } }],
    ['an auth_token that is not base64', 'authorize', { auth_token: 'A' }],
    ['an auth_token to end that is not base64', 'deauthorize', { auth_token: 'A' }],
    ['missing addresses', 'sign_messages', { payloads: SIGN.payloads }],
    ['empty addresses', 'sign_messages', { ...SIGN, addresses: [] }],
  ])('does not answer to %s', async (_, method, params) => {
    const { dapp } = await connectAuthorized();
    expect(await isSilent(dapp, method, params)).toBe(true);
  });
});

describe('order', () => {
  it('lets get_capabilities overtake a waiting authorize', async () => {
    const person = createPerson();
    const session = await shakeHands(await serve({ approve: person.approve }));
    await sendText(session, 1, 'authorize');
    const { decide } = await person.next();
    await sendText(session, 2, 'get_capabilities');
    expect(await readResponse(session)).toMatchObject({ id: 2 });
    decide({ approved: true });
    expect(await readResponse(session)).toMatchObject({ id: 1, result: expect.any(Object) });
  });

  it('answers -1 to a privileged request that is sent before authorize has answered', async () => {
    const person = createPerson();
    const session = await shakeHands(await serve({ approve: person.approve }));
    await sendText(session, 1, 'authorize');
    const { decide } = await person.next();
    await sendText(session, 2, 'sign_messages', SIGN);
    expect(await readResponse(session)).toMatchObject({ id: 2, error: { code: -1 } });
    decide({ approved: true });
    expect(await readResponse(session)).toMatchObject({ id: 1, result: expect.any(Object) });
  });

  it('gives two answers to get_capabilities with a parameter: an error, then the result', async () => {
    const session = await shakeHands(await serve());
    await sendText(session, 1, 'get_capabilities', { extra: 1 });
    expect(await readResponse(session)).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(await readResponse(session)).toMatchObject({ id: 1, result: expect.any(Object) });
  });
});

describe('authorization', () => {
  it('answers -1 to an unknown token', async () => {
    const { dapp } = await connect();
    expect(await getErrorCode(dapp, 'authorize', { auth_token: 'AAAA' })).toBe(-1);
  });

  it('answers -1 to a token with another chain, and the token stays valid', async () => {
    const { dapp, token: auth_token } = await connectAuthorized();
    expect(await getErrorCode(dapp, 'authorize', { auth_token, chain: 'solana:mainnet' })).toBe(-1);
    expect(await getResult(dapp, 'authorize', { auth_token, chain: 'solana:devnet' })).toMatchObject({
      auth_token,
    });
  });

  it('answers -1 to a person’s refusal to connect', async () => {
    const { dapp } = await connect({ approve: declineAll });
    expect(await getErrorCode(dapp, 'authorize')).toBe(-1);
  });

  it('drops the session’s authorization when authorize fails', async () => {
    const { dapp } = await connectAuthorized();
    await getErrorCode(dapp, 'authorize', { auth_token: 'AAAA' });
    expect(await getErrorCode(dapp, 'sign_messages', SIGN)).toBe(-1);
  });

  it('ignores sign_in_payload when a token is sent', async () => {
    const { dapp, token: auth_token } = await connectAuthorized();
    const result = await getResult(dapp, 'authorize', { auth_token, sign_in_payload: SIGN_IN });
    expect(result).not.toHaveProperty('sign_in_result');
  });

  it('takes a token with a line break, and returns it as it was sent', async () => {
    const { dapp, token } = await connectAuthorized();
    const auth_token = `${token.slice(0, 20)}\n${token.slice(20)} `;
    expect(await getResult(dapp, 'authorize', { auth_token })).toMatchObject({ auth_token });
    expect(await getResult(dapp, 'sign_messages', SIGN)).toHaveProperty('signed_payloads');
    await getResult(dapp, 'deauthorize', { auth_token });
    expect(await getErrorCode(dapp, 'authorize', { auth_token: token })).toBe(-1);
  });

  it('answers reauthorize in a 2.0 session', async () => {
    const { dapp, token: auth_token, protocol } = await connectAuthorized();
    expect(protocol).toBe('v1');
    expect(await getResult(dapp, 'reauthorize', { auth_token })).toMatchObject({ auth_token });
  });

  it('signs in the same session after deauthorize', async () => {
    const { dapp, token: auth_token } = await connectAuthorized();
    await getResult(dapp, 'deauthorize', { auth_token });
    expect(await getResult(dapp, 'sign_messages', SIGN)).toHaveProperty('signed_payloads');
  });

  it('leaves out display_address and its format when authorized by a token', async () => {
    const { dapp } = await connect();
    const { accounts, auth_token } = await getResult(dapp, 'authorize');
    expect(accounts).toEqual([expect.objectContaining({ display_address_format: 'base58' })]);
    const renewed = await getResult(dapp, 'authorize', { auth_token });
    expect(renewed['accounts']).toEqual([{ address: KEY, label: 'Account 1' }]);
  });

  it('answers -1 to sign_messages for an address that is not authorized', async () => {
    const { dapp } = await connectAuthorized({ accounts: [{ seed: SEED }, { seed: OTHER_SEED }] });
    expect(await getErrorCode(dapp, 'sign_messages', { ...SIGN, addresses: [OTHER_KEY] })).toBe(-1);
  });

  it('has no clone_authorization', async () => {
    const { dapp } = await connectAuthorized();
    expect(await getErrorCode(dapp, 'clone_authorization')).toBe(-32601);
  });

  it('gives accounts neither chains nor features, and always a wallet_icon', async () => {
    const { dapp } = await connect();
    const first = await getResult(dapp, 'authorize');
    const { auth_token } = first;
    for (const result of [first, await getResult(dapp, 'authorize', { auth_token })]) {
      const [account] = result['accounts'] as readonly JsonObject[];
      expect(account).not.toHaveProperty('chains');
      expect(account).not.toHaveProperty('features');
      expect(result['wallet_icon']).toMatch(/^data:image\//);
    }
  });
});

describe('the sign-in text', () => {
  it('has the host of identity.uri without its port where the domain is absent', async () => {
    const { dapp } = await connect();
    const params = { identity: { uri: 'http://localhost:5173' }, sign_in_payload: { statement: 'Hi' } };
    expect(getSignedText(await getResult(dapp, 'authorize', params))).toMatch(/^localhost wants you/);
  });

  it('has three newlines after the address, with fields but no statement', async () => {
    const { dapp } = await connect();
    const sign_in_payload = { domain: 'example.com', nonce: 'abcdefgh' };
    expect(getSignedText(await getResult(dapp, 'authorize', { sign_in_payload }))).toMatch(
      /account:\n\w+\n\n\nNonce: abcdefgh$/,
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
  ])('of %j with the identity %j is %s', async (sign_in_payload, identity, text) => {
    const { dapp } = await connect();
    expect(getSignedText(await getResult(dapp, 'authorize', { identity, sign_in_payload }))).toMatch(text);
  });

  it.each([{}, { name: 'Example', uri: 'app:/x' }])(
    'crashes without a domain with the identity %j',
    async (identity) => {
      const { dapp, socket } = await connect();
      const closed = whenClosed(socket);
      const params = { identity, sign_in_payload: { statement: 'Hi' } };
      await expect(dapp.call('authorize', params)).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
      expect(await closed).toBe(1006);
    },
  );

  it('is returned in base64, with a signature_type', async () => {
    const { dapp } = await connect();
    const { sign_in_result } = await getResult(dapp, 'authorize', { sign_in_payload: SIGN_IN });
    const { address, signature_type } = sign_in_result as JsonObject;
    expect([address, signature_type]).toEqual([KEY, 'ed25519']);
  });
});

describe('error data', () => {
  it('is a string of JSON', async () => {
    const { dapp } = await connectAuthorized();
    const error = await getError(dapp, 'sign_transactions', { payloads: ['AAAA'] });
    expect(error).toMatchObject({ code: -2, data: '{"valid":[false]}' });
  });

  it('is absent when there is none', async () => {
    const session = await shakeHands(await serve());
    await sendText(session, 1, 'sign_messages', SIGN);
    const { error } = await readResponse(session);
    expect(error).toEqual({ code: -1, message: expect.any(String) });
  });
});

describe('send options', () => {
  it.each<[options: JsonObject, read: SendOptions]>([
    [{ min_context_slot: 2_147_483_648 }, { minContextSlot: -2_147_483_648 }],
    [{ max_retries: 2_147_483_648 }, { maxRetries: -2_147_483_648 }],
    [{ min_context_slot: 5.5 }, { minContextSlot: 5 }],
    [{ min_context_slot: '5' }, { minContextSlot: 5 }],
    [{ min_context_slot: 1e300 }, { minContextSlot: 2_147_483_647 }],
    [{ min_context_slot: 'NaN' }, { minContextSlot: 0 }],
    [{ max_retries: '5d' }, { maxRetries: 5 }],
    [{ max_retries: ' -.5e1F ' }, { maxRetries: -5 }],
    [{ max_retries: '-Infinity' }, { maxRetries: -2_147_483_648 }],
    [{ skip_preflight: 'true' }, { skipPreflight: true }],
  ])('reads %j as %j', async (options, read) => {
    const handed: (SendOptions | undefined)[] = [];
    const { ledger, createWire, options: funded } = await createFunded({});
    const chain: Chain = {
      ...ledger,
      async sendTransaction(_wire, given) {
        handed.push(given);
        return { signature: new Uint8Array(64) };
      },
    };
    const { dapp } = await connectAuthorized({ ...funded, chain });
    const payloads = [encodeBase64(await createWire())];
    await getResult(dapp, 'sign_and_send_transactions', { payloads, options });
    expect(handed).toEqual([read]);
  });

  it.each(['0x10', '0b1', '0o7', 'nan', '5dd', '1_000', '.', ''])(
    'answers -32602 to the integer %j',
    async (max_retries) => {
      const { dapp } = await connectAuthorized();
      const params = { payloads: ['AAAA'], options: { max_retries } };
      expect(await getErrorCode(dapp, 'sign_and_send_transactions', params)).toBe(-32602);
    },
  );
});

describe('seen in the wild', () => {
  it('returns only the signature from sign_messages (quirk `signedMessages`)', async () => {
    const { dapp } = await connectAuthorized({ quirks: { signedMessages: 'signatures' } });
    const { signed_payloads } = await getResult(dapp, 'sign_messages', SIGN);
    expect((signed_payloads as readonly string[]).map((text) => decodeBase64(text).length)).toEqual([64]);
  });

  it('returns an empty sign-in signature (quirk `signInResult`)', async () => {
    const { dapp } = await connect({ quirks: { signInResult: 'empty-signature' } });
    const result = await getResult(dapp, 'authorize', { sign_in_payload: SIGN_IN });
    expect(result).toMatchObject({ sign_in_result: { address: KEY, signature: '' } });
  });

  it('shows no approval without min_context_slot (quirk `silentWithoutMinContextSlot`)', async () => {
    const { asked, approve } = createWitness();
    const { dapp } = await connectAuthorized({ approve, quirks: { silentWithoutMinContextSlot: true } });
    const payer = await createAddress();
    const { ledger } = await createFunded({});
    const payloads = [encodeBase64(await createUnsigned(ledger, payer, [getTransfer(payer, payer, 1n)]))];
    expect(await isSilent(dapp, 'sign_and_send_transactions', { payloads })).toBe(true);
    expect(asked.map(({ type }) => type)).toEqual(['authorize']);
  });

  it('returns `wallet_uri_base: null` (quirk `nullWalletUriBase`)', async () => {
    const { dapp } = await connect({ quirks: { nullWalletUriBase: true } });
    expect(await getResult(dapp, 'authorize')).toHaveProperty('wallet_uri_base', null);
  });

  it('returns accounts without chains', async () => {
    const { dapp } = await connect();
    const { accounts } = await getResult(dapp, 'authorize', { chain: 'solana:testnet' });
    expect(accounts).toEqual([expect.not.objectContaining({ chains: expect.anything() })]);
  });

  it.each(['authorize', 'sign_messages'] as const)(
    'closes the socket cleanly in the middle of %s (quirk `hangsUpOn`)',
    async (hangsUpOn) => {
      const { dapp, socket } = await connect({ quirks: { hangsUpOn } });
      const closed = whenClosed(socket);
      await expect(dapp.call(hangsUpOn, SIGN)).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
      expect(await closed).toBe(1005);
    },
  );
});

import { createSignInMessageText, parseSignInMessageText } from '@solana/wallet-standard-util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSignInText, parseSignInText, type SignInFields } from './sign-in-text.js';

const address = '4wBqpZM9xaSheZzJSMawUKKwhdpChKbZ5eu5ky4Vigw';
const line = fc.stringMatching(/^[!-~]([ -~]{0,30}[!-~])?$/);
const fields = fc.record(
  {
    domain: fc.domain(),
    address: fc.constant(address),
    statement: line,
    uri: fc.webUrl(),
    version: fc.constant('1'),
    chainId: fc.constantFrom('solana:devnet', 'mainnet'),
    nonce: fc.stringMatching(/^[a-zA-Z0-9]{8,16}$/),
    issuedAt: fc.constant('2026-11-20T00:00:00.000Z'),
    expirationTime: fc.constant('2026-11-21T00:00:00.000Z'),
    notBefore: fc.constant('2026-11-19T00:00:00.000Z'),
    requestId: line,
    resources: fc.array(fc.webUrl(), { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['domain', 'address'] },
);

describe('sign-in text', () => {
  it('agrees with `@solana/wallet-standard-util` on any fields', () => {
    fc.assert(
      fc.property(fields, (input) => {
        const text = createSignInText(input as SignInFields);
        expect(text).toBe(createSignInMessageText(input as SignInFields));
        expect(parseSignInText(text)).toEqual(input);
        expect(parseSignInMessageText(text)).toMatchObject(parseSignInText(text) ?? {});
      }),
    );
  });

  it('is parsed with the three newlines of the reference wallet', () => {
    const text = `example.com wants you to sign in with your Solana account:\n${address}\n\n\nNonce: abcdefgh`;
    expect(parseSignInText(text)).toEqual({ domain: 'example.com', address, nonce: 'abcdefgh' });
  });

  it.each([
    ['', {}],
    ['\n', {}],
    ['\n\n\n\nOne\n\n', { statement: 'One' }],
    ['\n\nResources:\n- a\nb', { statement: 'Resources:\n- a\nb' }],
    ['\n\nResources:', { resources: [] }],
    ['\n\nResources:\n- a\n- ', { resources: ['a', ''] }],
    ['\n\nResources:\n-a', { statement: 'Resources:\n-a' }],
    ['\n\nURI: x\nResources:\n-y', { statement: 'URI: x\nResources:\n-y' }],
    ['\n\nURI: x\nResources:\n- y', { uri: 'x', resources: ['y'] }],
    ['\n\nOne\n\nResources:\n- y\n-z', { statement: 'One\n\nResources:\n- y\n-z' }],
    ['\n\nURI:x', { statement: 'URI:x' }],
    ['\n\nURI: ', { uri: '' }],
    ['\n\nNonce: abcdefgh\nURI: x', { statement: 'Nonce: abcdefgh\nURI: x' }],
    ['\n\nURI: x\nNonce: abcdefgh', { uri: 'x', nonce: 'abcdefgh' }],
  ])('that goes on with %j is read', (rest, parsed) => {
    const text = `example.com wants you to sign in with your Solana account:\n${address}${rest}`;
    expect(parseSignInText(text)).toEqual({ domain: 'example.com', address, ...parsed });
  });

  it('keeps a statement of several lines separate from the fields', () => {
    const input = {
      domain: 'a.example',
      address,
      statement: 'One\n\nURI: https://evil.example',
      nonce: 'abcdefgh',
    };
    expect(parseSignInText(createSignInText(input))).toEqual(input);
  });

  it.each([
    '',
    'hello',
    'example.com wants you to sign in with your Solana account:',
    `wants you to sign in with your Solana account:\n${address}`,
    ` wants you to sign in with your Solana account:\n${address}`,
    `example.com wants you to sign in with your Solana account:\n${address}\nNonce: abcdefgh`,
  ])('is not %j', (text) => {
    expect(parseSignInText(text)).toBeUndefined();
  });
});

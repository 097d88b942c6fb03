import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { MobileWalletError } from '../util/errors.js';
import { hasErrorCode } from '../util/find-error.js';
import { createRpcError, parseErrorData } from './rpc-errors.js';

describe('a wallet’s JSON-RPC error', () => {
  it.each([
    [-1, true, 'USER_REJECTED'],
    [-1, false, 'NOT_AUTHORIZED'],
    [-2, false, 'INVALID_PAYLOADS'],
    [-3, false, 'USER_REJECTED'],
    [-4, false, 'WALLET_ERROR'],
    [-5, false, 'NOT_CLONED'],
    [-6, false, 'TOO_MANY_PAYLOADS'],
    [-7, true, 'CHAIN_NOT_SUPPORTED'],
    [-100, true, 'WALLET_ERROR'],
    [-32700, false, 'WALLET_ERROR'],
    [-32600, false, 'WALLET_ERROR'],
    [-32601, false, 'METHOD_NOT_SUPPORTED'],
    [-32602, true, 'WALLET_ERROR'],
    [-32603, false, 'WALLET_ERROR'],
    [1234, false, 'WALLET_ERROR'],
  ] as const)('%i (on a fresh authorize: %s) is %s', (rpcCode, isFreshAuthorize, code) => {
    const error = createRpcError({ code: rpcCode, message: 'why' }, isFreshAuthorize, 0, false);
    expect(error).toMatchObject({
      name: 'MobileWalletError',
      code,
      message: expect.stringContaining(`(error ${rpcCode})`),
      context: { rpcCode, walletMessage: 'why' },
    });
    if (code === 'USER_REJECTED') expect(error.message).toContain('User rejected');
  });

  it('says how long the user took to refuse, in whole milliseconds, and nothing of other errors', () => {
    const read = (code: number) => createRpcError({ code, message: '' }, false, 1, false, 12.6).context;
    expect([-3, -4].map(read)).toEqual([{ rpcCode: -3, tookMs: 13 }, { rpcCode: -4 }]);
  });

  it('-5 for payloads means what -6 does, as in the published JavaScript', () => {
    const error = createRpcError({ code: -5, message: '' }, false, 1, false);
    expect(error).toMatchObject({ code: 'TOO_MANY_PAYLOADS', context: { rpcCode: -5 } });
  });

  it.each([
    ['an object', (data: object) => data],
    ['a string of JSON', (data: object) => JSON.stringify(data)],
  ])('keeps its data, sent as %s', (_, write) => {
    const invalid = createRpcError(
      { code: -2, message: '', data: write({ valid: [true, false] }) },
      false,
      2,
      false,
    );
    expect(invalid.context).toEqual({ rpcCode: -2, data: { valid: [true, false] } });
    const other = createRpcError({ code: -32602, message: '', data: write({ hint: 1 }) }, false, 0, false);
    expect(other.context).toEqual({ rpcCode: -32602, data: { hint: 1 } });
  });

  it.each([['garbage'], [{ valid: 'all' }], [{ other: [] }], [[]], [7], [{ valid: [true] }]])(
    'is not hidden by malformed data: %j',
    (data) => {
      const error = createRpcError({ code: -2, message: '', data }, false, 2, false);
      expect(error).toMatchObject({ code: 'INVALID_PAYLOADS' });
      expect(error.context).toStrictEqual({ rpcCode: -2 });
    },
  );
});

describe('what a wallet wrote', () => {
  it('is cut to 1,000 characters, and is in no message', () => {
    const error = createRpcError({ code: -3, message: 'x'.repeat(2_000_000) }, false, 0, false);
    expect(error.context).toEqual({ rpcCode: -3, walletMessage: 'x'.repeat(1_000) });
    expect(error.message).toBe('User rejected the request (error -3)');
    expect(error.cause).toEqual({ code: -3, message: error.message });
  });

  it.each([
    [-2, { valid: [false], why: 'text' }, { valid: [false] }],
    [-4, { signatures: [], why: 'text' }, undefined],
    [-32602, { why: 'text' }, undefined],
    [-1, 'text', undefined],
  ])('is left out if it may quote a token, also from the data of %i', (rpcCode, data, kept) => {
    const error = createRpcError({ code: rpcCode, message: 'text', data }, false, 1, true);
    expect(error.context).toEqual({ rpcCode, ...(kept && { data: kept }) });
    expect(inspect(error, { depth: 9 })).not.toContain("'text'");
  });
});

describe('hasErrorCode', () => {
  it('tests name and code, and narrows the context', () => {
    const error: unknown = createRpcError(
      { code: -2, message: '', data: { valid: [false] } },
      false,
      1,
      false,
    );
    expect(hasErrorCode(error)).toBe(true);
    expect(hasErrorCode(error, 'USER_REJECTED')).toBe(false);
    if (!hasErrorCode(error, 'INVALID_PAYLOADS')) throw error;
    expect(error.context.data?.valid).toEqual([false]);
    expect(hasErrorCode(new Error('other'))).toBe(false);
  });

  it('recognizes the error of another copy of the package', () => {
    const copy = Object.assign(new Error('x'), { name: 'MobileWalletError', code: 'SESSION_CLOSED' });
    expect(copy).not.toBeInstanceOf(MobileWalletError);
    expect(hasErrorCode(copy, 'SESSION_CLOSED')).toBe(true);
  });
});

it.each([
  ['{"a":[1]}', { a: [1] }],
  ['not JSON', 'not JSON'],
  [[5], [5]],
  [null, undefined],
  [undefined, undefined],
])('the data %j of an error is read as %j', (data, parsed) => {
  expect(parseErrorData(data)).toEqual(parsed);
});

import { describe, expect, it } from 'vitest';
import { JSON_RPC_CODES, parseJsonRpcRequest, parseJsonRpcResponse, WALLET_RPC_CODES } from './json-rpc.js';

const write = (members: object) => JSON.stringify({ jsonrpc: '2.0', ...members });

it('the error codes are those of the specifications', () => {
  expect(Object.values(WALLET_RPC_CODES).sort((a, b) => b - a)).toEqual([-1, -2, -3, -4, -5, -6, -7, -100]);
  expect(JSON_RPC_CODES).toEqual({
    PARSE_ERROR: -32_700,
    INVALID_REQUEST: -32_600,
    METHOD_NOT_FOUND: -32_601,
    INVALID_PARAMS: -32_602,
    INTERNAL_ERROR: -32_603,
  });
});

describe('a response', () => {
  const error = { code: -1, message: 'No', data: 7 };
  it.each([
    [write({ id: 1, result: null }), { id: 1, result: null }],
    [write({ id: 'a', result: 1, error: null }), { id: 'a', result: 1 }],
    [write({ id: 1, result: null, error }), { id: 1, error }],
    [write({ error: { code: -1, message: 7 } }), { id: null, error: { code: -1, message: '' } }],
  ])('is parsed: %s', (text, parsed) => {
    expect(parseJsonRpcResponse(text)).toEqual(parsed);
  });

  it.each([
    'x',
    'null',
    '{"id":1,"result":1}',
    write({ jsonrpc: '1.0', id: 1, result: 1 }),
    write({ id: null, result: 1 }),
    write({ id: {}, result: 1 }),
    write({ id: 1 }),
    write({ id: 1, error: 7 }),
    write({ id: 1, error: {} }),
    write({ id: 1, error: { code: '1' } }),
    write({ id: 1, result: 1, error }),
  ])('is not %s', (text) => {
    expect(parseJsonRpcResponse(text)).toBeUndefined();
  });
});

describe('a request', () => {
  it.each([
    [write({ id: 1, method: 'a', params: { b: 1 } }), { id: 1, method: 'a', params: { b: 1 } }],
    [write({ id: null, method: 'a' }), { id: null, method: 'a', params: {} }],
    [write({ id: '', method: 'a' }), { id: '', method: 'a', params: {} }],
  ])('is parsed: %s', (text, parsed) => {
    expect(parseJsonRpcRequest(text)).toEqual(parsed);
  });

  it.each([
    ['x', null, -32_700],
    ['7', null, -32_600],
    ['null', null, -32_600],
    ['{"id":1,"method":"a"}', 1, -32_600],
    [write({ id: 'a', method: 7 }), 'a', -32_600],
    [write({ method: 'a' }), null, -32_600],
    [write({ id: {}, method: 'a' }), null, -32_600],
    [write({ id: 1, method: 'a', params: [] }), 1, -32_602],
  ])('is refused: %s', (text, id, code) => {
    expect(parseJsonRpcRequest(text)).toEqual({ id, error: { code, message: expect.any(String) } });
  });
});

import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { createAddress, startChain } from '../../../test/support/chain.js';
import { handleJsonRpc } from './json-rpc.js';

const running = await startChain();
afterAll(() => running.close());

const post = (body: string, headers: Record<string, string> = { 'Content-Type': 'application/json' }) =>
  fetch(running.url, { method: 'POST', headers, body });
const ask = async (body: unknown) => JSON.parse(await handleJsonRpc(running.chain, JSON.stringify(body)));

describe('JSON-RPC', () => {
  it('answers a request under its id', async () => {
    const health = { jsonrpc: '2.0', id: 'a', method: 'getHealth' };
    expect(await ask(health)).toEqual({ jsonrpc: '2.0', id: 'a', result: 'ok' });
    expect(await ask({ ...health, id: 7, params: [] })).toEqual({ jsonrpc: '2.0', id: 7, result: 'ok' });
  });

  it('answers a batch in order, with an error for each request that fails', async () => {
    const response = await post(
      JSON.stringify([
        { jsonrpc: '2.0', id: 1, method: 'getHealth' },
        { jsonrpc: '2.0', id: 2, method: 'makeCoffee' },
        { jsonrpc: '2.0', method: 'getHealth' },
        { jsonrpc: '2.0', id: 3, method: 'getBalance', params: [] },
        'nonsense',
      ]),
    );
    expect(await response.json()).toMatchObject([
      { id: 1, result: 'ok' },
      {
        id: 2,
        error: {
          code: -32601,
          message: expect.stringMatching(/^Method not found: makeCoffee\..*`clusterUrl`/),
        },
      },
      { id: 3, error: { code: -32602 } },
      { id: null, error: { code: -32600 } },
    ]);
  });

  it.each([
    ['no JSON', '{"jsonrpc":', -32700],
    ['nothing', '', -32700],
    ['an empty batch', '[]', -32600],
    ['a bare value', '1', -32600],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"getHealth"}', -32600],
    ['no method', '{"jsonrpc":"2.0","id":1}', -32600],
    ['an id of the wrong type', '{"jsonrpc":"2.0","id":{},"method":"getHealth"}', -32600],
    ['named parameters', '{"jsonrpc":"2.0","id":1,"method":"getHealth","params":{}}', -32600],
    ['a name from Object.prototype', '{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601],
    [
      'a wrong commitment',
      '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[{"commitment":"max"}]}',
      -32602,
    ],
    ['a negative number', '{"jsonrpc":"2.0","id":1,"method":"getBlockTime","params":[-1]}', -32602],
  ])('answers %s with an error', async (_, body, code) => {
    expect(JSON.parse(await handleJsonRpc(running.chain, body))).toMatchObject({ error: { code } });
  });

  it('writes numbers with all their digits', async () => {
    const recipient = await createAddress();
    running.chain.airdrop(recipient, 123_456_789_012_345_679n);
    const body = { jsonrpc: '2.0', id: 1, method: 'getBalance', params: [recipient] };
    expect(await handleJsonRpc(running.chain, JSON.stringify(body))).toContain('"value":123456789012345679}');
    expect((await running.rpc.getBalance(recipient).send()).value).toBe(123_456_789_012_345_679n);
  });

  it('does not answer a notification', async () => {
    expect(await handleJsonRpc(running.chain, '{"jsonrpc":"2.0","method":"getHealth"}')).toBe('');
    const response = await post('[{"jsonrpc":"2.0","method":"getHealth"}]');
    expect([response.status, await response.text()]).toEqual([204, '']);
  });

  it('refuses an airdrop of less than an account must hold, and says why', async () => {
    const params = [await createAddress(), 1];
    expect(await ask({ jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params })).toMatchObject({
      error: { code: -32603, message: expect.stringContaining('insufficient funds for rent') },
    });
  });
});

describe('the HTTP server', () => {
  it('allows pages of every origin, with the headers that they request', async () => {
    const preflight = await fetch(running.url, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://dapp.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,solana-client',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('POST, OPTIONS');
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toBe('content-type,solana-client');
    const answer = await post('{"jsonrpc":"2.0","id":1,"method":"getHealth"}');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  });

  it('accepts only JSON, and only by POST', async () => {
    const get = await fetch(running.url);
    expect([get.status, get.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
    expect((await post('{}', { 'Content-Type': 'text/plain' })).status).toBe(415);
  });

  it('accepts a body of up to 50 KiB', async () => {
    const request = { jsonrpc: '2.0', id: 1, method: 'getHealth', params: [''] };
    const padding = 50 * 1024 - JSON.stringify(request).length;
    const fill = (size: number) => JSON.stringify({ ...request, params: ['x'.repeat(size)] });
    expect((await post(fill(padding))).status).toBe(200);
    expect((await post(fill(padding + 1))).status).toBe(413);
  });

  it('survives a caller that hangs up during a request', async () => {
    const { hostname, port } = new URL(running.url);
    const socket = connect(Number(port), hostname);
    await new Promise<void>((resolve) => {
      const head =
        'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
      socket.write(head, () => resolve());
    });
    await new Promise<void>((resolve) => {
      socket.on('close', () => resolve());
      socket.destroy();
    });
    expect((await post('{"jsonrpc":"2.0","id":1,"method":"getHealth"}')).status).toBe(200);
  });
});

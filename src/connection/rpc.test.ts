import { describe, expect, it } from 'vitest';
import { createDappHello } from '../protocol/hello.js';
import { createAssociationKeyPair, exportPoint } from '../protocol/session-keys.js';
import { createChannelPair } from './channel.js';
import { dappHandshake, walletHandshake } from './handshake.js';
import { createRpcClient } from './rpc.js';

async function openEnds() {
  const [dappChannel, walletChannel] = createChannelPair();
  const association = await createAssociationKeyPair();
  const point = await exportPoint(association);
  const [dapp, wallet] = await Promise.all([
    dappHandshake(dappChannel, createDappHello(association)),
    walletHandshake(walletChannel, point, '{"v":"v1"}'),
  ]);
  return { client: createRpcClient(dapp.secure), wallet: wallet.secure };
}

describe('the RPC client', () => {
  it('writes JSON-RPC requests with ids from 1', async () => {
    const { client, wallet } = await openEnds();
    const calls = Promise.allSettled([client.call('a', {}), client.call('b', { x: 1 })]);
    expect(JSON.parse(await wallet.read())).toEqual({ jsonrpc: '2.0', id: 1, method: 'a', params: {} });
    expect(JSON.parse(await wallet.read())).toEqual({ jsonrpc: '2.0', id: 2, method: 'b', params: { x: 1 } });
    client.close();
    await calls;
  });

  it('matches responses by id, in whatever order they arrive', async () => {
    const { client, wallet } = await openEnds();
    const slow = client.call('slow', {});
    const fast = client.call('fast', {});
    await wallet.send('{"jsonrpc":"2.0","id":2,"result":"fast"}');
    expect(await fast).toMatchObject({ result: 'fast' });
    await wallet.send('{"jsonrpc":"2.0","id":1,"result":"slow"}');
    expect(await slow).toMatchObject({ result: 'slow' });
  });

  it('resolves with errors and their data', async () => {
    const { client, wallet } = await openEnds();
    const call = client.call('x', {});
    const error = { code: -4, message: 'not submitted', data: '{"signatures":[null]}' };
    await wallet.send(JSON.stringify({ jsonrpc: '2.0', id: 1, error }));
    expect(await call).toMatchObject({ error });
  });

  it('rejects every pending call when the wallet hangs up', async () => {
    const { client, wallet } = await openEnds();
    const calls = [client.call('a', {}), client.call('b', {}), client.call('c', {})];
    const settled = Promise.allSettled(calls);
    await wallet.read();
    wallet.close();
    for (const { status } of await settled) expect(status).toBe('rejected');
    await expect(client.call('d', {})).toRejectWith('SESSION_CLOSED');
    expect(await client.closed).toMatchObject({ code: 'SESSION_CLOSED' });
  });

  it('rejects with the reason of its own close', async () => {
    const { client } = await openEnds();
    const pending = client.call('a', {});
    const reason = new Error('enough');
    client.close(reason);
    await expect(pending).rejects.toBe(reason);
    expect(await client.closed).toBe(reason);
  });

  it('times out if a limit is given, and ignores the late response', async () => {
    const { client, wallet } = await openEnds();
    const pending = client.call('get_capabilities', {}, 20);
    await expect(pending).toRejectWith('SESSION_TIMEOUT');
    await wallet.send('{"jsonrpc":"2.0","id":1,"result":{}}');
    const next = client.call('other', {});
    await wallet.send('{"jsonrpc":"2.0","id":2,"result":1}');
    expect(await next).toMatchObject({ result: 1 });
  });

  it('ignores a second response with one id', async () => {
    const { client, wallet } = await openEnds();
    const first = client.call('a', {});
    await wallet.send('{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params"}}');
    await wallet.send('{"jsonrpc":"2.0","id":1,"result":{}}');
    expect(await first).toMatchObject({ error: { code: -32602 } });
    const second = client.call('b', {});
    await wallet.send('{"jsonrpc":"2.0","id":2,"result":true}');
    expect(await second).toMatchObject({ result: true });
  });

  it.each([
    ['not JSON', 'hello'],
    ['JSON that is not JSON-RPC', '{"id":1,"result":{}}'],
    ['an unknown id', '{"jsonrpc":"2.0","id":7,"result":{}}'],
    ['no id', '{"jsonrpc":"2.0","result":{}}'],
    ['error and result together', '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}'],
    ['neither error nor result', '{"jsonrpc":"2.0","id":1}'],
  ])('ends the session on %s', async (_, text) => {
    const { client, wallet } = await openEnds();
    const pending = client.call('a', {});
    await wallet.read();
    await wallet.send(text);
    await expect(pending).toRejectWith('PROTOCOL_VIOLATION');
    await expect(wallet.read()).toRejectWith('SESSION_CLOSED');
  });
});

import { describe, expect, it } from 'vitest';
import { createAssociationKeyPair, exportPoint } from '../protocol/hello.js';
import { createChannelPair } from './channel.js';
import { dappHandshake, walletHandshake } from './handshake.js';
import { createRpcClient } from './rpc-client.js';
import { type RpcHandler, serveRpc } from './rpc-server.js';

async function openSecure() {
  const [dappChannel, walletChannel] = createChannelPair();
  const association = await createAssociationKeyPair();
  const point = await exportPoint(association);
  const [dapp, wallet] = await Promise.all([
    dappHandshake(dappChannel, association),
    walletHandshake(walletChannel, point, '{"v":"v1"}'),
  ]);
  return { dapp: dapp.secure, wallet: wallet.secure };
}

async function openEnds() {
  const { dapp, wallet } = await openSecure();
  return { client: createRpcClient(dapp), wallet };
}

async function openServed(handle: RpcHandler) {
  const { client, wallet } = await openEnds();
  serveRpc(wallet, handle);
  return client;
}

describe('the RPC client', () => {
  it('matches answers by id when they overtake each other', async () => {
    let release: (value: unknown) => void = () => {};
    const first = new Promise((resolve) => {
      release = resolve;
    });
    const client = await openServed(async (method) => {
      if (method === 'slow') await first;
      return { result: method };
    });
    const slow = client.call('slow', {});
    expect(await client.call('fast', {})).toMatchObject({ result: 'fast' });
    release(undefined);
    expect(await slow).toMatchObject({ result: 'slow' });
  });

  it('gives errors with their data', async () => {
    const error = { code: -4, message: 'not submitted', data: '{"signatures":[null]}' };
    const client = await openServed(async () => ({ error }));
    expect(await client.call('x', {})).toMatchObject({ error });
  });

  it('rejects every pending call when the wallet hangs up', async () => {
    const { client, wallet } = await openEnds();
    const calls = [client.call('a', {}), client.call('b', {}), client.call('c', {})];
    const settled = Promise.allSettled(calls);
    await wallet.read();
    wallet.close();
    for (const { status } of await settled) expect(status).toBe('rejected');
    await expect(client.call('d', {})).rejects.toMatchObject({ code: 'SESSION_CLOSED' });
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

  it('times out where a limit is given, and passes over the late answer', async () => {
    const { client, wallet } = await openEnds();
    const pending = client.call('get_capabilities', {}, 20);
    await expect(pending).rejects.toMatchObject({ code: 'SESSION_TIMEOUT' });
    await wallet.send('{"jsonrpc":"2.0","id":1,"result":{}}');
    const next = client.call('other', {});
    await wallet.send('{"jsonrpc":"2.0","id":2,"result":1}');
    expect(await next).toMatchObject({ result: 1 });
  });

  it('passes over a second answer to one id', async () => {
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
    await wallet.send(text);
    await expect(pending).rejects.toMatchObject({ code: 'PROTOCOL_VIOLATION' });
  });
});

describe('the RPC server', () => {
  it('answers what is not a request with an error without an id, and goes on', async () => {
    const { dapp, wallet } = await openSecure();
    const served = serveRpc(wallet, async (method) => ({ result: method }));
    await dapp.send('hello');
    expect(JSON.parse(await dapp.read())).toMatchObject({ id: null, error: { code: -32600 } });
    await dapp.send('{"jsonrpc":"2.0","id":"a","method":"next"}');
    expect(JSON.parse(await dapp.read())).toEqual({ jsonrpc: '2.0', id: 'a', result: 'next' });
    dapp.close();
    expect(await served).toMatchObject({ code: 'SESSION_CLOSED' });
  });
});

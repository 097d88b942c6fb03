import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import {
  type Channel,
  createAssociationKeyPair,
  createChannelPair,
  createDappHello,
  createRpcClient,
  createWebSocketChannel,
  dappHandshake,
  encodeBase64,
  exportPoint,
  getAssociationUri,
  getRandomPort,
  getSessionProperties,
  JSON_RPC_CODES,
  openWebSocketChannel,
  parseAssociationUri,
  type RpcClient,
  type RpcOutcome,
  type SecureChannel,
  SUBPROTOCOLS,
  serveRpc,
  WALLET_RPC_CODES,
  walletHandshake,
} from '../../src/endpoint.js';
import { createEvent } from '../support/event.js';

const ACCOUNT = { address: encodeBase64(new Uint8Array(32).fill(7)), chains: ['solana:devnet'] };

/** A small wallet: it authorizes everybody, and asks a person before it signs. */
async function serveWallet(
  channel: Channel,
  uri: string,
  askPerson: (signal: AbortSignal) => Promise<boolean> = async () => true,
) {
  const { associationPublicKey, versions } = parseAssociationUri(uri);
  const { secure } = await walletHandshake(channel, associationPublicKey, getSessionProperties(versions));
  let isAuthorized = false;
  const answers: Record<string, (signal: AbortSignal) => RpcOutcome | Promise<RpcOutcome>> = {
    authorize() {
      isAuthorized = true;
      return { result: { auth_token: 'token', accounts: [ACCOUNT] } };
    },
    async sign_messages(signal) {
      const code = isAuthorized ? WALLET_RPC_CODES.NOT_SIGNED : WALLET_RPC_CODES.AUTHORIZATION_FAILED;
      const isApproved = isAuthorized && (await askPerson(signal));
      return isApproved ? { result: { signed_payloads: [] } } : { error: { code, message: 'declined' } };
    },
    deauthorize: () => ({ result: undefined }),
    clone_authorization: () => ({ result: 1n }),
    get_capabilities() {
      throw new Error('out of order');
    },
  };
  return serveRpc(secure, (method, _params, signal) => {
    const answer = answers[method];
    const message = `There is no method ${method}`;
    return answer?.(signal) ?? { error: { code: JSON_RPC_CODES.METHOD_NOT_FOUND, message } };
  });
}

/** A small dapp: it opens a session, which `connect` carries to the wallet. */
async function openDapp(connect: (uri: string, port: number) => Channel | Promise<Channel>) {
  const hello = await createDappHello();
  const port = getRandomPort();
  const uri = getAssociationUri({ type: 'local', port }, hello.associationPoint);
  const { secure, protocol } = await dappHandshake(await connect(uri, port), hello);
  return { client: createRpcClient(secure), protocol };
}

async function openPair(askPerson?: (signal: AbortSignal) => Promise<boolean>) {
  const [dappEnd, walletEnd] = createChannelPair();
  let served: Promise<unknown> = Promise.resolve();
  const dapp = await openDapp((uri) => {
    served = serveWallet(walletEnd, uri, askPerson);
    return dappEnd;
  });
  return { ...dapp, served };
}

async function expectService(client: RpcClient) {
  expect(await client.call('authorize', {})).toMatchObject({ result: { accounts: [ACCOUNT] } });
  expect(await client.call('sign_messages', {})).toMatchObject({ result: { signed_payloads: [] } });
}

describe('a wallet and a dapp on `mobile-wallet-standard/endpoint`', () => {
  it('talk over a pair of channels', async () => {
    const { client, protocol, served } = await openPair();
    expect(protocol).toBe('v1');
    await expectService(client);
    client.close();
    expect(await served).toMatchObject({ code: 'SESSION_CLOSED' });
  });

  describe('over a WebSocket', () => {
    let server: WebSocketServer | undefined;
    afterEach(() => server?.close());

    it.each(SUBPROTOCOLS)('talk by the subprotocol %s', async (subprotocol) => {
      const handleProtocols = (offered: Set<string>) => offered.has(subprotocol) && subprotocol;
      server = new WebSocketServer({ port: 0, host: 'localhost', handleProtocols });
      await once(server, 'listening');
      const address = server.address() as AddressInfo;
      let served: Promise<unknown> = Promise.resolve();
      const { client } = await openDapp((uri) => {
        server?.once('connection', (socket) => {
          served = serveWallet(createWebSocketChannel(socket), uri);
        });
        return openWebSocketChannel(`ws://localhost:${address.port}/solana-wallet`);
      });
      await expectService(client);
      client.close();
      expect(await served).toMatchObject({ code: 'SESSION_CLOSED', context: { closeCode: 1005 } });
    });
  });

  it('fall back to a legacy session where the dapp offers no version', async () => {
    const association = await createAssociationKeyPair();
    const point = await exportPoint(association);
    const uri = getAssociationUri({ type: 'local', port: getRandomPort() }, point, { versions: [] });
    const [dappEnd, walletEnd] = createChannelPair();
    void serveWallet(walletEnd, uri);
    const { secure, protocol } = await dappHandshake(dappEnd, createDappHello(association));
    expect(protocol).toBe('legacy');
    await expectService(createRpcClient(secure));
  });
});

describe('serveRpc', () => {
  it('sends answers as they become ready', async () => {
    const { happen: approve, happened: approval } = createEvent<boolean>();
    const { client } = await openPair(() => approval);
    await client.call('authorize', {});
    const slow = client.call('sign_messages', {});
    expect(await client.call('authorize', {})).toHaveProperty('result');
    approve(false);
    expect(await slow).toMatchObject({ error: { code: WALLET_RPC_CODES.NOT_SIGNED, message: 'declined' } });
  });

  it('sends the errors that the wallet answers with, and a missing result as null', async () => {
    const { client } = await openPair();
    expect(await client.call('sign_messages', {})).toMatchObject({ error: { code: -1 } });
    expect(await client.call('unknown', {})).toMatchObject({ error: { code: -32601 } });
    expect(await client.call('deauthorize', {})).toHaveProperty('result', null);
  });

  it('sends an internal error if the wallet throws, or returns what JSON cannot represent', async () => {
    const { client } = await openPair();
    const error = { code: -32603, message: 'out of order' };
    expect(await client.call('get_capabilities', {})).toMatchObject({ error });
    expect(await client.call('clone_authorization', {})).toMatchObject({ error: { code: -32603 } });
    await expectService(client);
  });

  it('aborts what is under way when the session ends', async () => {
    let reason: unknown;
    const { client, served } = await openPair(
      (signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            resolve(true);
          });
          client.close();
        }),
    );
    await client.call('authorize', {});
    await expect(client.call('sign_messages', {})).toRejectWith('SESSION_CLOSED');
    expect(reason).toBe(await served);
  });

  it.each([
    ['what is not JSON', 'hello', { code: -32700, id: null }],
    ['JSON that is not an object', '[]', { code: -32600, id: null }],
    ['another version of JSON-RPC', '{"id":1,"method":"authorize"}', { code: -32600, id: 1 }],
    ['a request without an id', '{"jsonrpc":"2.0","method":"authorize"}', { code: -32600, id: null }],
    ['a method that is not a string', '{"jsonrpc":"2.0","id":"a","method":1}', { code: -32600, id: 'a' }],
    [
      'params that are not an object',
      '{"jsonrpc":"2.0","id":1,"method":"a","params":[]}',
      { code: -32602, id: 1 },
    ],
  ])('answers %s with an error, and goes on', async (_, text, { code, id }) => {
    const [dappEnd, walletEnd] = createChannelPair();
    const hello = await createDappHello();
    const uri = getAssociationUri({ type: 'local', port: getRandomPort() }, hello.associationPoint);
    void serveWallet(walletEnd, uri);
    const { secure }: { secure: SecureChannel } = await dappHandshake(dappEnd, hello);
    await secure.send(text);
    expect(JSON.parse(await secure.read())).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
    await secure.send('{"jsonrpc":"2.0","id":2,"method":"authorize"}');
    expect(JSON.parse(await secure.read())).toMatchObject({ id: 2, result: { accounts: [ACCOUNT] } });
  });
});

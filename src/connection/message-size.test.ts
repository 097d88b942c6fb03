import { describe, expect, it } from 'vitest';
import { createCallbackWallet } from '../dapp/callback-wallet.js';
import { createRequests } from '../dapp/requests.js';
import { createDappHello } from '../protocol/hello.js';
import { createAssociationKeyPair, exportPoint } from '../protocol/session-keys.js';
import { type Channel, createChannelPair } from './channel.js';
import { dappHandshake, walletHandshake } from './handshake.js';
import { createRpcClient, type RpcClient, serveRpc } from './rpc.js';

const MAX_MESSAGE_BYTES = 4_096;
/**
 * A request's JSON without the text of its parameter:
 * `{"jsonrpc":"2.0","id":1,"method":"echo","params":{"text":""}}`.
 */
const ENVELOPE_BYTES = 61;

/** A dapp and a wallet that echoes, over a connection that carries messages of at most that many bytes. */
async function open(maxMessageBytes = MAX_MESSAGE_BYTES) {
  const longest = { dapp: 0, wallet: 0 };
  const sent: number[] = [];
  const limit = (channel: Channel, end: 'dapp' | 'wallet'): Channel => ({
    ...channel,
    maxMessageBytes,
    send(message) {
      longest[end] = Math.max(longest[end], message.length);
      if (end === 'dapp') sent.push(message.length);
      channel.send(message);
    },
  });
  const [dappEnd, walletEnd] = createChannelPair();
  const association = await createAssociationKeyPair();
  const [dapp, wallet] = await Promise.all([
    dappHandshake(limit(dappEnd, 'dapp'), createDappHello(association)),
    walletHandshake(limit(walletEnd, 'wallet'), await exportPoint(association), '{"v":"v1"}'),
  ]);
  sent.length = 0;
  const ids: string[] = [];
  void serveRpc(wallet.secure, (method, params) => {
    ids.push(method);
    return { result: { ...params, ...(method === 'twice' && { again: params['text'] }) } };
  });
  return { client: createRpcClient(dapp.secure), longest, sent, ids };
}

const createWallet = (client: RpcClient) =>
  createCallbackWallet(createRequests({ client, protocol: 'v1' }), undefined);

describe('over a connection that carries messages of at most 4,096 bytes', () => {
  it('a request of 4,064 bytes is sent, and one more byte is refused', async () => {
    const { client, longest } = await open();
    const text = 'x'.repeat(4_064 - ENVELOPE_BYTES);
    await client.call('echo', { text: text.slice(0, 100) });
    await client.call('echo', { text });
    expect(longest.dapp).toBe(MAX_MESSAGE_BYTES);
    await expect(client.call('echo', { text: `${text}x` })).toRejectWith(
      'PAYLOAD_TOO_LARGE',
      { bytes: 4_065, maxBytes: 4_064 },
      'A request of 4,065 bytes does not fit: this connection carries at most 4,064',
    );
    client.close();
  });

  it('characters count as the bytes that they take', async () => {
    const { client } = await open();
    const call = client.call('echo', { text: '€'.repeat(1_400) });
    await expect(call).rejects.toMatchObject({ context: { bytes: ENVELOPE_BYTES + 4_200 } });
    client.close();
  });

  it('a refused request takes no id and no time, and the session goes on', async () => {
    const { client, sent } = await open();
    await expect(client.call('echo', { text: 'x'.repeat(5_000) })).toRejectWith('PAYLOAD_TOO_LARGE');
    expect(sent).toEqual([]);
    // The wallet's end counts sequence numbers, and the client's end checks ids, so both would notice a gap.
    expect(await client.call('echo', { text: 'short' })).toEqual({ id: 1, result: { text: 'short' } });
    client.close();
  });

  it('a send that does not fit was not made', async () => {
    const { client, sent } = await open();
    const wallet = createWallet(client);
    const transactions = [0, 1, 2, 3].map(() => new Uint8Array(1_232));
    await expect(wallet.signAndSendTransactions({ transactions })).toRejectWith('PAYLOAD_TOO_LARGE');
    expect(sent).toEqual([]);
    client.close();
  });

  // docs/guides/another-device.md gives these figures.
  it.each([
    ['bytes', 4_096, 2_988],
    ['base64', 3_072, 2_220],
  ])(
    'through a reflector that speaks %s, a transaction has at most as many bytes as fit into a frame of 4,096',
    async (_, maxMessageBytes, most) => {
      const { client, sent } = await open(maxMessageBytes);
      const wallet = createWallet(client);
      const sign = (length: number) => wallet.signTransactions({ transactions: [new Uint8Array(length)] });
      // The wallet of this test echoes requests, which is no answer to them. After an authorize without one,
      // the session leaves it to the wallet whether it is authorized.
      await expect(wallet.authorize()).toRejectWith('INVALID_RESPONSE');
      sent.length = 0;
      await expect(sign(most + 1)).toRejectWith('PAYLOAD_TOO_LARGE');
      expect(sent).toEqual([]);
      await expect(sign(most)).toRejectWith('INVALID_RESPONSE');
      expect(sent).toEqual([maxMessageBytes]);
      client.close();
    },
  );

  it('a response that does not fit becomes an error response', async () => {
    const { client, longest } = await open();
    const { error } = await client.call('twice', { text: 'x'.repeat(3_000) });
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('A response of 6,0') });
    expect(longest.wallet).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
    expect(await client.call('echo', {})).toMatchObject({ result: {} });
    client.close();
  });
});

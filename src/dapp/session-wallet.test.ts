import { describe, expect, it } from 'vitest';
import { sendError } from '../../test/support/sends.js';
import type { RpcClient } from '../connection/rpc.js';
import type { ProtocolVersion } from '../protocol/association.js';
import { encodeBase64 } from '../util/bytes.js';
import { copyAuthorizeParams, createSessionWallet } from './session-wallet.js';

const ADDRESS = encodeBase64(new Uint8Array(32));

/** The wallet of a connection that carries at most so many bytes, and what it was asked. */
function createLimited(maxTextBytes: number | undefined, signed: readonly Uint8Array[]) {
  const asked: string[] = [];
  const response = { jsonrpc: '2.0', id: 1, result: { signed_payloads: signed.map(encodeBase64) } };
  const client: Pick<RpcClient, 'call' | 'hasToken' | 'maxTextBytes'> = {
    maxTextBytes,
    hasToken: () => false,
    async call(method) {
      asked.push(method);
      return { result: response.result };
    },
  };
  const { signMessages } = createSessionWallet(client as RpcClient, 'v1');
  return { signMessages, asked, bytes: JSON.stringify(response).length };
}

describe('messages whose response the connection must carry', () => {
  it.each<[lengths: readonly number[], addressCount: number]>([
    [[0], 1],
    [[1], 1],
    [[2, 3], 1],
    [[100, 5, 71], 2],
    [[1_000, 1_000, 1_000], 3],
  ])('of %j bytes, signed by %i, are signed if it can, and refused if it cannot', async (lengths, count) => {
    const payloads = lengths.map((length) => new Uint8Array(length));
    const addresses = Array(count).fill(ADDRESS);
    const signed = lengths.map((length) => new Uint8Array(length + count * 64));
    const { bytes } = createLimited(undefined, signed);
    // The number of the request, which may be longer, makes little difference.
    for (const [limit, fits] of [
      [undefined, true],
      [bytes + 4, true],
      [bytes - 1, false],
    ] as const) {
      const { signMessages, asked } = createLimited(limit, signed);
      const signing = signMessages({ addresses, payloads });
      if (fits) expect(await signing).toEqual(signed);
      else
        await expect(signing).rejects.toMatchObject({
          code: 'PAYLOAD_TOO_LARGE',
          context: { maxBytes: limit },
        });
      expect(asked).toEqual(fits ? ['sign_messages'] : []);
    }
  });
});

describe('the parameters of authorize', () => {
  it('are copied with their identity', () => {
    const identity = { name: 'one' };
    const copy = copyAuthorizeParams({ identity });
    identity.name = 'two';
    expect(copy).toStrictEqual({ identity: { name: 'one' } });
    expect(copyAuthorizeParams({})).toStrictEqual({});
    expect(() => copyAuthorizeParams({ identity: null as never })).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', context: { argument: 'identity' } }),
    );
  });
});

/**
 * A wallet whose every answer is `result`, and the requests that it gets, each with its time limit in
 * milliseconds.
 */
function createPlayed(result: unknown, protocol: ProtocolVersion = 'v1') {
  const asked: [method: string, timeoutMs: number | undefined][] = [];
  const client: Pick<RpcClient, 'call' | 'hasToken' | 'assertOpen'> = {
    hasToken: () => false,
    assertOpen: () => {},
    async call(method, _, timeoutMs) {
      asked.push([method, timeoutMs]);
      return { result };
    },
  };
  return { ...createSessionWallet(client as RpcClient, protocol), asked };
}

it.each(['v1', 'legacy'] as const)(
  'the capabilities of a wallet are those of its protocol: %s',
  async (protocol) => {
    const { features } = await createPlayed({ features: ['a'] }, protocol).getCapabilities();
    expect(features).toEqual(protocol === 'legacy' ? ['a', 'solana:signTransactions'] : ['a']);
  },
);

it('only requests that need no user have a time limit', async () => {
  const wallet = createPlayed({ auth_token: 'other' });
  await wallet.deauthorize({ auth_token: 'token' });
  await wallet.getCapabilities();
  await wallet.cloneAuthorization();
  expect(wallet.asked).toEqual([
    ['deauthorize', 10_000],
    ['get_capabilities', 10_000],
    ['clone_authorization', undefined],
  ]);
});

it('a malformed answer to a send leaves open what was sent', async () => {
  const signature = new Uint8Array(64).fill(7);
  const { signAndSendTransactions } = createPlayed({ signatures: [encodeBase64(signature), 5] });
  const transactions = [new Uint8Array(1), new Uint8Array(1)];
  await expect(signAndSendTransactions({ transactions })).rejects.toMatchObject(
    sendError(signature, undefined),
  );
});

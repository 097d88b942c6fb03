import { describe, expect, it } from 'vitest';
import { KEY } from '../../test/support/mock-wallet.js';
import { sendError } from '../../test/support/sends.js';
import { createChannelPair } from '../connection/channel.js';
import { dappHandshake, walletHandshake } from '../connection/handshake.js';
import { createRpcClient } from '../connection/rpc.js';
import { createDappHello } from '../protocol/hello.js';
import { createAssociationKeyPair, exportPoint } from '../protocol/session-keys.js';
import { encodeBase64 } from '../util/bytes.js';
import type { Attest } from './attestation.js';
import { createCallbackWallet } from './callback-wallet.js';
import { createRequests } from './requests.js';

const SIGNATURE = new Uint8Array(64).fill(7);
const REFUSAL = { error: { code: -100, message: 'attest origin', data: {} } };
const AUTHORIZED = { result: { auth_token: 'token', accounts: [{ address: KEY }] } };
const REASON = new Error('The dapp’s own reason');

/**
 * Sends a transaction to a wallet that authorizes, returns each of `answers` in turn, and then closes the
 * connection. `requests` are those of the send.
 */
async function send(attest: Attest | undefined, answers: readonly object[], signal?: AbortSignal) {
  const [dappChannel, walletChannel] = createChannelPair();
  const association = await createAssociationKeyPair();
  const [dapp, wallet] = await Promise.all([
    dappHandshake(dappChannel, createDappHello(association)),
    walletHandshake(walletChannel, await exportPoint(association), '{"v":"v1"}'),
  ]);
  const requests: { method: string; params: Record<string, unknown> }[] = [];
  const serve = async () => {
    for (const answer of [AUTHORIZED, ...answers, undefined]) {
      const { id, ...request } = JSON.parse(await wallet.secure.read());
      requests.push(request);
      if (answer) await wallet.secure.send(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
      else wallet.secure.close();
    }
  };
  serve().catch(() => {});
  const client = createRpcClient(dapp.secure);
  const { authorize, signAndSendTransactions } = createCallbackWallet(
    createRequests({ client, protocol: 'v1', attest }),
    signal,
  );
  await authorize();
  const outcome: unknown = await signAndSendTransactions({ transactions: [new Uint8Array(1)] }).catch(
    (error: unknown) => error,
  );
  client.close();
  return { outcome, requests: requests.slice(1) };
}

describe('a send for which the wallet requires attestation', () => {
  it('is sent again with the attestation', async () => {
    const { outcome, requests } = await send(
      async () => 'attested',
      [REFUSAL, { result: { signatures: [encodeBase64(SIGNATURE)] } }],
    );
    expect(outcome).toEqual([SIGNATURE]);
    expect(requests.map(({ params }) => params['attest_origin'])).toEqual([undefined, 'attested']);
  });

  it.each([
    ['cannot be attested', async () => Promise.reject(REASON)],
    ['is aborted meanwhile', undefined],
  ])('rejects as not sent if it %s', async (_, attest) => {
    const controller = new AbortController();
    const abortMeanwhile = async () => {
      controller.abort(REASON);
      return 'attested';
    };
    const { outcome, requests } = await send(attest ?? abortMeanwhile, [REFUSAL], controller.signal);
    expect(outcome).toBe(REASON);
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['without a page to attest it', undefined, [REFUSAL]],
    ['with an attestation that the wallet refuses', async () => 'attested', [REFUSAL, REFUSAL]],
  ])('rejects as not sent %s', async (_, attest, answers) => {
    const { outcome } = await send(attest, answers);
    expect(outcome).toMatchObject({ code: 'WALLET_ERROR', context: { rpcCode: -100 } });
  });

  it('rejects as possibly sent if the session ends after the attestation', async () => {
    const { outcome } = await send(async () => 'attested', [REFUSAL]);
    expect(outcome).toMatchObject(sendError(undefined));
  });
});

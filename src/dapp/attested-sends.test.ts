import { describe, expect, it } from 'vitest';
import { KEY } from '../../test/support/mock-wallet.js';
import { playClient } from '../../test/support/played-client.js';
import { sendError } from '../../test/support/sends.js';
import { createSessionClosedError } from '../connection/channel.js';
import { encodeBase64 } from '../util/bytes.js';
import type { Attest } from './attestation.js';
import { createCallbackWallet } from './callback-wallet.js';
import { createRequests } from './requests.js';

const SIGNATURE = new Uint8Array(64).fill(7);
const AUTHORIZED = { result: { auth_token: 'token', accounts: [{ address: KEY }] } };
const REFUSAL = { error: { code: -100, message: 'attest origin', data: {} } };
const SENT = { result: { signatures: [encodeBase64(SIGNATURE)] } };
const CLOSED = createSessionClosedError('gone');
const REASON = new Error('The dapp’s own reason');

describe('a send for which the wallet requires attestation', () => {
  let controller: AbortController;
  const attest: Attest = async () => 'attested';
  const fail: Attest = async () => Promise.reject(REASON);
  const abortMeanwhile: Attest = async () => {
    controller.abort(REASON);
    return 'attested';
  };
  const refused = expect.objectContaining({
    code: 'WALLET_ERROR',
    context: expect.objectContaining({ rpcCode: -100 }),
  });
  const doubtful = expect.objectContaining(sendError(undefined));

  it.each<[what: string, attest: Attest | undefined, answers: readonly object[], outcome: unknown]>([
    ['is sent again with the attestation', attest, [REFUSAL, SENT], [SIGNATURE]],
    ['is not sent again if it cannot be attested', fail, [REFUSAL], REASON],
    ['is not sent again if it is aborted meanwhile', abortMeanwhile, [REFUSAL], REASON],
    ['is not sent again without a page to attest it', undefined, [REFUSAL], refused],
    ['was not sent if the wallet refuses the attestation', attest, [REFUSAL, REFUSAL], refused],
    ['may have been sent if the session ends after it', attest, [REFUSAL, CLOSED], doubtful],
  ])('%s', async (_, given, answers, expected) => {
    controller = new AbortController();
    const { client, asked } = playClient(AUTHORIZED, ...answers);
    const requests = createRequests({ client, protocol: 'v1', attest: given });
    const wallet = createCallbackWallet(requests, controller.signal);
    await wallet.authorize();
    const sending = wallet.signAndSendTransactions({ transactions: [new Uint8Array(1)] });
    const outcome = await sending.catch((error: unknown) => error);
    if (expected === REASON) expect(outcome).toBe(REASON);
    else expect(outcome).toEqual(expected);
    const attestations = asked.slice(1).map(({ params }) => params['attest_origin']);
    expect(attestations).toEqual(given === attest ? [undefined, 'attested'] : [undefined]);
  });
});

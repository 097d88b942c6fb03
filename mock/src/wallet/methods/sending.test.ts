import { address } from '@solana/kit';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import { createAddress, createUnsigned, getTransfer, SOL } from '../../../../test/support/chain.js';
import { connectAuthorized, getResult, IDENTITY } from '../../../../test/support/mock-wallet.js';
import { createLiteSvmChain } from '../../chain/litesvm-chain.js';
import type { Approve } from '../approval.js';
import type { Quirks } from '../quirks.js';

const SEND = 'sign_and_send_transactions';
const FIRST = 1_000_000n;
const THIRD = 3_000_000n;

/** Asks a wallet for three transfers to one recipient, of which the chain refuses the second. */
async function send(quirks: Partial<Quirks>, { amounts = [FIRST, 9n * SOL, THIRD], approve }: Sends = {}) {
  const chain = createLiteSvmChain();
  const session = await connectAuthorized({ chain, quirks, ...(approve && { approve }) });
  const payer = address(String(session.wallet.accounts[0]?.address));
  chain.airdrop(payer, SOL);
  const recipient = await createAddress();
  const wires = await Promise.all(
    amounts.map((amount) => createUnsigned(chain, payer, [getTransfer(payer, recipient, amount)])),
  );
  const payloads = wires.map(encodeBase64);
  const { error, result } = await session.dapp.call(SEND, { payloads });
  return {
    ...session,
    payloads,
    code: error?.code,
    data: typeof error?.data === 'string' ? JSON.parse(error.data) : error?.data,
    result,
    received: chain.getBalance(recipient),
  };
}
type Sends = Readonly<{ amounts?: readonly bigint[]; approve?: Approve }>;

/** Approves everything but the question with this number; the first is that of the connection. */
const declineAt = (number: number): Approve => {
  let asked = 0;
  return () => ({ approved: ++asked !== number });
};

describe('a send of which not all was submitted', () => {
  const text = expect.any(String);

  it.each<[Quirks['failedSend'], code: number, data: unknown, received: bigint]>([
    ['not-submitted', -4, { signatures: [text, null, text] }, FIRST + THIRD],
    ['invalid-payloads', -2, { valid: [true, false, true] }, FIRST + THIRD],
    ['not-signed', -3, undefined, FIRST + THIRD],
    ['all-signatures', -4, { signatures: [text, text, text] }, FIRST],
  ])('is answered as `failedSend` says: %s', async (failedSend, code, data, received) => {
    expect(await send({ failedSend })).toMatchObject({ code, data, received });
  });

  it('may have been submitted all the same, with `losesReplyToSend`', async () => {
    const amounts = [FIRST, THIRD];
    const quirks = { losesReplyToSend: true };
    const data = { signatures: [text, null] };
    expect(await send(quirks, { amounts })).toMatchObject({ code: -4, data, received: FIRST + THIRD });
    expect(await send({ ...quirks, failedSend: 'invalid-payloads' }, { amounts: [FIRST] })).toMatchObject({
      code: -2,
      data: { valid: [false] },
      received: FIRST,
    });
  });
});

describe('a send that the user declines', () => {
  it.each<[Quirks['declinedSend'], code: number]>([
    ['not-signed', -3],
    ['not-submitted', -4],
  ])('is answered as `declinedSend` says: %s', async (declinedSend, code) => {
    const outcome = await send({ declinedSend }, { approve: declineAt(2) });
    expect(outcome).toMatchObject({ code, data: undefined, received: 0n });
  });

  it('has sent those before it with `sendsOneByOne`, as the activity tells', async () => {
    const outcome = await send({ sendsOneByOne: true }, { amounts: [FIRST, THIRD], approve: declineAt(3) });
    expect(outcome).toMatchObject({ code: -3, data: undefined, received: FIRST });
    const entry = outcome.wallet.getActivity().find(({ method }) => method === SEND);
    expect(entry?.signatures).toHaveLength(1);
  });
});

it('`sendsOneByOne` asks for each transaction, and returns all signatures', async () => {
  const asked: number[] = [];
  const approve: Approve = (request) => {
    if ('transactions' in request) asked.push(request.transactions.length);
    return { approved: true };
  };
  const outcome = await send({ sendsOneByOne: true }, { amounts: [FIRST, THIRD], approve });
  expect(asked).toEqual([1, 1]);
  expect(outcome).toMatchObject({
    result: { signatures: [expect.any(String), expect.any(String)] },
    received: FIRST + THIRD,
  });
});

it('`forgetsWhileSending` submits the first send of a session and answers -1; its token is no longer valid', async () => {
  const quirks = { forgetsWhileSending: true, renewsBlockhash: true };
  const { code, received, dapp, token, payloads } = await send(quirks, { amounts: [FIRST] });
  expect([code, received]).toEqual([-1, FIRST]);
  const identity = IDENTITY;
  const { error } = await dapp.call('authorize', { identity, auth_token: token });
  expect(error?.code).toBe(-1);
  await getResult(dapp, 'authorize', { identity, chain: 'solana:devnet' });
  expect(await getResult(dapp, SEND, { payloads })).toHaveProperty('signatures');
});

it.each([-6, -5] as const)('more payloads than it takes get %i with `tooManyPayloads`', async (code) => {
  const capabilities = { maxTransactionsPerRequest: 1, maxMessagesPerRequest: 1 };
  const { dapp, wallet } = await connectAuthorized({ quirks: { tooManyPayloads: code }, capabilities });
  const payloads = ['YQ==', 'Yg=='];
  const addresses = [wallet.accounts[0]?.publicKey ?? new Uint8Array()].map(encodeBase64);
  for (const method of [SEND, 'sign_transactions', 'sign_messages']) {
    expect((await dapp.call(method, { payloads, addresses })).error?.code, method).toBe(code);
  }
});

import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { decodeBase64, encodeBase58, encodeBase64, encodeJsonRpc } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import {
  connect,
  connectAuthorized,
  createPerson,
  getErrorCode,
  getResult,
  IDENTITY,
  KEY,
  shakeHands,
} from '../../../test/support/mock-wallet.js';
import { createTransaction } from '../../../test/support/wallet.js';
import { ChainError } from '../explain/chain.js';
import { createMockWallet } from './mock-wallet.js';

const SIGN = { addresses: [KEY], payloads: ['YWJj'] };

describe('the activity of a wallet', () => {
  it('has what was asked, decided and answered, with times', async () => {
    const start = Date.now();
    const { dapp, wallet } = await connectAuthorized();
    await getResult(dapp, 'sign_messages', SIGN);
    const [authorized, signed] = wallet.getActivity();
    expect(signed).toEqual({
      id: 2,
      session: 1,
      method: 'sign_messages',
      params: SIGN,
      at: expect.any(Number),
      identity: IDENTITY,
      chain: 'solana:devnet',
      decision: 'approved',
      decidedAt: expect.any(Number),
      outcome: { result: { signed_payloads: [expect.any(String)] } },
      endedAt: expect.any(Number),
    });
    const times = [start, authorized?.at, authorized?.decidedAt, authorized?.endedAt, signed?.at];
    expect(times).toEqual([...times].sort((one, other) => Number(one) - Number(other)));
    expect(authorized).toMatchObject({ identity: IDENTITY, chain: 'solana:devnet', decision: 'approved' });
  });

  it('has errors with their data as JSON, although the wire has it as a text', async () => {
    const { dapp, wallet } = await connectAuthorized();
    wallet.answerNext({ instead: { type: 'invalid-payloads', indexes: [0] } });
    await getErrorCode(dapp, 'sign_messages', SIGN);
    expect(wallet.getActivity().at(-1)).toMatchObject({
      decision: 'invalid-payloads',
      outcome: { error: { code: -2, data: { valid: [false] } } },
    });
  });

  it('has no token, attestation or seed', async () => {
    const { dapp, wallet, token } = await connectAuthorized({
      settings: { capabilities: { features: ['solana:cloneAuthorization'] } },
    });
    const { auth_token } = await getResult(dapp, 'clone_authorization');
    await getResult(dapp, 'authorize', { auth_token: token, attest_origin: 'attested', note: auth_token });
    await getResult(dapp, 'deauthorize', { auth_token: token });
    await getErrorCode(dapp, 'authorize', { auth_token: token });
    const text = JSON.stringify([wallet.getActivity(), wallet.getApps()]);
    for (const secret of [token, String(auth_token), 'attested', encodeBase64(new Uint8Array(32).fill(7))]) {
      expect(text).not.toContain(secret);
    }
    expect(wallet.getActivity()[2]).toMatchObject({
      params: { auth_token: '(token of app 1)', attest_origin: '(secret)', note: '(token of app 2)' },
    });
  });

  it('has the signatures of transactions that were signed or sent', async () => {
    const chain = {
      sendTransaction: async (wire: Uint8Array) => ({ signature: wire.slice(1, 65) }),
      describeTransaction: () => Promise.reject(new Error('This chain describes nothing')),
    };
    const { dapp, wallet } = await connectAuthorized({ chain });
    const own = encodeBase64(createTransaction(wallet.accounts[0]?.address ?? '', 'a'));
    const { signed_payloads } = await getResult(dapp, 'sign_transactions', { payloads: [own] });
    const { signatures } = await getResult(dapp, 'sign_and_send_transactions', { payloads: [own] });
    const [wire = ''] = signed_payloads as readonly string[];
    const [signature = ''] = signatures as readonly string[];
    const [, signed, sent] = wallet.getActivity();
    expect(signed?.signatures).toEqual([encodeBase58(decodeBase64(wire).slice(1, 65))]);
    expect(sent?.signatures).toEqual([encodeBase58(decodeBase64(signature))]);
  });

  it('has what transactions pay, and whether one failed on the chain', async () => {
    const signature = new Uint8Array(64);
    const chain = {
      sendTransaction: () => Promise.reject(new ChainError('execution', 'It failed', { signature })),
      describeTransaction: () => Promise.reject(new Error('This chain describes nothing')),
    };
    const { dapp, wallet } = await connectAuthorized({ chain });
    const payloads = [encodeBase64(createTransfer(wallet.accounts[0]?.address ?? '', 10_000_000n))];
    await getResult(dapp, 'sign_transactions', { payloads });
    await getResult(dapp, 'sign_and_send_transactions', { payloads });
    const [, signed, sent] = wallet.getActivity();
    expect(sent).toMatchObject({ pays: '0.01 SOL', hasFailed: true });
    expect(signed).toMatchObject({ pays: '0.01 SOL' });
    expect(signed).not.toHaveProperty('hasFailed');
  });

  it('has the requests that wait, and ends them with the session', async () => {
    const person = createPerson();
    const { dapp, wallet, ended } = await connect({ approve: person.approve });
    dapp.call('authorize', { identity: IDENTITY }).catch(() => {});
    await person.next();
    expect(wallet.getWaiting()).toMatchObject([
      { method: 'authorize', identity: IDENTITY, chain: 'solana:mainnet' },
    ]);
    expect(wallet.getWaiting()[0]).not.toHaveProperty('decision');
    dapp.close();
    await ended;
    expect(wallet.getWaiting()).toEqual([]);
    expect(wallet.getActivity()).toMatchObject([{ outcome: { unanswered: 'session-ended' } }]);
  });

  it('has messages that are no requests, without a method if they name none', async () => {
    const { secure, wallet } = await connectRaw();
    for (const text of ['{', '[]', '{"jsonrpc":"1.0","id":1,"method":"authorize","params":{"a":1}}']) {
      await secure.send(text);
      await secure.read();
    }
    expect(wallet.getActivity()).toMatchObject([
      { method: '', params: {}, outcome: { error: { code: -32700 } } },
      { method: '', params: {}, outcome: { error: { code: -32700 } } },
      { method: 'authorize', params: { a: 1 }, outcome: { error: { code: -32600 } } },
    ]);
  });

  it('names the session, and the app that the session knows', async () => {
    const { dapp, wallet } = await connectAuthorized();
    const second = await shakeHands(wallet);
    await second.secure.send(encodeJsonRpc({ id: 1, method: 'get_capabilities', params: {} }));
    await second.secure.read();
    await getResult(dapp, 'get_capabilities');
    const [, other, own] = wallet.getActivity();
    expect(own).toMatchObject({ session: 1, identity: IDENTITY });
    expect(other).toMatchObject({ session: 2 });
    expect(other).not.toHaveProperty('identity');
  });

  it('stays small, whatever a dapp sends', async () => {
    const { secure, wallet } = await connectRaw();
    const params = {
      identity: { name: 'x'.repeat(100_000) },
      junk: Array.from({ length: 10_000 }, () => ({})),
    };
    for (let id = 1; id <= 250; id++) {
      await secure.send(encodeJsonRpc({ id, method: 'm'.repeat(10_000), params }));
      await secure.read();
    }
    expect(wallet.getActivity()).toHaveLength(200);
    expect(JSON.stringify(wallet.getActivity().at(-1)).length).toBeLessThan(40_000);
  });

  it('can be cleared', async () => {
    const { wallet } = await connectAuthorized();
    wallet.clearActivity();
    expect(wallet.getActivity()).toEqual([]);
  });
});

/** Returns the wire bytes of an unsigned transaction that pays somebody. */
function createTransfer(from: string, amount: bigint): Uint8Array {
  const source = createNoopSigner(from as Address);
  const destination = encodeBase58(new Uint8Array(32).fill(9)) as Address;
  const blockhash = destination as string as Blockhash;
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayerSigner(source, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 1n }, paid),
    (timed) =>
      appendTransactionMessageInstructions(
        [getTransferSolInstruction({ source, destination, amount })],
        timed,
      ),
  );
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
}

async function connectRaw() {
  const wallet = await createMockWallet();
  return { wallet, ...(await shakeHands(wallet)) };
}

import {
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpcSubscriptions,
  isSolanaError,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
  sendAndConfirmTransactionFactory,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { Connection, Keypair, SystemProgram, Transaction } from '@solana/web3.js';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createAddress,
  createFundedSigner,
  createMessage,
  createSigned,
  fetchBlockhash,
  getTransfer,
  SOL,
  startChain,
  stopReconnecting,
} from '../../../../test/support/chain.js';
import type { LiteSvmChainOptions } from '../litesvm-chain.js';

const SLOT_MS = 10;
/** More than fit into the balance. */
const TOO_MUCH = 5n * SOL;
const COMMITMENTS = ['processed', 'confirmed', 'finalized'] as const;
const CUSTOM = { InstructionError: [0, { Custom: 1 }] };

/** A chain whose slots pass only by `pass`. */
async function start(options: LiteSvmChainOptions = {}) {
  let time = Date.now();
  const running = await startChain({ now: () => time, slotDuration: SLOT_MS, ...options });
  const asked = vi.spyOn(running.chain, 'rpc');
  onTestFinished(running.close);
  return {
    ...running,
    pass: (slots: number) => {
      time += slots * SLOT_MS;
    },
    /** Resolves once a client has looked whether a transaction is there, and found nothing of it. */
    waitForLook: async () => {
      await expect
        .poll(() => asked.mock.calls.filter(([method]) => method === 'getSignatureStatuses').length)
        .toBe(1);
      asked.mockClear();
    },
  };
}

type Running = Awaited<ReturnType<typeof start>>;

/** What the RPC tells of a transaction, and what it has notified of it by then. */
async function watchTransaction({ chain }: Running, amount: bigint) {
  const payer = await createFundedSigner(chain);
  const wire = await createSigned(
    chain,
    payer,
    [getTransfer(payer.address, await createAddress(), amount)],
    'legacy',
  );
  const signature = encodeBase58(wire.subarray(1, 65));
  const told: unknown[] = [];
  const names: string[] = [];
  const subscriptions = chain.openSubscriptions(({ method, params }) => {
    const { value } = params.result as { value: object };
    const name = names[params.subscription];
    if (name !== undefined && value instanceof Object && 'err' in value)
      told.push(`${name} ${method.slice(0, 4)}`);
  });
  onTestFinished(subscriptions.close);
  for (const commitment of COMMITMENTS) {
    names[Number(await subscriptions.rpc('signatureSubscribe', [signature, { commitment }]))] = commitment;
    names[Number(await subscriptions.rpc('logsSubscribe', ['all', { commitment }]))] = commitment;
  }
  await chain.sendTransaction(wire, { skipPreflight: true }).catch(() => {});
  const has = async (commitment: string) => {
    const found = await chain.rpc('getTransaction', [signature, { commitment }]);
    const listed = await chain.rpc('getSignaturesForAddress', [payer.address, { commitment }]);
    const isListed = (listed as { signature: string }[]).some((each) => each.signature === signature);
    expect(isListed).toBe(found !== null);
    return found !== null;
  };
  return async () => {
    const { value } = (await chain.rpc('getSignatureStatuses', [[signature]])) as {
      value: ({ confirmationStatus: string; confirmations: number | null; err: unknown } | null)[];
    };
    await new Promise((resolve) => setImmediate(resolve));
    return {
      status: value[0] && [value[0].confirmationStatus, value[0].confirmations, value[0].err],
      confirmed: await has('confirmed'),
      finalized: await has('finalized'),
      told: told.splice(0).sort(),
    };
  };
}

describe.each([
  ['succeeds', 1n * SOL, null],
  ['fails', TOO_MUCH, CUSTOM],
])('a transaction that %s, on a chain with stages', (_outcome, amount, err) => {
  it('has the same stage for statuses, lists, transactions and subscriptions', async () => {
    const running = await start({ stages: true });
    const look = await watchTransaction(running, amount);
    const nothing = { status: null, confirmed: false, finalized: false, told: [] };
    expect(await look()).toEqual(nothing);
    running.pass(1);
    expect(await look()).toEqual(nothing);
    running.pass(1);
    expect(await look()).toEqual({
      ...nothing,
      status: ['processed', 0, err],
      told: ['processed logs', 'processed sign'],
    });
    running.pass(1);
    expect(await look()).toEqual({
      ...nothing,
      status: ['confirmed', 1, err],
      confirmed: true,
      told: ['confirmed logs', 'confirmed sign'],
    });
    running.pass(29);
    expect(await look()).toEqual({ ...nothing, status: ['confirmed', 30, err], confirmed: true });
    running.pass(1);
    expect(await look()).toEqual({
      status: ['finalized', null, err],
      confirmed: true,
      finalized: true,
      told: ['finalized logs', 'finalized sign'],
    });
  });
});

it('tells of a slot and a block height by their stage, from the first slot on', async () => {
  const running = await start({ stages: true });
  const read = async (commitment: string) => {
    const slot = (await running.chain.rpc('getSlot', [{ commitment }])) as bigint;
    const height = await running.chain.rpc('getBlockHeight', [{ commitment }]);
    expect(await running.chain.rpc('getEpochInfo', [{ commitment }])).toMatchObject({
      absoluteSlot: slot,
      blockHeight: height,
    });
    expect(await running.chain.rpc('getLatestBlockhash', [{ commitment }])).toMatchObject({
      context: { slot },
    });
    return [slot, height];
  };
  const [first = 0n] = await read('finalized');
  expect(await read('processed')).toEqual([first, 0n]);
  running.pass(100);
  expect(await read('processed')).toEqual([Number(first) + 97, 97].map(BigInt));
  expect(await read('confirmed')).toEqual([Number(first) + 96, 96].map(BigInt));
  expect(await read('finalized')).toEqual([Number(first) + 66, 66].map(BigInt));
  const ahead = { commitment: 'finalized', minContextSlot: Number(first) + 67 };
  await expect(running.chain.rpc('getSlot', [ahead])).rejects.toMatchObject({ code: -32016 });
  await expect(running.chain.rpc('getBlock', [Number(first) + 100])).rejects.toMatchObject({ code: -32004 });
});

it.each([
  ['on a chain with stages', { stages: true }, 33],
  ['by an RPC that is behind', { slotsBehind: 5 }, 4],
])('shows an account %s as it was before what the RPC does not know', async (_where, options, slots) => {
  const { chain, pass } = await start(options);
  const payer = await createFundedSigner(chain, 10n * SOL);
  pass(slots);
  const recipient = await createAddress();
  const changes: number[] = [];
  const subscriptions = chain.openSubscriptions(({ params }) => {
    changes.push(Number((params.result as { value: { lamports: bigint } }).value.lamports));
  });
  onTestFinished(subscriptions.close);
  await subscriptions.rpc('accountSubscribe', [recipient]);
  const read = async () => ((await chain.rpc('getBalance', [recipient])) as { value: bigint }).value;
  for (const amount of [SOL, 2n * SOL]) {
    await chain.sendTransaction(
      await createSigned(chain, payer, [getTransfer(payer.address, recipient, amount)]),
    );
    expect(await read()).toBe(0n);
  }
  expect(chain.getBalance(recipient)).toBe(3n * SOL);
  chain.setAccount({ address: payer.address, lamports: 7 });
  expect(await chain.rpc('getBalance', [payer.address])).toMatchObject({ value: 7n });
  pass(slots - 1);
  expect(await read()).toBe(SOL);
  pass(1);
  expect(await read()).toBe(3n * SOL);
  await new Promise((resolve) => setImmediate(resolve));
  expect(changes).toEqual([1e9, 3e9]);
});

it('notifies of a signature once, even if two blocks start before it can', async () => {
  const running = await start({ stages: true });
  const look = await watchTransaction(running, SOL);
  running.pass(2);
  await Promise.all(
    [0, 1].map(() => {
      running.pass(1);
      return running.chain.rpc('getSlot', []);
    }),
  );
  expect((await look()).told).toEqual([
    'confirmed logs',
    'confirmed sign',
    'processed logs',
    'processed sign',
  ]);
});

describe.each([
  ['with stages', { stages: true }],
  ['without stages', {}],
])('on a chain %s', (_name, options) => {
  describe.each(COMMITMENTS)('at the commitment %s', (commitment) => {
    it('`confirmTransaction` of web3.js resolves with the error of a failure, as on a cluster', async () => {
      const running = await start(options);
      const connection = new Connection(running.url, { commitment, wsEndpoint: running.wsUrl });
      onTestFinished(() => stopReconnecting(connection));
      const payer = Keypair.generate();
      running.chain.airdrop(payer.publicKey.toBase58(), 2n * SOL);
      const latest = await connection.getLatestBlockhash();
      const transfer = { fromPubkey: payer.publicKey, toPubkey: Keypair.generate().publicKey };
      const transaction = new Transaction({ feePayer: payer.publicKey, ...latest }).add(
        SystemProgram.transfer({ ...transfer, lamports: TOO_MUCH }),
      );
      transaction.sign(payer);
      const wire = transaction.serialize();
      const signature = await connection.sendRawTransaction(wire, { skipPreflight: true });
      const confirming = connection.confirmTransaction({ signature, ...latest }, commitment);
      await running.waitForLook();
      running.pass(33);
      expect((await confirming).value).toEqual({ err: CUSTOM });
      const sent = await connection.getTransaction(signature, { commitment: 'confirmed' });
      expect(sent?.meta?.err).toEqual(CUSTOM);
    });

    it('kit rejects with the error of a failure', async () => {
      const running = await start(options);
      const { rpc, chain, wsUrl } = running;
      const payer = await createFundedSigner(chain);
      const transfer = getTransfer(payer.address, await createAddress(), TOO_MUCH);
      const message = createMessage(payer, await fetchBlockhash(chain), [transfer]);
      const { value: latest } = await rpc.getLatestBlockhash().send();
      const signed = await signTransactionMessageWithSigners(
        setTransactionMessageLifetimeUsingBlockhash(latest, message),
      );
      assertIsTransactionWithBlockhashLifetime(signed);
      const rpcSubscriptions = createSolanaRpcSubscriptions(wsUrl);
      const sending = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions })(signed, {
        commitment,
        skipPreflight: true,
      });
      const failure = sending.catch((error: unknown) => error);
      await running.waitForLook();
      running.pass(33);
      expect(isSolanaError(await failure, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM)).toBe(true);
    });
  });
});

describe.each(COMMITMENTS)('a success is confirmed on a chain with stages, as %s', (commitment) => {
  it('by web3.js and by kit, once it has that stage', async () => {
    const running = await start({ stages: true });
    const { rpc, chain, url, wsUrl, pass, waitForLook } = running;
    const connection = new Connection(url, { commitment, wsEndpoint: wsUrl });
    onTestFinished(() => stopReconnecting(connection));
    const payer = await createFundedSigner(chain);
    const { value: latest } = await rpc.getLatestBlockhash().send();
    const create = async (amount: bigint) => {
      const transfer = getTransfer(payer.address, await createAddress(), amount);
      const message = createMessage(payer, latest.blockhash, [transfer]);
      const signed = await signTransactionMessageWithSigners(
        setTransactionMessageLifetimeUsingBlockhash(latest, message),
      );
      assertIsTransactionWithBlockhashLifetime(signed);
      return signed;
    };
    const byKit = sendAndConfirmTransactionFactory({
      rpc,
      rpcSubscriptions: createSolanaRpcSubscriptions(wsUrl),
    })(await create(SOL / 4n), { commitment, skipPreflight: true });
    await waitForLook();
    pass(33);
    await byKit;

    const wire = await createSigned(chain, payer, [
      getTransfer(payer.address, await createAddress(), SOL / 2n),
    ]);
    const signature = await connection.sendRawTransaction(wire, { skipPreflight: true });
    const confirming = connection.confirmTransaction(signature, commitment);
    let isConfirmed = false;
    void confirming.then(() => {
      isConfirmed = true;
    });
    await waitForLook();
    const slots = { processed: 2, confirmed: 3, finalized: 33 }[commitment];
    pass(slots - 1);
    await connection.getSlot();
    expect(isConfirmed).toBe(false);
    pass(1);
    expect((await confirming).value).toEqual({ err: null });
    const { value } = await connection.getSignatureStatus(signature);
    expect(value?.confirmationStatus).toBe(commitment);
  });
});

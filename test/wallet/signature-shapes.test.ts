import { getTransactionDecoder } from '@solana/kit';
import { VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { createLiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import type { MobileWallet } from '../../src/dapp/mobile-wallet.js';
import * as kit from '../../src/transact/kit/index.js';
import { decodeBase58, encodeBase58 } from '../../src/util/base58.js';
import { concatBytes, encodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import type { TransactionState } from '../../src/util/errors.js';
import { findSendError } from '../../src/util/find-error.js';
import { type Answers, getPayloads, setUpConnectedLiar, WalletRefusal } from '../hostile/lying-wallet.js';
import { createAddress, createUnsigned, getTransfer, SOL } from '../support/chain.js';
import { FLAVOURS } from '../support/flavours.js';
import { createFor, getAddress, getSignatureOf, signBy } from '../support/signed-wires.js';

const [ACCOUNT, SPONSOR] = [1, 2].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array];
const chain = 'solana:devnet';

type Liar = Awaited<ReturnType<typeof setUpConnectedLiar>>;
/** Sends transactions, and resolves with a signature for each; or with what became of each. */
type Send = (
  liar: Liar,
  wires: readonly Uint8Array[],
) => Promise<readonly (Uint8Array | PromiseSettledResult<unknown>)[]>;

const readKit = (wire: Uint8Array) => getTransactionDecoder().decode(wire);
const READERS: Readonly<Record<string, (wire: Uint8Array) => unknown>> = {
  session: (wire) => wire,
  kit: readKit,
  web3js: VersionedTransaction.deserialize,
  legacy: VersionedTransaction.deserialize,
};

const LEVELS: readonly (readonly [name: string, send: Send])[] = [
  ...FLAVOURS.map(({ name, transact, toBase58Signature }): [string, Send] => [
    `transact of ${name}`,
    ({ settings: { launch, dial } }, wires) =>
      transact(
        async (wallet: MobileWallet) => {
          await wallet.authorize({ chain });
          const transactions = wires.map((wire) => READERS[name]?.(wire)) as Uint8Array[];
          const signatures = await wallet.signAndSendTransactions({ transactions });
          return signatures.map((signature) => decodeBase58(toBase58Signature(signature)));
        },
        { launch, dial },
      ),
  ]),
  [
    'a signer of kit',
    ({ settings: { launch, dial } }, wires) =>
      kit.transact(
        async (wallet) => {
          const { accounts } = await wallet.authorize({ chain });
          const signer = kit.createAccountSigner(wallet, accounts[0]);
          const transactions = wires.map(readKit) as Parameters<typeof signer.signAndSendTransactions>[0];
          return [...(await signer.signAndSendTransactions(transactions))];
        },
        { launch, dial },
      ),
  ],
  [
    'transact of the wallet',
    ({ wallet }, wires) =>
      wallet.features['mobile-wallet-standard:transact'].transact((mobile) =>
        mobile.signAndSendTransactions({ transactions: wires }),
      ),
  ],
  [
    'signAndSendTransaction',
    async ({ wallet, account }, wires) => {
      const inputs = wires.map((transaction) => ({ account, transaction, chain }) as const);
      const outputs = await wallet.features['solana:signAndSendTransaction'].signAndSendTransaction(
        ...inputs,
      );
      return outputs.map(({ signature }) => signature);
    },
  ],
  [
    'signAndSendAllTransactions',
    ({ wallet, account }, wires) => {
      const inputs = wires.map((transaction) => ({ account, transaction, chain }) as const);
      return wallet.features['solana:signAndSendAllTransactions'].signAndSendAllTransactions(inputs);
    },
  ],
];

/** Returns what is known of a transaction: its signature, `null` if it was not submitted, or `undefined`. */
const readState = (state: TransactionState | undefined) =>
  state?.status === 'submitted'
    ? decodeBase58(state.signature)
    : state?.status === 'unknown'
      ? undefined
      : null;

/** Sends transactions to a wallet that answers a send as `answer` does, and resolves with what is known. */
async function send(
  by: Send,
  wires: readonly Uint8Array[],
  answer: (wires: readonly Uint8Array[]) => object,
) {
  const answers: Answers = { sign_and_send_transactions: (params) => answer(getPayloads(params)) };
  const sending = by(await setUpConnectedLiar(answers), wires);
  const outcomes = await sending.catch((error: unknown) => findSendError(error)?.context.transactions ?? []);
  return outcomes.map((outcome) => {
    if (outcome instanceof Uint8Array) return Uint8Array.from(outcome);
    if (outcome.status === 'rejected')
      return readState(findSendError(outcome.reason)?.context.transactions?.[0]);
    if (outcome.status === 'fulfilled') return (outcome.value as { signature: Uint8Array }).signature;
    return readState(outcome as TransactionState);
  });
}

const list = (entries: readonly Uint8Array[]) => ({ signatures: entries.map(encodeBase64) });
const refuse = (...signatures: readonly (string | null)[]) => {
  throw new WalletRefusal({ code: -4, message: 'not submitted', data: JSON.stringify({ signatures }) });
};
const rewrite = (_: Uint8Array, index: number) => createFor([ACCOUNT], `rewritten ${index}`);
const withSignature = (wire: Uint8Array) => concatBytes(wire, getSignatureOf(wire, ACCOUNT));
const sign = (wire: Uint8Array) => signBy(wire, ACCOUNT);

describe.each(LEVELS)('a send by %s', (_, by) => {
  const wires = ['a', 'b'].map((text) => createFor([ACCOUNT], text));
  const [first, second] = wires.map((wire) => getSignatureOf(wire, ACCOUNT));
  const rewritten = wires.map((wire, index) => getSignatureOf(rewrite(wire, index), ACCOUNT));

  it.each<[what: string, answer: (wires: readonly Uint8Array[]) => object, known: readonly unknown[]]>([
    ['transactions with signatures behind them', (asked) => list(asked.map(withSignature)), [first, second]],
    ['signed transactions', (asked) => list(asked.map(sign)), [first, second]],
    [
      'rewritten transactions with signatures behind them',
      (asked) => list(asked.map(rewrite).map(withSignature)),
      rewritten,
    ],
    ['rewritten, signed transactions', (asked) => list(asked.map(rewrite).map(sign)), rewritten],
    [
      'a signature and a signed transaction',
      ([one, two]) => list([getSignatureOf(one as Uint8Array, ACCOUNT), sign(two as Uint8Array)]),
      [first, second],
    ],
    [
      'a signed transaction, and text in base58',
      ([one]) => list([sign(one as Uint8Array), encodeUtf8(encodeBase58(second as Uint8Array))]),
      [first, undefined],
    ],
    [
      'the same signed transaction twice',
      ([one]) => list([one, one].map((wire) => sign(wire as Uint8Array))),
      [first, undefined],
    ],
    ['unsigned transactions', (asked) => list(asked), [undefined, undefined]],
    [
      'that not all were submitted, and a signed transaction',
      ([one]) => refuse(encodeBase64(sign(one as Uint8Array)), null),
      [first, null],
    ],
    [
      'that not all were submitted, and a transaction with the signature behind it',
      ([, two]) => refuse(null, encodeBase64(withSignature(two as Uint8Array))),
      [null, second],
    ],
  ])('knows what was submitted if the wallet returns %s', async (_, answer, known) => {
    expect(await send(by, wires, answer)).toEqual(known);
  });

  it('returns the signature of the account that pays, by which the chain knows the transaction', async () => {
    const paid = signBy(createFor([SPONSOR, ACCOUNT], 'sponsored'), SPONSOR);
    const own = list([getSignatureOf(paid, ACCOUNT)]);
    expect(await send(by, [paid], () => own)).toEqual([getSignatureOf(paid, SPONSOR)]);
  });

  it('does not return the account’s signature if another pays, whose signature was not passed', async () => {
    const unpaid = createFor([SPONSOR, ACCOUNT], 'sponsored');
    const own = list([getSignatureOf(unpaid, ACCOUNT)]);
    expect(await send(by, [unpaid], () => own)).toEqual([undefined]);
  });
});

it('where somebody else pays, the chain knows the transaction by the signature that is returned', async () => {
  const svm = createLiteSvmChain();
  const [me, payer, shop] = [getAddress(ACCOUNT), getAddress(SPONSOR), await createAddress()];
  for (const address of [me, payer]) svm.airdrop(address, SOL);
  const paid = signBy(await createUnsigned(svm, payer, [getTransfer(me, shop, 1_000_000n)]), SPONSOR);
  const { wallet, account } = await setUpConnectedLiar({
    sign_and_send_transactions: () => list([getSignatureOf(paid, ACCOUNT)]),
  });
  const { signAndSendTransaction } = wallet.features['solana:signAndSendTransaction'];
  const [output] = await signAndSendTransaction({ account, transaction: paid, chain });
  await svm.sendTransaction(sign(paid));
  const id = encodeBase58(output?.signature ?? new Uint8Array());
  expect(await svm.rpc('getSignatureStatuses', [[id]])).toMatchObject({ value: [{ err: null }] });
});

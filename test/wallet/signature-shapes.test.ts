import { describe, expect, it } from 'vitest';
import { createLiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { concatBytes, encodeBase64, encodeUtf8 } from '../../src/util/bytes.js';
import { getPayloads, setUpConnectedLiar, setUpLiar, WalletRefusal } from '../hostile/lying-wallet.js';
import { createAddress, createUnsigned, getTransfer, SOL } from '../support/chain.js';
import { getTold, SEND_LEVELS, type SendLevel, SIGNER_OF_KIT } from '../support/send-levels.js';
import { stateOf } from '../support/sends.js';
import { createFor, getAddress, getSignatureOf, signBy } from '../support/signed-wires.js';

const [ACCOUNT, SPONSOR] = [1, 2].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array];
const chain = 'solana:devnet';

/** Sends transactions to a wallet that answers a send as `answer` does, and resolves with what is known. */
async function send(
  level: SendLevel,
  wires: readonly Uint8Array[],
  answer: (wires: readonly Uint8Array[]) => object,
) {
  const { settings } = setUpLiar({ sign_and_send_transactions: (params) => answer(getPayloads(params)) });
  return getTold(await level.send(settings, async () => wires), wires.length);
}

const list = (entries: readonly Uint8Array[]) => ({ signatures: entries.map(encodeBase64) });
const refuse = (...signatures: readonly (string | null)[]) => {
  throw new WalletRefusal({ code: -4, message: 'not submitted', data: JSON.stringify({ signatures }) });
};
const rewrite = (_: Uint8Array, index: number) => createFor([ACCOUNT], `rewritten ${index}`);
const withSignature = (wire: Uint8Array) => concatBytes(wire, getSignatureOf(wire, ACCOUNT));
const sign = (wire: Uint8Array) => signBy(wire, ACCOUNT);

describe.each([...SEND_LEVELS, SIGNER_OF_KIT])('a send by $name', (level) => {
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
    expect(await send(level, wires, answer)).toEqual(known.map(stateOf));
  });

  it('returns the signature of the account that pays, by which the chain knows the transaction', async () => {
    const paid = signBy(createFor([SPONSOR, ACCOUNT], 'sponsored'), SPONSOR);
    const own = list([getSignatureOf(paid, ACCOUNT)]);
    expect(await send(level, [paid], () => own)).toEqual([stateOf(getSignatureOf(paid, SPONSOR))]);
  });

  it('does not return the account’s signature if another pays, whose signature was not passed', async () => {
    const unpaid = createFor([SPONSOR, ACCOUNT], 'sponsored');
    const own = list([getSignatureOf(unpaid, ACCOUNT)]);
    expect(await send(level, [unpaid], () => own)).toEqual([stateOf(undefined)]);
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

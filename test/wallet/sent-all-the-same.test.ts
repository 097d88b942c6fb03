import { type Address, address } from '@solana/kit';
import { getErrorText, sortSend } from 'mobile-wallet-standard';
import { expect, it } from 'vitest';
import { createLiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import type { Approve } from '../../mock/src/wallet/approval.js';
import type { MockWalletOptions } from '../../mock/src/wallet/mock-wallet.js';
import { QUIRK_GROUPS, type Quirk } from '../../mock/src/wallet/quirk-table.js';
import type { Quirks } from '../../mock/src/wallet/quirks.js';
import type { TransactionState } from '../../src/util/errors.js';
import { createAddress, createUnsigned, getTransfer, SOL } from '../support/chain.js';
import { createPhone } from '../support/phone.js';
import { countRequests } from '../support/requests.js';
import { getErrors, getTold, SEND_LEVELS, type SendLevel } from '../support/send-levels.js';

// Wallets whose source is public, and what became of an order at each level: they have sent something,
// whatever they answer.

const chain = createLiteSvmChain();
const [FIRST, TOO_MUCH, THIRD] = [1_000_000n, 90n * SOL, 3_000_000n];

/** Approves everything but the question with this number; the first is that of the connection. */
const declineAt = (number: number): Approve => {
  let asked = 0;
  return () => ({ approved: ++asked !== number });
};

const approveAfter =
  (afterMs: number): Approve =>
  ({ type }) => ({ approved: true, afterMs: type.includes('send') ? afterMs : 0 });

type Row = [
  wallet: string,
  quirks: Partial<Quirks>,
  amounts: readonly bigint[],
  /** What was paid although the wallet says no. */
  paid: bigint,
  /** An error's code, or what a dapp is told of each transaction. */
  told: string | readonly string[],
  options?: () => MockWalletOptions,
];

const UNKNOWN = ['unknown', 'unknown'];

const WALLETS: readonly Row[] = [
  [
    'sends what it can, and answers -2',
    { failedSend: 'invalid-payloads' },
    [FIRST, TOO_MUCH],
    FIRST,
    UNKNOWN,
  ],
  [
    'answers -2 if its node does not answer',
    { failedSend: 'invalid-payloads', losesReplyToSend: true },
    [FIRST],
    FIRST,
    ['unknown'],
  ],
  [
    'asks for each, sends it, and answers -3 if the second is declined',
    { sendsOneByOne: true },
    [FIRST, THIRD],
    FIRST,
    UNKNOWN,
    () => ({ approve: declineAt(3) }),
  ],
  [
    'answers -3 for any error of a send',
    { failedSend: 'not-signed' },
    [FIRST, TOO_MUCH, THIRD],
    FIRST + THIRD,
    ['unknown', 'unknown', 'unknown'],
  ],
  [
    'answers -3 if its node does not answer',
    { failedSend: 'not-signed', losesReplyToSend: true },
    [FIRST],
    FIRST,
    'USER_REJECTED',
  ],
  [
    'lists in -4 what it has signed, and has sent nothing',
    { failedSend: 'all-signatures' },
    [TOO_MUCH],
    0n,
    ['unknown'],
  ],
  [
    'lists in -4 what it has signed, and has sent the first',
    { failedSend: 'all-signatures' },
    [FIRST, TOO_MUCH, THIRD],
    FIRST,
    ['unknown', 'unknown', 'unknown'],
  ],
  [
    'has `null` in -4 if its node does not answer',
    { losesReplyToSend: true },
    [FIRST, THIRD],
    FIRST + THIRD,
    ['submitted', 'not-submitted'],
  ],
  [
    'answers a decline with -4 and no data',
    { declinedSend: 'not-submitted' },
    [FIRST, THIRD],
    0n,
    UNKNOWN,
    () => ({ approve: declineAt(2) }),
  ],
  // However soon it answers, because some wallets approve by themselves.
  ...[0, 500, 1_010].flatMap<Row>((afterMs) => [
    [
      `sends a version of its own after ${afterMs} ms, and then calls it unauthorized`,
      { forgetsWhileSending: true, renewsBlockhash: true },
      [FIRST],
      FIRST,
      'NOT_AUTHORIZED',
      () => ({ approve: approveAfter(afterMs) }),
    ],
    [
      `sends versions of its own after ${afterMs} ms, and then calls them unauthorized`,
      { forgetsWhileSending: true, renewsBlockhash: true },
      [FIRST, THIRD],
      FIRST + THIRD,
      UNKNOWN,
      () => ({ approve: approveAfter(afterMs) }),
    ],
  ]),
];

/** Pays shops at a level, by a wallet whose account has one SOL. */
async function pay(
  level: SendLevel,
  options: MockWalletOptions,
  payments: readonly (readonly [shop: Address, amount: bigint])[],
  mode?: 'parallel' | 'serial',
) {
  const phone = await createPhone({ chain, ...options });
  const payer = address(phone.wallet.accounts[0]?.address ?? '');
  chain.airdrop(payer, SOL);
  const createWires = () =>
    Promise.all(
      payments.map(([shop, amount]) => createUnsigned(chain, payer, [getTransfer(payer, shop, amount)])),
    );
  const ended = await level.send(phone, createWires, mode);
  return {
    ended,
    /** What a dapp is told of each transaction, in a word. */
    told: getTold(ended, payments.length).map((state) => (state as TransactionState).status ?? state),
    /** What it may send again at once. */
    unsent: getErrors(ended).flatMap((thrown) =>
      thrown ? sortSend(ended.settled ? ['a'] : ['a', 'b', 'c'], thrown).unsent : [],
    ),
    sends: countRequests(phone, 'sign_and_send_transactions'),
  };
}

/** A quirk with each of its values, or switched on. */
const EACH_QUIRK = Object.entries<Quirk>(QUIRK_GROUPS['Answers to sends'] ?? {}).flatMap(([name, quirk]) => {
  const values = 'options' in quirk ? quirk.options.map(([value]) => value) : [true];
  return values.map((value): Partial<Quirks> => ({ [name]: value }));
});

it.each(EACH_QUIRK)('a wallet that approves by itself, with %j, is paid once at most', async (quirks) => {
  for (const amounts of [[FIRST], [FIRST, THIRD], [FIRST, TOO_MUCH, THIRD]]) {
    await Promise.all(
      SEND_LEVELS.map(async (level) => {
        const shops = await Promise.all(amounts.map(createAddress));
        const payments = shops.map((shop, index) => [shop, amounts[index] as bigint] as const);
        // A second send would be another transaction, which the chain takes.
        const { unsent, sends } = await pay(
          level,
          { quirks: { ...quirks, renewsBlockhash: true } },
          payments,
        );
        expect(unsent, level.name).toEqual([]);
        for (const [shop, amount] of payments)
          expect([0n, amount], level.name).toContain(chain.getBalance(shop));
        expect(sends, level.name).toBe(1);
      }),
    );
  }
});

it.each<Row>(WALLETS)(
  'nothing is to be sent again without a look, after a wallet %s',
  async (_, quirks, amounts, paid, told, getOptions) => {
    await Promise.all(
      SEND_LEVELS.map(async (level) => {
        const shop = await createAddress();
        const payments = amounts.map((amount) => [shop, amount] as const);
        const outcome = await pay(level, { quirks, ...getOptions?.() }, payments);
        expect(outcome.told, level.name).toEqual(
          typeof told === 'string' ? Array(amounts.length).fill(told) : told,
        );
        expect(outcome.unsent, level.name).toEqual([]);
        expect(chain.getBalance(shop), level.name).toBe(paid);
        const isDeclined = (text: string | null) => text?.startsWith('Your wallet declined, but may have');
        const isSilent = (text: string | null) => text === null || text === 'Your wallet declined.';
        const texts = getErrors(outcome.ended).map((thrown) => getErrorText(thrown));
        if (told === 'USER_REJECTED') expect(texts.every(isSilent), level.name).toBe(true);
        else if (quirks.failedSend === 'not-signed' || quirks.sendsOneByOne)
          expect(texts.every(isDeclined), level.name).toBe(true);
      }),
    );
  },
);

it.each(['parallel', 'serial'] as const)(
  'what a wallet lists as submitted in -4 is fulfilled, in mode %s',
  async (mode) => {
    const [level] = SEND_LEVELS.filter(({ name }) => name === 'signAndSendAllTransactions');
    const shops = await Promise.all([createAddress(), createAddress(), createAddress()]);
    const approve: Approve = ({ type }) =>
      type.includes('send') ? { instead: { type: 'not-submitted', indexes: [1] } } : { approved: true };
    const payments = shops.map((shop) => [shop, FIRST] as const);
    const { ended } = await pay(level as SendLevel, { approve }, payments, mode);
    expect(ended.settled).toMatchObject([
      { status: 'fulfilled', value: { signature: expect.any(Uint8Array) } },
      {
        status: 'rejected',
        reason: { code: 'NOT_SUBMITTED', context: { transactions: [{ status: 'not-submitted' }] } },
      },
      { status: 'fulfilled', value: { signature: expect.any(Uint8Array) } },
    ]);
    expect(shops.map((shop) => chain.getBalance(shop))).toEqual([FIRST, 0n, FIRST]);
  },
);

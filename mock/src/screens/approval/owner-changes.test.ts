import { describe, expect, it } from 'vitest';
import type { BalanceChange, TokenChange, TransactionSummary } from '../../explain/chain.js';
import { getOpenings, getOwnerChanges, getPayment } from './owner-changes.js';

const accounts = [{ address: 'main' }, { address: 'savings' }];

function createSummary(
  balanceChanges: readonly BalanceChange[],
  tokenChanges: readonly TokenChange[] = [],
): TransactionSummary {
  return { version: 0, feePayer: 'main', instructions: [], balanceChanges, tokenChanges, logs: [] };
}

function createTokenChange(address: string, owner: string, before: bigint, after: bigint): TokenChange {
  return { address, owner, mint: 'gold', before, after, decimals: 6 };
}

describe('getOwnerChanges', () => {
  it('lists own accounts first, in their order, and then the others', () => {
    const changes = [
      { address: 'stranger', before: 0n, after: 5n },
      { address: 'savings', before: 9n, after: 8n },
      { address: 'main', before: 10n, after: 4n },
    ];
    const sol = (owner: string, before: bigint, after: bigint) => [
      { address: owner, owner, before, after, left: after, decimals: 9 },
    ];
    expect(getOwnerChanges([createSummary(changes)], accounts)).toEqual([
      { address: 'main', isOwn: true, isTokenAccount: false, assets: sol('main', 10n, 4n) },
      { address: 'savings', isOwn: true, isTokenAccount: false, assets: sol('savings', 9n, 8n) },
      { address: 'stranger', isOwn: false, isTokenAccount: false, assets: sol('stranger', 0n, 5n) },
    ]);
  });

  it('adds up what follows one another', () => {
    const first = createSummary(
      [{ address: 'main', before: 10n, after: 7n }],
      [createTokenChange('a', 'main', 100n, 60n)],
    );
    const second = createSummary(
      [{ address: 'main', before: 7n, after: 6n }],
      [createTokenChange('a', 'main', 60n, 10n)],
    );
    const [main] = getOwnerChanges([first, second], accounts);
    expect(main?.assets).toMatchObject([
      { mint: 'gold', before: 100n, after: 10n },
      { before: 10n, after: 6n },
    ]);
  });

  it('adds up an owner’s accounts of one token, as they stand side by side', () => {
    const first = createSummary([], [createTokenChange('a', 'main', 100n, 60n)]);
    const second = createSummary(
      [],
      [createTokenChange('a', 'main', 60n, 50n), createTokenChange('b', 'main', 7n, 0n)],
    );
    expect(getOwnerChanges([first, second], accounts)[0]?.assets).toMatchObject([
      { mint: 'gold', before: 107n, after: 50n },
    ]);
  });

  it('leaves out what is the same in the end', () => {
    const there = createSummary(
      [{ address: 'main', before: 10n, after: 7n }],
      [createTokenChange('a', 'main', 5n, 0n), createTokenChange('b', 'main', 0n, 5n)],
    );
    const back = createSummary([{ address: 'main', before: 7n, after: 10n }]);
    expect(getOwnerChanges([there, back], accounts)).toEqual([]);
  });

  it('lists NFTs before other tokens, and says which account holds tokens', () => {
    const summary = createSummary(
      [{ address: 'a', before: 0n, after: 2_039_280n }],
      [
        createTokenChange('a', 'stranger', 0n, 5n),
        { ...createTokenChange('b', 'stranger', 0n, 1n), mint: 'ape', decimals: 0, isNft: true },
      ],
    );
    const [stranger, tokenAccount] = getOwnerChanges([summary], accounts);
    expect(stranger?.assets.map(({ mint }) => mint)).toEqual(['ape', 'gold']);
    expect(tokenAccount).toMatchObject({ address: 'a', isTokenAccount: true });
  });

  it('lists losses first, of the own accounts and of each', () => {
    const summary = createSummary(
      [
        { address: 'main', before: 0n, after: 1n },
        { address: 'savings', before: 9n, after: 8n },
      ],
      [createTokenChange('a', 'savings', 0n, 5n)],
    );
    const changes = getOwnerChanges([summary], accounts);
    expect(changes.map(({ address }) => address)).toEqual(['savings', 'main']);
    expect(changes[0]?.assets.map(({ mint }) => mint)).toEqual([undefined, 'gold']);
  });

  it('leaves the fee out, also where nothing else changes', () => {
    const paid = { ...createSummary([{ address: 'main', before: 10n, after: 3n }]), fee: 2n };
    expect(getOwnerChanges([paid], accounts)[0]?.assets).toMatchObject([{ before: 10n, after: 5n }]);
    const feeOnly = { ...createSummary([{ address: 'main', before: 10n, after: 8n }]), fee: 2n };
    expect(getOwnerChanges([feeOnly], accounts)).toEqual([]);
  });

  it('tells what is left with the fees, also after several transactions', () => {
    const [first, second] = [[10n, 7n] as const, [7n, 3n] as const].map(([before, after]) => ({
      ...createSummary([{ address: 'main', before, after }]),
      fee: 2n,
    }));
    if (!first || !second) throw new Error('Both are there');
    expect(getOwnerChanges([first, second], accounts)[0]?.assets).toMatchObject([{ after: 7n, left: 3n }]);
    // A cluster simulates each by itself.
    const alone = { ...second, balanceChanges: [{ address: 'main', before: 10n, after: 6n }] };
    expect(getOwnerChanges([first, alone], accounts)[0]?.assets).toMatchObject([{ left: 3n }]);
  });
});

describe('getOpenings', () => {
  const rent = 2_039_280n;
  const opening = (lamports: bigint, token: Partial<TokenChange> = {}) =>
    createSummary(
      [
        { address: 'main', before: 9n * rent, after: 9n * rent - lamports },
        { address: 'a', before: 0n, after: lamports },
      ],
      [createTokenChange('m', 'main', 9n, 4n), { ...createTokenChange('a', 'x', 0n, 5n), ...token }],
    );

  it('are the token accounts that come into being, which are no payment of SOL', () => {
    const summary = opening(rent);
    expect(getOpenings(summary)).toEqual([{ address: 'a', owner: 'x', payer: 'main', lamports: rent }]);
    const payment = getPayment(getOwnerChanges([summary], accounts));
    expect(payment).toMatchObject({ from: 'main', to: 'x', asset: { mint: 'gold' }, left: 4n });
  });

  it('are none if the account was there, holds more SOL than it needs, or others pay', () => {
    const there = opening(rent);
    const [main, account] = there.balanceChanges;
    if (!main || !account) throw new Error('Both are there');
    expect(getOpenings({ ...there, balanceChanges: [main, { ...account, before: 1n }] })).toEqual([]);
    expect(getOpenings({ ...there, balanceChanges: [account] })).toEqual([]);
    expect(getOpenings(opening(6_000_000n))).toEqual([]);
    expect(getOwnerChanges([opening(6_000_000n)], accounts)[0]?.assets).toMatchObject([
      { mint: 'gold' },
      { before: 9n * rent, after: 9n * rent - 6_000_000n },
    ]);
  });

  it('leave out the SOL that is wrapped', () => {
    const mint = 'So11111111111111111111111111111111111111112';
    const wrapped = opening(rent + 5_000_000n, { mint, after: 5_000_000n });
    expect(getOpenings(wrapped)).toMatchObject([{ lamports: rent }]);
  });
});

describe('getPayment', () => {
  const sol = (address: string, difference: bigint): BalanceChange => ({
    address,
    before: 10n,
    after: 10n + difference,
  });
  const gold = (owner: string, difference: bigint) =>
    createTokenChange(`${owner}'s`, owner, 10n, 10n + difference);
  const find = (balances: readonly BalanceChange[], tokens: readonly TokenChange[] = []) => {
    const payment = getPayment(getOwnerChanges([createSummary(balances, tokens)], accounts));
    return payment && `${payment.isOut ? 'send' : 'receive'} ${payment.from}→${payment.to}`;
  };

  it.each([
    ['a payment to a stranger', find([sol('x', 5n), sol('main', -5n)]), 'send main→x'],
    ['one of a token', find([], [gold('main', -5n), gold('x', 5n)]), 'send main→x'],
    ['one between own accounts', find([sol('main', 5n), sol('savings', -5n)]), 'send savings→main'],
    ['one from a stranger', find([sol('main', 5n), sol('x', -5n)]), 'receive x→main'],
    ['one between strangers', find([sol('y', 5n), sol('x', -5n)]), undefined],
    ['another amount than arrives', find([sol('main', -5n), sol('x', 4n)]), undefined],
    ['another token than arrives', find([sol('x', 5n)], [gold('main', -5n)]), undefined],
    ['one with something else', find([sol('main', -5n), sol('x', 5n)], [gold('x', 1n)]), undefined],
    ['two that lose', find([sol('main', -5n), sol('x', -5n)]), undefined],
    ['nothing', find([]), undefined],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected);
  });
});

import { describe, expect, it } from 'vitest';
import type { BalanceChange, TokenChange, TransactionSummary } from '../../explain/chain.js';
import { getOwnerChanges } from './owner-changes.js';

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
    expect(getOwnerChanges([createSummary(changes)], accounts)).toEqual([
      { address: 'main', isOwn: true, isTokenAccount: false, tokens: [], sol: { before: 10n, after: 4n } },
      { address: 'savings', isOwn: true, isTokenAccount: false, tokens: [], sol: { before: 9n, after: 8n } },
      {
        address: 'stranger',
        isOwn: false,
        isTokenAccount: false,
        tokens: [],
        sol: { before: 0n, after: 5n },
      },
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
    expect(main?.sol).toEqual({ before: 10n, after: 6n });
    expect(main?.tokens).toMatchObject([{ mint: 'gold', before: 100n, after: 10n }]);
  });

  it('adds up an owner’s accounts of one token, as they stand side by side', () => {
    const first = createSummary([], [createTokenChange('a', 'main', 100n, 60n)]);
    const second = createSummary(
      [],
      [createTokenChange('a', 'main', 60n, 50n), createTokenChange('b', 'main', 7n, 0n)],
    );
    expect(getOwnerChanges([first, second], accounts)[0]?.tokens).toMatchObject([
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
    expect(stranger?.tokens.map(({ mint }) => mint)).toEqual(['ape', 'gold']);
    expect(tokenAccount).toMatchObject({ address: 'a', isTokenAccount: true });
  });
});

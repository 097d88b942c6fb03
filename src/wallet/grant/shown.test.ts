import { describe, expect, it } from 'vitest';
import { getShown, NOTHING_GRANTED } from './shown.js';
import type { Grant, ShownAccount } from './stored-grant.js';

const chain = 'solana:devnet';
const createStored = (address: string): ShownAccount => ({
  address,
  key: btoa(address.padEnd(32, '.')),
  chains: [chain],
  features: ['solana:signMessage'],
});
const grant: Grant = { chain, byChain: {}, accounts: ['a', 'b'].map(createStored) };

describe('what is shown of a grant', () => {
  it('is nothing without one, with the versions that every wallet is assumed to sign', () => {
    const shown = getShown(undefined, NOTHING_GRANTED);
    expect(shown).toBe(NOTHING_GRANTED);
    expect(shown).toMatchObject({
      accounts: [],
      transactions: { versions: ['legacy', 0], isSendOnly: false },
    });
  });

  it('is the same object as before if all of it is equal', () => {
    const before = getShown(grant, NOTHING_GRANTED);
    expect(before.accounts.map(({ address }) => address)).toEqual(['a', 'b']);
    expect(getShown(structuredClone(grant), before)).toBe(before);
  });

  it('keeps the accounts that are equal, also in another order', () => {
    const { accounts, ...before } = getShown(grant, NOTHING_GRANTED);
    const stored = ['b', 'c', 'a'].map(createStored);
    const shown = getShown({ ...grant, accounts: stored }, { accounts, ...before });
    expect(shown.accounts[0]).toBe(accounts[1]);
    expect(shown.accounts[2]).toBe(accounts[0]);
    expect(shown.transactions).toBe(before.transactions);
  });

  it.each<Partial<Grant>>([
    { isSendOnly: true },
    { capabilities: { features: [], supported_transaction_versions: ['legacy', 0, 1] } },
  ])('keeps the accounts if other transactions are supported: %j', (change) => {
    const before = getShown(grant, NOTHING_GRANTED);
    const shown = getShown({ ...grant, ...change }, before);
    expect(shown.accounts).toBe(before.accounts);
    expect(shown.transactions).not.toBe(before.transactions);
    expect(shown.transactions).not.toEqual(before.transactions);
  });

  it('cannot be read from an account without a key in base64', () => {
    const stored = { ...createStored('a'), key: '!' };
    expect(() => getShown({ ...grant, accounts: [stored] }, NOTHING_GRANTED)).toThrow();
  });
});

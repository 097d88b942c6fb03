import { describe, expect, it } from 'vitest';
import { OTHER_SEED, SEED } from '../../../test/support/mock-wallet.js';
import { type AccountList, createAccountList } from './accounts.js';

async function createList(...seeds: readonly Uint8Array[]) {
  const state = { notices: 0 };
  const list = await createAccountList(
    seeds.map((seed) => ({ seed })),
    () => state.notices++,
  );
  const getLabels = () => list.getAccounts().map(({ label }) => label);
  return { list, state, getLabels };
}

describe('createAccountList', () => {
  it('names accounts by a number that no earlier one had', async () => {
    const { list, getLabels } = await createList(SEED, OTHER_SEED);
    const [first] = list.getAccounts();
    list.remove(first?.address ?? '');
    await list.add({});
    expect(getLabels()).toEqual(['Account 2', 'Account 3']);
  });

  it('has no account twice, also when two are added at once', async () => {
    const { list } = await createList(SEED);
    await expect(list.add({ seed: SEED })).rejects.toThrow(RangeError);
    const added = await Promise.allSettled([list.add({ seed: OTHER_SEED }), list.add({ seed: OTHER_SEED })]);
    expect(added.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(list.getAccounts()).toHaveLength(2);
    await expect(createList(SEED, SEED)).rejects.toThrow('already has the account');
  });

  it('refuses a seed of another length and adds nothing', async () => {
    const { list } = await createList();
    await expect(list.add({ seed: new Uint8Array(31) })).rejects.toThrow(RangeError);
    expect(list.getAccounts()).toEqual([]);
  });

  it('renames an account and keeps its key', async () => {
    const { list, getLabels } = await createList(SEED, OTHER_SEED);
    const [account] = list.getAccounts();
    list.rename(account?.address ?? '', 'Savings');
    expect(getLabels()).toEqual(['Savings', 'Account 2']);
    expect(list.getOrThrow(account?.address ?? '').account.publicKey).toEqual(account?.publicKey);
  });

  it.each(['', '  ', 'x'.repeat(101)])('refuses the label %j', async (label) => {
    const { list } = await createList(SEED);
    expect(() => list.rename(list.getAccounts()[0]?.address ?? '', label)).toThrow(RangeError);
    await expect(list.add({ label })).rejects.toThrow(RangeError);
  });

  it.each([
    ['rename', (list: AccountList) => list.rename('x', 'X')],
    ['remove', (list: AccountList) => list.remove('x')],
    ['setGranted', (list: AccountList) => list.setGranted('x', true)],
  ])('refuses to %s an account that it does not have', async (_, call) => {
    const { list } = await createList(SEED);
    expect(() => call(list)).toThrow('The wallet has no account x.');
  });

  it('suggests the first account, then those that are granted, and never nothing', async () => {
    const { list } = await createList(SEED, OTHER_SEED);
    const [first = '', second = ''] = list.getAccounts().map(({ address }) => address);
    expect(list.getSuggested()).toEqual([first]);
    list.setGranted(second, true);
    expect(list.getSuggested()).toEqual([first, second]);
    list.setGranted(first, false);
    expect(list.getSuggested()).toEqual([second]);
    list.remove(second);
    expect(list.isGranted(second)).toBe(false);
    expect(list.getSuggested()).toEqual([first]);
    expect(list.isGranted(first)).toBe(false);
  });

  it('tells of every change', async () => {
    const { list, state } = await createList(SEED);
    state.notices = 0;
    const { address } = await list.add({});
    list.rename(address, 'Two');
    list.setGranted(address, true);
    list.remove(address);
    expect(state.notices).toBe(4);
  });
});

import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { createMobileWallet } from '../../src/wallet/register.js';
import { getSignTransaction } from '../support/sign-transaction.js';
import { createMemoryStore, setUpConnected } from '../support/wallet.js';
import {
  dimensionOf,
  editJson,
  editText,
  fuzz,
  jsonEdits,
  jsonKinds,
  settle,
  textEdits,
  textKinds,
} from './fuzz.js';

const { store, settings, wallet: original } = await setUpConnected();
const [[key, text]] = [...store.entries] as [[string, string]];
const start = text.indexOf('{');

describe('a stored grant that was changed', () => {
  fuzz(
    'gives no accounts, and is no reason to fail',
    7,
    fc.tuple(jsonEdits, textEdits),
    { json: dimensionOf(jsonKinds, ([edits]) => edits), text: dimensionOf(textKinds, ([, edits]) => edits) },
    async ([json, edits]) => {
      const changed = createMemoryStore();
      const edited = JSON.stringify(editJson(JSON.parse(text.slice(start)), json)) ?? '';
      changed.set(key, editText(text.slice(0, start) + edited, edits));
      const wallet = createMobileWallet({ ...settings, store: changed });
      const accounts = changed.get(key) === text ? original.accounts : [];
      expect(wallet.accounts).toEqual(accounts);
      expect(getSignTransaction(wallet.features).supportedTransactionVersions.length).toBeGreaterThan(0);
      const silent = await settle(wallet.features['standard:connect'].connect({ silent: true }));
      expect(silent).toMatchObject({ value: { accounts: wallet.accounts } });
    },
  );
});

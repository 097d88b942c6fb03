import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { decodeBase58 } from '../base58.js';
import { editJson, editText, fuzz, jsonEdits, settle, textEdits } from '../fuzz.test-support.js';
import { createMobileWallet } from './register.js';
import { createMemoryStore, setUpConnected } from './wallet.test-support.js';

const chains = ['solana:devnet', 'solana:testnet'];
const {
  phone,
  store,
  settings,
  wallet: original,
} = await setUpConnected(
  // Its silence on a token that is not base64 ends only when the person leaves the wallet app.
  { quirks: { silentOnMalformedToken: false } },
  { chains },
);
const [[key, text]] = [...store.entries] as [[string, string]];

describe('a stored grant that was changed', () => {
  fuzz('gives well-formed accounts or none', 7, fc.tuple(jsonEdits, textEdits), async ([json, edits]) => {
    const changed = createMemoryStore();
    changed.set(key, editText(JSON.stringify(editJson(JSON.parse(text), json)) ?? '', edits));
    const wallet = createMobileWallet({ ...settings, store: changed });
    if (json.length === 0 && edits.length === 0) expect(wallet.accounts).toEqual(original.accounts);

    const names = Object.keys(wallet.features);
    for (const account of wallet.accounts) {
      expect(account.publicKey).toHaveLength(32);
      expect(decodeBase58(account.address)).toEqual(account.publicKey);
      expect(account.chains.length).toBeGreaterThan(0);
      expect(chains).toEqual(expect.arrayContaining([...account.chains]));
      expect(names).toEqual(expect.arrayContaining([...account.features]));
      expect(account.icon ?? 'data:image/').toMatch(/^data:image\//);
    }
    expect(new Set(wallet.accounts.map(({ address }) => address)).size).toBe(wallet.accounts.length);
    for (const name of ['solana:signTransaction', 'solana:signAndSendTransaction'] as const) {
      expect(wallet.features[name].supportedTransactionVersions.length).toBeGreaterThan(0);
    }
    const silent = await settle(wallet.features['standard:connect'].connect({ silent: true }));
    expect(silent).toMatchObject({ value: { accounts: wallet.accounts } });
  });

  fuzz('lets the wallet sign, or fail as it should', 2, jsonEdits, async (edits) => {
    const changed = createMemoryStore();
    changed.set(key, JSON.stringify(editJson(JSON.parse(text), edits)) ?? '');
    const wallet = createMobileWallet({ ...settings, store: changed });
    const [account] = wallet.accounts;
    if (!account) return;
    const message = Uint8Array.of(1, 2, 3);
    const signed = await settle(wallet.features['solana:signMessage'].signMessage({ account, message }));
    if (account.address === original.accounts[0]?.address) expect(signed.status).toBe('fulfilled');
    else expect(signed.status).toBe('rejected');
    await settle(phone.whenIdle());
  });
});

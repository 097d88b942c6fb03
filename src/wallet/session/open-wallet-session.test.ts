import { expect, it } from 'vitest';
import { getSettings } from '../options.js';
import type { Grant } from '../stored-grant.js';
import { createWalletSessionOpener } from './open-wallet-session.js';

const GRANT: Grant = {
  chain: 'solana:devnet',
  byChain: { 'solana:devnet': { token: 'token', accounts: [] } },
  remoteTokens: [['token', 'reflector']],
  accounts: [],
  isSendOnly: false,
};

it('a wallet without `remote` asks for a tap, also if its account is from a wallet on another device', async () => {
  const { signal } = new AbortController();
  const settings = getSettings({ identity: { name: 'Example' } });
  const grants = {
    getGrant: () => GRANT,
    getAccounts: () => [],
    setGrant: () => {},
    updateGrant: () => {},
  };
  const open = createWalletSessionOpener(settings, grants, {
    ui: undefined,
    tapQuestion: {
      during: (_, call) => call(),
      onOpen: () => {},
      async ask() {
        throw new Error('asked');
      },
    },
    getHistory: () => ({ reason: 'first' }),
    onLaunch: () => {},
  });
  const attempt = { sessionSignal: signal, workSignal: signal, onProgress: () => {} };
  await expect(open(attempt)).rejects.toThrow('asked');
});

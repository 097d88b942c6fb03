import type { AccountState, WalletState } from '../../mock/src/phone/wallet-state.js';
import type { ActivityEntry, ConnectedApp } from '../../mock/src/wallet/activity.js';
import { DEFAULT_SETTINGS } from '../../mock/src/wallet/settings.js';

/** The address of the RFC 8032 test key 1, and another one. */
export const MAIN = 'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z';
export const SAVINGS = '4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkwyTDt1v';
const IDENTITY = { name: 'Example shop', uri: 'https://shop.example/' };
const START = Date.UTC(2026, 4, 4, 10, 30);

/** Returns an account as the wallet describes it. */
export function createAccount(address: string, label: string): AccountState {
  return { address, publicKey: new Uint8Array(32), label, isGranted: false, balance: 0n };
}

const APPS: readonly ConnectedApp[] = [
  {
    id: '1',
    identity: IDENTITY,
    chain: 'solana:devnet',
    addresses: [MAIN],
    since: START,
    lastUsed: START + 60_000,
  },
  {
    id: '2',
    identity: {},
    chain: 'solana:mainnet',
    addresses: [MAIN, SAVINGS],
    since: START,
    lastUsed: START,
  },
];

/** Returns a request with its outcome. Each has its own time. */
export function createEntry(id: number, entry: Partial<ActivityEntry> = {}): ActivityEntry {
  const at = START + id * 1_000;
  return {
    id,
    session: 1,
    method: 'sign_messages',
    params: { addresses: ['AAAA'], payloads: ['SGVsbG8='] },
    at,
    identity: IDENTITY,
    chain: 'solana:devnet',
    decision: 'approved',
    decidedAt: at + 1_234,
    outcome: { result: { signed_payloads: ['SGVsbG8='] } },
    endedAt: at + 1_250,
    ...entry,
  };
}

/** The state of a wallet that has been used. */
export const USED: WalletState = {
  accounts: [
    {
      ...createAccount(MAIN, 'Main'),
      isGranted: true,
      balance: 9_998_995_000n,
      tokens: [
        { mint: USDC, amount: 250_000_000n, decimals: 6, name: 'USD Coin', symbol: 'USDC' },
        { mint: SAVINGS, amount: 1n, decimals: 0 },
      ],
    },
    createAccount(SAVINGS, 'Savings'),
  ],
  apps: APPS,
  activity: [
    createEntry(6, {
      method: 'sign_and_send_transactions',
      params: { payloads: ['AAAA', 'AAAA'] },
      signatures: [
        '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
        '2id3YC2jK9G5Wo2phDx4gJVAew8DcY5NAojnVuao8rkxwPYPe8cSwE5GzhEgJA2y8fVjDEo6iR6ykBvDxrTQrtpb',
      ],
      outcome: { result: { signatures: ['AAAA', 'AAAA'] } },
    }),
    createEntry(5, {
      decision: 'declined',
      outcome: { error: { code: -3, message: 'sign request declined' } },
    }),
    createEntry(4, { decision: 'silence', outcome: { unanswered: 'silence' } }),
    createEntry(3),
    createEntry(2, {
      method: 'authorize',
      params: { chain: 'solana:devnet', sign_in_payload: { domain: 'x' } },
      outcome: { result: { sign_in_result: { signature: 'AAAA' } } },
    }),
    createEntry(1, { method: 'get_capabilities', params: {} }),
  ],
  settings: DEFAULT_SETTINGS,
  chain: {
    name: 'LiteSVM',
    hasFaucet: true,
    canReset: true,
    rpcUrl: 'http://localhost:5173/__mobile-wallet/rpc/devnet',
  },
};

/** The state of a wallet that nobody has used, with one account. */
export const FRESH: WalletState = {
  ...USED,
  accounts: [createAccount(MAIN, 'Main')],
  apps: [],
  activity: [],
};

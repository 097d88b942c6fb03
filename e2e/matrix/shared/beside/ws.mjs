import assert from 'node:assert/strict';
import { transact } from 'mobile-wallet-standard/session';
import { createTestWallet } from 'mock-mobile-wallet/testing';
import WebSocket from 'ws';

// Node 20 has no WebSocket of its own. The mock wallet's server has a `ws` of its own.
globalThis.WebSocket = WebSocket;

const phone = await createTestWallet();
const accounts = await transact(
  async (wallet) =>
    (await wallet.authorize({ chain: 'solana:devnet', identity: { name: 'Fresh dapp' } })).accounts,
  { launch: (uri) => void phone.openAssociation(uri) },
);
assert.equal(accounts.length, 1);
await phone.close();

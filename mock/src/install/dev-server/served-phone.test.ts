import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../../test/support/listen.js';
import { createMemoryStore } from '../../phone/phone-store.js';
import type { WalletState } from '../../phone/wallet-state.js';
import { createServedPhone, type ServedPhone, type ServedPhoneOptions } from './served-phone.js';

const ADDRESS = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';
const SYSTEM_PROGRAM = '11111111111111111111111111111111';

async function start(options: ServedPhoneOptions): Promise<ServedPhone> {
  const phone = await createServedPhone(options, createMemoryStore);
  onTestFinished(phone.close);
  return phone;
}

/** Serves a phone's JSON-RPC, as a cluster does. */
async function serveRpc({ handleRpc }: ServedPhone): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(handleRpc))}`;
}

async function getBalance(phone: ServedPhone, address: string): Promise<number> {
  const response = await fetch(await serveRpc(phone), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] }),
  });
  return ((await response.json()) as { result: { value: number } }).result.value;
}

function getState(phone: ServedPhone): Promise<WalletState> {
  return new Promise((resolve, reject) => {
    const stop = phone.watchWallet(
      (state) => {
        if (state.accounts.some(({ balance }) => balance === undefined)) return;
        queueMicrotask(() => stop());
        resolve(state);
      },
      () => reject(new Error('The wallet is lost')),
    );
  });
}

describe('the chain of a phone in a server', () => {
  it('has the accounts that the developer gives it', async () => {
    const account = {
      address: ADDRESS,
      lamports: 7_000_000_000n,
      data: new Uint8Array(),
      owner: SYSTEM_PROGRAM,
    };
    const phone = await start({ chain: { accounts: [account] }, airdrop: 0 });
    expect(await getBalance(phone, ADDRESS)).toBe(7_000_000_000);
    expect((await getState(phone)).chain).toEqual({ name: 'LiteSVM', hasFaucet: true, canReset: true });
  });

  it('is a cluster if it has nothing but its URL', async () => {
    const cluster = await start({ accounts: [{ label: 'On the cluster' }] });
    const clusterUrl = await serveRpc(cluster);
    const { address } = (await getState(cluster)).accounts[0] ?? { address: '' };
    const phone = await start({ chain: { clusterUrl } });
    const { chain, accounts } = await getState(phone);
    expect(chain).toEqual({ name: new URL(clusterUrl).host, hasFaucet: true, canReset: false });
    expect(await getBalance(phone, address)).toBe(10_000_000_000);
    // It asks the cluster, which gives nothing by itself.
    expect(accounts[0]?.balance).toBe(0n);
    const [own] = accounts;
    await phone.run({ type: 'airdrop', address: own?.address ?? '', lamports: 3_000_000n });
    expect(await getBalance(cluster, own?.address ?? '')).toBe(3_000_000);
  });

  it('clones from a cluster what the developer’s chain does not have', async () => {
    const clusterUrl = await serveRpc(
      await start({ accounts: [{ seed: new Uint8Array(32).fill(1) }], airdrop: 2 }),
    );
    const phone = await start({ chain: { accounts: [], clusterUrl }, airdrop: 0 });
    expect(await getBalance(phone, ADDRESS)).toBe(2_000_000_000);
    expect((await getState(phone)).chain.name).toBe('LiteSVM');
  });

  it.each([
    ['https://api.devnet.solana.com', 'api.devnet.solana.com'],
    ['http://localhost:8899', 'localhost:8899'],
    ['https://aged-sparkling-0123.solana-devnet.example.pro/5a6b7c8d/', 'example.pro'],
  ])('shows no key in the name of %s', async (clusterUrl, name) => {
    const states: WalletState[] = [];
    const phone = await start({ chain: { clusterUrl } });
    phone.watchWallet(
      (state) => states.push(state),
      () => {},
    )();
    expect(states[0]?.chain.name).toBe(name);
  });

  it.each(['devnet', { cluster: 'http://localhost:8899' }, null])('cannot be %j', async (chain) => {
    await expect(start({ chain: chain as 'litesvm' })).rejects.toThrow(
      "`chain` must be 'litesvm' or an object of programs, accounts, clusterUrl, slotDuration, stages, ",
    );
  });

  it('says what is wrong with an IDL', async () => {
    await expect(start({ idls: [{ name: 'x' }] })).rejects.toThrow('idls[0]');
  });
});

import { createServer } from 'node:http';
import { address, createSolanaRpcFromTransport, type Signature } from '@solana/kit';
import { encodeBase58, findMobileWalletError } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it, vi } from 'vitest';
import { transact } from '../../../../src/transact/bytes.js';
import { createAddress, createUnsigned, getTransfer, SOL } from '../../../../test/support/chain.js';
import { listen } from '../../../../test/support/listen.js';
import { createTabs } from '../../../../test/support/tabs.js';
import { approveAll } from '../../wallet/approval.js';
import { createPageWallet, type PageWallet } from './page-wallet.js';

const identity = { name: 'A dapp', uri: 'https://dapp.example' };
const chain = 'solana:devnet' as const;

function createRpc({ rpc }: PageWallet) {
  return createSolanaRpcFromTransport(async <T>({ payload }: Readonly<{ payload: unknown }>) => {
    const body = JSON.stringify(payload, (_, value: unknown) =>
      typeof value === 'bigint' ? Number(value) : value,
    );
    return JSON.parse(await rpc(body)) as T;
  });
}

/** Returns the chain's view of a page wallet that test helpers take. */
const getChain = (wallet: PageWallet) => ({
  rpc: async (method: string, params: readonly unknown[]) => {
    const text = await wallet.rpc(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return (JSON.parse(text) as { result: unknown }).result;
  },
});

const getMain = ({ wallet }: PageWallet) => address(wallet.accounts[0]?.address ?? '');

describe('createPageWallet', () => {
  it('connects, signs and pays without a socket', async () => {
    const page = await createPageWallet({ approve: approveAll });
    const main = getMain(page);
    const recipient = await createAddress();
    const rpc = createRpc(page);
    const signature = await transact(
      async (wallet) => {
        const { accounts } = await wallet.authorize({ identity, chain });
        expect(accounts[0]?.label).toBe('Main');
        const transfer = getTransfer(main, recipient, SOL);
        const wire = await createUnsigned(getChain(page) as never, main, [transfer]);
        const [sent] = await wallet.signAndSendTransactions({ transactions: [wire] });
        return sent as Uint8Array;
      },
      { launch: page.launch, dial: page.dial },
    );
    const { value: balance } = await rpc.getBalance(recipient).send();
    expect(balance).toBe(SOL);
    const { value } = await rpc.getSignatureStatuses([encodeBase58(signature) as Signature]).send();
    expect(value[0]?.err).toBeNull();
  });

  it('ends the session when the user leaves the wallet, and serves the next one', async () => {
    const page = await createPageWallet();
    const stop = page.host.watchWallet(
      () => {},
      () => {},
    );
    const connect = () =>
      transact(async (wallet) => wallet.authorize({ identity, chain }), {
        launch: page.launch,
        dial: page.dial,
      });
    const refused = connect().catch((error: unknown) => error);
    await expect.poll(() => page.wallet.getWaiting()).toMatchObject([{ method: 'authorize' }]);
    page.wallet.changeSettings({ decide: 'approve' });
    stop();
    page.close();
    expect(findMobileWalletError(await refused, 'SESSION_CLOSED')).toBeDefined();
    await expect(connect()).resolves.toMatchObject({ accounts: [{ label: 'Main' }] });
  });
});

describe('a page wallet of a cluster', () => {
  it('sends the user name and the password of its URL, and passes on no text that may repeat them', async () => {
    const asked: unknown[] = [];
    const cluster = createServer(({ headers }, response) => {
      asked.push(headers.authorization);
      response.end(headers.authorization);
    });
    const clusterUrl = `http://user:password@127.0.0.1:${await listen(cluster)}`;
    const { rpc } = await createPageWallet({ chain: { clusterUrl } });
    expect(JSON.parse(await rpc('{}'))).toMatchObject({
      error: { message: 'The cluster answered with HTTP 200' },
    });
    expect(asked).toEqual([`Basic ${btoa('user:password')}`]);
  });
});

describe('what a page wallet stores', () => {
  it('is there again after a reload: accounts and balances, without another airdrop', async () => {
    createTabs();
    const first = await createPageWallet();
    const again = await createPageWallet();
    const main = getMain(first);
    expect(again.wallet.accounts).toEqual(first.wallet.accounts);
    expect((await createRpc(again).getBalance(main).send()).value).toBe(10n * SOL);
  });
});

describe('where a page wallet cannot be', () => {
  it('says so in one sentence', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    await expect(createPageWallet()).rejects.toThrow('The mock wallet needs a secure page');
    const generateKey = async () => {
      throw new DOMException('Unrecognized name.', 'NotSupportedError');
    };
    vi.stubGlobal('crypto', { subtle: { generateKey } });
    await expect(createPageWallet()).rejects.toThrow('cannot sign with Ed25519');
  });
});

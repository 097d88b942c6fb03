import { createServer } from 'node:http';
import { address, createSolanaRpcFromTransport, type Signature } from '@solana/kit';
import {
  decodeBase64,
  encodeBase58,
  encodeBase64,
  findMobileWalletError,
} from 'mobile-wallet-standard/endpoint';
import { describe, expect, it, vi } from 'vitest';
import { getAssociationUri } from '../../../../src/protocol/association.js';
import { createAssociationKeyPair, exportPoint } from '../../../../src/protocol/session-keys.js';
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

const createUri = async (): Promise<string> =>
  getAssociationUri({ type: 'local', port: 50_000 }, await exportPoint(await createAssociationKeyPair()));

const getMain = ({ wallet }: PageWallet) => address(wallet.accounts[0]?.address ?? '');

const getMainBase64 = ({ wallet }: PageWallet) =>
  encodeBase64(wallet.accounts[0]?.publicKey ?? new Uint8Array());

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

  it('opens nothing if nobody waits for it any more', async () => {
    const page = await createPageWallet({ approve: approveAll });
    const signal = AbortSignal.abort('given up');
    await expect(page.launch(await createUri(), { signal })).rejects.toBe('given up');
    await expect(page.dial('ws://localhost:50000/solana-wallet')).toRejectWith('SESSION_CLOSED');
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

describe('a page wallet with several wallet apps', () => {
  const walletApps = [
    { name: 'First', androidPackage: 'com.example.first' },
    { name: 'Second', androidPackage: 'com.example.second', settings: { protocol: 'legacy' } },
    { name: 'Broken', androidPackage: 'com.example.broken', state: 'silent' },
  ] as const;
  const openIn = (page: PageWallet, androidPackage?: string) => ({
    launch: (uri: string) =>
      page.launch(uri, androidPackage === undefined ? {} : { app: { androidPackage } }),
    dial: page.dial,
  });

  it('opens the chosen one, which has a wallet of its own on the same chain', async () => {
    const page = await createPageWallet({ approve: approveAll, walletApps });
    const connect = (androidPackage: string) =>
      transact((wallet) => wallet.authorize({ identity, chain }), openIn(page, androidPackage));
    const first = await connect('com.example.first');
    const second = await connect('com.example.second');
    expect(first.accounts[0]?.address).toBe(getMainBase64(page));
    expect(second.accounts[0]?.address).not.toBe(first.accounts[0]?.address);
    const other = address(encodeBase58(decodeBase64(second.accounts[0]?.address ?? '')));
    expect((await createRpc(page).getBalance(other).send()).value).toBe(10n * SOL);
    // It does not know the account of the first one.
    const message = new Uint8Array([1]);
    await expect(
      transact(
        async (wallet) => {
          await wallet.authorize({ identity, chain });
          return wallet.signMessages({ payloads: [message], addresses: [getMainBase64(page)] });
        },
        openIn(page, 'com.example.second'),
      ),
    ).toRejectWith('NOT_AUTHORIZED', { rpcCode: -1 });
  });

  it('without a panel, opens the first one if the phone asks', async () => {
    const page = await createPageWallet({ approve: approveAll, walletApps });
    const { accounts } = await transact((wallet) => wallet.authorize({ identity, chain }), openIn(page));
    expect(accounts[0]?.address).toBe(getMainBase64(page));
  });

  it.each(['com.example.broken', 'app.other'])(
    'opens nothing that answers for %s',
    async (androidPackage) => {
      const page = await createPageWallet({ approve: approveAll, walletApps });
      await expect(page.launch(await createUri(), { app: { androidPackage } })).resolves.toBeUndefined();
      expect(await page.host.findApp(await createUri())).toMatchObject({ type: 'chooser' });
      await expect(page.dial('ws://localhost:50000/solana-wallet')).toRejectWith('SESSION_CLOSED');
    },
  );
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

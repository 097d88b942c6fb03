import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MockAccount } from '../accounts.js';
import { createClusterChain } from '../cluster-chain.js';
import { createRpcHandler } from '../json-rpc-server.js';
import { createMockWallet, type MockWallet } from '../mock-wallet.js';
import { createRpcUpgradeHandler, type UpgradeListener } from '../rpc-socket-server.js';
import { openAssociation } from '../server.js';
import { type ApprovalDesk, createApprovalDesk } from './approval-desk.js';
import { forwardRpc } from './forward-rpc.js';
import { forwardRpcSockets } from './forward-rpc-sockets.js';
import type { MockWalletPluginOptions } from './options.js';
import { loadSeeds } from './seeds.js';

/** The mock wallet as an app on the phone that the dev server plays, with the chain it is on. */
export type Phone = Readonly<{
  /** The wallet's accounts. */
  accounts: readonly MockAccount[];
  /** The wallet's requests for approval, by the id of the dapp's page that opened the session. */
  desk: ApprovalDesk;
  /**
   * Opens an association URI for a page; resolves once the wallet listens, with the launch's number. Numbers only go
   * up. A URI that the page has open already only brings the wallet to the front. Throws as `openAssociation` does.
   */
  launch(page: string, uri: string): Promise<number>;
  /** Ends a page's sessions, those that only start included, as a person does who leaves the wallet app. */
  leave(page: string): void;
  /** Answers Solana's JSON-RPC over HTTP. */
  handleRpc(request: IncomingMessage, response: ServerResponse): void;
  /** Serves the subscriptions of Solana's JSON-RPC over WebSocket. */
  handleUpgrade: UpgradeListener;
  /** Ends all sessions and subscriptions. */
  close(): void;
}>;

/** An association that is open, or being opened. */
type Launch = Readonly<{ page: string; uri: string; opened: Promise<number> }>;

const DEFAULT_ACCOUNTS = [{ label: 'Main' }, { label: 'Savings' }] as const;
const DEFAULT_AIRDROP = 10;
const LAMPORTS_PER_SOL = 1e9;

/** Sets up the wallet and its chain; `seedsFile` keeps the accounts beyond the dev server. */
export async function createPhone(options: MockWalletPluginOptions, seedsFile: string): Promise<Phone> {
  const {
    chain = 'litesvm',
    readyDelay,
    accounts,
    airdrop = DEFAULT_AIRDROP,
    restingPhone: _,
    ...walletOptions
  } = options;
  const closing = new AbortController();
  const ledger = await createChain(chain, closing.signal);
  // A request for approval does not say whose it is; the page's id goes along with the session that makes it.
  const pages = new AsyncLocalStorage<string>();
  const wallet: MockWallet = await createMockWallet({
    ...walletOptions,
    accounts: await createAccounts(accounts, seedsFile),
    chain: ledger.chain,
    approve: (request, { signal }) => desk.ask(pages.getStore() ?? '', request, signal),
  });
  const desk = createApprovalDesk(wallet.accounts);
  const [main] = wallet.accounts;
  if (main && airdrop > 0) ledger.airdrop(main.address, BigInt(Math.round(airdrop * LAMPORTS_PER_SOL)));
  const launches = new Map<AbortController, Launch>();

  const open = async (page: string, uri: string, controller: AbortController): Promise<number> => {
    const session = desk.openSession(page);
    const end = (): void => {
      launches.delete(controller);
      session.close();
    };
    const attach: MockWallet['attach'] = (channel, request) =>
      pages.run(page, () => wallet.attach(channel, request));
    try {
      const association = await openAssociation({ ...wallet, attach }, uri, {
        signal: controller.signal,
        ...(readyDelay !== undefined && { readyDelay }),
      });
      void association.ended.then(end);
      return session.launch;
    } catch (error) {
      end();
      throw error;
    }
  };

  return {
    accounts: wallet.accounts,
    desk,
    async launch(page, uri) {
      const isSame = (launch: Launch): boolean => launch.page === page && launch.uri === uri;
      const running = Array.from(launches.values()).find(isSame);
      if (running) return running.opened;
      const controller = new AbortController();
      const opened = open(page, uri, controller);
      launches.set(controller, { page, uri, opened });
      return opened;
    },
    leave(page) {
      for (const [controller, launch] of launches) {
        if (launch.page === page) controller.abort(new Error('The person has left the wallet'));
      }
    },
    handleRpc: ledger.handleRpc,
    handleUpgrade: ledger.handleUpgrade,
    close() {
      closing.abort();
      for (const controller of launches.keys()) controller.abort(new Error('The dev server has closed'));
    },
  };
}

async function createChain(chain: NonNullable<MockWalletPluginOptions['chain']>, signal: AbortSignal) {
  if (chain !== 'litesvm') {
    const { clusterUrl } = chain;
    return {
      chain: createClusterChain(clusterUrl),
      handleRpc: forwardRpc(clusterUrl),
      handleUpgrade: forwardRpcSockets(clusterUrl, signal),
      airdrop: () => {},
    };
  }
  // Loaded here, so that who names a cluster need not have LiteSVM.
  const { createLiteSvmChain } = await import('../litesvm-chain.js');
  const liteSvm = createLiteSvmChain();
  return {
    chain: liteSvm,
    handleRpc: createRpcHandler(liteSvm),
    handleUpgrade: await createRpcUpgradeHandler(liteSvm, { signal }),
    airdrop: liteSvm.airdrop,
  };
}

async function createAccounts(
  accounts: MockWalletPluginOptions['accounts'] = DEFAULT_ACCOUNTS,
  file: string,
) {
  const seeds = await loadSeeds(file, accounts.length);
  return accounts.map(({ label, seed }, index) => ({
    seed: seed ?? seeds[index] ?? new Uint8Array(),
    ...(label !== undefined && { label }),
  }));
}

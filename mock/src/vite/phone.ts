import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MockAccount } from '../accounts.js';
import { createClusterChain } from '../cluster-chain.js';
import { createRpcHandler } from '../json-rpc-server.js';
import { createMockWallet, type MockWallet, type MockWalletOptions } from '../mock-wallet.js';
import { createRpcUpgradeHandler } from '../rpc-socket-server.js';
import { type OpenAssociationOptions, openAssociation } from '../server.js';
import type { UpgradeListener } from '../web-socket-server.js';
import { type ApprovalDesk, createApprovalDesk } from './approval-desk.js';
import { forwardRpc, forwardRpcSockets } from './forward-rpc.js';
import { loadSeeds } from './seeds.js';

/** Options of the mock wallet in a dev server, all of them optional. */
export type MockWalletPluginOptions = Pick<
  MockWalletOptions,
  'chains' | 'protocol' | 'capabilities' | 'quirks' | 'walletUriBase'
> &
  Pick<OpenAssociationOptions, 'readyDelay'> &
  Readonly<{
    /** The chain: one in memory (LiteSVM, the default), or a cluster by its JSON-RPC URL. */
    chain?: 'litesvm' | Readonly<{ clusterUrl: string }>;
    /**
     * The wallet's accounts; "Main" and "Savings" by default. An account without a `seed` (32 bytes, Ed25519) gets
     * a random one, which is stored for the project in `~/.local/state/mobile-wallet-standard`.
     */
    accounts?: readonly Readonly<{ label?: string; seed?: Uint8Array }>[];
    /**
     * Whether the phone stays visible between visits, at the right edge of wide pages, where it covers 420 pixels;
     * `false` by default.
     */
    restingPhone?: boolean;
    /** The first account's balance at the start, in SOL, on LiteSVM only; 10 by default. */
    airdrop?: number;
    /**
     * Whether opening the wallet uses up the page's user activation, as phones may do. If so,
     * `navigator.userActivation.isActive` is false until the next tap or key press. `false` by default.
     */
    launchConsumesActivation?: boolean;
  }>;

/** The phone that the dev server plays: the mock wallet, and the chain that it uses. */
export type Phone = Readonly<{
  /** The wallet's accounts. */
  accounts: readonly MockAccount[];
  /** The wallet's requests for approval, by the id of the dapp page that opened the session. */
  desk: ApprovalDesk;
  /**
   * Opens an association URI for a page. Resolves with the launch's number once the wallet listens; later launches
   * have higher numbers. If the page has opened this URI before and its session goes on, returns that launch's
   * number. Rejects as `openAssociation` does.
   */
  launch(page: string, uri: string): Promise<number>;
  /** Ends a page's sessions, including those that are still starting, because the user has left the wallet. */
  leave(page: string): void;
  /** Serves Solana's JSON-RPC over HTTP. */
  handleRpc(request: IncomingMessage, response: ServerResponse): void;
  /** Serves the subscriptions of Solana's JSON-RPC over WebSocket. */
  handleUpgrade: UpgradeListener;
  /** Ends all sessions and subscriptions. */
  close(): void;
}>;

/** An association that is open or opening. */
type Launch = Readonly<{ page: string; uri: string; opened: Promise<number> }>;

const DEFAULT_ACCOUNTS = [{ label: 'Main' }, { label: 'Savings' }] as const;
const DEFAULT_AIRDROP = 10;
const LAMPORTS_PER_SOL = 1e9;

/** Creates the wallet and its chain. `seedsFile` stores the accounts between runs of the dev server. */
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
  // A request for approval does not name its page, so the page's id is bound to the session's asynchronous context.
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
        if (launch.page === page) controller.abort(new Error('The user has left the wallet'));
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
  // Loaded only if needed, because LiteSVM is large and has native code.
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

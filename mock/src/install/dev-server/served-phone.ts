import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject } from 'mobile-wallet-standard/endpoint';
import type { LiteSvmChainOptions } from '../../chain/litesvm-chain.js';
import { createPageChain } from '../../chain/page-chain/page-chain.js';
import { RPC_SETTINGS } from '../../chain/svm/rpc-settings.js';
import type { SvmChain } from '../../chain/svm/svm-chain.js';
import { type IdlPrograms, readIdls } from '../../explain/instructions/idl-programs.js';
import { toLamports } from '../../explain/text.js';
import { createPhone, type Phone } from '../../phone/phone.js';
import { createClusterPhoneChain, type PhoneChain } from '../../phone/phone-chain.js';
import type { PhoneStore } from '../../phone/phone-store.js';
import type { MockWalletApp } from '../../phone/wallet-apps.js';
import { type OpenAssociationOptions, openAssociation } from '../../sockets/associations.js';
import type { UpgradeListener } from '../../sockets/http.js';
import type { NewAccount } from '../../wallet/accounts.js';
import type { MockWalletOptions } from '../../wallet/mock-wallet.js';
import {
  createRpcHandler,
  createRpcUpgradeHandler,
  forwardRpc,
  forwardRpcSockets,
} from '../rpc/json-rpc-server.js';
import { createLaunchLog, type LaunchLog } from '../testing/launch-log.js';

/**
 * The chain of a phone in a server:
 *
 * - `litesvm`: an empty one in memory.
 * - `{ programs, accounts, clusterUrl, stages, … }`: one in memory that begins with these programs and
 * accounts, and clones others
 *   from a cluster when they are first used, if there is a `clusterUrl`. Files are relative to the working
 * directory.
 * - `{ clusterUrl }` alone: that cluster itself, by the URL of its JSON-RPC.
 */
export type ServedChainOptions = 'litesvm' | Omit<LiteSvmChainOptions, 'now' | 'idls'>;

/**
 * Options of the mock wallet in a dev server, all of them optional. With `approve`, that decides instead of
 * the user.
 */
export type ServedPhoneOptions = Omit<MockWalletOptions, 'accounts' | 'chain'> &
  Pick<OpenAssociationOptions, 'readyDelay'> &
  Readonly<{
    /**
     * The chain: one in memory (LiteSVM, the default), with programs and accounts of your own, or a cluster.
     * Where LiteSVM has no build for the system, as on Windows, the default is the small chain of
     * `createPageChain`.
     */
    chain?: ServedChainOptions;
    /**
     * IDLs of your own programs (Anchor's or Codama's JSON), so that requests for approval show their
     * instructions by name. Needs the packages `@codama/nodes-from-anchor` and `@codama/dynamic-parsers`.
     */
    idls?: readonly unknown[];
    /**
     * The wallet's accounts; "Main" and "Savings" by default. An account without a `seed` (32 bytes, Ed25519)
     * gets a random one, which is stored for the project in `~/.local/state/mobile-wallet-standard`. What the
     * user changes in the wallet is stored there, too, until these options change.
     */
    accounts?: readonly NewAccount[];
    /**
     * The wallet apps of a phone that has several, with Android's chooser among them; the first is the wallet
     * of the other options. By default it has one app, and no chooser.
     */
    walletApps?: readonly MockWalletApp[];
    /** The first account's balance at the start, in SOL, on a chain in memory only; 10 by default. */
    airdrop?: number;
  }>;

/** A phone in a server, with the JSON-RPC of its chain: over HTTP, and its subscriptions over WebSocket. */
export type ServedPhone = Phone &
  Readonly<{
    /** What the dapps' pages have launched. */
    launchLog: LaunchLog;
    /** The chain, if it is in this process. */
    localChain: SvmChain | undefined;
    handleRpc(request: IncomingMessage, response: ServerResponse): void;
    handleUpgrade: UpgradeListener;
  }>;

/** A chain, with its JSON-RPC. */
type ServedChain = Pick<ServedPhone, 'localChain' | 'handleRpc' | 'handleUpgrade'> &
  Readonly<{ ledger: PhoneChain }>;

/**
 * Creates a phone and its chain. `openStore` opens what keeps the accounts and the settings between runs of
 * the server: of the phone, or of one of its other wallet apps.
 */
export async function createServedPhone(
  options: ServedPhoneOptions,
  openStore: (androidPackage?: string) => PhoneStore,
): Promise<ServedPhone> {
  const { chain, readyDelay = 0, accounts, walletApps, airdrop = 10, idls = [], ...wallet } = options;
  const closing = new AbortController();
  const { ledger, ...served } = await createServedChain(chain, idls, closing.signal);
  const launchLog = createLaunchLog();
  const phone = await createPhone({
    wallet,
    accounts,
    walletApps,
    // Each start finds a chain in this process empty.
    airdrop: served.localChain ? toLamports(airdrop) : undefined,
    chain: ledger,
    store: openStore(),
    openStore,
    openAssociation: (mockWallet, uri, { signal }) =>
      launchLog.open(uri, mockWallet, (noting) => openAssociation(noting, uri, { signal, readyDelay })),
  });
  return {
    ...phone,
    ...served,
    launchLog,
    close() {
      closing.abort();
      phone.close();
    },
  };
}

/** Creates a chain. Closes its subscriptions when `signal` aborts. */
async function createServedChain(
  options: ServedChainOptions | undefined,
  idls: readonly unknown[],
  signal: AbortSignal,
): Promise<ServedChain> {
  assertChainOptions(options);
  const described = await readIdls(idls);
  const { clusterUrl, ...own }: LiteSvmChainOptions = typeof options === 'object' ? options : {};
  if (clusterUrl !== undefined && Object.values(own).every((option) => option === undefined)) {
    return {
      ledger: createClusterPhoneChain(clusterUrl, { idls: described }),
      localChain: undefined,
      handleRpc: forwardRpc(clusterUrl),
      handleUpgrade: forwardRpcSockets(clusterUrl, signal),
    };
  }
  const ledger = await createLocalChain(options, described);
  return {
    ledger,
    localChain: ledger,
    handleRpc: createRpcHandler(ledger),
    handleUpgrade: await createRpcUpgradeHandler(ledger, { signal }),
  };
}

/** Creates a chain in this process, and names it. */
async function createLocalChain(
  options: ServedChainOptions | undefined,
  idls: IdlPrograms,
): Promise<SvmChain & Readonly<{ name: string }>> {
  const system = `${process.platform} ${process.arch}`;
  // Loaded only if needed, because it is large and has native code, which npm may not have for this system.
  const loaded = await import('../../chain/litesvm-chain.js').catch((cause: unknown) => {
    if (options === undefined) return undefined;
    const message = `LiteSVM cannot be loaded on ${system}: use a cluster (chain: { clusterUrl }, or --cluster).`;
    throw new Error(message, { cause });
  });
  if (!loaded) return { ...createPageChain({ idls }), name: `Small chain (no LiteSVM for ${system})` };
  const content = typeof options === 'object' ? options : {};
  return { ...loaded.createLiteSvmChain({ ...content, idls }), name: 'LiteSVM' };
}

/** Throws a TypeError for options that code without types may pass, such as the name of a cluster. */
function assertChainOptions(options: unknown): void {
  const names = ['programs', 'accounts', 'clusterUrl', 'slotDuration', ...RPC_SETTINGS];
  if (options === undefined || options === 'litesvm') return;
  if (isJsonObject(options) && Object.keys(options).every((name) => names.includes(name))) return;
  throw new TypeError(`\`chain\` must be 'litesvm' or an object of ${names.join(', ')}.`);
}

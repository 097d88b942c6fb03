import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject } from 'mobile-wallet-standard/endpoint';
import type { LiteSvmChainOptions } from '../../chain/litesvm-chain.js';
import { readIdls } from '../../explain/instructions/idl-programs.js';
import { createClusterPhoneChain, type PhoneChain } from '../../phone/phone-chain.js';
import type { UpgradeListener } from '../../sockets/http.js';
import { createRpcHandler, createRpcUpgradeHandler } from '../rpc/json-rpc-server.js';
import { forwardRpc, forwardRpcSockets } from './forward-rpc.js';

/**
 * The chain of a phone in a server:
 *
 * - `litesvm`: an empty one in memory.
 * - `{ programs, accounts, clusterUrl }`: one in memory that begins with these programs and accounts, and clones others
 *   from a cluster when they are first used, if there is a `clusterUrl`. Files are relative to the working directory.
 * - `{ clusterUrl }` alone: that cluster itself, by the URL of its JSON-RPC.
 */
export type ServedChainOptions =
  | 'litesvm'
  | Readonly<Pick<LiteSvmChainOptions, 'programs' | 'accounts' | 'clusterUrl'>>;

/** A chain with its JSON-RPC. */
export type ServedChain = Readonly<{
  chain: PhoneChain;
  /** Whether it runs in this process, so that each start finds it empty. */
  isLocal: boolean;
  /** Serves Solana's JSON-RPC over HTTP. */
  handleRpc(request: IncomingMessage, response: ServerResponse): void;
  /** Serves the subscriptions of Solana's JSON-RPC over WebSocket. */
  handleUpgrade: UpgradeListener;
}>;

/**
 * Creates a chain. Closes its subscriptions when `signal` aborts.
 *
 * @param idls are IDLs of the developer's own programs
 */
export async function createServedChain(
  options: ServedChainOptions,
  idls: readonly unknown[],
  signal: AbortSignal,
): Promise<ServedChain> {
  assertChainOptions(options);
  const described = await readIdls(idls);
  const content = options === 'litesvm' ? {} : options;
  const { programs, accounts, clusterUrl } = content;
  if (clusterUrl !== undefined && !programs && !accounts) {
    return {
      chain: createClusterPhoneChain(clusterUrl, { idls: described }),
      isLocal: false,
      handleRpc: forwardRpc(clusterUrl),
      handleUpgrade: forwardRpcSockets(clusterUrl, signal),
    };
  }
  const { createLiteSvmChain } = await loadLiteSvm();
  const liteSvm = createLiteSvmChain({ ...content, idls: described });
  return {
    chain: { ...liteSvm, name: 'LiteSVM' },
    isLocal: true,
    handleRpc: createRpcHandler(liteSvm),
    handleUpgrade: await createRpcUpgradeHandler(liteSvm, { signal }),
  };
}

/** Throws a TypeError for options that code without types may pass, such as the name of a cluster. */
function assertChainOptions(options: unknown): void {
  const names = ['programs', 'accounts', 'clusterUrl'];
  if (options === 'litesvm') return;
  if (isJsonObject(options) && Object.keys(options).every((name) => names.includes(name))) return;
  throw new TypeError("`chain` must be 'litesvm' or an object of `programs`, `accounts` and `clusterUrl`.");
}

/** Loads LiteSVM only if needed, because it is large and has native code, which npm may not have for this system. */
async function loadLiteSvm() {
  try {
    return await import('../../chain/litesvm-chain.js');
  } catch (cause) {
    const system = `${process.platform} ${process.arch}`;
    const message = `LiteSVM cannot be loaded on ${system}: use a cluster (chain: { clusterUrl }, or --cluster).`;
    throw new Error(message, { cause });
  }
}

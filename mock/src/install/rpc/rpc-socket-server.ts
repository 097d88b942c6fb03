import type { WebSocket } from 'ws';
import { handleJsonRpc, stringifyJson } from '../../chain/json-rpc.js';
import type { LiteSvmChain } from '../../chain/litesvm-chain.js';
import type { UpgradeListener } from '../../sockets/http.js';
import { PING_INTERVAL_MS, terminateWhenSilent } from '../../sockets/web-socket-server.js';
import { acceptSockets, sendText } from './accept-sockets.js';

/**
 * Creates a listener that serves a chain's subscriptions (Solana's WebSocket JSON-RPC), the counterpart of
 * `createRpcHandler`: `server.on('upgrade', await createRpcUpgradeHandler(chain))`. It upgrades every request, whatever
 * its path and `Origin`. Messages may have up to 50 KiB.
 *
 * Open sockets keep an HTTP server from closing. Abort `signal` to close them.
 */
export async function createRpcUpgradeHandler(
  chain: Pick<LiteSvmChain, 'openSubscriptions'>,
  { signal }: Readonly<{ signal?: AbortSignal }> = {},
): Promise<UpgradeListener> {
  return acceptSockets((socket) => serve(chain, socket), signal);
}

function serve(chain: Pick<LiteSvmChain, 'openSubscriptions'>, socket: WebSocket): void {
  const subscriptions = chain.openSubscriptions((notification) =>
    sendText(socket, stringifyJson(notification)),
  );
  socket.on('message', async (data: Buffer) => {
    const answer = await handleJsonRpc(subscriptions, data.toString());
    if (answer !== '') sendText(socket, answer);
  });
  socket.once('close', subscriptions.close);
  // Ignore errors, because a `close` event follows each of them.
  socket.on('error', () => {});
  terminateWhenSilent(socket, PING_INTERVAL_MS);
}

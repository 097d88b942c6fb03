import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LiteSvmChain } from '../../mock/src/chain/litesvm-chain.js';
import { createOriginCheck } from '../../mock/src/install/dev-server/own-origin.js';
import { isRpcPath } from '../../mock/src/install/dev-server/paths.js';
import { serveRpcSockets } from '../../mock/src/install/dev-server/serve-phone.js';
import { createRpcHandler, createRpcUpgradeHandler } from '../../mock/src/install/rpc/json-rpc-server.js';

/** A picker's page on localhost. */
export type Site = Readonly<{ url: string; close(): void }>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/**
 * Returns a random port whose next one is probably free, because it is below those that systems give to
 * connections.
 */
const getPort = (): number => 20_000 + randomInt(10_000);

/**
 * Serves a picker's built app, and the chain's JSON-RPC with its subscriptions at the paths of the Vite
 * plugin.
 */
export async function servePicker(name: string, chain: LiteSvmChain): Promise<Site> {
  const folder = fileURLToPath(new URL(`../../.cache/pickers/${name}`, import.meta.url));
  if (!existsSync(folder)) throw new Error(`The picker is not built: node scripts/pickers.mjs ${name}`);
  const answerRpc = createRpcHandler(chain);
  const closing = new AbortController();
  const handleUpgrade = await createRpcUpgradeHandler(chain, { signal: closing.signal });
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (isRpcPath(pathname)) return answerRpc(request, response);
    const path = pathname === '/' ? '/index.html' : pathname;
    const file = await readFile(join(folder, path)).catch(() => undefined);
    response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
    response.writeHead(file ? 200 : 404).end(file);
  });
  const warn = (message: string): never => {
    throw new Error(message);
  };
  const sockets = serveRpcSockets(server, handleUpgrade, createOriginCheck([]), warn);
  await once(server.listen(getPort(), 'localhost'), 'listening');
  await sockets.openNextPort();
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      closing.abort();
      server.closeAllConnections();
      server.close();
    },
  };
}

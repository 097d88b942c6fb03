import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebSocket } from 'ws';
import { createPassOn, type PassOn, readIds } from '../../chain/cluster-answer.js';
import { getFetchFailure, postToCluster } from '../../chain/cluster-url.js';
import { MESSAGE_LIMIT } from '../../chain/json-rpc.js';
import { HttpError, readPostedJson, send, sendError, type UpgradeListener } from '../../sockets/http.js';
import { acceptSockets, sendText } from '../../sockets/web-socket-server.js';

/** Without a limit, nobody would notice that a client has left, because it is paused until the cluster has answered. */
const HANDSHAKE_TIMEOUT_MS = 10_000;
/** The most requests of a socket whose ids are remembered. The cluster answers earlier ones, if it answers at all. */
const ASKED_LIMIT = 1_000;

/** Forwards JSON-RPC to the cluster at `url`. Unlike Vite's proxy, it takes only JSON, and passes on nothing with the URL's API key. */
export function forwardRpc(url: string): (request: IncomingMessage, response: ServerResponse) => void {
  const passOn = createPassOn(url);
  return async (request, response) => {
    try {
      const body = await readPostedJson(request, MESSAGE_LIMIT);
      const answer = await postToCluster(url, body);
      const text = passOn(await answer.text(), new Set(readIds(body)));
      if (text !== undefined) send(response, answer.status, text, { 'Content-Type': 'application/json' });
      // An error page, which often repeats the path of the request.
      else
        send(response, answer.ok ? 502 : answer.status, `The cluster answered with HTTP ${answer.status}\n`);
    } catch (error) {
      if (error instanceof HttpError) sendError(response, error);
      else send(response, 502, `The cluster cannot be reached${getFetchFailure(error)}\n`);
    }
  };
}

/** Connects each client to the subscriptions of the cluster whose RPC is at `url`, and passes on no API key either. */
export function forwardRpcSockets(url: string, signal: AbortSignal): UpgradeListener {
  const target = getWebSocketUrl(url);
  const passOn = createPassOn(url);
  const dial = (): WebSocket => new WebSocket(target, { handshakeTimeout: HANDSHAKE_TIMEOUT_MS });
  return acceptSockets((client) => connect(client, dial(), passOn), signal);
}

/** Returns the WebSocket URL of a cluster. If the RPC's URL names a port, its subscriptions are at the next port. */
export function getWebSocketUrl(url: string): string {
  const target = new URL(url);
  target.protocol = target.protocol === 'https:' ? 'wss:' : 'ws:';
  // `WebSocket` throws for a URL with a fragment.
  target.hash = '';
  if (target.port !== '') target.port = String(Number(target.port) + 1);
  return target.href;
}

function connect(client: WebSocket, cluster: WebSocket, passOn: PassOn): void {
  const asked = new Set<unknown>();
  // Do not read the client's messages before they can be forwarded.
  client.pause();
  cluster.once('open', () => client.resume());
  pipe(client, cluster, (text) => {
    if (asked.size > ASKED_LIMIT) asked.clear();
    for (const id of readIds(text)) asked.add(id);
    return text;
  });
  pipe(cluster, client, (text) => passOn(text, asked));
}

/** Forwards what `change` returns for each message, and the close. Solana's messages are text. */
function pipe(from: WebSocket, to: WebSocket, change: (text: string) => string | undefined): void {
  from.on('message', (data: Buffer) => {
    const text = change(data.toString());
    if (text !== undefined) sendText(to, text);
  });
  from.once('close', () => {
    // A paused socket would not receive the other side's close frame.
    to.resume();
    if (to.readyState === to.CONNECTING) to.terminate();
    else to.close();
  });
  // Ignore errors, because a `close` event follows each of them.
  from.on('error', () => {});
}

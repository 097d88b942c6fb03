import { once } from 'node:events';
import {
  createAssociationKeyPair,
  createDappHello,
  createRpcClient,
  createWebSocketChannel,
  dappHandshake,
  exportPoint,
  getAssociationUri,
  getRandomPort,
  type RpcClient,
} from 'mobile-wallet-standard/endpoint';
import { WebSocket } from 'ws';
import { parseTagged, stringifyTagged } from '../../mock/src/phone/tagged-json.js';
import type { WalletCommand, WalletState } from '../../mock/src/phone/wallet-state.js';

/** The id of a dapp's page. */
export const PAGE = 'a'.repeat(32);

/** Posts JSON to a server's phone, whose routes are under `mount`, as a page of `origin` does. */
function postTo(
  mount: string,
  path: string,
  body: object | string,
  origin = new URL(mount).origin,
): Promise<Response> {
  return fetch(`${mount}/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Runs a command as the wallet's own screens do. */
export function runIn(mount: string, command: WalletCommand): Promise<Response> {
  return postTo(mount, 'commands', stringifyTagged(command));
}

/** Launches the wallet from a dapp's page, and opens a session with it. */
export async function openSession(
  mount: string,
  origin?: string,
  page = PAGE,
): Promise<Readonly<{ dapp: RpcClient; protocol: 'v1' | 'legacy' }>> {
  const keys = await createAssociationKeyPair();
  const port = getRandomPort();
  const uri = getAssociationUri({ type: 'local', port }, await exportPoint(keys));
  const launched = await postTo(mount, 'launch', { page, uri }, origin);
  const reason = await launched.text();
  // Try another port if a different program has this one.
  if (reason.includes('EADDRINUSE')) return openSession(mount, origin, page);
  if (!launched.ok) throw new Error(`The wallet was not launched: ${launched.status} ${reason}`);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/solana-wallet`, 'com.solana.mobilewalletadapter.v1');
  await once(socket, 'open');
  const channel = createWebSocketChannel(socket as unknown as globalThis.WebSocket);
  const { secure, protocol } = await dappHandshake(channel, createDappHello(keys));
  return { dapp: createRpcClient(secure), protocol };
}

/** Reads the events of a path, as they come. */
export async function* readEvents(url: string): AsyncGenerator<string> {
  const { body } = await fetch(url);
  let text = '';
  for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const events = `${text}${chunk}`.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) yield event.replace('data: ', '');
  }
}

/** Returns the first of the wallet's states that is wanted. */
export async function findState(
  mount: string,
  isWanted: (state: WalletState) => boolean = () => true,
): Promise<WalletState> {
  for await (const event of readEvents(`${mount}/state`)) {
    const state = parseTagged<WalletState>(event);
    if (isWanted(state)) return state;
  }
  throw new Error('The events have ended');
}

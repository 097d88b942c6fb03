import { once } from 'node:events';
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  createAssociationKeyPair,
  createDappHello,
  createRpcClient,
  createWebSocketChannel,
  dappHandshake,
  decodeBase64,
  decodeUtf8,
  encodeJsonRpc,
  exportPoint,
  getAssociationUri,
  getRandomPort,
  type JsonObject,
} from 'mobile-wallet-standard/endpoint';
import { WebSocket } from 'ws';
import { createMockWallet, type MockWalletOptions } from '../../mock/src/mock-wallet.js';
import { type OpenAssociation, type OpenAssociationOptions, openAssociation } from '../../mock/src/server.js';
import { getResult, IDENTITY, SEED } from '../support/mock-wallet.js';

export const BINARY = 'com.solana.mobilewalletadapter.v1';
export const BASE64 = 'com.solana.mobilewalletadapter.v1.base64';

/** What the wallet's socket is like to a dapp. */
export type Served = Awaited<ReturnType<typeof serve>>;
/** A session over a real WebSocket. */
export type Session = Awaited<ReturnType<typeof shakeHands>>;

const open: OpenAssociation[] = [];

/** Closes every wallet that a test has opened. */
export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((association) => association.close()));
}

/** Opens a mock wallet by an association URI, which `rewrite` may change. */
export async function serve(
  options: MockWalletOptions = {},
  associationOptions: OpenAssociationOptions = {},
  rewrite: (uri: string) => string = (uri) => uri,
) {
  const wallet = await createMockWallet({ accounts: [{ seed: SEED }], ...options });
  for (;;) {
    const keys = await createAssociationKeyPair();
    const port = getRandomPort();
    const uri = rewrite(getAssociationUri({ type: 'local', port }, await exportPoint(keys)));
    try {
      const association = await openAssociation(wallet, uri, associationOptions);
      open.push(association);
      return { wallet, keys, association, port, url: `ws://127.0.0.1:${port}/solana-wallet` };
    } catch (error) {
      // Another program has the port.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}

/** Opens a WebSocket; offers both subprotocols. */
export async function dial(url: string, protocols: string | string[] = [BINARY, BASE64]): Promise<WebSocket> {
  const socket = new WebSocket(url, protocols);
  await once(socket, 'open');
  return socket;
}

/** Dials the wallet and completes the dapp's handshake. `sent` and `received` record the messages. */
export async function shakeHands({ url, keys }: Pick<Served, 'url' | 'keys'>, timeoutMs?: number) {
  const socket = await dial(url);
  const sent: Uint8Array<ArrayBuffer>[] = [];
  const received: Uint8Array[] = [];
  socket.on('message', (data: ArrayBuffer) => received.push(new Uint8Array(data)));
  const channel = createWebSocketChannel(socket as unknown as globalThis.WebSocket);
  const recorded = {
    ...channel,
    send(message: Uint8Array<ArrayBuffer>) {
      sent.push(message.slice());
      channel.send(message);
    },
  };
  const { secure, protocol } = await dappHandshake(recorded, createDappHello(keys), timeoutMs);
  return { socket, sent, received, secure, protocol };
}

/** A session whose requests go through an RPC client. */
export async function connect(options: MockWalletOptions = {}) {
  const served = await serve(options);
  const session = await shakeHands(served);
  return { ...served, ...session, dapp: createRpcClient(session.secure) };
}

/** The same, authorized for devnet. */
export async function connectAuthorized(options: MockWalletOptions = {}) {
  const session = await connect(options);
  const params = { identity: IDENTITY, chain: 'solana:devnet' };
  const { auth_token } = await getResult(session.dapp, 'authorize', params);
  return { ...session, token: String(auth_token) };
}

/** The text of `sign_in_result`, whose signature is verified. */
export function getSignedText(result: JsonObject): string {
  const signed = result['sign_in_result'] as Readonly<Record<string, string>>;
  const [message, signature] = [signed['signed_message'], signed['signature']].map((text) =>
    decodeBase64(text ?? ''),
  );
  if (!message || !signature || !ed25519.verify(signature, message, ed25519.getPublicKey(SEED))) {
    throw new Error('The signature does not verify');
  }
  return decodeUtf8(message);
}

/** Sends a request in a frame of its own making. */
export const sendText = (session: Session, id: number, method: string, params: JsonObject = {}) =>
  session.secure.send(encodeJsonRpc({ id, method, params }));

/** The next response, as it is on the wire. */
export async function readResponse({ secure }: Session): Promise<JsonObject> {
  return JSON.parse(await secure.read());
}

/** Resolves with the close code of the wallet's close frame, or with 1006 if it sends none. */
export async function whenClosed(socket: WebSocket): Promise<number> {
  return (await once(socket, 'close'))[0];
}

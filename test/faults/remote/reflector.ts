import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Carried, Carry, End, HangUp } from './carry.js';
import type { Intermediary } from './intermediary.js';

/** A WebSocket frame: text if it is a string. */
export type Frame = Uint8Array | string;

/** What a reflector does in place of what an honest one does. */
export type ReflectorFault = Readonly<{
  /**
   * How a request for a WebSocket is answered: not at all, with an HTTP status, or with a subprotocol or
   * none.
   */
  answer?: 'drop' | 'silence' | number | Readonly<{ subprotocol: string | false }>;
  /** Called with the dapp's connection, in place of sending REFLECTOR_ID. */
  onDapp?(dapp: WebSocket, reflectorId: Uint8Array): void;
  /** Called when both ends are there, in place of sending APP_PING. */
  onPair?(dapp: WebSocket, wallet: WebSocket): void;
  carry?: Carry<Frame>;
}>;

const BINARY = 'com.solana.mobilewalletadapter.v1';
const BASE64 = 'com.solana.mobilewalletadapter.v1.base64';

type Pair = { dapp: WebSocket; wallet?: WebSocket };

/**
 * Starts a reflector that is written from the specification, with none of the library's code. `onRequest` is
 * called with each message of the dapp.
 */
export async function startReflector(
  row: ReflectorFault,
  subprotocol: 'binary' | 'base64',
  onRequest: () => void,
): Promise<Intermediary> {
  let fault: ReflectorFault = {};
  const isText = subprotocol === 'base64';
  const pairs = new Map<string, Pair>();
  const counts = { dapp: 0, wallet: 0 };
  const connections = new Set<Socket>();
  const webSockets = new WebSocketServer({
    noServer: true,
    handleProtocols: () =>
      typeof fault.answer === 'object' ? fault.answer.subprotocol : isText ? BASE64 : BINARY,
  });
  const encode = (bytes: Uint8Array): Frame => (isText ? Buffer.from(bytes).toString('base64') : bytes);

  const end = (id: string, how: HangUp): void => {
    const { dapp, wallet } = pairs.get(id) ?? {};
    pairs.delete(id);
    for (const socket of [dapp, wallet]) {
      if (how === 'drop') socket?.terminate();
      else socket?.close(how);
    }
  };

  const carry = (from: End, id: string, data: Buffer, isBinary: boolean): void => {
    const pair = pairs.get(id);
    const to = from === 'dapp' ? pair?.wallet : pair?.dapp;
    if (!to) return;
    const carried: Carried<Frame> = {
      from,
      nth: data.length > 0 ? ++counts[from] : 0,
      message: isBinary ? new Uint8Array(data) : String(data),
      deliver: (frame) => to.send(frame),
      reflect: (frame) => (from === 'dapp' ? pair?.dapp : pair?.wallet)?.send(frame),
      hangUp: (how) => end(id, how),
    };
    for (const frame of fault.carry?.(carried) ?? [carried.message]) to.send(frame);
    if (from === 'dapp' && data.length > 0) onRequest();
  };

  const follow = (socket: WebSocket, from: End, id: string): void => {
    socket.on('message', (data: Buffer, isBinary) => carry(from, id, data, isBinary));
    socket.once('close', () => end(id, 1000));
  };

  const open = (dapp: WebSocket): void => {
    const reflectorId = randomBytes(16);
    const id = reflectorId.toString('base64url');
    pairs.set(id, { dapp });
    follow(dapp, 'dapp', id);
    if (fault.onDapp) fault.onDapp(dapp, reflectorId);
    else dapp.send(encode(encodeId(reflectorId)));
  };

  const join = (wallet: WebSocket, id: string): void => {
    const pair = pairs.get(id);
    if (!pair || pair.wallet) {
      wallet.close(1008);
      return;
    }
    pair.wallet = wallet;
    follow(wallet, 'wallet', id);
    if (fault.onPair) fault.onPair(pair.dapp, wallet);
    else for (const socket of [pair.dapp, wallet]) socket.send(encode(new Uint8Array()));
  };

  const server = createServer();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('upgrade', (request, stream, head) => {
    const { answer } = fault;
    stream.on('error', () => {});
    if (answer === 'drop') stream.destroy();
    else if (answer === 'silence') stream.resume().once('end', () => stream.destroy());
    else if (typeof answer === 'number') {
      stream.end(`HTTP/1.1 ${answer} No\r\nContent-Length: 0\r\n\r\n`);
    } else {
      webSockets.handleUpgrade(request, stream, head, (socket) => {
        socket.on('error', () => {});
        const id = new URL(request.url ?? '', 'ws://reflector').searchParams.get('id');
        if (id === null) open(socket);
        else join(socket, Buffer.from(id, 'base64url').toString('base64url'));
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    remote: { type: 'reflector', host: `127.0.0.1:${(server.address() as AddressInfo).port}` },
    setFaulty(isFaulty) {
      fault = isFaulty ? row : {};
      counts.dapp = 0;
      counts.wallet = 0;
    },
    countConnections: () => connections.size,
    async close() {
      for (const connection of connections) connection.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Encodes REFLECTOR_ID of an id shorter than 128 bytes: its length as a varint, and the id. */
export function encodeId(reflectorId: Uint8Array): Uint8Array {
  return Uint8Array.of(reflectorId.length, ...reflectorId);
}

/** Makes the fault of a reflector that greets the dapp otherwise. */
export function greet(onDapp: NonNullable<ReflectorFault['onDapp']>): ReflectorFault {
  return { onDapp };
}

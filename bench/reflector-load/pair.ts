import { once } from 'node:events';
import { WebSocket } from 'ws';
import { decodeReflectorId, SUBPROTOCOLS } from '../../src/endpoint.js';

/** Two clients that a reflector has joined. */
export type Pair = Readonly<{
  /** Milliseconds from the start of the wallet's connection to the later APP_PING. */
  joinMs: number;
  /**
   * Sends messages in turns, each with the pair's name. Resolves with the times from a message to its answer,
   * in ms.
   */
  exchange(rounds: number): Promise<readonly number[]>;
  /** Messages that did not come from the other end of this pair, or not in their order. */
  getStrays(): number;
  /** Messages that have arrived at either end. */
  getArrived(): number;
  close(): Promise<unknown>;
}>;

type Client = Readonly<{ socket: WebSocket; next(): Promise<Buffer>; getLeft(): number }>;

/** Opens the pair of clients with this name. */
export async function openPair(host: string, name: string): Promise<Pair> {
  const dapp = connect(`ws://${host}/reflect`);
  const id = decodeReflectorId(Uint8Array.from(await dapp.next()));
  if (!id) throw new Error('The reflector sent no id');
  const start = performance.now();
  const wallet = connect(`ws://${host}/reflect?id=${Buffer.from(id).toString('base64url')}`);
  const pings = await Promise.all([dapp.next(), wallet.next()]);
  const joinMs = performance.now() - start;
  let strays = pings.filter(({ length }) => length > 0).length;
  let arrived = 0;
  const pass = async (from: Client, to: Client, text: string): Promise<void> => {
    from.socket.send(Buffer.from(text));
    if ((await to.next()).toString() !== text) strays++;
    arrived++;
  };
  return {
    joinMs,
    async exchange(rounds) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const sent = performance.now();
        await pass(dapp, wallet, `${name}, request ${round}`);
        await pass(wallet, dapp, `${name}, response ${round}`);
        times.push(performance.now() - sent);
      }
      return times;
    },
    getStrays: () => strays + dapp.getLeft() + wallet.getLeft(),
    getArrived: () => arrived,
    close() {
      const closed = [dapp, wallet].map(({ socket }) => once(socket, 'close'));
      dapp.socket.close();
      return Promise.all(closed);
    },
  };
}

/** Connects at once, and keeps messages until they are read. */
function connect(url: string): Client {
  const socket = new WebSocket(url, [...SUBPROTOCOLS]);
  const messages: Buffer[] = [];
  let read: ((message: Buffer) => void) | undefined;
  socket.on('message', (data: Buffer) => {
    if (!read) return void messages.push(data);
    read(data);
    read = undefined;
  });
  return {
    socket,
    next() {
      const message = messages.shift();
      if (message) return Promise.resolve(message);
      return new Promise((resolve) => {
        read = resolve;
      });
    },
    getLeft: () => messages.length,
  };
}

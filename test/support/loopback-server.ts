import { createServer, type IncomingMessage } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { listen } from './listen.js';

/** What a server does with a probe or an attempt to open a WebSocket. */
export type Fate = 'accepted' | 'refused' | 'ignored';

/**
 * Serves one port in a wallet app's place until the end of the test, and decides what becomes of each attempt
 * and each probe, by how many came before. By default, no probe may come.
 */
export async function serveLoopback(
  onAttempt: (count: number) => Fate | Promise<Fate>,
  onProbe: (count: number) => Fate = () => expect.unreachable('no probe may be sent'),
) {
  const attempts: Readonly<{ path: string; at: number }>[] = [];
  const probes: IncomingMessage[] = [];
  const sockets = new WebSocketServer({ noServer: true });
  const server = createServer((request, response) => {
    const fate = onProbe(probes.push(request));
    if (fate === 'accepted') response.end();
    if (fate === 'refused') request.socket.destroy();
  });
  server.on('upgrade', async (request, socket, head) => {
    const fate = await onAttempt(attempts.push({ path: request.url ?? '', at: performance.now() }));
    if (fate === 'accepted') sockets.handleUpgrade(request, socket, head, () => {});
    if (fate === 'refused') socket.destroy();
  });
  const url = `ws://localhost:${await listen(server)}/solana-wallet`;
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
  });
  return { attempts, probes, url };
}

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createSocketChannel } from './socket-channel.js';

const BASE64 = 'com.solana.mobilewalletadapter.v1.base64';
let server: WebSocketServer;

beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: 'localhost', handleProtocols: () => BASE64 });
  await once(server, 'listening');
});

afterEach(() => {
  for (const client of server.clients) client.terminate();
  server.close();
});

async function connect() {
  const connection = once(server, 'connection');
  const { port } = server.address() as AddressInfo;
  const dapp = new WebSocket(`ws://localhost:${port}/solana-wallet`, [BASE64]);
  const [[socket]] = await Promise.all([connection as Promise<[WebSocket]>, once(dapp, 'open')]);
  return { dapp, channel: createSocketChannel(socket) };
}

describe('a mock wallet’s WebSocket with the base64 subprotocol', () => {
  it('accepts frames with line breaks after 76 characters and at the end', async () => {
    const { dapp, channel } = await connect();
    const bytes = crypto.getRandomValues(new Uint8Array(300));
    dapp.send(encodeBase64(bytes).replace(/.{1,76}/g, '$&\r\n'));
    expect(await channel.read()).toEqual(bytes);
  });

  it('is closed by a frame that is not base64', async () => {
    const { dapp, channel } = await connect();
    const closed = once(dapp, 'close');
    dapp.send('***');
    await expect(channel.read()).toRejectWith('SESSION_CLOSED');
    await closed;
  });
});

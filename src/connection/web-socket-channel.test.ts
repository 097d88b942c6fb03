import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type WebSocket as NodeWebSocket, WebSocketServer } from 'ws';
import { createDappHello } from '../protocol/hello.js';
import { createAssociationKeyPair, exportPoint } from '../protocol/session-keys.js';
import { encodeBase64 } from '../util/bytes.js';
import { dappHandshake, walletHandshake } from './handshake.js';
import { createWebSocketChannel, openWebSocketChannel, SUBPROTOCOLS } from './web-socket-channel.js';

const [binary = '', base64 = ''] = SUBPROTOCOLS;
let server: WebSocketServer;
let picked: string | false;

beforeEach(async () => {
  picked = binary;
  server = new WebSocketServer({ port: 0, host: 'localhost', handleProtocols: () => picked });
  await once(server, 'listening');
});

afterEach(() => {
  for (const client of server.clients) client.terminate();
  server.close();
});

const getUrl = (): string => `ws://localhost:${(server.address() as AddressInfo).port}/solana-wallet`;

async function connect() {
  const connection = once(server, 'connection');
  const dapp = await openWebSocketChannel(getUrl());
  const [socket] = (await connection) as [NodeWebSocket];
  return { dapp, socket };
}

describe('a WebSocket channel', () => {
  it.each([
    ['binary', binary],
    ['base64', base64],
  ])('carries the handshake and texts over the %s subprotocol', async (_, protocol) => {
    picked = protocol;
    const { dapp, socket } = await connect();
    expect(socket.protocol).toBe(protocol);
    const association = await createAssociationKeyPair();
    const wallet = createWebSocketChannel(socket);
    const [dappEnd, walletEnd] = await Promise.all([
      dappHandshake(dapp, createDappHello(association)),
      walletHandshake(wallet, await exportPoint(association), '{"v":"1"}'),
    ]);
    await dappEnd.secure.send('to the wallet');
    expect(await walletEnd.secure.read()).toBe('to the wallet');
    await walletEnd.secure.send('to the dapp');
    expect(await dappEnd.secure.read()).toBe('to the dapp');
  });

  it('is not ended by the signal that limited its opening', async () => {
    const connection = once(server, 'connection');
    const controller = new AbortController();
    const dapp = await openWebSocketChannel(getUrl(), { signal: controller.signal });
    const [socket] = (await connection) as [NodeWebSocket];
    controller.abort();
    dapp.send(Uint8Array.of(7));
    const [message] = await Promise.race([once(socket, 'message'), once(socket, 'close')]);
    expect(message).toEqual(Buffer.of(7));
  });

  it('offers both subprotocols, the binary one first', async () => {
    const upgrade = once(server, 'headers');
    await connect();
    const [, request] = await upgrade;
    // Node's own WebSocket writes a space behind the comma.
    expect(request.headers['sec-websocket-protocol'].split(/, ?/)).toEqual([binary, base64]);
  });

  it.each([1000, 1001, 1011])('ends with SESSION_CLOSED and the close code %i', async (code) => {
    const { dapp, socket } = await connect();
    socket.close(code, 'bye');
    await expect(dapp.read()).toRejectWith('SESSION_CLOSED', { closeCode: code, closeReason: 'bye' });
    expect(() => dapp.send(new Uint8Array(1))).toThrow('closed');
  });

  it('resolves with the messages that arrived before the end', async () => {
    const { dapp, socket } = await connect();
    socket.send(Uint8Array.of(1, 2, 3));
    socket.close();
    expect(await dapp.read()).toEqual(Uint8Array.of(1, 2, 3));
    await expect(dapp.read()).toRejectWith('SESSION_CLOSED');
  });

  it.each([
    ['text in a binary session', () => binary, 'AAAA'],
    ['bytes in a text session', () => base64, Uint8Array.of(1)],
    ['text that is not base64 in a text session', () => base64, '***'],
  ])('refuses %s', async (_, pick, message) => {
    picked = pick();
    const { dapp, socket } = await connect();
    const closed = once(socket, 'close');
    socket.send(message);
    await expect(dapp.read()).toRejectWith('PROTOCOL_VIOLATION');
    await closed;
  });

  it.each([
    ['\n', 'the dapp'],
    ['\r\n', 'the dapp'],
    ['\r\n', 'the wallet'],
  ])('accepts base64 frames with %j after 76 characters and at the end: to %s', async (lineBreak, to) => {
    picked = base64;
    const bytes = crypto.getRandomValues(new Uint8Array(300));
    const lines = encodeBase64(bytes).replace(/.{1,76}/g, `$&${lineBreak}`);
    const connection = once(server, 'connection');
    const client = new WebSocket(getUrl(), [base64]);
    const [socket] = (await connection) as [NodeWebSocket];
    if (client.readyState !== WebSocket.OPEN) await once(client as unknown as EventTarget, 'open');
    const [sender, receiver] =
      to === 'the dapp' ? [socket, client] : [client, socket as unknown as WebSocket];
    const channel = createWebSocketChannel(receiver);
    sender.send(lines);
    expect(await channel.read()).toEqual(bytes);
    sender.send('');
    expect(await channel.read()).toEqual(new Uint8Array());
  });

  it('closes the socket when it is closed, and rejects the reader with the reason', async () => {
    const { dapp, socket } = await connect();
    const reading = dapp.read();
    dapp.close('reason');
    dapp.close('another');
    await expect(reading).rejects.toBe('reason');
    await once(socket, 'close');
  });

  it('is closed from the start if its socket is', async () => {
    const { socket } = await connect();
    socket.terminate();
    await once(socket, 'close');
    await expect(createWebSocketChannel(socket).read()).toRejectWith('SESSION_CLOSED');
  });
});

describe('openWebSocketChannel', () => {
  it('rejects with SESSION_CLOSED when nothing listens', async () => {
    const url = getUrl();
    server.close();
    await expect(openWebSocketChannel(url)).toRejectWith('SESSION_CLOSED', { closeCode: 1006 });
  });

  it('rejects with the signal’s reason, and closes the connecting socket', async () => {
    const controller = new AbortController();
    const pending = openWebSocketChannel(getUrl(), { signal: controller.signal });
    controller.abort('reason');
    await expect(pending).rejects.toBe('reason');
    await expect(openWebSocketChannel(getUrl(), { signal: controller.signal })).rejects.toBe('reason');
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { generateKeyPairSigner, getBase58Decoder } from '@solana/kit';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  createAddress,
  createFundedSigner,
  createSigned,
  getCreateAccount,
  getMemo,
  getTransfer,
  MEMO_PROGRAM,
  SOL,
  SYSTEM_PROGRAM as SYSTEM,
  startChain,
} from '../../../../test/support/chain.js';
import { listen } from '../../../../test/support/listen.js';
import type { LiteSvmChain } from '../../chain/litesvm-chain.js';
import { createRpcUpgradeHandler } from './json-rpc-server.js';

type Message = Readonly<{
  id?: number | null;
  method?: string;
  params?: { result: unknown; subscription: number };
  result?: unknown;
  error?: { code: number; message: string };
}>;

const running = await startChain();
afterAll(() => running.close());

const sockets: WebSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

/** A client that reads messages one by one. */
async function open() {
  const socket = new WebSocket(running.wsUrl);
  sockets.push(socket);
  const inbox: Message[] = [];
  const waiting: ((message: Message) => void)[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message;
    const take = waiting.shift();
    if (take) take(message);
    else inbox.push(message);
  });
  await once(socket, 'open');
  const read = async (): Promise<Message> => inbox.shift() ?? new Promise((resolve) => waiting.push(resolve));
  return {
    socket,
    read,
    async ask(method: string, params?: unknown): Promise<Message> {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
      return read();
    },
  };
}

/** Sends a memo; returns its signature. */
async function sendMemo(text: string): Promise<string> {
  const payer = await createFundedSigner(running.chain);
  const { signature } = await running.chain.sendTransaction(
    await createSigned(running.chain, payer, [getMemo(text)]),
  );
  return encode(signature);
}

const encode = (signature: Uint8Array): string => getBase58Decoder().decode(signature);

describe('subscriptions', () => {
  it('notifies once of a signature, after its receipt if requested, and ends', async () => {
    const client = await open();
    const payer = await createFundedSigner(running.chain);
    const wire = await createSigned(running.chain, payer, [getMemo('signature')]);
    const signature = encode(wire.subarray(1, 65));
    const { result: subscription } = await client.ask('signatureSubscribe', [
      signature,
      { commitment: 'finalized', enableReceivedNotification: true },
    ]);
    expect(subscription).toBe(1);
    await running.chain.sendTransaction(wire);
    const context = { slot: expect.any(Number) };
    const method = 'signatureNotification';
    expect(await client.read()).toEqual({
      jsonrpc: '2.0',
      method,
      params: { result: { context, value: 'receivedSignature' }, subscription },
    });
    expect(await client.read()).toEqual({
      jsonrpc: '2.0',
      method,
      params: { result: { context, value: { err: null } }, subscription },
    });
    expect(await client.ask('signatureUnsubscribe', [subscription])).toMatchObject({
      error: { code: -32602, message: 'Invalid subscription id.' },
    });
  });

  it('notifies of a signature that is already on the chain, at the next block', async () => {
    const client = await open();
    const signature = await sendMemo('before');
    await client.ask('signatureSubscribe', [signature]);
    expect((await client.read()).params?.result).toMatchObject({ value: { err: null } });
  });

  it('notifies of a transaction that failed, with its error', async () => {
    const client = await open();
    const payer = await createFundedSigner(running.chain);
    const wire = await createSigned(running.chain, payer, [
      getTransfer(payer.address, await createAddress(), 5n * SOL),
    ]);
    await client.ask('signatureSubscribe', [encode(wire.subarray(1, 65))]);
    await running.chain.sendTransaction(wire, { skipPreflight: true }).catch(() => {});
    expect((await client.read()).params?.result).toMatchObject({
      value: { err: { InstructionError: [0, { Custom: 1 }] } },
    });
  });

  it("notifies of an account's changes in the requested encoding, and of its end", async () => {
    const client = await open();
    const payer = await createFundedSigner(running.chain);
    const account = await createFundedSigner(running.chain);
    await client.ask('accountSubscribe', [account.address, { encoding: 'jsonParsed' }]);
    const pay = async (from: typeof payer, to: typeof payer, amount: bigint) =>
      running.chain.sendTransaction(
        await createSigned(running.chain, from, [getTransfer(from.address, to.address, amount)]),
      );
    await pay(payer, account, SOL);
    expect((await client.read()).params?.result).toMatchObject({
      value: { lamports: 3e9, owner: SYSTEM, data: ['', 'base64'], executable: false, space: 0 },
    });
    await pay(account, payer, 3n * SOL - 5_000n);
    expect((await client.read()).params?.result).toMatchObject({
      value: { lamports: 0, owner: SYSTEM, data: ['', 'base64'] },
    });
  });

  it("notifies only of a program's accounts that pass the filters", async () => {
    const client = await open();
    const payer = await createFundedSigner(running.chain);
    const program = await createAddress();
    const filters = [{ dataSize: 200 }, { memcmp: { offset: 0, bytes: '1' } }];
    await client.ask('programSubscribe', [program, { encoding: 'base64', filters }]);
    const plain = await client.ask('programSubscribe', [program]);
    for (const size of [100, 200]) {
      const created = await generateKeyPairSigner();
      const create = await getCreateAccount(running.chain, payer.address, created, size, program);
      await running.chain.sendTransaction(await createSigned(running.chain, payer, [create]));
      if (size === 200) {
        expect((await client.read()).params).toMatchObject({
          result: {
            value: {
              pubkey: created.address,
              account: { owner: program, data: [Buffer.alloc(size).toString('base64'), 'base64'] },
            },
          },
        });
      }
      const { result, subscription } = (await client.read()).params ?? {};
      expect(subscription).toBe(plain.result);
      expect(result).toMatchObject({
        value: {
          pubkey: created.address,
          account: {
            // Base58 is for short data only.
            data: size === 100 ? '1'.repeat(100) : 'error: data too large for bs58 encoding',
          },
        },
      });
    }
  });

  it('notifies of the logs of all transactions, or of those that mention an address', async () => {
    const client = await open();
    const all = await client.ask('logsSubscribe', ['all']);
    const memos = await client.ask('logsSubscribe', [{ mentions: [MEMO_PROGRAM] }]);
    const signature = await sendMemo('logged');
    const notified: [unknown, string][] = [];
    // The airdrop mentions no memo.
    for (let count = 0; count < 3; count++) {
      const { subscription, result } = (await client.read()).params ?? {};
      notified.push([subscription, (result as { value: { signature: string } }).value.signature]);
    }
    expect(notified).toEqual([
      [all.result, expect.not.stringMatching(signature)],
      [all.result, signature],
      [memos.result, signature],
    ]);
  });

  it('notifies of slots and roots as time passes', async () => {
    const client = await open();
    await client.ask('slotSubscribe');
    const first = (await client.read()).params?.result as { slot: number; parent: number };
    const second = (await client.read()).params?.result as { slot: number; parent: number };
    expect(first).toEqual({ slot: expect.any(Number), parent: first.parent, root: first.slot });
    expect(first.slot).toBeGreaterThan(first.parent);
    expect(second.parent).toBe(first.slot);
    const roots = await open();
    await roots.ask('rootSubscribe', []);
    expect((await roots.read()).params?.result).toBeGreaterThan(second.slot - 1);
    const clock = await open();
    await clock.ask('accountSubscribe', ['SysvarC1ock11111111111111111111111111111111']);
    expect(await clock.read()).toMatchObject({ method: 'accountNotification' });
  });

  it('stops notifying after an unsubscribe', async () => {
    const client = await open();
    const { result: first } = await client.ask('logsSubscribe', ['all']);
    const { result: second } = await client.ask('logsSubscribe', ['all']);
    expect(await client.ask('logsUnsubscribe', [first])).toMatchObject({ result: true });
    running.chain.airdrop(await createAddress(), SOL);
    expect((await client.read()).params?.subscription).toBe(second);
    expect(await client.ask('logsUnsubscribe', [first])).toMatchObject({ error: { code: -32602 } });
  });

  it.each([
    ['no JSON', '{', -32700],
    ['a bare value', '1', -32600],
    ['an HTTP method', '{"jsonrpc":"2.0","id":1,"method":"getSlot"}', -32601],
    ['an unknown kind', '{"jsonrpc":"2.0","id":1,"method":"blockSubscribe","params":["all"]}', -32601],
    ['an unknown kind to end', '{"jsonrpc":"2.0","id":1,"method":"voteUnsubscribe","params":[1]}', -32601],
    ['no signature', '{"jsonrpc":"2.0","id":1,"method":"signatureSubscribe","params":[]}', -32602],
    ['a wrong signature', '{"jsonrpc":"2.0","id":1,"method":"signatureSubscribe","params":["1"]}', -32602],
    ['a wrong address', '{"jsonrpc":"2.0","id":1,"method":"accountSubscribe","params":["x"]}', -32602],
    [
      'a wrong encoding',
      `{"jsonrpc":"2.0","id":1,"method":"accountSubscribe","params":["${MEMO_PROGRAM}",{"encoding":"x"}]}`,
      -32602,
    ],
    [
      'a wrong commitment',
      `{"jsonrpc":"2.0","id":1,"method":"accountSubscribe","params":["${MEMO_PROGRAM}",{"commitment":"x"}]}`,
      -32602,
    ],
    [
      'a wrong filter',
      `{"jsonrpc":"2.0","id":1,"method":"programSubscribe","params":["${MEMO_PROGRAM}",{"filters":[{}]}]}`,
      -32602,
    ],
    ['no filter of logs', '{"jsonrpc":"2.0","id":1,"method":"logsSubscribe","params":[]}', -32602],
    ['no mention', '{"jsonrpc":"2.0","id":1,"method":"logsSubscribe","params":[{"mentions":[]}]}', -32602],
    [
      'two mentions',
      `{"jsonrpc":"2.0","id":1,"method":"logsSubscribe","params":[{"mentions":["${MEMO_PROGRAM}","${MEMO_PROGRAM}"]}]}`,
      -32602,
    ],
    ['parameters of slots', '{"jsonrpc":"2.0","id":1,"method":"slotSubscribe","params":[1]}', -32602],
    ['no subscription to end', '{"jsonrpc":"2.0","id":1,"method":"slotUnsubscribe","params":[]}', -32602],
  ])('answers %s with an error', async (_, text, code) => {
    const client = await open();
    client.socket.send(text);
    expect(await client.read()).toMatchObject({ error: { code } });
    expect(await client.ask('slotSubscribe')).toMatchObject({ result: expect.any(Number) });
  });

  it('refuses more than 1,000 subscriptions of one client', async () => {
    const client = await open();
    for (let count = 1; count <= 1_000; count++) await client.ask('logsSubscribe', ['all']);
    expect(await client.ask('logsSubscribe', ['all'])).toMatchObject({ error: { code: -32603 } });
    expect(await client.ask('logsUnsubscribe', [1])).toMatchObject({ result: true });
    expect(await client.ask('logsSubscribe', ['all'])).toMatchObject({ result: 1_001 });
  });

  it('closes the socket on a message of more than 50 KiB', async () => {
    const { socket } = await open();
    socket.send(`"${'x'.repeat(50 * 1024)}"`);
    const [code] = await once(socket, 'close');
    expect(code).toBe(1009);
  });

  it('ends the subscriptions of a socket that was closed', async () => {
    const notified: unknown[] = [];
    const closed = new Promise<void>((resolve) => {
      const watched: Pick<LiteSvmChain, 'openSubscriptions'> = {
        openSubscriptions(notify) {
          const subscriptions = running.chain.openSubscriptions((notification) => {
            notified.push(notification);
            notify(notification);
          });
          const close = (): void => {
            subscriptions.close();
            resolve();
          };
          return { ...subscriptions, close };
        },
      };
      void connectTo(watched).then(async (socket) => {
        socket.send('{"jsonrpc":"2.0","id":1,"method":"logsSubscribe","params":["all"]}');
        await once(socket, 'message');
        socket.terminate();
      });
    });
    await closed;
    running.chain.airdrop(await createAddress(), SOL);
    await new Promise(setImmediate);
    expect(notified).toEqual([]);
  });

  it('closes all sockets when the signal aborts, and refuses later ones', async () => {
    const controller = new AbortController();
    const socket = await connectTo(running.chain, controller.signal);
    const closed = once(socket, 'close');
    controller.abort();
    await closed;
    await expect(once(new WebSocket(socket.url), 'open')).rejects.toThrow('503');
  });
});

/** Serves a chain's subscriptions at a port of their own until the test ends, and connects to it. */
async function connectTo(
  chain: Pick<LiteSvmChain, 'openSubscriptions'>,
  signal?: AbortSignal,
): Promise<WebSocket> {
  const server = createServer();
  server.on('upgrade', await createRpcUpgradeHandler(chain, { ...(signal && { signal }) }));
  const socket = new WebSocket(`ws://127.0.0.1:${await listen(server)}`);
  await once(socket, 'open');
  return socket;
}

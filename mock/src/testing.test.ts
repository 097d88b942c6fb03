import { once } from 'node:events';
import { createServer } from 'node:net';
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  createAssociationKeyPair,
  encodeBase58,
  exportPoint,
  getAssociationUri,
  getRandomPort,
} from 'mobile-wallet-standard/endpoint';
import { type MobileWallet, transact } from 'mobile-wallet-standard/session';
import { afterEach, describe, expect, it } from 'vitest';
import { IDENTITY, OTHER_SEED, SEED } from '../../test/support/mock-wallet.js';
import '../../test/support/served-phone.js';
import { openWebSocketChannel } from '../../src/connection/web-socket-channel.js';
import { createTestWallet, type TestWallet } from './testing.js';

const ADDRESS = encodeBase58(ed25519.getPublicKey(SEED));
const OTHER_ADDRESS = encodeBase58(ed25519.getPublicKey(OTHER_SEED));
const MESSAGE = new TextEncoder().encode('Hello');

const wallets: TestWallet[] = [];
afterEach(async () => {
  await Promise.all(wallets.splice(0).map((wallet) => wallet.close()));
});

async function create(options: Parameters<typeof createTestWallet>[0] = {}): Promise<TestWallet> {
  const wallet = await createTestWallet({ accounts: [{ seed: SEED }], ...options });
  wallets.push(wallet);
  return wallet;
}

/** Runs a session that is authorized. */
const visit = <T>(
  { launch, dial }: Pick<TestWallet, 'launch' | 'dial'>,
  run: (wallet: MobileWallet, addresses: string[]) => Promise<T>,
) =>
  transact(
    async (wallet) => {
      const { accounts } = await wallet.authorize({ chain: 'solana:devnet', identity: IDENTITY });
      return run(
        wallet,
        accounts.map(({ address }) => address),
      );
    },
    { launch, dial },
  );

const createPoint = async (): Promise<Uint8Array> => exportPoint(await createAssociationKeyPair());

const connect = (wallet: TestWallet) => visit(wallet, async (_, addresses) => addresses);
const sign = (wallet: Pick<TestWallet, 'launch' | 'dial'>) =>
  visit(wallet, (session, addresses) => session.signMessages({ addresses, payloads: [MESSAGE] }));

describe('a wallet for tests without a browser', () => {
  it('approves everything by the library’s own `launch` and `dial`', async () => {
    const wallet = await create();
    const [signed = new Uint8Array()] = await sign(wallet);
    expect(ed25519.verify(signed.subarray(-64), MESSAGE, ed25519.getPublicKey(SEED))).toBe(true);
  });

  it('serves any other client by a real WebSocket', async () => {
    const wallet = await create();
    const launch = async (uri: string): Promise<void> => void (await wallet.openAssociation(uri));
    expect(await sign({ launch, dial: openWebSocketChannel as TestWallet['dial'] })).toHaveLength(1);
    expect(wallet.launches).toMatchObject([{ isConnected: true }]);
  });

  it('connects to no wallet that was not launched', async () => {
    const { dial } = await create();
    await expect(dial('ws://localhost:61000/solana-wallet')).toRejectWith('SESSION_CLOSED');
  });

  it('goes on listening after a connection without a session', async () => {
    const wallet = await create();
    const port = getRandomPort();
    const point = await exportPoint(await createAssociationKeyPair());
    wallet.launch(getAssociationUri({ type: 'local', port }, point));
    const url = `ws://localhost:${port}/solana-wallet`;
    const probe = await wallet.dial(url);
    probe.close();
    await expect(probe.read()).toRejectWith('SESSION_CLOSED');
    await new Promise((resolve) => setImmediate(resolve));
    await expect(wallet.dial(url)).resolves.toMatchObject({ read: expect.any(Function) });
  });

  it('notes no launch of what is no association of this device', async () => {
    const wallet = await create();
    expect(() => wallet.launch('https://example.com')).toThrow();
    expect(wallet.launches).toEqual([]);
  });

  it('connects to no wallet that was launched before it was closed', async () => {
    const wallet = await create();
    const leaving = new AbortController();
    const dialled = new Promise((resolve) => {
      const launch = (uri: string): void => {
        wallet.launch(uri);
        void wallet.close();
      };
      const dial = (url: string): ReturnType<TestWallet['dial']> => {
        const channel = wallet.dial(url);
        resolve(channel);
        return channel;
      };
      transact(async () => {}, { launch, dial, signal: leaving.signal }).catch(() => {});
    });
    await expect(dialled).toRejectWith('SESSION_CLOSED');
    leaving.abort();
  });

  it('ends its sessions when it is closed', async () => {
    const wallet = await create({ approve: () => new Promise(() => {}) });
    const connecting = connect(wallet);
    await wallet.waitForRequest('authorize');
    await wallet.close();
    await expect(connecting).toRejectWith('SESSION_CLOSED');
  });

  it('ends its sessions over real WebSockets when it is closed', async () => {
    const wallet = await create({ approve: () => new Promise(() => {}) });
    let isOver = false;
    const launch = async (uri: string): Promise<void> => {
      const { ended } = await wallet.openAssociation(uri);
      void ended.then(() => {
        isOver = true;
      });
    };
    const connecting = visit({ launch, dial: openWebSocketChannel as TestWallet['dial'] }, async () => {});
    // The WebSocket of Node 22 and later reports the end before `close` resolves.
    const failed = expect(connecting).toRejectWith('SESSION_CLOSED');
    await wallet.waitForRequest('authorize');
    await wallet.close();
    expect(isOver).toBe(true);
    await failed;
  });

  it.each(['once it listens', 'before it listens'])('frees its ports when it is closed %s', async (when) => {
    const wallet = await create();
    const port = getRandomPort();
    const opening = wallet.openAssociation(getAssociationUri({ type: 'local', port }, await createPoint()));
    if (when === 'once it listens') await opening;
    await wallet.close();
    const again = getAssociationUri({ type: 'local', port }, await createPoint());
    await expect(wallet.openAssociation(again)).resolves.toHaveProperty('close');
    // As after the user has left the app, the next launch opens it.
    expect(await connect(wallet)).toEqual([expect.any(String)]);
  });
});

describe('its answers', () => {
  it('are those of `approveNext`, `declineNext` and `failNext`, in this order', async () => {
    const wallet = await create();
    wallet.approveNext();
    wallet.declineNext();
    wallet.failNext(-1, { message: 'Not today' });
    expect(await connect(wallet)).toHaveLength(1);
    await expect(connect(wallet)).toRejectWith('USER_REJECTED');
    await expect(connect(wallet)).toRejectWith('USER_REJECTED');
    expect(wallet.requests.at(-1)).toMatchObject({ outcome: { error: { code: -1, message: 'Not today' } } });
    expect(await connect(wallet)).toHaveLength(1);
  });

  it('must be answers that there are, for methods that there are', async () => {
    const wallet = await create();
    const answer = (decision: unknown, method?: unknown) => () =>
      wallet.answerNext(decision as { approved: boolean }, method as 'authorize');
    expect(answer('declined')).toThrow('`decision` must be an object');
    expect(answer({ instead: { type: 'slow' } })).toThrow('must be one of the other answers');
    expect(answer({ approved: true, afterMs: -1 })).toThrow('`decision.afterMs` must be a number');
    const method = 'signMessages' as 'sign_messages';
    const message = '"signMessages" is not a method of the protocol';
    expect(() => wallet.failNext(-3, { method })).toThrow(message);
    expect(() => wallet.failNext('-3' as unknown as number)).toThrow('`decision.instead.code` must be');
    await expect(wallet.waitForRequest(method)).rejects.toThrow(message);
    expect(() => wallet.approveWith({ approved: true } as never)).toThrow('`approve` must be a function');
  });

  it('can be meant for one method', async () => {
    const wallet = await create();
    wallet.failNext(-2, { method: 'sign_messages', data: { valid: [false] } });
    await expect(sign(wallet)).rejects.toMatchObject({ context: { data: { valid: [false] } } });
    expect(wallet.requests.map(({ method, outcome }) => [method, outcome])).toMatchObject([
      ['authorize', { result: {} }],
      ['sign_messages', { error: { code: -2 } }],
    ]);
  });

  it('are those of the function given to `approveWith` otherwise', async () => {
    const wallet = await create();
    wallet.approveWith(({ type }) => ({ approved: type !== 'authorize' }));
    await expect(connect(wallet)).toRejectWith('USER_REJECTED');
  });

  it('come after the delay', async () => {
    const wallet = await create();
    wallet.setDelay(200);
    await connect(wallet);
    const [{ at = 0, endedAt = 0 } = {}] = wallet.requests;
    expect(endedAt - at).toBeGreaterThanOrEqual(195);
  });

  it('follow the settings', async () => {
    const wallet = await create();
    wallet.setSettings({ decide: 'decline' });
    await expect(connect(wallet)).toRejectWith('USER_REJECTED');
    wallet.setSettings({ decide: 'ask', capabilities: { maxMessagesPerRequest: 3 } });
    const capabilities = await visit(wallet, (session) => session.getCapabilities());
    expect(capabilities.max_messages_per_request).toBe(3);
  });
});

describe('its accounts', () => {
  it('are replaced by `setAccounts`, and the first is granted', async () => {
    const wallet = await create();
    const accounts = await wallet.setAccounts([{ seed: OTHER_SEED, label: 'New' }, { label: 'Second' }]);
    expect(accounts.map(({ label }) => label)).toEqual(['New', 'Second']);
    expect(wallet.accounts).toEqual(accounts);
    expect(wallet.accounts.map(({ address }) => wallet.isGranted(address))).toEqual([true, false]);
    expect(await connect(wallet)).toHaveLength(1);
    expect(wallet.getApps()).toMatchObject([{ addresses: [OTHER_ADDRESS] }]);
  });

  it('stay, with their grants, if `setAccounts` names them again', async () => {
    const wallet = await create();
    await connect(wallet);
    await wallet.setAccounts([{ seed: OTHER_SEED }, { seed: SEED, label: 'Old', isGranted: true }]);
    expect(wallet.getApps()).toMatchObject([{ addresses: [ADDRESS] }]);
    expect(wallet.accounts.find(({ address }) => address === ADDRESS)?.label).toBe('Old');
  });
});

describe('its record', () => {
  it('has each request with its answer, and each launch', async () => {
    const wallet = await create();
    await sign(wallet);
    expect(wallet.requests).toMatchObject([
      { method: 'authorize', decision: 'approved', identity: IDENTITY, outcome: { result: {} } },
      { method: 'sign_messages', params: { payloads: ['SGVsbG8='] }, outcome: { result: {} } },
    ]);
    const uri = expect.stringMatching(/^solana-wallet:\/v1\/associate\/local\?/);
    expect(wallet.launches).toEqual([{ uri, at: expect.any(Number), isConnected: true }]);
  });

  it('says why a wallet was not opened whose port is taken', async () => {
    const wallet = await create();
    const port = getRandomPort();
    const uri = getAssociationUri({ type: 'local', port }, await createPoint());
    const server = createServer().listen(port);
    // Another test may have the port, too.
    await Promise.race([once(server, 'listening'), once(server, 'error')]);
    await expect(wallet.openAssociation(uri)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    server.close();
    expect(wallet.launches).toMatchObject([{ uri, refusal: expect.stringContaining('EADDRINUSE') }]);
    expect(wallet.explainWaiting()).toContain('EADDRINUSE');
  });

  it('gives `waitForRequest` each request once, also one that came before', async () => {
    const wallet = await create();
    await connect(wallet);
    const first = await wallet.waitForRequest('authorize');
    const next = wallet.waitForRequest('authorize');
    await connect(wallet);
    expect((await next).id).toBeGreaterThan(first.id);
  });
});

import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createReflector } from '../../mock/src/sockets/reflector.js';
import type { Remote } from '../../src/protocol/remote-option.js';
import type { MobileWalletOptions } from '../../src/wallet/options.js';
import { createMobileWallet } from '../../src/wallet/register.js';
import { createEvent } from '../support/event.js';
import { startNostrRelay } from '../support/nostr-relay.js';
import { collectCodes, createScanner } from '../support/remote.js';
import { createMemoryStore, createTransaction } from '../support/wallet.js';
import { signText } from './calls.js';
import { startTamperingProxy, type Tamper } from './tampering-proxy.js';

const KINDS = ['reflector', 'relay'] as const;
type Kind = (typeof KINDS)[number];

/** Starts an honest reflector or relay, with a proxy that tampers in front of it. */
async function startIntermediary(kind: Kind, changePath?: (path: string) => string) {
  const honest = kind === 'relay' ? await startNostrRelay() : await createReflector();
  const proxy = await startTamperingProxy(honest.host, changePath);
  onTestFinished(honest.close);
  onTestFinished(proxy.close);
  const remote: Remote =
    kind === 'relay' ? { type: 'nostr', relays: [proxy.host] } : { type: 'reflector', host: proxy.host };
  return { proxy, remote };
}

/** A dapp's page and a person who scans its codes. */
async function createDapp(remote: Remote, options: Partial<MobileWalletOptions> = {}) {
  const scanner = await createScanner();
  const scanned = collectCodes(({ uri }) => scanner.scan(uri));
  const store = createMemoryStore();
  const wallet = createMobileWallet({
    identity: { name: 'Secret identity', uri: 'https://secret.example' },
    chains: ['solana:devnet'],
    store,
    remote,
    dialogs: { scan: scanned.scan },
    ...options,
  });
  const { connect } = wallet.features['standard:connect'];
  const { disconnect } = wallet.features['standard:disconnect'];
  onTestFinished(disconnect);
  onTestFinished(scanner.leave);
  const sign = (text?: string) => signText(wallet, text);
  return { wallet, connect, disconnect, sign, scanner, store, ...scanned };
}

/** Returns what a message carries: the content of a Nostr event, or the message itself. */
function getPayload(message: Buffer): Buffer {
  if (!message.subarray(0, 1).equals(Buffer.from('['))) return message;
  const [type, ...rest] = JSON.parse(message.toString()) as [string, ...unknown[]];
  const event = rest.at(-1) as { content?: string };
  return type === 'EVENT' ? Buffer.from(event.content ?? '', 'base64') : message;
}

describe.each(KINDS)('a %s', (kind) => {
  it('reads no identity, request, answer, account or token', async () => {
    const { proxy, remote } = await startIntermediary(kind);
    const { connect, sign, wallet, store } = await createDapp(remote);
    await connect();
    await sign('secret message');
    const [stored = ''] = store.entries.values();
    const token = /"token":"([^"]+)"/.exec(stored)?.[1] ?? fail();
    const secrets = ['secret', 'Secret', wallet.accounts[0]?.address ?? fail(), token, 'authorize', 'devnet'];
    const text = proxy.seen.map(({ message }) => `${message.toString()}${getPayload(message)}`).join('\n');
    expect(text.length).toBeGreaterThan(500);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  it('is told nothing of the code by the dapp before a wallet has scanned it', async () => {
    const { proxy, remote } = await startIntermediary(kind);
    const { connect, codes, disconnect } = await createDapp(remote, {
      dialogs: { scan: (code) => void codes.push(code) },
    });
    const connecting = expect(connect()).toRejectWith('SESSION_CLOSED');
    await expect.poll(() => codes).toHaveLength(1);
    const query = new URL(codes[0]?.uri ?? fail()).searchParams;
    const isKnown = (name: string): boolean => ['id', 'reflector', 'relay', 'v'].includes(name);
    const secrets = [...query].flatMap(([name, value]) => (isKnown(name) ? [] : [value]));
    expect(secrets).toHaveLength(kind === 'relay' ? 2 : 1);
    await disconnect();
    await connecting;
    const text = JSON.stringify([proxy.requests, proxy.seen.map(({ message }) => message.toString())]);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(proxy.requests.map(({ path }) => path)).toEqual([kind === 'relay' ? '/' : '/reflect']);
  });

  it('leaves no trace of the code, the account or the token in the log', async () => {
    const { remote } = await startIntermediary(kind);
    const lines: string[] = [];
    const { connect, sign, codes, store } = await createDapp(remote, { debug: (line) => lines.push(line) });
    const { accounts } = await connect();
    await sign('secret message');
    const [stored = ''] = store.entries.values();
    const token = /"token":"([^"]+)"/.exec(stored)?.[1] ?? fail();
    const query = [...new URL(codes[0]?.uri ?? fail()).searchParams.values()].filter(
      (value) => value !== 'v1',
    );
    const secrets = [...query, accounts[0]?.address ?? fail(), token, 'secret message'];
    const log = lines.join('\n');
    expect(log).toContain('authorize');
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  });

  it('that holds back a send until the dapp has given up can deliver it, and the dapp knows that it may', async () => {
    const { proxy, remote } = await startIntermediary(kind);
    const held: (() => void)[] = [];
    const holding = createEvent();
    // The authorization by the token, which precedes the send, is let through.
    const debug = (line: string): void => {
      if (!line.includes('→ sign_and_send_transactions')) return;
      proxy.setTamper((message, way, _index, pass) => {
        if (way === 'toDapp') return [message];
        held.push(() => pass(message));
        holding.happen();
        return [];
      });
    };
    const { connect, disconnect, wallet, scanner } = await createDapp(remote, { debug });
    const { accounts } = await connect();
    const account = accounts[0] as WalletAccount;
    const sending = wallet.features['solana:signAndSendTransaction'].signAndSendTransaction({
      account,
      chain: 'solana:devnet',
      transaction: createTransaction(account.address, 'late'),
    });
    const ended = expect(sending).toRejectWith('SUBMISSION_UNKNOWN', {
      transactions: [{ status: 'unknown' }],
    });
    await holding.happened;
    await disconnect();
    await ended;
    expect(scanner.getMethods()).not.toContain('sign_and_send_transactions');
    for (const release of held) release();
    await expect.poll(() => scanner.getMethods()).toContain('sign_and_send_transactions');
  });
});

const flip = (message: Buffer, at: number): Buffer => {
  const changed = Buffer.from(message);
  const index = (at + message.length) % message.length;
  changed[index] = (changed[index] as number) ^ 1;
  return changed;
};

/** What a reflector does with a message, and with the one after it. */
const CHANGES: Readonly<
  Record<string, (message: Buffer, isNext: boolean, held: Buffer[]) => readonly Buffer[]>
> = {
  'changes the first byte of': (message, isNext) => [isNext ? message : flip(message, 0)],
  'changes the last byte of': (message, isNext) => [isNext ? message : flip(message, -1)],
  'cuts the last byte of': (message, isNext) => [isNext ? message : message.subarray(0, -1)],
  'cuts all but 65 bytes of': (message, isNext) => [isNext ? message : message.subarray(0, 65)],
  'adds bytes to': (message, isNext) => [isNext ? message : Buffer.concat([message, Buffer.alloc(20)])],
  repeats: (message, isNext) => (isNext ? [message] : [message, message]),
  'injects bytes before': (message, isNext) => (isNext ? [message] : [Buffer.alloc(80, 7), message]),
};
/** The same for messages that another follows at once. */
const CHANGES_OF_TWO: typeof CHANGES = {
  drops: (message, isNext) => (isNext ? [message] : []),
  'changes the order of two messages from': (message, isNext, held) => {
    if (isNext) return [message, ...held.splice(0)];
    held.push(message);
    return [];
  },
};
const MESSAGES = [
  ['HELLO_REQ', 'fromDapp', 0],
  ['the first request', 'fromDapp', 1],
  // REFLECTOR_ID was the first, and APP_PING is empty.
  ['HELLO_RSP', 'toDapp', 1],
  ['the first response', 'toDapp', 2],
] as const;
const ROWS = MESSAGES.flatMap(([name, way, index]) => {
  const changes = Object.entries(name.includes('first') ? { ...CHANGES, ...CHANGES_OF_TWO } : CHANGES);
  return changes.map(([what, change]) => [what, name, way, index, change] as const);
});

describe('a reflector that', () => {
  it.each(ROWS)(
    '%s %s ends the session, and no call stays pending',
    async (_what, _name, way, index, change) => {
      const { proxy, remote } = await startIntermediary('reflector');
      const { connect, sign, wallet, scanner, store } = await createDapp(remote);
      const held: Buffer[] = [];
      const tamper: Tamper = (message, onWay, at) =>
        onWay === way && (at === index || at === index + 1) ? change(message, at > index, held) : [message];
      proxy.setTamper(tamper);
      const call = connect().then(() => sign());
      await expect(call).toRejectWith(expect.stringMatching(/^(PROTOCOL_VIOLATION|SESSION_CLOSED)$/));
      expect(scanner.getMethods()).not.toContain('sign_messages');
      if (wallet.accounts.length === 0) expect(store.entries.size).toBe(0);
    },
  );

  it('repeats the messages of an earlier session ends the session', async () => {
    const { proxy, remote } = await startIntermediary('reflector');
    const first = await createDapp(remote);
    await first.connect();
    const earlier = proxy.seen.filter(({ way }) => way === 'toDapp').map(({ message }) => message);
    const next = await startIntermediary('reflector');
    const second = await createDapp(next.remote);
    const [, , helloRsp] = earlier;
    next.proxy.setTamper((message, way, index) =>
      way === 'toDapp' && index === 1 ? [helloRsp ?? message] : [message],
    );
    await expect(second.connect()).toRejectWith('PROTOCOL_VIOLATION');
  });

  it('joins the wallet to another dapp than the one whose code it scanned is refused by the wallet', async () => {
    let id = '';
    const { remote } = await startIntermediary('reflector', (path) =>
      path.includes('?id=') ? `/reflect?id=${id}` : path,
    );
    const codes: string[] = [];
    const dialogs = { scan: ({ uri }: Readonly<{ uri: string }>) => void codes.push(uri) };
    const own = await createDapp(remote, { dialogs });
    const other = await createDapp(remote, { dialogs });
    const waiting = own.connect().catch(() => {});
    await expect.poll(() => codes).toHaveLength(1);
    const mistaken = expect(other.connect()).toRejectWith('SESSION_CLOSED');
    await expect.poll(() => codes).toHaveLength(2);
    const [ownCode, otherCode] = codes.map((uri) => new URL(uri).searchParams);
    id = otherCode?.get('id') ?? fail();
    expect(id).not.toBe(ownCode?.get('id'));
    await own.scanner.scan(codes[0] ?? fail());
    await mistaken;
    expect(own.scanner.requests).toEqual([]);
    await own.disconnect();
    await waiting;
  });
});

describe('a relay that', () => {
  it('drops a request can leave the call pending, until the dapp ends it, and the wallet takes no later request', async () => {
    const { proxy, remote } = await startIntermediary('relay');
    const { connect, disconnect, scanner } = await createDapp(remote);
    // The subscription and HELLO_REQ came first.
    proxy.setTamper((message, way, index) => (way === 'fromDapp' && index === 2 ? [] : [message]));
    const connecting = expect(connect()).toRejectWith('SESSION_CLOSED');
    await expect.poll(() => proxy.seen.filter(({ way }) => way === 'fromDapp')).toHaveLength(4);
    await disconnect();
    await connecting;
    await scanner.leave();
    expect(scanner.requests).toEqual([]);
  });
});

function fail(): never {
  throw new Error('missing');
}

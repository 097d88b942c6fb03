import { once } from 'node:events';
import { inspect } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { KEY } from '../../test/support/mock-wallet.js';
import { getError } from '../../test/support/rejections.js';
import { createMemoryStore } from '../../test/support/wallet.js';
import { walletHandshake } from '../connection/handshake.js';
import { createWebSocketChannel, openWebSocketChannel } from '../connection/web-socket-channel.js';
import { parseAssociationUri } from '../protocol/association.js';
import { transact } from '../transact/bytes.js';
import type { Bytes } from '../util/bytes.js';
import { createMobileWallet } from '../wallet/register.js';
import { createCallbackWallet } from './callback-wallet.js';
import type { MobileWallet } from './mobile-wallet.js';
import { openSession } from './open/open-session.js';
import type { SessionConfig } from './open/session-config.js';

/**
 * What the wallet does with a request: answers it, one or more times, and then closes the connection if there
 * is a reason.
 */
type Step = Readonly<{ answers?: readonly object[]; closeReason?: string }>;

const TOKEN = 'c2Vj/cmV0+w==';
const GRANT = { auth_token: TOKEN, accounts: [{ address: KEY }] };
const SPELLINGS = [
  TOKEN,
  JSON.stringify(TOKEN).replaceAll('/', '\\/'),
  encodeURIComponent(TOKEN),
  btoa(TOKEN),
];
/** What the wallet writes is to be found by this word, however it spells the token. */
const TEXT = `QUOTED ${SPELLINGS.join(' or ')}`;
const FAILURE = { error: { code: -32000, message: TEXT, data: { why: TEXT } } };
const ISSUED = { answers: [{ result: GRANT }] };
const TRANSACTIONS = { transactions: [new Uint8Array(1)] };
const identity = { name: 'Example', uri: 'https://example.com' };
const chain = 'solana:devnet';

const servers: WebSocketServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

type Played = SessionConfig & Required<Pick<SessionConfig, 'launch' | 'dial'>>;

/** Plays a wallet behind a real WebSocket. */
function playBy(onConnection: (socket: WebSocket, associationPublicKey: Bytes) => unknown): Played {
  return {
    dial: openWebSocketChannel,
    async launch(uri) {
      const { association, associationPublicKey } = parseAssociationUri(uri);
      if (association.type !== 'local') throw new Error('not local');
      const server = new WebSocketServer({
        port: association.port,
        handleProtocols: ([first]) => first ?? '',
      });
      servers.push(server);
      server.on('connection', (socket) => onConnection(socket, associationPublicKey));
      await once(server, 'listening');
    },
  };
}

/** Plays a wallet that closes the connection before the handshake. */
const playClosing = (closeReason: string): Played => playBy((socket) => socket.close(1001, closeReason));

/** Plays a wallet that takes one step for each request, except `get_capabilities`. */
function play(steps: readonly Step[], onRequest?: () => void): Played {
  const left = [...steps];
  return playBy(async (socket, associationPublicKey) => {
    const channel = createWebSocketChannel(socket);
    const { secure } = await walletHandshake(channel, associationPublicKey, '{"v":"v1"}');
    for (;;) {
      const { id, method } = JSON.parse(await secure.read().catch(() => '{"method":"end"}'));
      if (method === 'end') return;
      onRequest?.();
      const step = method === 'get_capabilities' ? { answers: [{ result: {} }] } : left.shift();
      for (const answer of step?.answers ?? [])
        await secure.send(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
      if (step && 'closeReason' in step) socket.close(1001, step.closeReason);
    }
  });
}

it('a close reason before the handshake is left out if the dapp has a stored token', async () => {
  const open = (isStored: boolean) =>
    getError(openSession(playClosing(TEXT), { hasStoredToken: () => isStored }));
  expect(await open(false)).toMatchObject({ context: { closeCode: 1001, closeReason: TEXT } });
  const error = await open(true);
  expect(error).toMatchObject({ code: 'SESSION_CLOSED', context: { closeCode: 1001, closeReason: '' } });
  expect(show(error)).not.toContain('QUOTED');
});

it('a close reason before the first connect of a wallet is told', async () => {
  const wallet = createMobileWallet({ identity, store: createMemoryStore(), ...playClosing(TEXT) });
  await expect(wallet.features['standard:connect'].connect()).toRejectWith('SESSION_CLOSED', {
    closeCode: 1001,
    closeReason: TEXT,
  });
});

/** Everything that a console, a log or an error tracker may print of an error. */
const show = (error: unknown): string =>
  inspect(error, { depth: 20, showHidden: true, maxStringLength: null }) + JSON.stringify(error);

describe('what a wallet writes', () => {
  const sign = (wallet: MobileWallet) => wallet.signTransactions(TRANSACTIONS);

  it.each<[how: string, steps: readonly Step[], call: (wallet: MobileWallet) => Promise<unknown>]>([
    ['was sent', [{ answers: [FAILURE] }], (wallet) => wallet.authorize({ auth_token: TOKEN })],
    ['is to be forgotten', [{ answers: [FAILURE] }], (wallet) => wallet.deauthorize({ auth_token: TOKEN })],
    [
      'was issued',
      [ISSUED, { answers: [FAILURE] }],
      async (wallet) => {
        await wallet.authorize();
        await sign(wallet);
      },
    ],
    [
      'was in a result that was refused',
      [{ answers: [{ result: { ...GRANT, accounts: [] } }] }, { answers: [FAILURE] }],
      async (wallet) => {
        await expect(wallet.authorize()).toRejectWith('INVALID_RESPONSE');
        await sign(wallet);
      },
    ],
    [
      'was in a second answer',
      [{ answers: [{ error: { code: -1, message: 'no' } }, { result: GRANT }] }, { answers: [FAILURE] }],
      async (wallet) => {
        expect(await getError(wallet.authorize())).toMatchObject({ context: { walletMessage: 'no' } });
        await sign(wallet);
      },
    ],
    [
      'was cloned',
      [{ answers: [{ result: { auth_token: TOKEN } }] }, { answers: [FAILURE] }],
      async (wallet) => {
        await wallet.cloneAuthorization();
        await sign(wallet);
      },
    ],
    [
      'was issued before a send',
      [ISSUED, { answers: [FAILURE] }],
      async (wallet) => {
        await wallet.authorize();
        await wallet.signAndSendTransactions(TRANSACTIONS);
      },
    ],
    [
      'was issued right before the wallet hangs up',
      [{ ...ISSUED, closeReason: TEXT.slice(0, 100) }],
      async (wallet) => {
        await wallet.authorize();
        await wallet.getCapabilities();
        await sign(wallet);
      },
    ],
    [
      'was issued before the wallet hangs up during a send',
      [ISSUED, { closeReason: TEXT.slice(0, 100) }],
      async (wallet) => {
        await wallet.authorize();
        await wallet.signAndSendTransactions(TRANSACTIONS);
      },
    ],
  ])('is in no part of an error if a token %s', async (_, steps, call) => {
    const error = await getError(transact(call, play(steps)));
    expect(error).toMatchObject({ code: expect.any(String) });
    expect(show(error)).not.toContain('QUOTED');
  });

  it('is in no part of an error if nobody waited for the token', async () => {
    const controller = new AbortController();
    const abort = (): void => controller.abort(new Error('no longer wanted'));
    const session = await openSession(play([ISSUED, { answers: [FAILURE] }], abort));
    const given = getError(session.requests.authorize({}, controller.signal));
    expect(String(await given)).toContain('no longer wanted');
    const error = await getError(sign(createCallbackWallet(session.requests, undefined)));
    expect(error).toMatchObject({ code: 'WALLET_ERROR', context: { rpcCode: -32000 } });
    expect(show(error)).not.toContain('QUOTED');
    session.close();
  });

  it('is in no part of an error if the registered wallet has stored a token', async () => {
    const settings = { identity, chains: [chain, 'solana:mainnet'] as const, store: createMemoryStore() };
    await createMobileWallet({ ...settings, ...play([ISSUED]) }).features['standard:connect'].connect();
    // As after a reload, and for a chain that has no token, so that the new session has sent none.
    const wallet = createMobileWallet({ ...settings, ...play([{ answers: [FAILURE] }]) });
    const { transact: run } = wallet.features['mobile-wallet-standard:transact'];
    const error = await getError(run((inner) => inner.authorize({ chain: 'solana:mainnet' })));
    expect(error).toMatchObject({ code: 'WALLET_ERROR', context: { rpcCode: -32000 } });
    expect(show(error)).not.toContain('QUOTED');
  });

  it('is in the context, and in no message, while there is no token', async () => {
    const error = await getError(
      transact(
        (wallet) => wallet.authorize(),
        play([{ answers: [{ error: { ...FAILURE.error, code: -1 } }] }]),
      ),
    );
    expect(error).toMatchObject({
      code: 'USER_REJECTED',
      message: 'User rejected the connection (error -1)',
      context: { rpcCode: -1, data: { why: TEXT }, walletMessage: TEXT },
    });
    const closed = await getError(transact((wallet) => wallet.authorize(), play([{ closeReason: 'bye' }])));
    expect(closed).toMatchObject({
      code: 'SESSION_CLOSED',
      context: { closeCode: 1001, closeReason: 'bye' },
    });
    expect(String(closed)).not.toContain('bye');
  });

  it('is in the context of a send that failed while there is no token', async () => {
    // After an authorize that failed, the session has no token, and the wallet decides whether it sends.
    const send = async (wallet: MobileWallet) => {
      await expect(wallet.authorize()).toRejectWith('WALLET_ERROR');
      return wallet.signAndSendTransactions(TRANSACTIONS);
    };
    const refused = { code: -4, message: 'no funds', data: { signatures: [null] } };
    for (const error of [refused, { code: -32603, message: 'no funds' }]) {
      expect(
        await getError(transact(send, play([{ answers: [FAILURE] }, { answers: [{ error }] }]))),
      ).toMatchObject({
        code: error === refused ? 'NOT_SUBMITTED' : 'SUBMISSION_UNKNOWN',
        message: expect.not.stringContaining('no funds'),
        context: { rpcCode: error.code, walletMessage: 'no funds' },
      });
    }
  });
});

import { getTransactionDecoder } from '@solana/kit';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../mock/src/wallet/faults/fault.js';
import { ACCEPTING_CHAIN } from '../../test/support/mock-wallet.js';
import { createPhone, type Phone } from '../../test/support/phone.js';
import { sendError } from '../../test/support/sends.js';
import { createMemoryStore, createTransaction } from '../../test/support/wallet.js';
import type { SessionConfig } from '../dapp/open/session-config.js';
import { encodeBase64 } from '../util/bytes.js';
import { isSendError } from '../util/find-error.js';
import { createMobileWallet } from '../wallet/register.js';
import * as session from './bytes.js';
import * as kit from './kit/index.js';

const chain = 'solana:devnet';
const SEND = 'sign_and_send_transactions';
const SIGNATURE = new Uint8Array(64).fill(7);

type Setting = Readonly<{ phone: Phone; wires: readonly Uint8Array[]; signal: AbortSignal }>;
type Level = Readonly<{ name: string; send(setting: Setting): Promise<unknown> }>;

/** Creates the level of a flavour, which sends in a whole call of `transact`. */
const createFlavour = (
  name: string,
  transact: typeof session.transact,
  read: (wire: Uint8Array) => unknown,
): Level => ({
  name,
  send: ({ phone, wires, signal }) =>
    transact(
      async (wallet) => {
        await wallet.authorize({ chain });
        return wallet.signAndSendTransactions({ transactions: wires.map(read) as Uint8Array[] });
      },
      { ...phone, signal } satisfies SessionConfig,
    ),
});

const createWallet = ({ launch, dial }: Phone) =>
  createMobileWallet({
    identity: { name: 'Example', uri: 'https://example.com' },
    chains: [chain],
    store: createMemoryStore(),
    launch,
    dial,
  });

/** The flavours of web3.js are made by the same function as kit’s. */
const LEVELS: readonly Level[] = [
  createFlavour('the session API', session.transact, (wire) => wire),
  createFlavour('kit', kit.transact as unknown as typeof session.transact, (wire) =>
    getTransactionDecoder().decode(wire),
  ),
  {
    name: 'the callback of mobile-wallet-standard:transact',
    send: ({ phone, wires, signal }) =>
      createWallet(phone).features['mobile-wallet-standard:transact'].transact(
        (wallet) => wallet.signAndSendTransactions({ transactions: wires }),
        { signal },
      ),
  },
  {
    name: 'the Wallet Standard method',
    async send({ phone, wires, signal }) {
      const { features } = createWallet(phone);
      const {
        accounts: [account],
      } = await features['standard:connect'].connect();
      if (!account) throw new Error('no account');
      // This method has no `signal` option, but a disconnect ends it.
      signal.addEventListener('abort', () => features['standard:disconnect'].disconnect());
      return features['solana:signAndSendTransaction'].signAndSendTransaction(
        ...wires.map((transaction) => ({ account, transaction, chain }) as const),
      );
    },
  },
];

const answer = (change: object): Fault => ({
  at: SEND,
  rewrite: (text) => [JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(text).id, ...change })],
});
const fail = (code: number, data?: unknown): Fault =>
  answer({ error: { code, message: 'No', ...(data !== undefined && { data }) } });
const SILENCE: Fault = { at: SEND, rewrite: () => [] };

const ALL_UNKNOWN = [undefined, undefined];

/**
 * What may happen to a request that sends two transactions, and the signatures that are known afterwards.
 * `test/wallet/answers-to-sends.test.ts` has the other answers of wallets.
 */
const UNKNOWN: readonly (readonly [what: string, fault: Fault, signatures: readonly unknown[]])[] = [
  ['a wallet that closes the connection', { ...SILENCE, end: 1000 }, ALL_UNKNOWN],
  ['a reply with a bad tag', { at: SEND, send: (message) => [message.map((byte) => byte ^ 1)] }, ALL_UNKNOWN],
  ['a reply that is not JSON', { at: SEND, rewrite: () => ['{'] }, ALL_UNKNOWN],
  [
    'a reply with an unknown request id',
    { at: SEND, rewrite: () => ['{"jsonrpc":"2.0","id":99,"result":{}}'] },
    ALL_UNKNOWN,
  ],
  ['-1, however soon', fail(-1), ALL_UNKNOWN],
  ['a missing signature', answer({ result: { signatures: [encodeBase64(SIGNATURE)] } }), ALL_UNKNOWN],
  [
    'one malformed signature',
    answer({ result: { signatures: [encodeBase64(SIGNATURE), 'AA=='] } }),
    [SIGNATURE, undefined],
  ],
  ['an internal error', fail(-32_603), ALL_UNKNOWN],
  ['-4 with one signature for two', fail(-4, { signatures: [encodeBase64(SIGNATURE)] }), ALL_UNKNOWN],
  ['-4 with one `null` for two', fail(-4, { signatures: [null] }), ALL_UNKNOWN],
  ['-4 with three for two', fail(-4, { signatures: [null, null, null] }), ALL_UNKNOWN],
  ['-4 with one of two', fail(-4, { signatures: [encodeBase64(SIGNATURE), null] }), [SIGNATURE, null]],
];

const run = async (
  { send }: Level,
  fault: Fault,
  onSent: (controller: AbortController) => void = () => {},
) => {
  const controller = new AbortController();
  const phone = await createPhone({
    faults: [fault],
    chain: ACCEPTING_CHAIN,
    onRequest: (method) => {
      if (method === SEND) onSent(controller);
    },
  });
  const address = phone.wallet.accounts[0]?.address ?? '';
  const wires = ['a', 'b'].map((text) => createTransaction(address, text));
  const error: unknown = await send({ phone, wires, signal: controller.signal }).then(
    () => new Error('The send succeeded'),
    (reason: unknown) => reason,
  );
  await phone.whenIdle();
  return error;
};

describe.each(LEVELS)('a send by $name', (level) => {
  // The first run loads the code.
  beforeAll(() => run(level, SILENCE, (controller) => controller.abort()));

  it.each(UNKNOWN)(
    'rejects after %s with what is known of each transaction',
    async (_, fault, signatures) => {
      const error = await run(level, fault);
      expect(error).toMatchObject(sendError(...signatures));
      const { cause, message } = error as Error;
      expect(isSendError(cause)).toBe(false);
      expect(message).toMatch(/^\d of 2 transactions /);
    },
  );

  it.each([-32_700, -32_600])('rejects with the wallet’s refusal %i', async (rpcCode) => {
    const error = await run(level, fail(rpcCode));
    expect(error).toMatchObject({ code: 'WALLET_ERROR', context: { rpcCode } });
  });

  it('rejects without `valid` after -2 with a list of another length', async () => {
    const error = await run(level, fail(-2, { valid: [true] }));
    const { cause } = error as Error;
    expect(cause).toMatchObject({ code: 'INVALID_PAYLOADS', context: { rpcCode: -2 } });
    expect((cause as session.MobileWalletError).context).not.toHaveProperty('data');
  });

  it.each([
    ['is an error', new Error('The dapp’s own reason')],
    ['has no message', Object.create(null)],
    ['is a string', 'enough'],
    ['is null', null],
    ['has a message that is not a string', { message: Symbol('m') }],
    [
      'is a wallet’s error',
      new session.MobileWalletError('USER_REJECTED', 'No', { rpcCode: -3 }, { cause: 'another' }),
    ],
    [
      'is an error of another send',
      new session.MobileWalletError('SUBMISSION_UNKNOWN', 'No', { rpcCode: -4 }),
    ],
  ])('rejects with SUBMISSION_UNKNOWN if aborted in flight, for a reason that %s', async (_, reason) => {
    const error = await run(level, SILENCE, (controller) => controller.abort(reason));
    expect(error).toMatchObject(sendError(undefined, undefined));
    // No wallet has sent a code.
    expect((error as session.MobileWalletError).context).not.toHaveProperty('rpcCode');
    if (level.name !== 'the Wallet Standard method') expect((error as Error).cause).toBe(reason);
  });
});

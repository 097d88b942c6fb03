import type { WalletAccount } from '@wallet-standard/base';
import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../src/util/bytes.js';
import { getError } from '../support/rejections.js';
import { createTransaction, setUp, setUpConnected } from '../support/wallet.js';

const message = encodeUtf8('hello');
const chain = 'solana:devnet' as const;
const CHAINS = ['solana:mainnet', 'solana:devnet'] as const;
const NOTHING = {
  minContextSlot: undefined,
  commitment: undefined,
  skipPreflight: undefined,
  maxRetries: undefined,
  preflightCommitment: undefined,
};

describe('options', () => {
  it.each([
    [{ minContextSlot: 7 }, { min_context_slot: 7 }],
    [{ minContextSlot: 0 }, { min_context_slot: 0 }],
    [{ commitment: 'finalized' }, { commitment: 'finalized' }],
    [{ skipPreflight: true }, { skip_preflight: true }],
    [{ skipPreflight: false }, { skip_preflight: false }],
    [{ maxRetries: 0 }, { max_retries: 0 }],
    [{ preflightCommitment: 'processed' }, undefined],
    [{ somethingNew: 1 }, undefined],
    [NOTHING, undefined],
    [{ ...NOTHING, maxRetries: 3 }, { max_retries: 3 }],
    [undefined, undefined],
    [null, undefined],
    [
      {
        minContextSlot: 7,
        commitment: 'confirmed',
        skipPreflight: true,
        maxRetries: 3,
        preflightCommitment: 'processed',
      },
      { min_context_slot: 7, commitment: 'confirmed', skip_preflight: true, max_retries: 3 },
    ],
  ])('rule 33: %j is sent to the wallet as %j', async (options, asked) => {
    const { signAndSendTransaction, phone, account } = await setUpConnected();
    const transaction = createTransaction(account.address, 'a');
    const input = { account, transaction, chain, options: options as object } as const;
    // The phone has no chain: what it was asked is enough.
    await expect(signAndSendTransaction(input)).toRejectWith('NOT_SUBMITTED');
    const { method, params } = phone.requests.at(-1) ?? {};
    expect(method).toBe('sign_and_send_transactions');
    expect(Object.keys(params ?? {}).sort()).toEqual(asked ? ['options', 'payloads'] : ['payloads']);
    expect(params?.['options']).toEqual(asked);
  });

  it('rule 33: signTransaction accepts every option, set or not', async () => {
    const { signTransaction, account } = await setUpConnected();
    const transaction = createTransaction(account.address, 'a');
    const set = { minContextSlot: 7, preflightCommitment: 'processed' } as const;
    for (const options of [set, NOTHING, undefined]) {
      const input = { account, transaction, chain: undefined, options } as unknown as {
        account: WalletAccount;
        transaction: Uint8Array;
      };
      expect(await signTransaction(input)).toHaveLength(1);
    }
  });
});

describe('chain', () => {
  it('rule 34: each request is made on the chain of its input, in one session', async () => {
    const { signTransaction, phone, account } = await setUpConnected({}, { chains: CHAINS });
    const transaction = createTransaction(account.address, 'a');
    const inputs = ['solana:devnet', undefined, 'solana:mainnet'].map((chain) => ({
      account,
      transaction,
      ...(chain !== undefined && { chain: chain as `solana:${string}` }),
    }));
    const before = phone.requests.length;
    const outputs = await signTransaction(...inputs);
    expect(outputs).toHaveLength(3);
    const asked = phone.requests
      .slice(before)
      .map(({ method, params }) => [method, params['chain'] ?? params['payloads']]);
    expect(asked.filter(([method]) => method === 'authorize')).toEqual([
      ['authorize', 'solana:devnet'],
      ['authorize', 'solana:mainnet'],
    ]);
    expect(
      asked
        .filter(([method]) => method === 'sign_transactions')
        .map(([, payloads]) => (payloads as unknown[]).length),
    ).toEqual([1, 2]);
    expect(phone.launches).toHaveLength(2);
  });

  it('rule 34: a chain that the account does not have is refused before the wallet app is opened', async () => {
    const setup = await setUpConnected({}, { chains: CHAINS });
    const transaction = createTransaction(setup.account.address, 'a');
    const input = { account: setup.account, transaction, chain: 'solana:testnet' } as const;
    const calls = [
      setup.signTransaction(input),
      setup.signAndSendTransaction(input),
      setup.signAndSendAllTransactions([input]),
      setup.transact(() => {}, input),
    ];
    const refused = { code: 'INVALID_ARGUMENT', context: { argument: 'chain' } };
    expect(await Promise.all(calls.map(getError))).toMatchObject(calls.map(() => refused));
    expect(setup.phone.launches).toHaveLength(1);
  });
});

describe('errors', () => {
  type Setup = Awaited<ReturnType<typeof setUp>>;
  const getInput = ({ wallet }: Setup) => {
    const account = wallet.accounts[0] as WalletAccount;
    return { account, message, transaction: createTransaction(account.address, 'a'), chain };
  };

  it.each<[name: string, connects: boolean, call: (setup: Setup) => Promise<unknown>]>([
    ['connect', true, (setup) => setup.connect()],
    ['signIn', true, (setup) => setup.signIn({})],
    ['signMessage', false, (setup) => setup.signMessage(getInput(setup))],
    ['signTransaction', false, (setup) => setup.signTransaction(getInput(setup))],
    ['signAndSendTransaction', false, (setup) => setup.signAndSendTransaction(getInput(setup))],
  ])(
    'rule 35: a refused %s rejects with an Error that says so, and has a cause',
    async (_, connects, call) => {
      const setup = await setUp({ approve: ({ type }) => ({ approved: !connects && type === 'authorize' }) });
      if (!connects) await setup.connect();
      const error = await getError(call(setup));
      expect(error).toBeInstanceOf(Error);
      expect(error).toMatchObject({
        code: 'USER_REJECTED',
        message: expect.stringContaining('User rejected'),
      });
      expect(error).toHaveProperty('stack');
      expect(error).toHaveProperty('cause');
    },
  );

  it('rule 35: the result of a refused send says so, and those of several have it as their cause', async () => {
    const { signAndSendAllTransactions, account } = await setUpConnected({
      approve: ({ type }) => ({ approved: type === 'authorize' }),
    });
    const input = { account, transaction: createTransaction(account.address, 'a'), chain } as const;
    const refusal = { message: expect.stringContaining('User rejected') };
    const [one] = await signAndSendAllTransactions([input]);
    expect(one).toMatchObject({ status: 'rejected', reason: refusal });
    // Some wallets have sent the first then, so the messages are about the money.
    for (const result of await signAndSendAllTransactions([input, input])) {
      const message = expect.stringMatching(/^The transaction may have been submitted: /);
      expect(result).toMatchObject({ status: 'rejected', reason: { message, cause: refusal } });
    }
  });

  it.each([
    ['the app that hangs up', { quirks: { hangsUpOn: 'authorize' } } as const, 'SESSION_CLOSED'],
    ['a chain that the phone lacks', { chains: ['solana:mainnet'] } as const, 'CHAIN_NOT_SUPPORTED'],
  ])('rule 35: %s is an error whose message does not look like a refusal', async (_, options, code) => {
    const { connect, phone } = await setUp(options);
    const error = await getError(connect());
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code, message: expect.stringMatching(/^[A-Z`].{10,}/) });
    expect(String(error)).not.toMatch(/user rejected|cancell?ed/i);
    await phone.whenIdle();
  });
});

describe('lazy loading', () => {
  it('rule 36: everything that must be synchronous works before any code is loaded', async () => {
    const states: string[] = [];
    const { settings } = await setUpConnected();
    const { wallet, phone, changes } = await setUp(
      {},
      { store: settings.store, onProgress: ({ state }) => states.push(state) },
    );
    expect([wallet.name, wallet.icon, wallet.chains, wallet.accounts.length]).toEqual([
      'Mobile Wallet Adapter',
      expect.stringContaining('data:'),
      ['solana:devnet'],
      1,
    ]);
    expect(Object.keys(wallet.features)).toContain('solana:signTransaction');
    await wallet.features['standard:disconnect'].disconnect();
    expect(changes).toEqual([{ accounts: [] }]);
    expect(states).toEqual([]);
    expect(phone.launches).toEqual([]);
  });
});

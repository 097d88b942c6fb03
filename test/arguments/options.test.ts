import { describe, expect, it, vi } from 'vitest';
import { createMobileWallet, type MobileWalletOptions, registerMobileWallet } from '../../src/index.js';
import { collectReports } from '../support/rejections.js';
import { setUpConnected } from '../support/wallet.js';

// What each call does with each option that is wrong. No wrong option throws, and none is replaced by
// something that opens or pays elsewhere.

const reported = collectReports();

const CALLS = ['silent', 'connect', 'signMessage', 'signIn', 'transact', 'disconnect'] as const;
/** `accounts` and `none` are what connect returns; `works` and `rejects` are how another call settles. */
type Outcome = 'accounts' | 'none' | 'works' | 'rejects';
type Outcomes = readonly [Outcome, Outcome, Outcome, Outcome, Outcome, Outcome];

/** What needs the option is to open a session. The accounts of the store stay shown. */
const NEEDED: Outcomes = ['accounts', 'accounts', 'rejects', 'rejects', 'rejects', 'works'];
/** No call can do anything, because accounts would be those of another store, or of another chain. */
const UNUSABLE: Outcomes = ['none', 'rejects', 'rejects', 'rejects', 'rejects', 'works'];
/** Nothing of this needs the option. */
const UNUSED: Outcomes = ['accounts', 'accounts', 'works', 'works', 'works', 'works'];

const NOT_FUNCTIONS = [null, 0, 'text', {}] as const;
const NOT_OBJECTS = [null, 0, 'text', []] as const;
const PAST: readonly unknown[] = [-1, Number.NaN, '5', Number.POSITIVE_INFINITY, null];
const isAsync = { get: async () => '', set: () => {}, delete: () => {} };
const URI = 'https://example.com';

/** Option, how its error names it, wrong values, and what becomes of each call. */
const ROWS: readonly (readonly [string, string, readonly unknown[], Outcomes])[] = [
  [
    'identity',
    'identity.uri',
    [{ name: 'A', uri: 'mailto:a@b.example' }],
    ['none', 'rejects', 'none', 'rejects', 'rejects', 'works'],
  ],
  ['identity', 'identity.name', [{ name: 7, uri: URI }, { name: ' ', uri: URI }, { uri: URI }], UNUSED],
  ['identity', 'identity.icon', [{ name: 'A', uri: URI, icon: 'https://other.example/i.png' }], UNUSED],
  ['chains', 'chains', [null, 0, 'solana:devnet', {}, []], UNUSABLE],
  [
    'chains',
    'chains[1]',
    [
      ['solana:devnet', 'solana:Devnet'],
      ['devnet', null],
    ],
    UNUSABLE,
  ],
  ['store', 'store.get', [...NOT_OBJECTS, isAsync], UNUSABLE],
  ['store', 'store.delete', [{ get: () => null, set() {} }], UNUSABLE],
  ['launch', 'launch', NOT_FUNCTIONS, NEEDED],
  ['dial', 'dial', NOT_FUNCTIONS, NEEDED],
  ['remote', 'remote', NOT_OBJECTS, NEEDED],
  ['remote', 'remote.type', [{}, { type: 'bluetooth' }], NEEDED],
  ['remote', 'remote.idleMs', [{ type: 'reflector', host: 'r.example', idleMs: -1 }], NEEDED],
  ['dialogs', 'dialogs', [null, true, 'text', []], NEEDED],
  ['dialogs', 'dialogs.waiting', [{ waiting: 'none' }], NEEDED],
  ['idleMs', 'idleMs', PAST, NEEDED],
  ['walletApps', 'walletApps', [null, 0, 'Phantom', {}], UNUSED],
  [
    'walletApps',
    'walletApps[1].getLink',
    [
      ['Phantom', { name: 'A' }],
      ['Phantom', null],
      ['Phantom', { name: 'A', getLink: URI, androidPackage: 'a.b' }],
    ],
    UNUSED,
  ],
  [
    'walletApps',
    'walletApps[0].androidPackage',
    [
      [{ name: 'A', androidPackage: 'a.b;end' }],
      [{ name: 'A', androidPackage: 7, getLink: () => URI }],
      [{ name: 'A', androidPackage: null }],
    ],
    UNUSED,
  ],
  ['chooseApp', 'chooseApp', [null, 0, 'true', {}], UNUSED],
  ['openIn', 'openIn', [null, 0, 'Phantom', ['Phantom']], UNUSED],
  ['openIn', 'openIn.getUrl', [{ getUrl: URI }], UNUSED],
  ['onProgress', 'onProgress', NOT_FUNCTIONS, UNUSED],
  ['debug', 'debug', [null, 0, 'text', {}], UNUSED],
  ['local', 'local', [null, 'sometimes'], UNUSED],
  ['name', 'name', ['A:B', '', null, 7], UNUSED],
  ['icon', 'icon', ['https://example.com/icon.png', 'data:image/png;base64,AAA', '', null], UNUSED],
];

/** Makes a call of a wallet, and says in a word what came of it; a rejection, with what it names. */
async function run(
  wallet: ReturnType<typeof createMobileWallet>,
  account: object,
  call: (typeof CALLS)[number],
): Promise<readonly [Outcome, string?]> {
  const { features } = wallet;
  const { connect } = features['standard:connect'];
  const calls = {
    silent: () => connect({ silent: true }),
    connect: () => connect(),
    signMessage: () =>
      features['solana:signMessage'].signMessage({ account: account as never, message: new Uint8Array(1) }),
    signIn: () => features['solana:signIn'].signIn({}),
    transact: () => features['mobile-wallet-standard:transact'].transact(() => 'done'),
    disconnect: () => features['standard:disconnect'].disconnect(),
  };
  try {
    const result: unknown = await calls[call]();
    const { accounts } = Object(result) as { accounts?: readonly unknown[] };
    return [accounts === undefined ? 'works' : accounts.length > 0 ? 'accounts' : 'none'];
  } catch (error) {
    const { code, context } = error as { code: string; context: { argument: string } };
    // It is an account of another dapp's address.
    if (code === 'ACCOUNT_NOT_AUTHORIZED') return ['none'];
    expect(code).toBe('INVALID_ARGUMENT');
    return ['rejects', context.argument];
  }
}

describe.each(ROWS)('a wrong %s (%s)', (option, argument, values, outcomes) => {
  it.each(values.map((value) => [value]))('%j', async (value) => {
    const { phone, settings, account } = await setUpConnected();
    const requests = phone.requests.length;
    const options = { ...settings, [option]: value } as unknown as MobileWalletOptions;
    const wallet = createMobileWallet(options);
    for (const [index, call] of CALLS.entries()) {
      const expected = outcomes[index] as Outcome;
      expect(await run(wallet, account, call), call).toEqual(
        expected === 'rejects' ? ['rejects', argument] : [expected],
      );
    }
    if (outcomes !== UNUSED) expect(phone.requests).toHaveLength(requests);
    // Once, however many calls needed it.
    expect(reported).toMatchObject([{ code: 'INVALID_ARGUMENT', context: { argument } }]);
  });
});

describe('options that are no object, or cannot be read', () => {
  const throwing = {
    identity: { name: 'A' },
    get chains(): never {
      throw new Error('of the dapp');
    },
  };

  it.each([null, 0, 'text', [], throwing])('break no page, and each call rejects: %#', async (options) => {
    const wallet = createMobileWallet(options as never);
    expect(wallet.accounts).toEqual([]);
    expect(await run(wallet, {}, 'connect')).toEqual(['rejects', 'options']);
    expect(reported[0]).toMatchObject({ code: 'INVALID_ARGUMENT', context: { argument: 'options' } });
    expect(registerMobileWallet(options as never)).toMatchObject({ registered: false });
  });
});

describe('without `reportError`, as in Node', () => {
  it('a wrong option is written to the console', async () => {
    vi.stubGlobal('reportError', undefined);
    const write = vi.spyOn(console, 'error').mockImplementation(() => {});
    const wallet = createMobileWallet({ identity: { name: 'A' }, chains: ['solana:unknown'] });
    await run(wallet, {}, 'connect');
    expect(write).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'INVALID_ARGUMENT' }));
    write.mockRestore();
  });
});

describe('what is passed as an option', () => {
  it('is copied at the call', async () => {
    const identity = { name: 'Before', uri: URI };
    const { phone, settings } = await setUpConnected();
    const wallet = createMobileWallet({ ...settings, identity });
    identity.name = 'After';
    await wallet.features['solana:signIn'].signIn({});
    expect(phone.requests.at(-1)?.params).toMatchObject({ identity: { name: 'Before' } });
  });
});

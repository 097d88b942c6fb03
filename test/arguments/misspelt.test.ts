import { describe, expect, it, vi } from 'vitest';
import { createMobileWallet, registerMobileWallet, type WalletApp } from '../../src/index.js';
import { setUpApps } from '../support/apps.js';
import { collectReports } from '../support/rejections.js';
import { setUpConnected } from '../support/wallet.js';

// A name that no option has never moves anybody to Mainnet, and is told to the developer once.

const reported = collectReports();
const identity = { name: 'A', uri: 'https://example.com' };
/** Returns what was reported: each argument, and the end of the message. */
const getReports = () =>
  reported.map((error) => {
    const { message, context } = error as Error & { context: { argument: string } };
    return [context.argument, message.replace(/.*: /, '')];
  });

describe.each(['chain', 'cluster'])('`%s` without `chains`', (name) => {
  it.each(['solana:devnet', undefined, ['solana:devnet']])('is refused: %j', async (value) => {
    const options = { identity, [name]: value };
    expect(registerMobileWallet(options)).toEqual({ registered: false, reason: 'unknown-chain' });
    const wallet = createMobileWallet(options);
    expect(wallet.chains).toEqual([]);
    const context = { argument: 'chains' };
    const { connect } = wallet.features['standard:connect'];
    for (const _ of [1, 2]) await expect(connect()).rejects.toMatchObject({ context });
    await vi.waitFor(() => expect(reported).toHaveLength(2));
    expect(getReports()[1]).toEqual([name, 'did you mean `chains`?']);
  });
});

const app = { name: 'A', androidPackage: 'a.b' };
const remote = { type: 'nostr', relays: ['relay.example'] };

it.each<[options: object, argument: string, hint: string]>([
  [{ chain: 'devnet', chains: ['devnet'] }, 'chain', 'did you mean `chains`?'],
  [{ chian: 'devnet' }, 'chian', 'did you mean `chains`?'],
  [{ chooseapp: true }, 'chooseapp', 'did you mean `chooseApp`?'],
  [{ idelMs: 5 }, 'idelMs', 'did you mean `idleMs`?'],
  [{ appIdentity: identity }, 'appIdentity', 'did you mean `identity`?'],
  [{ authorizationCache: {} }, 'authorizationCache', 'use one of'],
  [{ onWalletNotFound() {} }, 'onWalletNotFound', 'use one of'],
  [{ chainSelector: {} }, 'chainSelector', 'did you mean `chains`?'],
  [{ remoteHostAuthority: 'r.example' }, 'remoteHostAuthority', 'did you mean `remote`?'],
  [{ addressSelector: {} }, 'addressSelector', 'use one of'],
  [{ identity: { ...identity, url: 'x' } }, 'identity.url', 'did you mean `identity.uri`?'],
  [{ dialogs: { notfound: () => {} } }, 'dialogs.notfound', 'did you mean `dialogs.notFound`?'],
  [
    { dialogs: { texts: { waitingTitel: 'x' } } },
    'dialogs.texts.waitingTitel',
    'did you mean `dialogs.texts.waitingTitle`?',
  ],
  [
    { dialogs: { texts: { scanTitel: 'x' } } },
    'dialogs.texts.scanTitel',
    'did you mean `dialogs.texts.scanTitle`?',
  ],
  [{ remote: { ...remote, idleMS: 5 } }, 'remote.idleMS', 'did you mean `remote.idleMs`?'],
  [{ openIn: { getURL: () => 'x' } }, 'openIn.getURL', 'did you mean `openIn.getUrl`?'],
  [
    { walletApps: [{ ...app, androidpackage: 'x' }] },
    'walletApps[0].androidpackage',
    'did you mean `walletApps[0].androidPackage`?',
  ],
])('%j is reported', async (options, argument, hint) => {
  const { settings } = await setUpConnected();
  const wallet = createMobileWallet({ ...settings, ...options } as never);
  const { transact } = wallet.features['mobile-wallet-standard:transact'];
  for (const _ of [1, 2]) await transact(() => {}).catch(() => {});
  await vi.waitFor(() => expect(reported).toHaveLength(1), { timeout: 5_000 });
  expect(getReports()).toEqual([[argument, expect.stringContaining(hint)]]);
});

it('names that are known, and what objects of classes have besides, are not reported', async () => {
  const { settings } = await setUpConnected();
  class Own {
    root = 'x';
    waiting() {}
  }
  const texts = { waitingTitle: 'x', scanTitle: 'x', openInTitle: 'x' };
  for (const dialogs of [new Own(), { texts }]) {
    const wallet = createMobileWallet({
      ...settings,
      walletApps: [app, 'Phantom'],
      dialogs: dialogs as never,
    });
    await wallet.features['mobile-wallet-standard:transact'].transact(() => {}, { chain: 'solana:devnet' });
  }
  createMobileWallet({ identity, chooseap: true } as never);
  const control = createMobileWallet({ ...settings, last: 1 } as never);
  await control.features['mobile-wallet-standard:transact'].transact(() => {});
  await vi.waitFor(() => expect(getReports()).toEqual([['last', expect.any(String)]]));
});

it('a name that `transact` does not have is reported', async () => {
  const { wallet } = await setUpConnected();
  const { transact } = wallet.features['mobile-wallet-standard:transact'];
  for (const _ of [1, 2]) await transact(() => {}, { cluster: 'devnet' } as never);
  await vi.waitFor(() => expect(reported).toHaveLength(1));
  expect(getReports()).toEqual([['options.cluster', 'did you mean `options.chain`?']]);
});

it('an app that is not known is reported where no list is shown, and `debug` says what is allowed', async () => {
  const { settings } = await setUpConnected();
  const wallet = createMobileWallet({ ...settings, walletApps: ['phantom'], debug: 'yes' } as never);
  await wallet.features['mobile-wallet-standard:transact'].transact(() => {});
  expect(reported).toMatchObject([
    { message: expect.stringMatching(/^`walletApps\[0\]` must be one of Phantom, /) },
    { message: '`debug` must be a boolean or a function' },
  ]);
});

describe('a row that cannot be read', () => {
  it.each<[what: string, row: object]>([
    [
      'a name that throws',
      {
        name: {
          toString: () => {
            throw new Error('x');
          },
        },
      },
    ],
    ['a name without a text', { name: Object.create(null) }],
    [
      'an icon that throws',
      {
        name: 'A',
        icon: {
          toString: () => {
            throw new Error('x');
          },
        },
      },
    ],
  ])('is left out and reported, and the others are listed: %s', async (_, row) => {
    const setup = await setUpApps({ chooseApp: true });
    const other = { name: 'second', androidPackage: 'app.second' };
    setup.answer.list = () => 'app.second';
    const page = setup.load({ walletApps: [{ ...row, androidPackage: 'app.first' } as never, other] });
    expect(await page.connect()).toEqual(['list connect', 'open second']);
    expect(setup.listed[0]?.apps).toEqual(['second']);
    expect(reported).toHaveLength(1);
  });
});

it('a row that opens nothing does not compile', () => {
  const rows: readonly WalletApp[] = [
    { name: 'X', androidPackage: 'a.b' },
    { name: 'X', getLink: (url) => url },
    // @ts-expect-error: neither a package nor a link
    { name: 'X' },
  ];
  expect(rows).toHaveLength(3);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMockWallet } from '../mock-wallet.js';
import { DEFAULT_SETTINGS, type SettingsChanges } from '../settings.js';
import { readPhoneReport } from './like.js';

const CAPABILITIES = { supported_transaction_versions: ['legacy', 0], features: ['solana:signTransactions'] };
const ACCOUNT = { address: 'text of 44 characters' };

/** Returns a report with these facts of a wallet. */
const report = (wallet: object) => ({
  report: 'mobile-wallet-standard/phone',
  version: 1,
  at: '2026-11-23T12:00:00.000Z',
  wallet: { protocol: 'v1', ...wallet },
});

describe('a report of a phone', () => {
  it.each([
    ['the protocol', { protocol: 'legacy' }, { protocol: 'legacy' }],
    ['what its properties say', { propertiesVersion: 'v1' }, { quirks: { propertiesVersion: 'v1' } }],
    ['properties that nobody knows', { propertiesVersion: 'v7' }, { quirks: {} }],
    [
      'capabilities without limits',
      { capabilities: { ...CAPABILITIES, max_messages_per_request: null } },
      {
        capabilities: {
          maxTransactionsPerRequest: 0,
          maxMessagesPerRequest: 0,
          supportedTransactionVersions: ['legacy', 0],
          features: ['solana:signTransactions'],
        },
        quirks: { legacyCapabilities: false },
      },
    ],
    [
      'capabilities of 1.x, and limits beyond all messages',
      {
        protocol: 'legacy',
        capabilities: { max_transactions_per_request: 2 ** 31, supports_clone_authorization: true },
      },
      {
        protocol: 'legacy',
        capabilities: {
          maxTransactionsPerRequest: 1_000_000,
          maxMessagesPerRequest: 0,
          supportedTransactionVersions: ['legacy'],
          features: ['solana:signTransactions', 'solana:cloneAuthorization'],
        },
      },
    ],
    [
      'what accounts have',
      {
        authorize: { accounts: [{ ...ACCOUNT, features: [] }], wallet_uri_base: null },
        authorizeByToken: { accounts: [{ ...ACCOUNT, display_address: 'text of 44 characters' }] },
        isTokenRenewed: true,
      },
      {
        quirks: {
          accountChains: false,
          accountFeatures: true,
          walletIcon: false,
          nullWalletUriBase: true,
          displayAddressByToken: true,
          renewsTokens: true,
        },
      },
    ],
    ['no sign-in that 1.x does not have', { protocol: 'legacy', signInResult: 'absent' }, { quirks: {} }],
    [
      'no sign-in that is not offered',
      { capabilities: CAPABILITIES, signInResult: 'absent' },
      { quirks: { legacyCapabilities: false } },
    ],
    ['an answer without accounts', { authorize: { accounts: [] } }, { quirks: { walletIcon: false } }],
    [
      'signatures and errors',
      {
        errorDataIsText: false,
        signInResult: 'empty-signature',
        hasExtraSignInNewline: false,
        signedMessages: 'signatures',
      },
      {
        quirks: {
          errorDataIsText: false,
          signInResult: 'empty-signature',
          extraSignInNewline: false,
          signedMessages: 'signatures',
        },
      },
    ],
  ] satisfies [string, object, SettingsChanges][])(
    'sets %s',
    async (_, wallet, settings: SettingsChanges) => {
      const like: unknown = JSON.parse(JSON.stringify(report(wallet)));
      expect(readPhoneReport(like).settings).toMatchObject(settings);
      expect((await createMockWallet({ like })).getSettings()).toMatchObject({
        ...settings,
        quirks: { ...DEFAULT_SETTINGS.quirks, ...settings.quirks },
      });
    },
  );

  it('gives way to other options', async () => {
    const like = report({ signedMessages: 'signatures', capabilities: CAPABILITIES });
    const quirks = { signedMessages: 'message-and-signatures' } as const;
    const wallet = await createMockWallet({ like, quirks, settings: { protocol: 'legacy' } });
    expect(wallet.getSettings()).toMatchObject({ protocol: 'legacy', quirks });
  });

  it('may be the name of a wallet app that is known', async () => {
    const quirks = { addsGuards: true, changesPriorityFee: true, silentWithoutMinContextSlot: true };
    const wallet = await createMockWallet({ like: 'phantom-on-mainnet' });
    expect(wallet.getSettings()).toEqual({
      ...DEFAULT_SETTINGS,
      quirks: { ...DEFAULT_SETTINGS.quirks, ...quirks },
    });
    expect(readPhoneReport('phantom-on-mainnet').fromMock).toHaveLength(3);
  });

  it('is told in words', () => {
    const wallet = {
      capabilities: { ...CAPABILITIES, max_messages_per_request: 5 },
      hangsUpOn: 'sign_messages',
    };
    const { fromMock, fromSpecification } = readPhoneReport(report(wallet));
    expect(fromMock).toEqual([
      'The most transactions in one request: no limit (10)',
      'The most messages in one request: 5 (10)',
      'Transaction versions: 0, legacy (0, 1, legacy)',
      'Features: solana:signTransactions (solana:signInWithSolana, solana:signTransactions)',
      'Capabilities of 1.x in 2.0: `get_capabilities` has the two booleans of 1.x only in 1.x sessions.',
      'Closes the socket instead of a reply to: sign_messages',
    ]);
    expect(fromSpecification).toEqual(['Closes the socket instead of a reply to: sign_messages']);
  });

  it.each<readonly [what: string, like: unknown, message: string | RegExp]>([
    ['nothing', null, '`report` must be an object.'],
    ['another name', 'phantom', '`like` must be one of "phantom-on-mainnet".'],
    [
      'something else',
      { report: 'lighthouse' },
      '`report.report` must be one of "mobile-wallet-standard/phone".',
    ],
    ['a later version', { ...report({}), version: 2 }, '`report.version` must be one of 1.'],
    [
      'one of a phone without a session',
      { ...report({}), wallet: {} },
      '`report.wallet.protocol` is missing.',
    ],
    [
      'a limit that is none',
      report({ capabilities: { max_messages_per_request: 0 } }),
      '`report.wallet.capabilities.max_messages_per_request` must be a positive integer.',
    ],
    ...[-1, 0.5, 2 ** 53, '0', null].map(
      (version) =>
        [
          `a version that is none (${version})`,
          report({ capabilities: { supported_transaction_versions: ['legacy', version] } }),
          /^`report\.wallet\.capabilities\.supported_transaction_versions\.1` must be /,
        ] as const,
    ),
    [
      'a feature that is none',
      report({ capabilities: { features: [7] } }),
      '`report.wallet.capabilities.features.0` must be a text.',
    ],
    ['no accounts', report({ authorize: {} }), '`report.wallet.authorize.accounts` is missing.'],
    [
      'an unknown method',
      report({ hangsUpOn: 'ping' }),
      /^`report\.wallet\.hangsUpOn` must be one of "nothing", "authorize",/,
    ],
  ])('is refused if it is %s', async (_, like, message) => {
    await expect(createMockWallet({ like })).rejects.toThrow(message);
  });

  it('has settings that a wallet can have, or is refused, whatever is in it', async () => {
    const odd = fc.oneof(fc.integer(), fc.double(), fc.string(), fc.jsonValue());
    const value = fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 9 }) }, odd);
    const capabilities = fc.record(
      {
        max_transactions_per_request: value,
        max_messages_per_request: value,
        supported_transaction_versions: fc.array(value, { maxLength: 3 }),
        features: fc.oneof(fc.array(fc.string()), odd),
        supports_clone_authorization: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const wallet = fc.record({ capabilities, propertiesVersion: value });
    let read = 0;
    await fc.assert(
      fc.asyncProperty(wallet, async (facts) => {
        const like = report(facts);
        try {
          readPhoneReport(like);
        } catch (error) {
          expect(String(error)).toMatch(/^(Type|Range)Error: `report\./);
          return;
        }
        read++;
        await createMockWallet({ like });
      }),
      { numRuns: 300 },
    );
    expect(read).toBeGreaterThan(10);
  });
});

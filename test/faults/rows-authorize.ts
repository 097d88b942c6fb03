import type { MessageFault } from '../../mock/src/wallet/faults/fault.js';
import { encodeBase58 } from '../../src/util/base58.js';
import { decodeBase64, encodeBase64 } from '../../src/util/bytes.js';
import { KEY, OTHER_KEY, OTHER_SEED, SEED } from '../support/mock-wallet.js';
import { account, members, result, text } from './replies.js';
import { type Row, rowsAt } from './row.js';

type Case = readonly [what: string, fault: MessageFault];

const AT = 'authorize';
const address = encodeBase58(decodeBase64(KEY));

/** Answers that are no authorization. */
const MALFORMED: readonly Case[] = [
  ['a result that is null', result(AT, () => null)],
  ['a result that is an array', result(AT, (own) => [own])],
  ['a result that is a string', result(AT, () => 'authorized')],
  ['an empty result', result(AT, () => ({}))],
  ['no token', members(AT, { auth_token: undefined })],
  ['a token that is null', members(AT, { auth_token: null })],
  ['an empty token', members(AT, { auth_token: '' })],
  ['a token that is a number', members(AT, { auth_token: 7 })],
  ['no accounts', members(AT, { accounts: undefined })],
  ['an empty list of accounts', members(AT, { accounts: [] })],
  ['accounts that are an object', members(AT, { accounts: { 0: { address: KEY } } })],
  ['an account that is null', members(AT, { accounts: [null] })],
  ['a good account and a bad one', members(AT, { accounts: [{ address: KEY }, { address: 'AAAA' }] })],
  ['an account of 31 bytes', account({ address: encodeBase64(new Uint8Array(31)) })],
  ['an account of 33 bytes', account({ address: encodeBase64(new Uint8Array(33)) })],
  ['an account in base58', account({ address })],
  ['an account that is not base64', account({ address: '***' })],
  ['an account without an address', account({ address: undefined })],
  ['a label that is a number', account({ label: 7 })],
  ['chains that are a string', account({ chains: 'solana:devnet' })],
  ['features that are numbers', account({ features: [1] })],
  ['a base URI that is a number', members(AT, { wallet_uri_base: 7 })],
];

/** Unusual answers that are accepted as an authorization. */
const TOLERATED: readonly Case[] = [
  ['an icon that is a script', account({ icon: 'data:text/html;base64,AAAA' })],
  ['an icon that is null', account({ icon: null })],
  ['an unknown chain', account({ chains: ['bitcoin:mainnet'] })],
  ['no chains at all', account({ chains: [] })],
  ['unknown features', account({ features: ['solana:dance'] })],
  ['the same account three times', members(AT, { accounts: [1, 2, 3].map(() => ({ address: KEY })) })],
  ['a base URI that is http:', members(AT, { wallet_uri_base: 'http://wallet.example' })],
  ['a base URI that is javascript:', members(AT, { wallet_uri_base: 'javascript:alert(1)' })],
  ['a base URI with a password', members(AT, { wallet_uri_base: 'https://a:b@wallet.example' })],
  ['a base URI that is null', members(AT, { wallet_uri_base: null })],
  ['an empty base URI', members(AT, { wallet_uri_base: '' })],
  ['a wallet icon that is not an image', members(AT, { wallet_icon: 'javascript:alert(1)' })],
  ['a sign_in_result that is null', members(AT, { sign_in_result: null })],
  ['unknown members', members(AT, { extra: [1] })],
];

/** Faults in what `authorize` and `get_capabilities` answer. */
export const AUTHORIZE: readonly Row[] = [
  ...rowsAt('authorize: the result', [
    ...MALFORMED.map(([what, fault]) => ({
      what,
      call: 'connect' as const,
      faults: [fault],
      outcome: 'INVALID_RESPONSE' as const,
      connected: false,
    })),
    ...TOLERATED.map(([what, fault]) => ({
      what,
      call: 'connect' as const,
      faults: [fault],
      outcome: 'success' as const,
      connected: true,
    })),
    {
      what: 'an icon that is not an image',
      call: 'connect',
      faults: [account({ icon: 'https://example.com/i.png' })],
      outcome: 'success',
      isRight: ({ icon }) => icon === undefined,
      connected: true,
    },
    {
      what: 'the same account twice',
      call: 'connect',
      faults: [members(AT, { accounts: [{ address: KEY }, { address: KEY }] })],
      outcome: 'success',
      result: { accounts: [{ address }] },
      connected: true,
    },
    {
      what: 'a base URI that is https:',
      call: 'connect',
      faults: [members(AT, { wallet_uri_base: 'https://wallet.example/a' })],
      outcome: 'success',
      base: 'https://wallet.example/a/v1/associate/local',
      connected: true,
    },
    {
      what: 'an account without features, but those that every wallet has',
      call: 'connect',
      faults: [account({ features: [] })],
      outcome: 'success',
      isRight: ({ features }) => !features.includes('solana:signTransaction'),
      connected: true,
    },
    {
      what: 'no accounts',
      call: 'session',
      faults: [members(AT, { accounts: [] })],
      outcome: 'INVALID_RESPONSE',
      connected: false,
    },
  ]),

  ...rowsAt('authorize: the result, renewing a token', [
    {
      what: 'another account, then the one asked for',
      call: 'signMessage',
      phone: { accounts: [{ seed: SEED }, { seed: OTHER_SEED }] },
      faults: [{ ...members(AT, { accounts: [{ address: OTHER_KEY }] }), nth: 1 }],
      outcome: 'success',
      connected: true,
    },
    {
      what: 'another account, every time',
      call: 'signMessage',
      phone: { accounts: [{ seed: SEED }, { seed: OTHER_SEED }] },
      faults: [members(AT, { accounts: [{ address: OTHER_KEY }] })],
      outcome: 'ACCOUNT_NOT_AUTHORIZED',
      context: { address },
      connected: true,
    },
    {
      what: 'another account, every time',
      call: 'send',
      phone: { accounts: [{ seed: SEED }, { seed: OTHER_SEED }] },
      faults: [members(AT, { accounts: [{ address: OTHER_KEY }] })],
      outcome: 'ACCOUNT_NOT_AUTHORIZED',
      context: { address },
      connected: true,
    },
    {
      what: 'no accounts',
      call: 'signMessage',
      faults: [members(AT, { accounts: [] })],
      outcome: 'INVALID_RESPONSE',
      connected: true,
    },
  ]),

  ...rowsAt('get_capabilities: the result', [
    ...(
      [
        ['not JSON-RPC', 'connect', text('get_capabilities', '{}'), 'PROTOCOL_VIOLATION'],
        ['null', 'connect', result('get_capabilities', () => null), 'success'],
        ['null', 'capabilities', result('get_capabilities', () => null), 'INVALID_RESPONSE'],
        ['empty', 'capabilities', result('get_capabilities', () => ({})), 'success'],
        ['a limit of 0', 'connect', members('get_capabilities', { max_messages_per_request: 0 }), 'success'],
        [
          'a limit of 0',
          'capabilities',
          members('get_capabilities', { max_messages_per_request: 0 }),
          'INVALID_RESPONSE',
        ],
        [
          'a limit of -1',
          'connect',
          members('get_capabilities', { max_transactions_per_request: -1 }),
          'success',
        ],
        [
          'a limit of 1e308',
          'connect',
          members('get_capabilities', { max_transactions_per_request: 1e308 }),
          'success',
        ],
        [
          'versions that are objects',
          'connect',
          members('get_capabilities', { supported_transaction_versions: [{}] }),
          'success',
        ],
        [
          'features that are a string',
          'connect',
          members('get_capabilities', { features: 'all' }),
          'success',
        ],
      ] as const
    ).map(([what, call, fault, outcome]) => ({
      what,
      call,
      faults: [fault],
      outcome,
      connected: call === 'connect' && outcome === 'success',
    })),
  ]),
];

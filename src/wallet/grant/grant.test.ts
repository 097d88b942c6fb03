import { describe, expect, it } from 'vitest';
import type { AuthorizationResult } from '../../protocol/types.js';
import { decodeBase58, encodeBase58 } from '../../util/base58.js';
import { encodeBase64 } from '../../util/bytes.js';
import {
  addAuthorization,
  createGrants,
  forgetAuthorization,
  forgetToken,
  getTransport,
  isGranted,
  isRemoteGrant,
  retireToken,
} from './grant.js';
import { getShownAccounts } from './shown-accounts.js';
import type { BareGrant, Grant } from './stored-grant.js';

const chain = 'solana:devnet';
const other = 'solana:testnet';
const key = new Uint8Array(32).fill(7);
const address = encodeBase58(key);
const capabilities: NonNullable<BareGrant['capabilities']> = {
  features: [],
  supported_transaction_versions: ['legacy'],
};
const old: BareGrant = {
  chain,
  byChain: { [chain]: { token: 'old', accounts: [] } },
  baseUri: 'https://wallet.example',
  capabilities,
  hasRefusedSigning: true,
};
/** A grant of two chains, with replaced tokens. */
const two = {
  chain,
  byChain: {
    [chain]: { token: 'a', accounts: [{ address }] },
    [other]: { token: 'b', accounts: [{ address }] },
  },
  formerTokens: ['c', 'd'],
} satisfies BareGrant;
const authorize = (members: Partial<AuthorizationResult['accounts'][number]> = {}): AuthorizationResult => ({
  auth_token: 'new',
  accounts: [{ address: encodeBase64(key), chains: [], ...members }],
});

describe('a new authorization', () => {
  it('keeps what was known of the wallet app, but not its refusal once the user was asked', () => {
    const known = { baseUri: undefined, capabilities, hasRefusedSigning: true };
    const { baseUri, hasRefusedSigning, ...rest } = addAuthorization(old, authorize(), chain);
    expect({ baseUri, capabilities: rest.capabilities, hasRefusedSigning }).toEqual(known);
    expect(addAuthorization(old, authorize(), chain, { isFresh: true }).hasRefusedSigning).toBeUndefined();
    const first = addAuthorization(undefined, authorize(), chain);
    expect(first).toEqual({
      chain,
      byChain: { [chain]: { token: 'new', accounts: [{ address }] } },
      remoteTokens: [],
    });
  });

  it.each([
    { label: 'Main' },
    { icon: 'data:image/png;base64,AAAA' as const },
    { chains: ['solana:testnet'] },
    { features: ['solana:signMessages'] },
  ])('keeps what the wallet says of an account: %j', (members) => {
    const { byChain } = addAuthorization(undefined, authorize(members), chain);
    expect(byChain[chain]?.accounts).toEqual([{ address, ...members }]);
  });

  it('of another device keeps the link to the wallet app, and its token is marked once', () => {
    const options = { transport: 'nostr' } as const;
    const grant = addAuthorization(
      addAuthorization(old, authorize(), chain, options),
      authorize(),
      chain,
      options,
    );
    expect(grant).toMatchObject({
      baseUri: old.baseUri,
      remoteTokens: [{ token: 'new', transport: 'nostr', isOnDevice: false }],
    });
    expect(addAuthorization(grant, authorize(), chain).remoteTokens).toEqual([]);
  });

  it('keeps the token that it replaces, and the marks of other tokens', () => {
    const remoteToken = { token: 'b', transport: 'nostr', isOnDevice: false } as const;
    const grant = addAuthorization({ ...two, remoteTokens: [remoteToken] }, authorize(), chain);
    expect(grant).toMatchObject({ formerTokens: ['c', 'd', 'a'], remoteTokens: [remoteToken] });
  });

  it('keeps the last 20 replaced tokens', () => {
    let grant = old;
    for (let index = 0; index <= 30; index++) {
      grant = addAuthorization(grant, { ...authorize(), auth_token: `${index}` }, chain);
    }
    expect(grant.formerTokens).toEqual(Array.from({ length: 20 }, (_, index) => `${index + 10}`));
  });
});

describe('a grant', () => {
  const remote = addAuthorization(undefined, authorize(), chain, { transport: 'reflector' });
  const retired: BareGrant = { ...remote, byChain: { [chain]: { accounts: [] } }, formerTokens: ['new'] };
  it.each<[what: string, grant: BareGrant | undefined, isRemote: boolean]>([
    ['with a token of another device', remote, true],
    ['with former tokens of another device', retired, true],
    ['with former tokens of this device, too', { ...retired, formerTokens: ['new', 'old'] }, false],
    [
      'with tokens of both',
      { ...remote, byChain: { ...remote.byChain, 'solana:testnet': { token: 'old', accounts: [] } } },
      false,
    ],
    ['with a token of this device', old, false],
    ['with no token', { chain, byChain: {} }, false],
    ['that is none', undefined, false],
  ])('%s is of another device alone: %s', (_, grant, isRemote) => {
    expect(isRemoteGrant(grant)).toBe(isRemote);
  });

  it.each([undefined, two])('grants nothing on a chain that was not authorized: %#', (grant) => {
    expect(isGranted(grant, 'solana:mainnet', address)).toBe(false);
  });

  it.each([undefined, two])('has tokens of this device, unless they are marked: %#', (grant) => {
    expect(getTransport(grant, 'a')).toBe('local');
  });
});

describe('a token that is forgotten', () => {
  it.each<[what: string, token: string, change: Partial<BareGrant>]>([
    ['current', 'a', { byChain: { ...two.byChain, [chain]: { accounts: [{ address }] } } }],
    ['former', 'c', { formerTokens: ['d'] }],
    ['unknown', 'e', {}],
  ])('leaves the accounts and all other tokens: a %s one', (_, token, change) => {
    expect(forgetToken(two, token)).toStrictEqual({ ...two, ...change });
  });

  it.each<[token: string, kept: 'solana:devnet' | 'solana:testnet']>([
    ['a', other],
    ['b', chain],
  ])('with its authorization (%s) leaves that of the other chain', (token, kept) => {
    const byChain = { [kept]: two.byChain[kept] };
    expect(forgetAuthorization(two, token)).toStrictEqual({ ...two, chain: kept, byChain });
  });

  it('stays among the last 20, of which the oldest is dropped', () => {
    const formerTokens = Array.from({ length: 20 }, (_, index) => `${index}`);
    const retired = retireToken({ ...old, formerTokens }, chain);
    expect(retired.formerTokens).toEqual([...formerTokens.slice(1), 'old']);
  });

  it('is a former one once if it was refused on two chains, and nothing changes on a chain without one', () => {
    const same = { token: 'same', accounts: [] };
    const grant = { chain, byChain: { [chain]: same, [other]: same } } satisfies BareGrant;
    const retired = retireToken(retireToken(grant, chain), other);
    expect(retired.formerTokens).toEqual(['same']);
    expect(retireToken(two, 'solana:mainnet')).toBe(two);
  });
});

describe('a grant is shown and stored', () => {
  const ICON = 'data:image/png;base64,AAAA';
  const second = encodeBase58(new Uint8Array(32).fill(8));
  const accounts = [
    { address, label: 'Main', icon: ICON, features: ['solana:signInWithSolana'] },
    { address: second, icon: 'https://example.com/icon.png' },
  ];
  const MANDATORY = [
    'solana:signAndSendTransaction',
    'solana:signAndSendAllTransactions',
    'solana:signMessage',
    'solana:signOffchainMessage',
  ];
  const shown = [
    {
      address,
      key: encodeBase64(decodeBase58(address)),
      chains: [other, chain],
      features: [...MANDATORY, 'solana:signIn'],
      label: 'Main',
      icon: ICON,
    },
    {
      address: second,
      key: encodeBase64(new Uint8Array(32).fill(8)),
      chains: [other, chain],
      features: [...MANDATORY.slice(0, 2), 'solana:signTransaction', ...MANDATORY.slice(2), 'solana:signIn'],
    },
  ];
  const grant: BareGrant = { chain, byChain: { [other]: { token: 'b', accounts } } };

  it('with what each account has and can do, also if the first chain has none', () => {
    expect(getShownAccounts(grant, [chain, other])).toStrictEqual(shown);
  });

  const OLD = { token: 'old', transport: 'nostr', isOnDevice: false } as const;
  const CURRENT = { token: 'b', transport: 'reflector', isOnDevice: false } as const;
  it.each<[remoteTokens: BareGrant['remoteTokens'], stored: BareGrant['remoteTokens']]>([
    [undefined, undefined],
    [[OLD], undefined],
    [[OLD, CURRENT], [CURRENT]],
  ])('without the marks of tokens that it no longer has: %j', (remoteTokens, stored) => {
    let kept: Grant | undefined;
    const state = {
      readGrant: () => kept,
      getAccounts: () => [],
      setGrant(next: Grant | undefined) {
        kept = next;
      },
    };
    createGrants(state, { chains: [chain, other] }).setGrant({
      ...grant,
      ...(remoteTokens && { remoteTokens }),
    });
    const marks = stored && { remoteTokens: stored };
    expect(kept).toStrictEqual({ ...grant, ...marks, isSendOnly: false, accounts: shown });
  });
});

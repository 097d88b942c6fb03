import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../base58-encode.js';
import { encodeBase64 } from '../../bytes.js';
import type { AuthorizationResult } from '../../protocol/types.js';
import { addAuthorization, type BareGrant, isRemoteGrant } from './grant.js';

const chain = 'solana:devnet';
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
const authorize = (members: Partial<AuthorizationResult['accounts'][number]> = {}): AuthorizationResult => ({
  auth_token: 'new',
  accounts: [{ address: encodeBase64(key), chains: [], ...members }],
});

describe('a new authorization', () => {
  it('keeps what was known of the wallet app, but not its refusal once the user was asked', () => {
    const known = { baseUri: undefined, capabilities, hasRefusedSigning: true };
    const { baseUri, hasRefusedSigning, ...rest } = addAuthorization(old, authorize(), chain);
    expect({ baseUri, capabilities: rest.capabilities, hasRefusedSigning }).toEqual(known);
    expect(addAuthorization(old, authorize(), chain, { isFresh: true })).not.toHaveProperty(
      'hasRefusedSigning',
    );
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
    expect(grant).toMatchObject({ baseUri: old.baseUri, remoteTokens: [['new', 'nostr']] });
    expect(addAuthorization(grant, authorize(), chain).remoteTokens).toEqual([]);
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
});

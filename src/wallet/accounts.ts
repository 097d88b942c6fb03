import type { IdentifierString, WalletAccount, WalletIcon } from '@wallet-standard/base';
import { decodeBase58 } from '../bytes.js';
import type { ChainIdentifier } from '../protocol/types.js';
import type { Grant, GrantedAccount } from './grant.js';
import type { Settings } from './options.js';

/** Wallet Standard features that an account may have, each with the wallet's own names for it. */
const FEATURES = {
  'solana:signAndSendTransaction': ['solana:signAndSendTransaction', 'solana:signAndSendTransactions'],
  'solana:signAndSendAllTransactions': ['solana:signAndSendTransaction', 'solana:signAndSendTransactions'],
  'solana:signTransaction': ['solana:signTransactions', 'solana:signTransaction'],
  'solana:signMessage': ['solana:signMessages', 'solana:signMessage'],
  'solana:signIn': ['solana:signInWithSolana', 'solana:signIn'],
} as const satisfies Record<IdentifierString, readonly string[]>;

/** Features that every wallet has (Mobile Wallet Adapter 2.0, "Feature identifiers"). */
const MANDATORY: readonly IdentifierString[] = [
  'solana:signAndSendTransaction',
  'solana:signAndSendAllTransactions',
  'solana:signMessage',
];

/**
 * Makes the wallet's accounts of a grant: those of the chain that it began with, then what other chains add. An account
 * that is the same as one in `previous` is that very object, and so is the array when nothing differs: wallet pickers
 * compare by identity.
 */
export function getAccounts(
  grant: Grant | undefined,
  { chains }: Settings,
  previous: readonly WalletAccount[],
): readonly WalletAccount[] {
  const accounts = getGranted(grant).map(([granted, chain]) => {
    const account = createAccount(granted, chain, chains);
    const same = previous.find((candidate) => candidate.address === account.address);
    return same && isSame(same, account) ? same : account;
  });
  const isUnchanged =
    accounts.length === previous.length && accounts.every((account, index) => account === previous[index]);
  return isUnchanged ? previous : Object.freeze(accounts);
}

/** Each address once, with the first chain that granted it. */
function getGranted(grant: Grant | undefined): readonly (readonly [GrantedAccount, ChainIdentifier])[] {
  if (!grant) return [];
  const first = new Map<string, readonly [GrantedAccount, ChainIdentifier]>();
  for (const chain of [grant.chain, ...(Object.keys(grant.byChain) as ChainIdentifier[])]) {
    for (const account of grant.byChain[chain]?.accounts ?? []) {
      if (!first.has(account.address)) first.set(account.address, [account, chain]);
    }
  }
  return [...first.values()];
}

function createAccount(
  { address, label, icon, chains, features }: GrantedAccount,
  chain: ChainIdentifier,
  registered: readonly ChainIdentifier[],
): WalletAccount {
  // Where the wallet names no chains, the other registered ones are tried when they are first used.
  const others = registered.filter((name) => name !== chain && (chains?.includes(name) ?? true));
  return Object.freeze({
    address,
    publicKey: decodeBase58(address),
    chains: Object.freeze([chain, ...others]),
    features: Object.freeze(getFeatureNames(features)),
    ...(label !== undefined && { label }),
    ...(isIcon(icon) && { icon }),
  });
}

function getFeatureNames(features: readonly string[] | undefined): IdentifierString[] {
  const names = Object.keys(FEATURES) as (keyof typeof FEATURES)[];
  if (!features) return names;
  return names.filter(
    (name) => MANDATORY.includes(name) || FEATURES[name].some((alias) => features.includes(alias)),
  );
}

function isIcon(icon: string | undefined): icon is WalletIcon {
  return /^data:image\/(svg\+xml|webp|png|gif);base64,/.test(icon ?? '');
}

function isSame(a: WalletAccount, b: WalletAccount): boolean {
  const { publicKey: _a, ...rest } = a;
  const { publicKey: _b, ...others } = b;
  return JSON.stringify(rest) === JSON.stringify(others);
}

import type { IdentifierString, WalletAccount, WalletIcon } from '@wallet-standard/base';
import { decodeBase58 } from '../bytes.js';
import type { Grant, GrantedAccount } from './grant.js';
import type { Settings } from './options.js';

/** Wallet Standard features that an account may have, each with the wallet's own names for it. */
const FEATURES = {
  'solana:signAndSendTransaction': ['solana:signAndSendTransaction', 'solana:signAndSendTransactions'],
  'solana:signTransaction': ['solana:signTransactions', 'solana:signTransaction'],
  'solana:signMessage': ['solana:signMessages', 'solana:signMessage'],
  'solana:signIn': ['solana:signInWithSolana', 'solana:signIn'],
} as const satisfies Record<IdentifierString, readonly string[]>;

/** Features that every wallet has (Mobile Wallet Adapter 2.0, "Feature identifiers"). */
const MANDATORY: readonly IdentifierString[] = ['solana:signAndSendTransaction', 'solana:signMessage'];

/**
 * Makes the wallet's accounts of a grant. An account that is the same as one in `previous` is that very object,
 * and so is the array when all are: wallet pickers compare by identity.
 */
export function getAccounts(
  grant: Grant | undefined,
  { chains }: Settings,
  previous: readonly WalletAccount[],
): readonly WalletAccount[] {
  const accounts = (grant?.accounts ?? []).map((granted, index) => {
    const account = createAccount(granted, (grant as Grant).chain, chains);
    return previous[index] && isSame(previous[index], account) ? previous[index] : account;
  });
  const isUnchanged =
    accounts.length === previous.length && accounts.every((account, index) => account === previous[index]);
  return isUnchanged ? previous : Object.freeze(accounts);
}

function createAccount(
  { address, label, icon, chains = [], features }: GrantedAccount,
  chain: IdentifierString,
  registered: readonly IdentifierString[],
): WalletAccount {
  // A wallet that names only the chain it authorized says no more than one that names none: the other
  // registered chains are tried when they are first used.
  const isUnnamed = chains.every((name) => name === chain);
  const others = registered.filter((name) => name !== chain && (isUnnamed || chains.includes(name)));
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

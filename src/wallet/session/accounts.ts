import type { IdentifierString } from '@wallet-standard/base';
import { isIcon } from '../../protocol/identity.js';
import type { ChainIdentifier } from '../../protocol/types.js';
import type { Grant, GrantedAccount, ShownAccount } from '../stored-grant.js';

/** Wallet Standard features that an account may have, each with the wallet's own names for it. */
const FEATURES = {
  'solana:signAndSendTransaction': ['solana:signAndSendTransaction', 'solana:signAndSendTransactions'],
  'solana:signAndSendAllTransactions': ['solana:signAndSendTransaction', 'solana:signAndSendTransactions'],
  'solana:signTransaction': ['solana:signTransactions', 'solana:signTransaction'],
  'solana:signMessage': ['solana:signMessages', 'solana:signMessage'],
  'solana:signIn': ['solana:signInWithSolana', 'solana:signIn'],
} as const satisfies Record<IdentifierString, readonly string[]>;

const SIGN_TRANSACTION = 'solana:signTransaction';

/** Features that every wallet has (Mobile Wallet Adapter 2.0, "Feature identifiers"). */
const MANDATORY: readonly IdentifierString[] = [
  'solana:signAndSendTransaction',
  'solana:signAndSendAllTransactions',
  'solana:signMessage',
];

/** Gives the accounts that a wallet shows of a grant: those of the chain that it began with, then what other chains add. */
export function getShownAccounts(
  { chain: first, byChain, ...rest }: Pick<Grant, 'chain' | 'byChain' | 'capabilities' | 'hasRefusedSigning'>,
  registered: readonly ChainIdentifier[],
): readonly ShownAccount[] {
  const isSendOnly = getIsSendOnly(rest);
  // Each address once, with the first chain that granted it.
  const shown = new Map<string, ShownAccount>();
  for (const chain of [first, ...(Object.keys(byChain) as ChainIdentifier[])]) {
    for (const account of byChain[chain]?.accounts ?? []) {
      if (!shown.has(account.address))
        shown.set(account.address, createShown(account, chain, registered, isSendOnly));
    }
  }
  return [...shown.values()];
}

/** Whether the wallet signs transactions only to send them, as far as it has told. */
export function getIsSendOnly({
  capabilities,
  hasRefusedSigning,
}: Pick<Grant, 'capabilities' | 'hasRefusedSigning'>): boolean {
  const names: readonly string[] = FEATURES[SIGN_TRANSACTION];
  const lacksIt = capabilities && !names.some((name) => capabilities.features.includes(name));
  return hasRefusedSigning ?? lacksIt ?? false;
}

function createShown(
  { address, label, icon, chains, features }: GrantedAccount,
  chain: ChainIdentifier,
  registered: readonly ChainIdentifier[],
  isSendOnly: boolean,
): ShownAccount {
  // Where the wallet names no chains, the other registered ones are tried when they are first used.
  const others = registered.filter((name) => name !== chain && (chains?.includes(name) ?? true));
  return {
    address,
    chains: [chain, ...others],
    features: getFeatureNames(features).filter((name) => !isSendOnly || name !== SIGN_TRANSACTION),
    ...(label !== undefined && { label }),
    ...(isIcon(icon) && { icon }),
  };
}

function getFeatureNames(features: readonly string[] | undefined): IdentifierString[] {
  const names = Object.keys(FEATURES) as (keyof typeof FEATURES)[];
  if (!features) return names;
  return names.filter(
    (name) => MANDATORY.includes(name) || FEATURES[name].some((alias) => features.includes(alias)),
  );
}

import type {
  SolanaSignAndSendTransactionInput,
  SolanaSignMessageInput,
  SolanaSignTransactionInput,
} from '@solana/wallet-standard-features';
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base';
import { isBytes } from '../bytes.js';
import { createInvalidArgumentError, MobileWalletError } from '../errors.js';
import { assertSendOptions, getObject } from '../protocol/arguments.js';
import { getChainIdentifier } from '../protocol/chains.js';
import type { ChainIdentifier, SendOptions } from '../protocol/types.js';
import type { TransactOptions } from './features.js';
import type { TransactScope } from './shared-wallet.js';

/** A transaction to sign, after checks. */
export type TransactionInput = Readonly<{
  account: WalletAccount;
  chain: ChainIdentifier;
  transaction: Uint8Array;
  options: SendOptions;
}>;

/** A message to sign, after checks. */
export type MessageInput = Readonly<{ account: WalletAccount; message: Uint8Array }>;

type AnyTransactionInput = SolanaSignTransactionInput | SolanaSignAndSendTransactionInput;

/**
 * Checks transactions to sign before anything opens or loads.
 *
 * @throws `INVALID_ARGUMENT`, `ACCOUNT_NOT_AUTHORIZED`
 */
export function assertTransactionInputs(
  inputs: readonly AnyTransactionInput[],
  accounts: readonly WalletAccount[],
): readonly TransactionInput[] {
  return inputs.map((input) => {
    const { transaction, chain } = input ?? {};
    if (!isBytes(transaction) || transaction.length === 0) {
      throw createInvalidArgumentError('transaction', 'must be a Uint8Array that is not empty');
    }
    const account = getOwnAccount(input.account, accounts);
    const identifier = getOwnChain(chain, account);
    const options = pickSendOptions(input.options);
    assertSendOptions(options);
    return { account, chain: identifier, transaction: new Uint8Array(transaction), options };
  });
}

/**
 * Checks messages to sign before anything opens or loads.
 *
 * @throws `INVALID_ARGUMENT`, `ACCOUNT_NOT_AUTHORIZED`
 */
export function assertMessageInputs(
  inputs: readonly SolanaSignMessageInput[],
  accounts: readonly WalletAccount[],
): readonly MessageInput[] {
  return inputs.map((input) => {
    const { message } = input ?? {};
    if (!isBytes(message)) throw createInvalidArgumentError('message', 'must be a Uint8Array');
    return { account: getOwnAccount(input.account, accounts), message: new Uint8Array(message) };
  });
}

/**
 * Checks what a callback's session is opened for, before it is.
 *
 * @throws `INVALID_ARGUMENT`, `ACCOUNT_NOT_AUTHORIZED`
 */
export function getTransactScope(
  callback: unknown,
  options: TransactOptions | undefined,
  {
    accounts,
    chains,
    connected,
  }: Pick<Wallet, 'accounts' | 'chains'> & Readonly<{ connected: string | undefined }>,
): TransactScope {
  if (typeof callback !== 'function') throw createInvalidArgumentError('callback', 'must be a function');
  const { account: given, chain, signal } = getObject(options, 'options') as TransactOptions;
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function') {
    throw createInvalidArgumentError('signal', 'must be an AbortSignal');
  }
  const account = given === undefined ? undefined : getOwnAccount(given, accounts);
  const own = account?.chains ?? [
    ...(connected === undefined ? [] : [connected as IdentifierString]),
    ...chains,
  ];
  return {
    chain: getOwnChain(chain, { chains: own }),
    ...(account && { address: account.address }),
    ...(signal && { signal }),
  };
}

function getOwnChain(chain: string | undefined, { chains }: Pick<WalletAccount, 'chains'>): ChainIdentifier {
  const identifier = chain === undefined ? (chains[0] as ChainIdentifier) : getChainIdentifier(chain);
  if (chains.includes(identifier)) return identifier;
  throw createInvalidArgumentError('chain', `must be one of ${[...new Set(chains)].join(', ')}`);
}

/** Wallet pickers hand over copies and wrappers of accounts, so what counts is the address. */
function getOwnAccount(
  account: Pick<WalletAccount, 'address'> | undefined,
  accounts: readonly WalletAccount[],
): WalletAccount {
  const address = account?.address;
  if (typeof address !== 'string')
    throw createInvalidArgumentError('account', 'must be an account of this wallet');
  const own = accounts.find((candidate) => candidate.address === address);
  if (own) return own;
  throw new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', `This wallet is not connected with ${address}`, {
    address,
  });
}

function pickSendOptions(options: AnyTransactionInput['options']): SendOptions {
  const { minContextSlot, commitment, skipPreflight, maxRetries } = (options ?? {}) as SendOptions;
  return {
    ...(minContextSlot !== undefined && { minContextSlot }),
    ...(commitment !== undefined && { commitment }),
    ...(skipPreflight !== undefined && { skipPreflight }),
    ...(maxRetries !== undefined && { maxRetries }),
  };
}

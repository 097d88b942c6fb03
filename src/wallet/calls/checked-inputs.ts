import type { WalletAccount } from '@wallet-standard/base';
import { findSigner } from '../../dapp/signatures.js';
import { parseObject } from '../../protocol/arguments.js';
import { parseChainIdentifier } from '../../protocol/chains.js';
import { WALLET_RPC } from '../../protocol/json-rpc.js';
import { parseSendOptions, UNPUBLISHED_VERSIONS } from '../../protocol/methods.js';
import { encodeOffchainMessage } from '../../protocol/offchain-message.js';
import { assertText } from '../../protocol/payloads.js';
import type { ChainIdentifier, SendOptions, TransactionVersion } from '../../protocol/types.js';
import {
  assertNotDamaged,
  getTransactionVersion,
  parseTransaction,
} from '../../protocol/wire-transaction.js';
import { attempt } from '../../util/attempt.js';
import { decodeBase58 } from '../../util/base58.js';
import { encodeBase64 } from '../../util/bytes.js';
import { assertArgument, MobileWalletError } from '../../util/errors.js';
import { assertBytes } from '../../util/is-bytes.js';
import type { GivenInput } from '../features.js';

/** A checked transaction to sign. */
export type TransactionInput = Readonly<{
  account: WalletAccount;
  chain: ChainIdentifier;
  transaction: Uint8Array;
  options: SendOptions;
}>;

/** What a caller passes for one off-chain message, unchecked, and the address of its account. */
export type GivenOffchainInput = Readonly<{
  address: string | undefined;
  messageVersion?: unknown;
  message?: unknown;
  requiredSigners?: unknown;
}>;

/** A checked message to sign. */
export type MessageInput = Readonly<{ account: WalletAccount; message: Uint8Array }>;

/**
 * Checks transactions to sign: an account must be a signer of its transaction. Skips that for transactions
 * that cannot be parsed, because the wallet may know their format.
 *
 * @throws `INVALID_ARGUMENT`, `ACCOUNT_NOT_AUTHORIZED`
 */
export function parseTransactionInputs(
  inputs: readonly GivenInput[],
  accounts: readonly WalletAccount[],
): readonly TransactionInput[] {
  const keys = new Map(accounts.map((account) => [account, getKey(account)]));
  return inputs.map(({ payload: transaction, chain, address, options }) => {
    assertNotDamaged(transaction, 'transaction');
    const account = parseOwnAccount(address, accounts);
    const identifier = parseOwnChain(chain, account);
    // Only the wallet itself sets this one, in mode `serial`.
    const checked = parseSendOptions({
      ...parseObject(options ?? {}, 'options'),
      waitForCommitmentToSendNextTransaction: undefined,
    });
    const parts = parseTransaction(transaction);
    const isSigner = !parts || findSigner(parts, keys.get(account) as Uint8Array);
    assertArgument(
      isSigner,
      'account',
      `must be a signer of the transaction, which ${account.address} is not`,
    );
    return { account, chain: identifier, transaction, options: checked };
  });
}

/**
 * Checks whose messages are to be signed.
 *
 * @throws `INVALID_ARGUMENT`, `ACCOUNT_NOT_AUTHORIZED`
 */
export function parseMessageInputs(
  inputs: readonly GivenInput[],
  accounts: readonly WalletAccount[],
): readonly MessageInput[] {
  return inputs.map(({ payload, address }) => ({
    account: parseOwnAccount(address, accounts),
    message: payload,
  }));
}

/**
 * Checks off-chain messages to sign, and encodes them.
 *
 * @throws `INVALID_ARGUMENT`, `ACCOUNT_NOT_AUTHORIZED`
 */
export function parseOffchainInputs(
  inputs: readonly GivenOffchainInput[],
  accounts: readonly WalletAccount[],
): readonly MessageInput[] {
  return inputs.map(({ address, messageVersion, message: text, requiredSigners }) => {
    const account = parseOwnAccount(address, accounts);
    assertArgument(messageVersion === 1, 'messageVersion', 'must be 1');
    assertText(text, 'message');
    const addresses = attempt(() =>
      (requiredSigners as readonly unknown[]).map((key) => {
        assertBytes(key, 'requiredSigners');
        return encodeBase64(key);
      }),
    );
    const message = addresses && attempt(() => encodeOffchainMessage({ text, addresses }));
    const isSigner = addresses?.includes(encodeBase64(getKey(account)));
    assertArgument(
      message && isSigner,
      'requiredSigners',
      "must be 1 to 255 different public keys of 32 bytes, with the account's",
    );
    return { account, message };
  });
}

/** Returns the account's key from its address, because the page can write into `publicKey`. */
export function getKey({ address }: WalletAccount): Uint8Array {
  return decodeBase58(address);
}

/**
 * Returns the identifier of a chain, or the first of `chains`.
 * @throws `INVALID_ARGUMENT` unless it is one of `chains`
 */
export function parseOwnChain(
  chain: string | undefined,
  { chains }: Pick<WalletAccount, 'chains'>,
): ChainIdentifier {
  const identifier = chain === undefined ? (chains[0] as ChainIdentifier) : parseChainIdentifier(chain);
  assertArgument(chains.includes(identifier), 'chain', `must be one of ${[...new Set(chains)].join(', ')}`);
  return identifier;
}

/**
 * Returns an account of this wallet by its address, because wallet pickers pass copies and wrappers of
 * accounts.
 *
 * @throws `INVALID_ARGUMENT`, `ACCOUNT_NOT_AUTHORIZED`
 */
export function parseOwnAccount(
  address: string | undefined,
  accounts: readonly WalletAccount[],
): WalletAccount {
  assertArgument(typeof address === 'string', 'account', 'must be an account of this wallet');
  const own = accounts.find((account) => account.address === address);
  if (own) return own;
  const message = `This wallet is not connected with ${address}`;
  throw new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', message, { address });
}

/** The versions that wallets sign, if nothing is known of a wallet. */
const USUAL_VERSIONS: readonly TransactionVersion[] = ['legacy', 0];

/**
 * Throws `INVALID_PAYLOADS` if a transaction is of a version that the wallet does not publish, because most
 * wallets show an error only after they have asked the user. Does not throw if the wallet publishes no
 * versions. `stored` are those that the wallet published last. As it may have been updated, only what it
 * publishes in this session counts against a transaction, which `ask` returns.
 */
export async function assertVersions(
  transactions: readonly Uint8Array[],
  stored: readonly TransactionVersion[] = USUAL_VERSIONS,
  ask: () => Promise<readonly TransactionVersion[] | undefined>,
): Promise<void> {
  const versions = transactions.map(getTransactionVersion);
  const isIn = (published: readonly TransactionVersion[]) =>
    versions.map((version) => version === undefined || published.includes(version));
  if (!isIn(stored).includes(false)) return;
  const published = await ask();
  if (!published?.length || published === UNPUBLISHED_VERSIONS) return;
  const valid = isIn(published);
  const wrong = versions[valid.indexOf(false)];
  if (wrong === undefined) return;
  const message = `The wallet app does not sign transactions of version ${wrong}, only of: ${published.join(', ')}`;
  throw new MobileWalletError('INVALID_PAYLOADS', message, {
    rpcCode: WALLET_RPC.INVALID_PAYLOADS,
    data: { valid },
  });
}

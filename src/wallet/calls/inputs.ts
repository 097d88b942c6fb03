import type { IdentifierString, WalletAccount } from '@wallet-standard/base';
import { getRequestSize, getSignedMessagesSize, type MessageSize } from '../../connection/message-size.js';
import { findSigner } from '../../dapp/signatures.js';
import { parseObject } from '../../protocol/arguments.js';
import { parseChainIdentifier } from '../../protocol/chains.js';
import {
  encodePayloads,
  encodeSendParams,
  parseSendOptions,
  SEND,
  type SIGN,
} from '../../protocol/methods.js';
import { encodeOffchainMessage } from '../../protocol/offchain-message.js';
import { assertText } from '../../protocol/payloads.js';
import type { ChainIdentifier, SendOptions } from '../../protocol/types.js';
import { parseTransaction, type WireTransaction } from '../../protocol/wire-transaction.js';
import { decodeBase58 } from '../../util/base58.js';
import { encodeBase64, SIGNATURE_LENGTH } from '../../util/bytes.js';
import { assertArgument, attempt, MobileWalletError } from '../../util/errors.js';
import { assertBytes } from '../../util/is-bytes.js';
import type { CopiedInput } from '../features.js';

/** What is known of every input once it has been checked. */
export type Input = Readonly<{
  account: WalletAccount;
  /** The account's key, from its address, because the page can write into `account.publicKey`. */
  publicKey: Uint8Array;
  chain: ChainIdentifier;
  /** The same for inputs that may share a request. */
  batchKey: string;
  /** The bytes of its payload, or of what is returned for it if that is longer. */
  length: number;
  /** What the connection has to carry if no other input shares its request. */
  alone: MessageSize;
}>;

/** A checked transaction to sign. */
export type TransactionInput = Input & Readonly<{ transaction: WireTransaction; options: SendOptions }>;

/** A checked message to sign. */
export type MessageInput = Input & Readonly<{ message: Uint8Array }>;

/** What a caller passes for one off-chain message, unchecked, and the address of its account. */
export type GivenOffchainInput = Readonly<{
  address: string | undefined;
  messageVersion?: unknown;
  message?: unknown;
  requiredSigners?: unknown;
}>;

/**
 * Checks transactions to sign: an account must be a signer of its transaction. Skips that for transactions
 * whose format is not known here, because the wallet app may know it.
 *
 * @param method by which they are signed. Sends may wait for each other: `isSerial`
 * @throws `INVALID_ARGUMENT`, `ACCOUNT_NOT_AUTHORIZED`
 */
export function parseTransactionInputs(
  inputs: readonly CopiedInput[],
  accounts: readonly WalletAccount[],
  method: typeof SIGN | typeof SEND,
  isSerial = false,
): readonly TransactionInput[] {
  return inputs.map(({ payload, address, chain: named, options: unchecked }) => {
    const transaction = parseTransaction(payload, 'transaction');
    const account = parseAccount(address, accounts);
    const publicKey = decodeBase58(account.address);
    const chain = parseChain(named, account.chains);
    // Only the wallet itself sets this one, in mode `serial`.
    const options = parseSendOptions({
      ...parseObject(unchecked ?? {}, 'options'),
      waitForCommitmentToSendNextTransaction: isSerial || undefined,
    });
    assertArgument(
      !transaction.parts || findSigner(transaction.parts, publicKey),
      'account',
      `must be a signer of the transaction, which ${account.address} is not`,
    );
    const batchKey = JSON.stringify([chain, account.address, options]);
    const params = method === SEND ? encodeSendParams([payload], options) : encodePayloads([payload]);
    const alone = getRequestSize(method, params);
    return { account, publicKey, chain, batchKey, length: payload.length, alone, transaction, options };
  });
}

/**
 * Checks whose messages are to be signed.
 *
 * @throws `INVALID_ARGUMENT`, `ACCOUNT_NOT_AUTHORIZED`
 */
export function parseMessageInputs(
  inputs: readonly CopiedInput[],
  accounts: readonly WalletAccount[],
): readonly MessageInput[] {
  return inputs.map(({ payload, address }) => createMessageInput(parseAccount(address, accounts), payload));
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
    const account = parseAccount(address, accounts);
    assertArgument(messageVersion === 1, 'messageVersion', 'must be 1');
    assertText(text, 'message');
    const addresses = attempt(() =>
      (requiredSigners as readonly unknown[]).map((key) => {
        assertBytes(key, 'requiredSigners');
        return encodeBase64(key);
      }),
    );
    const message = addresses && attempt(() => encodeOffchainMessage({ text, addresses }));
    const isSigner = addresses?.includes(encodeBase64(decodeBase58(account.address)));
    assertArgument(
      message && isSigner,
      'requiredSigners',
      "must be 1 to 255 different public keys of 32 bytes, with the account's",
    );
    return createMessageInput(account, message);
  });
}

function createMessageInput(account: WalletAccount, message: Uint8Array): MessageInput {
  return {
    account,
    publicKey: decodeBase58(account.address),
    chain: account.chains[0] as ChainIdentifier,
    batchKey: account.address,
    length: message.length + SIGNATURE_LENGTH,
    alone: getSignedMessagesSize([message], 1),
    message,
  };
}

/**
 * Returns the identifier of a chain, or the first of `chains`.
 * @throws `INVALID_ARGUMENT` unless it is one of `chains`
 */
export function parseChain(chain: string | undefined, chains: readonly IdentifierString[]): ChainIdentifier {
  const identifier = chain === undefined ? (chains[0] as ChainIdentifier) : parseChainIdentifier(chain);
  assertArgument(chains.includes(identifier), 'chain', `must be one of ${[...new Set(chains)].join(', ')}`);
  return identifier;
}

/**
 * Finds an account of this wallet by its address, because wallet pickers pass copies and wrappers of
 * accounts.
 *
 * @throws `INVALID_ARGUMENT`, `ACCOUNT_NOT_AUTHORIZED`
 */
export function parseAccount(address: string | undefined, accounts: readonly WalletAccount[]): WalletAccount {
  assertArgument(typeof address === 'string', 'account', 'must be an account of this wallet');
  const account = accounts.find((candidate) => candidate.address === address);
  if (account) return account;
  const message = `This wallet is not connected with ${address}`;
  throw new MobileWalletError('ACCOUNT_NOT_AUTHORIZED', message, { address });
}

import {
  type Address,
  getAddressDecoder,
  getAddressEncoder,
  type MessageModifyingSigner,
  type SignableMessage,
  type SignatureBytes,
  type TransactionModifyingSigner,
  type TransactionSendingSigner,
} from '@solana/kit';
import { createSendError, getUnknown, markAbortReason } from '../../dapp/sent.js';
import { splitSignedMessage } from '../../dapp/sign-in-message.js';
import { assertSignature } from '../../dapp/signatures.js';
import { parseObject } from '../../protocol/arguments.js';
import type { Account } from '../../protocol/types.js';
import { abortable } from '../../util/abortable.js';
import { decodeBase64, encodeBase64 } from '../../util/bytes.js';
import { assertArgument, attempt } from '../../util/errors.js';
import { assertBytes } from '../../util/is-bytes.js';
import { endWallet } from './abortable-wallets.js';
import {
  checkSignedTransaction,
  copyTransactions,
  type KitMobileWallet,
  type SignedBy,
} from './transactions.js';

/**
 * A signer of `@solana/kit` for an account of a session: signs transactions and messages, and sends
 * transactions.
 */
export type AccountSigner = MessageModifyingSigner & TransactionModifyingSigner & TransactionSendingSigner;

type Config = Readonly<{ abortSignal?: AbortSignal }>;

/**
 * Creates a signer of `@solana/kit` for an account of a session. With it,
 * `signAndSendTransactionMessageWithSigners`, `signTransactionMessageWithSigners`,
 * `signOffchainMessageWithSigners` and kit's clients work inside `transact`. Create one signer for an
 * account, because kit 5 refuses a message with two different signers of one address.
 *
 * Each call of the signer is one request, whatever number of transactions or messages it has. An empty array
 * is no request. The calls reject as those of the session's `wallet` do, and in these cases:
 *
 * - `INVALID_ARGUMENT`: the account is not a signer of the transaction. The wallet sees nothing.
 * - `ACCOUNT_NOT_AUTHORIZED`: the wallet signed the transaction, but not with this account.
 * - `INVALID_RESPONSE`: a signature is wrong, or the wallet altered a message.
 * - `abortSignal` aborted: the call rejects with the signal's reason, and a request that waits for its turn
 *   is not sent. A send whose request has left rejects with `SUBMISSION_UNKNOWN`, because nobody can recall
 *   it. The session stays open, and the wallet may still show the request.
 *
 * A wallet may alter a transaction, for example its fees. The signatures that other accounts had added before
 * are then removed, because they are no longer valid.
 *
 * @param wallet the wallet that `transact` of `…/kit` passes to its callback
 * @param account an account that `authorize` returned, or its address as kit has it
 * @throws `INVALID_ARGUMENT`
 *
 * @example
 * ```ts
 * import {
 *   type Blockhash,
 *   createTransactionMessage,
 *   pipe,
 *   setTransactionMessageFeePayerSigner,
 *   setTransactionMessageLifetimeUsingBlockhash,
 *   signAndSendTransactionMessageWithSigners,
 * } from '@solana/kit';
 * import { createAccountSigner, encodeBase58, transact } from 'mobile-wallet-standard/kit';
 *
 * type Lifetime = Readonly<{ blockhash: Blockhash; lastValidBlockHeight: bigint }>;
 *
 * export function pay(getLifetime: () => Promise<Lifetime>): Promise<string> {
 *   return transact(async (wallet) => {
 *     const { accounts } = await wallet.authorize({ chain: 'solana:devnet', identity: { name: 'Example' } });
 *     const signer = createAccountSigner(wallet, accounts[0]);
 *     const lifetime = await getLifetime();
 *     const message = pipe(
 *       createTransactionMessage({ version: 0 }),
 *       (empty) => setTransactionMessageFeePayerSigner(signer, empty),
 *       (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
 *       // … and append your instructions.
 *     );
 *     return encodeBase58(await signAndSendTransactionMessageWithSigners(message));
 *   });
 * }
 * ```
 */
export function createAccountSigner(
  wallet: KitMobileWallet,
  account: Pick<Account, 'address'> | Address,
): AccountSigner {
  assertArgument(typeof wallet?.signTransactions === 'function', 'wallet', 'must be the wallet of a session');
  const by = readAccount(account);
  const { address } = by;

  /**
   * Makes a call of the session, which ends when the signal aborts: at once, and without a request if that
   * still waits for its turn. If a dapp has made the wallet itself, only the wait for its call ends, and a
   * send may have left.
   */
  const callWith = async <T>(
    { abortSignal }: Config,
    call: (wallet: KitMobileWallet) => Promise<T>,
    sendCount?: number,
  ): Promise<T> => {
    const ended = endWallet(wallet, abortSignal);
    try {
      if (ended) return await call(ended.wallet);
      const calling = call(wallet);
      return await (sendCount === undefined
        ? abortable(calling, abortSignal)
        : abortSend(calling, abortSignal, sendCount));
    } catch (error) {
      if (abortSignal?.aborted && error === abortSignal.reason) markAbortReason(error);
      throw error;
    } finally {
      ended?.release();
    }
  };

  return Object.freeze<AccountSigner>({
    address,

    async modifyAndSignTransactions(transactions, config = {}) {
      const asked = copyTransactions(transactions, address);
      assertNotAborted(config);
      if (asked.length === 0) return [];
      const signed = await callWith(config, (walletOfCall) =>
        walletOfCall.signTransactions({ transactions: asked }),
      );
      return Promise.all(
        signed.map((transaction, index) => checkSignedTransaction(transaction, asked, index, by)),
      );
    },

    async signAndSendTransactions(transactions, config = {}) {
      const asked = copyTransactions(transactions, address);
      assertNotAborted(config);
      if (asked.length === 0) return [];
      const { minContextSlot: slot } = config;
      // Kit also passes slots as `bigint`. The wallet of the session refuses what is no number.
      const minContextSlot = typeof slot === 'bigint' ? Number(slot) : slot;
      const params = { transactions: asked, minContextSlot };
      return callWith(config, (walletOfCall) => walletOfCall.signAndSendTransactions(params), asked.length);
    },

    async modifyAndSignMessages(messages, config = {}) {
      const asked = copyMessages(messages);
      assertNotAborted(config);
      if (asked.length === 0) return [];
      const payloads = asked.map(({ content }) => content);
      const addresses = [encodeBase64(by.publicKey)];
      const signed = await callWith(config, (walletOfCall) =>
        walletOfCall.signMessages({ addresses, payloads }),
      );
      return Promise.all(signed.map((payload, index) => checkSignedMessage(payload, asked, index, by)));
    },
  });
}

/** Reads an account's address. Base64 of 32 bytes ends with `=`, which base58 does not have. */
function readAccount(account: Pick<Account, 'address'> | Address): SignedBy {
  const text = typeof account === 'string' ? account : account?.address;
  const publicKey = attempt(() =>
    text.endsWith('=') ? decodeBase64(text) : new Uint8Array(getAddressEncoder().encode(text as Address)),
  );
  assertArgument(publicKey?.length === 32, 'account', 'must be an account of the session, or its address');
  return { publicKey, address: getAddressDecoder().decode(publicKey) };
}

function assertNotAborted(config: Config): void {
  const { abortSignal } = parseObject<Config>(config, 'config');
  const isSignal = abortSignal === undefined || typeof abortSignal?.throwIfAborted === 'function';
  assertArgument(isSignal, 'config.abortSignal', 'must be an AbortSignal');
  if (!abortSignal?.aborted) return;
  markAbortReason(abortSignal.reason);
  throw abortSignal.reason;
}

/**
 * Settles as a send does. If the signal aborts first, rejects with `SUBMISSION_UNKNOWN`, because the request
 * may have left.
 */
async function abortSend<T>(
  sending: Promise<T>,
  abortSignal: AbortSignal | undefined,
  count: number,
): Promise<T> {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  sending.then(settle, settle);
  try {
    return await abortable(sending, abortSignal);
  } catch (reason) {
    if (isSettled) return sending;
    throw createSendError(reason, getUnknown(count));
  }
}

/**
 * Copies messages, because the caller may change its own objects while the user decides.
 * @throws `INVALID_ARGUMENT`
 */
function copyMessages(messages: readonly SignableMessage[]): readonly SignableMessage[] {
  assertArgument(Array.isArray(messages), 'messages', 'must be an array');
  return [...messages].map((message, index) => {
    assertBytes(message?.content, `messages[${index}].content`);
    // Not by `slice`, which does not copy a `Buffer`.
    return { ...message, content: new Uint8Array(message.content), signatures: { ...message.signatures } };
  });
}

async function checkSignedMessage(
  payload: Uint8Array,
  asked: readonly SignableMessage[],
  index: number,
  { address, publicKey }: SignedBy,
): Promise<SignableMessage> {
  const message = asked[index] as SignableMessage;
  const [signature] = splitSignedMessage(payload, message.content, 1).signatures as [SignatureBytes];
  await assertSignature(publicKey, { signature, message: message.content }, `signed_payloads[${index}]`);
  const signatures = Object.freeze({ ...message.signatures, [address]: signature });
  return Object.freeze({ ...message, signatures });
}

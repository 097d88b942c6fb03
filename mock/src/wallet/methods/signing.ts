import { getTransactionEncoder, type SignaturesMap } from '@solana/kit';
import {
  concatBytes,
  encodeBase58,
  encodeBase64,
  equalBytes,
  isTransactionBytes,
  JSON_RPC_CODES,
  type JsonObject,
  WALLET_RPC_CODES,
} from 'mobile-wallet-standard/endpoint';
import type { TransactionSummary } from '../../explain/chain.js';
import {
  type DecodedTransaction,
  decodeTransaction,
  describeMessage,
} from '../../explain/describe-transaction.js';
import { getErrorMessage } from '../../explain/foreign.js';
import { readOffchainMessage } from '../../explain/offchain-message.js';
import { getPaymentText } from '../../explain/payment-text.js';
import type { Signer } from '../accounts.js';
import type { TransactionToApprove } from '../approval.js';
import { type Answer, askUser } from '../ask-user.js';
import type { Authorization } from '../authorizations.js';
import type { MockSession, MockWalletContext } from '../mock-session.js';
import { readBase64Array, readPayloads } from '../params.js';
import type { Quirks } from '../quirks.js';
import { getMessage, leaveUnanswered, refuse, refuseMethod } from '../refusal.js';
import { rewriteTransaction } from './rewriting.js';

/**
 * Answers `sign_messages` with each message followed by one signature per address, in order. Refuses with -2
 * a message that begins as an off-chain message and is none, and, unless a quirk says otherwise, one that is
 * a transaction.
 */
export async function signMessages(params: JsonObject, session: MockSession): Promise<JsonObject> {
  const { wallet } = session;
  const { quirks } = wallet;
  const messages = readPayloads(params, quirks);
  const addresses =
    readBase64Array(params, 'addresses', quirks) ??
    (quirks.silentOnMalformedAddresses
      ? leaveUnanswered('silence')
      : refuse(JSON_RPC_CODES.INVALID_PARAMS, 'request must contain an array of addresses'));
  assertWithinLimit(messages, wallet.getSettings().capabilities.maxMessagesPerRequest, quirks);
  const authorization = requireAuthorization(session);
  findSigners(addresses, authorization, messages, wallet);
  assertValid(messages.map((message) => readOffchainMessage(message) !== 'damaged'));
  if (!quirks.signsTransactionMessages) {
    const valid = messages.map((message) => !isTransactionBytes(message));
    assertValid(valid, 'a transaction is no message: use sign_transactions');
  }
  assertApproved(
    await askUser(session, authorization, () => ({
      type: 'sign-messages',
      addresses: addresses.map(encodeBase58),
      messages,
    })),
  );
  // Again, because the user may have removed an account meanwhile.
  const signers = findSigners(addresses, authorization, messages, wallet);
  const signed = messages.map(async (message) => {
    const signatures = await Promise.all(signers.map(({ sign }) => sign(message)));
    return quirks.signedMessages === 'signatures'
      ? concatBytes(...signatures)
      : concatBytes(message, ...signatures);
  });
  return { signed_payloads: (await Promise.all(signed)).map(encodeBase64) };
}

/** Returns the signers of addresses; refuses the messages with -1 or -2 if one is not authorized. */
function findSigners(
  addresses: readonly Uint8Array[],
  authorization: Authorization,
  messages: readonly Uint8Array[],
  wallet: MockWalletContext,
): readonly Signer[] {
  const authorized = getAuthorizedSigners(wallet, authorization);
  const signers = addresses.flatMap(
    (address) => authorized.find(({ account }) => equalBytes(account.publicKey, address)) ?? [],
  );
  if (signers.length < addresses.length) {
    if (wallet.quirks.unknownAddress === 'authorization-failed') {
      refuse(WALLET_RPC_CODES.AUTHORIZATION_FAILED, 'address not authorized for signing');
    }
    assertValid(messages.map(() => false));
  }
  return signers;
}

/** Answers `sign_transactions`, an optional feature in 2.0, with the signed transactions. */
export async function signTransactions(params: JsonObject, session: MockSession): Promise<JsonObject> {
  const { protocol, getSettings } = session.wallet;
  const { features } = getSettings().capabilities;
  if (protocol === 'v1' && !features.includes('solana:signTransactions')) {
    refuseMethod('sign_transactions');
  }
  const wires = readTransactions(params, session);
  const signed = await askToSign(wires, 'sign-transactions', requireAuthorization(session), session);
  session.request.record.note({ signatures: signed.flatMap(getTransactionId) });
  return { signed_payloads: signed.map(({ wire }) => encodeBase64(wire)) };
}

/** Reads transactions; refuses more than the limit. */
export function readTransactions(params: JsonObject, { wallet }: MockSession): readonly Uint8Array[] {
  const wires = readPayloads(params, wallet.quirks);
  assertWithinLimit(wires, wallet.getSettings().capabilities.maxTransactionsPerRequest, wallet.quirks);
  return wires;
}

/**
 * Signs transactions with the authorization's accounts, after the changes that the wallet's quirks make.
 * Refuses with -2 unless each of `wires` is a transaction of a supported version that needs a signature of
 * one of them, and with -3 when the user declines, or as the wallet's quirk says.
 */
export async function askToSign(
  wires: readonly Uint8Array[],
  type: 'sign-transactions' | 'sign-and-send-transactions',
  authorization: Authorization,
  session: MockSession,
): Promise<readonly DecodedTransaction[]> {
  const { wallet } = session;
  const required = getAuthorizedSigners(wallet, authorization);
  const asked: readonly (DecodedTransaction | undefined)[] = wires.map(decode);
  assertSignable(asked, required, wallet);
  const owners = required.map(({ account }) => account.address);
  // Before the user is asked, who sees what is signed.
  const rewritten = await Promise.all(asked.map((each) => rewriteTransaction(each, owners, wallet)));
  const pays = getPaymentText(rewritten, owners);
  if (pays !== undefined) session.request.record.note({ pays });
  const isSent = type === 'sign-and-send-transactions';
  assertApproved(
    await askUser(session, authorization, async () => ({
      type,
      transactions: await describe(rewritten, wallet),
    })),
    isSent && wallet.quirks.declinedSend === 'not-submitted' ? WALLET_RPC_CODES.NOT_SUBMITTED : undefined,
  );
  // Again, because the user may have removed an account meanwhile.
  const signers = getAuthorizedSigners(wallet, authorization);
  assertSignable(rewritten, signers, wallet);
  return Promise.all(rewritten.map((each) => signTransaction(each, signers)));
}

/** Refuses transactions with -2 that could not be decoded, or that none of `signers` can sign. */
function assertSignable(
  transactions: readonly (DecodedTransaction | undefined)[],
  signers: readonly Signer[],
  wallet: MockWalletContext,
): asserts transactions is readonly DecodedTransaction[] {
  const { supportedTransactionVersions } = wallet.getSettings().capabilities;
  assertValid(
    transactions.map((decoded) => {
      if (!decoded || !supportedTransactionVersions.includes(decoded.message.version)) return false;
      return findRequired(signers, decoded).length > 0;
    }),
  );
}

/**
 * Adds the signatures of `signers` to a transaction, each in its account's slot. Keeps other signatures, and
 * ignores signers whose account has no slot.
 */
export async function signTransaction(
  decoded: DecodedTransaction,
  signers: readonly Signer[],
): Promise<DecodedTransaction> {
  const { messageBytes, signatures } = decoded.transaction;
  const added = await Promise.all(
    findRequired(signers, decoded).map(
      async ({ account, sign }) => [account.address, await sign(Uint8Array.from(messageBytes))] as const,
    ),
  );
  // Spread the old signatures first, to keep the order of the slots, in which the encoder writes the
  // signatures.
  const all = { ...signatures, ...Object.fromEntries(added) } as SignaturesMap;
  const transaction = { ...decoded.transaction, signatures: all };
  return { ...decoded, transaction, wire: new Uint8Array(getTransactionEncoder().encode(transaction)) };
}

/** Returns those of `signers` whose accounts must sign a transaction. */
function findRequired(signers: readonly Signer[], { transaction }: DecodedTransaction): readonly Signer[] {
  return signers.filter(({ account }) => account.address in transaction.signatures);
}

/**
 * Describes transactions with the help of the chain, each after those before it if the chain can do that, or
 * by their bytes alone if there is no chain or it fails.
 */
async function describe(
  transactions: readonly DecodedTransaction[],
  { chain }: MockWalletContext,
): Promise<readonly TransactionToApprove[]> {
  const wires = transactions.map(({ wire }) => wire);
  const describeOffline = ({ message }: DecodedTransaction, error?: string): TransactionSummary => ({
    ...describeMessage(message),
    balanceChanges: [],
    logs: [],
    ...(error !== undefined && { error }),
  });
  const describeAlone = async (each: DecodedTransaction): Promise<TransactionSummary | undefined> =>
    chain
      ?.describeTransaction(each.wire)
      .catch((error: unknown) => describeOffline(each, getErrorMessage(error)));
  const describeEach = () => Promise.all(transactions.map(describeAlone));
  const summaries = await (chain?.describeTransactions?.(wires).catch(describeEach) ?? describeEach());
  return transactions.map((each, index) => ({
    wire: each.wire,
    summary: summaries[index] ?? describeOffline(each),
  }));
}

/**
 * Returns the base58 signature by which a transaction is known, in an array that is empty if its fee payer
 * has not signed.
 */
function getTransactionId(decoded: DecodedTransaction): readonly string[] {
  const signature = getFirstSignature(decoded);
  return signature ? [encodeBase58(signature)] : [];
}

/** Returns the signature of a transaction's fee payer, or `null`. */
export function getFirstSignature({ transaction }: DecodedTransaction): Uint8Array | null {
  return Object.values(transaction.signatures)[0] ?? null;
}

function decode(wire: Uint8Array): DecodedTransaction | undefined {
  try {
    return decodeTransaction(wire);
  } catch {
    return undefined;
  }
}

/** Returns the session's authorization; refuses a privileged request without one with -1. */
export function requireAuthorization({ association, wallet, request }: MockSession): Authorization {
  const { authorization } = association;
  if (!authorization)
    refuse(
      WALLET_RPC_CODES.AUTHORIZATION_FAILED,
      getMessage(WALLET_RPC_CODES.AUTHORIZATION_FAILED, request.method),
    );
  wallet.authorizations.touch(authorization.token);
  return authorization;
}

/** Refuses more payloads than the published limit with -6, or as the wallet's quirk says. */
function assertWithinLimit(
  payloads: readonly Uint8Array[],
  limit: number,
  { tooManyPayloads }: Quirks,
): void {
  if (limit > 0 && payloads.length > limit)
    refuse(tooManyPayloads, getMessage(WALLET_RPC_CODES.TOO_MANY_PAYLOADS, ''));
}

/** Refuses payloads with -2 unless all of them are valid. */
function assertValid(valid: readonly boolean[], message?: string): void {
  if (valid.includes(false)) refuse(WALLET_RPC_CODES.INVALID_PAYLOADS, message, { valid });
}

/** Refuses what the user declined, by default with -3. */
function assertApproved({ approved }: Answer, code: number = WALLET_RPC_CODES.NOT_SIGNED): void {
  if (!approved) refuse(code);
}

/** Returns the signers of an authorization's accounts. */
function getAuthorizedSigners(
  { accounts }: MockWalletContext,
  { addresses }: Authorization,
): readonly Signer[] {
  return addresses.flatMap((address) => accounts.find(address) ?? []);
}

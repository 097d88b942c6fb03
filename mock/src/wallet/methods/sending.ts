import {
  encodeBase58,
  encodeBase64,
  JSON_RPC_CODES,
  type JsonObject,
  WALLET_RPC_CODES,
} from 'mobile-wallet-standard/endpoint';
import { isChainError, type SendTransactionOptions, type WalletChain } from '../../explain/chain.js';
import type { DecodedTransaction } from '../../explain/describe-transaction.js';
import { getErrorMessage } from '../../explain/foreign.js';
import { keepDefined } from '../../values/parse.js';
import type { MockSession } from '../mock-session.js';
import { readObject, readText } from '../params.js';
import type { Quirks } from '../quirks.js';
import { getMessage, leaveUnanswered, refuse } from '../refusal.js';
import { askToSign, getFirstSignature, readTransactions, requireAuthorization } from './signing.js';

type SendInput = Readonly<{ options: SendTransactionOptions; waits: boolean }>;
/**
 * The outcome of one transaction: `signature` if it was submitted; `problem` says why it was not.
 * `hasFailed`: on the chain.
 */
type Submission = Readonly<{ signature: Uint8Array | null; problem?: string; hasFailed?: boolean }>;

/** The outcome of a transaction that the user chose not to send. */
const UNSENT: Submission = { signature: null, problem: 'the user of the mock wallet left some out' };
/** What the wallet takes for the outcome if its node has answered, and the answer is lost. */
const LOST: Submission = { signature: null, problem: 'the reply of the node got lost' };
const MAX_INT32 = 2 ** 31 - 1;
const MIN_INT32 = -(2 ** 31);

/**
 * Answers `sign_and_send_transactions`: signs all transactions, sends them in order and returns their
 * signatures. If some are not submitted, answers -4 with the signatures of those that were, or as the
 * wallet's quirks say. With `wait_for_commitment_to_send_next_transaction`, it sends each after the chain has
 * accepted the one before, and stops at the first that the chain does not accept.
 */
export async function signAndSendTransactions(params: JsonObject, session: MockSession): Promise<JsonObject> {
  const { wallet } = session;
  const wires = readTransactions(params, session);
  const input = readSendInput(readObject(params, 'options') ?? {}, wallet.quirks);
  const authorization = requireAuthorization(session);
  if (wallet.quirks.silentWithoutMinContextSlot && input.options.minContextSlot === undefined)
    leaveUnanswered('silence');
  const ask: Ask = (asked) => askToSign(asked, 'sign-and-send-transactions', authorization, session);
  const { signed, submissions } = wallet.quirks.sendsOneByOne
    ? await askAndSubmitEach(wires, ask, input, session)
    : await askAndSubmit(wires, ask, input, session);
  note(submissions, session);
  const ids = submissions.map(({ signature }) => signature);
  if (wallet.quirks.forgetsWhileSending && !session.association.hasForgotten) forget(session);
  const problem = submissions.find((submission) => submission.problem !== undefined)?.problem;
  if (problem !== undefined) refuseFailed(problem, signed, ids, wallet.quirks);
  return { signatures: ids.map((id) => id && encodeBase64(id)) };
}

/** What was signed of the transactions of a request, and what became of each. */
type Sent = Readonly<{ signed: readonly DecodedTransaction[]; submissions: readonly Submission[] }>;
type Ask = (wires: readonly Uint8Array[]) => Promise<readonly DecodedTransaction[]>;

async function askAndSubmit(
  wires: readonly Uint8Array[],
  ask: Ask,
  { options, waits }: SendInput,
  session: MockSession,
): Promise<Sent> {
  const signed = await ask(wires);
  const send = ({ wire }: DecodedTransaction, index: number): Promise<Submission> =>
    submitOne(wire, index === signed.length - 1, options, session, index);
  if (!waits && session.wallet.quirks.failedSend !== 'all-signatures')
    return { signed, submissions: await Promise.all(signed.map(send)) };
  const submissions: Submission[] = [];
  for (const [index, each] of signed.entries()) {
    const isStopped = submissions.some(
      (submission) => submission !== UNSENT && submission.problem !== undefined,
    );
    submissions.push(isStopped ? { signature: null } : await send(each, index));
  }
  return { signed, submissions };
}

/** Sends each transaction before the user is asked for the next. */
async function askAndSubmitEach(
  wires: readonly Uint8Array[],
  ask: Ask,
  { options }: SendInput,
  session: MockSession,
): Promise<Sent> {
  const signed: DecodedTransaction[] = [];
  const submissions: Submission[] = [];
  for (const [index, asked] of wires.entries()) {
    for (const each of await ask([asked])) {
      signed.push(each);
      submissions.push(await submitOne(each.wire, index === wires.length - 1, options, session, index));
    }
    // Now, because the user may decline the next.
    note(submissions, session);
  }
  return { signed, submissions };
}

/** Shows in the wallet's activity what was submitted. */
function note(submissions: readonly Submission[], { request }: MockSession): void {
  request.record.note({
    signatures: submissions.flatMap(({ signature }) => (signature ? [encodeBase58(signature)] : [])),
    ...(submissions.some(({ hasFailed }) => hasFailed) && { hasFailed: true }),
  });
}

/** Makes the session's token invalid, and answers -1. */
function forget({ association, wallet, request }: MockSession): never {
  const { authorization } = association;
  association.hasForgotten = true;
  association.authorization = undefined;
  if (authorization) wallet.authorizations.revoke(authorization.token);
  refuse(
    WALLET_RPC_CODES.AUTHORIZATION_FAILED,
    getMessage(WALLET_RPC_CODES.AUTHORIZATION_FAILED, request.method),
  );
}

/** Answers a send of which not all was submitted. `ids` has `null` for what was not. */
function refuseFailed(
  problem: string,
  signed: readonly DecodedTransaction[],
  ids: readonly (Uint8Array | null)[],
  { failedSend }: Quirks,
): never {
  const listed = failedSend === 'all-signatures' ? signed.map(getFirstSignature) : ids;
  switch (failedSend) {
    case 'invalid-payloads':
      return refuse(WALLET_RPC_CODES.INVALID_PAYLOADS, undefined, { valid: ids.map((id) => id !== null) });
    case 'not-signed':
      return refuse(WALLET_RPC_CODES.NOT_SIGNED);
    case 'not-submitted':
    case 'all-signatures':
      return refuse(WALLET_RPC_CODES.NOT_SUBMITTED, `transactions not submitted: ${problem}`, {
        signatures: listed.map((id) => id && encodeBase64(id)),
      });
  }
}

/** Sends the transaction at `index` of a request. The reply of the node to the last one may get lost. */
async function submitOne(
  wire: Uint8Array,
  isLast: boolean,
  options: SendTransactionOptions,
  { wallet: { chain, quirks }, request: { unsentIndexes } }: MockSession,
  index: number,
): Promise<Submission> {
  if (unsentIndexes.includes(index)) return UNSENT;
  const submission = await submitTo(chain, wire, options);
  return quirks.losesReplyToSend && isLast ? LOST : submission;
}

async function submitTo(
  chain: WalletChain | undefined,
  wire: Uint8Array,
  options: SendTransactionOptions,
): Promise<Submission> {
  if (!chain) return { signature: null, problem: 'the mock wallet has no chain to send to' };
  try {
    return await chain.sendTransaction(wire, options);
  } catch (error) {
    // A transaction that failed when executed is on the chain, so it counts as submitted.
    if (isChainError(error, 'execution') && error.signature)
      return { signature: error.signature, hasFailed: true };
    return { signature: null, problem: getErrorMessage(error) };
  }
}

function readSendInput(options: JsonObject, quirks: Quirks): SendInput {
  return {
    options: keepDefined<SendTransactionOptions>({
      minContextSlot: readInteger(options, 'min_context_slot', quirks),
      maxRetries: readInteger(options, 'max_retries', quirks),
      commitment: readText(options, 'commitment', quirks),
      skipPreflight: readBoolean(options, 'skip_preflight', quirks),
    }),
    waits: readBoolean(options, 'wait_for_commitment_to_send_next_transaction', quirks) ?? false,
  };
}

function readInteger(options: JsonObject, key: string, { sendIntegers }: Quirks): number | undefined {
  const value = options[key];
  if (value === undefined) return undefined;
  const read = sendIntegers === 'wrap' ? readLooseInteger(value) : value;
  return typeof read === 'number' && Number.isInteger(read) && read >= MIN_INT32 && read <= MAX_INT32
    ? read
    : refuse(JSON_RPC_CODES.INVALID_PARAMS, `${key} must be an integer`);
}

/**
 * Reads an `int` as Android's JSON does: wraps whole numbers of 64 bits, converts texts, and clamps all other
 * numbers without their fraction.
 */
function readLooseInteger(value: unknown): number | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 63) {
    return Number(BigInt.asIntN(32, BigInt(value)));
  }
  const number = typeof value === 'string' ? readDouble(value.trim()) : value;
  if (typeof number !== 'number') return undefined;
  // Java converts NaN to 0.
  return Math.min(Math.max(Math.trunc(number) || 0, MIN_INT32), MAX_INT32);
}

/** Reads a number as Java's `Double.parseDouble` does, without hexadecimal ones. */
function readDouble(text: string): number | undefined {
  const isDouble = /^[+-]?(NaN|Infinity|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[dDfF]?)$/.test(text);
  return isDouble ? Number(text.replace(/[dDfF]$/, '')) : undefined;
}

function readBoolean(options: JsonObject, key: string, { sendBooleans }: Quirks): boolean | undefined {
  const value = options[key];
  if (value === undefined || typeof value === 'boolean') return value;
  const text = sendBooleans === 'read' && typeof value === 'string' ? value.toLowerCase() : undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  return refuse(JSON_RPC_CODES.INVALID_PARAMS, `${key} must be a boolean`);
}

import {
  encodeBase58,
  encodeBase64,
  JSON_RPC,
  type JsonObject,
  WALLET_RPC,
} from 'mobile-wallet-standard/endpoint';
import { type Chain, isChainError, type SendOptions } from '../../explain/chain.js';
import { getErrorMessage } from '../../explain/foreign.js';
import type { MockSession } from '../mock-session.js';
import { keepDefined, readObject, readText } from '../params.js';
import type { Quirks } from '../quirks.js';
import { leaveUnanswered, refuse } from '../refusal.js';
import { askToSign, readTransactions, requireAuthorization } from './signing.js';

type SendInput = Readonly<{ options: SendOptions; waits: boolean }>;
/**
 * The outcome of one transaction: `signature` if it was submitted; `problem` says why it was not.
 * `hasFailed`: on the chain.
 */
type Submission = Readonly<{ signature: Uint8Array | null; problem?: string; hasFailed?: boolean }>;

/** The outcome of a transaction that the user chose not to send. */
const UNSENT: Submission = { signature: null, problem: 'the user of the mock wallet left some out' };
const MAX_INT32 = 2 ** 31 - 1;
const MIN_INT32 = -(2 ** 31);

/**
 * Answers `sign_and_send_transactions`: signs all transactions, sends them in order and returns their
 * signatures. If some are not submitted, answers -4 with the signatures of those that were. With
 * `wait_for_commitment_to_send_next_transaction`, it sends each after the chain has accepted the one before,
 * and stops at the first that the chain does not accept.
 */
export async function signAndSendTransactions(params: JsonObject, session: MockSession): Promise<JsonObject> {
  const { wallet } = session;
  const wires = readTransactions(params, session);
  const input = readSendInput(readObject(params, 'options') ?? {}, wallet.quirks);
  const authorization = requireAuthorization(session);
  if (wallet.quirks.silentWithoutMinContextSlot && input.options.minContextSlot === undefined)
    leaveUnanswered('silence');
  const signed = await askToSign(wires, 'sign-and-send-transactions', authorization, session);
  const submissions = await submit(signed, input, session);
  const ids = submissions.map(({ signature }) => signature);
  session.request.record.note({
    signatures: ids.flatMap((id) => (id ? [encodeBase58(id)] : [])),
    ...(submissions.some(({ hasFailed }) => hasFailed) && { hasFailed: true }),
  });
  const signatures = ids.map((id) => id && encodeBase64(id));
  const problem = submissions.find((submission) => submission.problem !== undefined)?.problem;
  if (problem !== undefined) {
    refuse(WALLET_RPC.NOT_SUBMITTED, `transactions not submitted: ${problem}`, { signatures });
  }
  return { signatures };
}

async function submit(
  signed: readonly Uint8Array[],
  { options, waits }: SendInput,
  { wallet: { chain }, request: { unsentIndexes } }: MockSession,
): Promise<readonly Submission[]> {
  const send = async (wire: Uint8Array, index: number): Promise<Submission> =>
    unsentIndexes.includes(index) ? UNSENT : submitOne(wire, chain, options);
  if (!waits) return Promise.all(signed.map(send));
  const submissions: Submission[] = [];
  for (const [index, wire] of signed.entries()) {
    const isStopped = submissions.some(
      (submission) => submission !== UNSENT && submission.problem !== undefined,
    );
    submissions.push(isStopped ? { signature: null } : await send(wire, index));
  }
  return submissions;
}

async function submitOne(
  wire: Uint8Array,
  chain: Chain | undefined,
  options: SendOptions,
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
    options: keepDefined<SendOptions>({
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
    : refuse(JSON_RPC.INVALID_PARAMS, `${key} must be an integer`);
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
  return refuse(JSON_RPC.INVALID_PARAMS, `${key} must be a boolean`);
}

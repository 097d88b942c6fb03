import { getSolanaErrorFromTransactionError } from '@solana/kit';
import { isJsonObject, type JsonObject } from 'mobile-wallet-standard/endpoint';
import { tryParseJson } from '../explain/foreign.js';
import type { TransactionErrorJson } from '../explain/svm.js';
import { mayHoldKey } from './cluster-request.js';
import { RPC_ERROR } from './rpc-error.js';
import { getTransactionErrorText } from './transaction-error.js';

/**
 * Returns what may be passed on of a cluster's text, if anything. `asked` has the ids of requests that are
 * not yet answered.
 */
export type PassOn = (text: string, asked: Set<unknown>) => string | undefined;

/**
 * Creates a {@link PassOn} for the cluster at `url`. If the URL may hold an API key, JSON-RPC is written anew
 * without any text of the provider, because a key can be spelled in more ways than anybody can list. Results
 * are data of the chain and stay.
 *
 * @throws TypeError unless `url` is an HTTP URL
 */
export function createPassOn(url: string): PassOn {
  if (!mayHoldKey(url)) return (text) => text;
  return (text, asked) => {
    try {
      return rewrite(text, asked);
    } catch {
      // Values that are nested too deep.
      return undefined;
    }
  };
}

/** Returns the ids of JSON-RPC requests. */
export function readIds(text: string): unknown[] {
  return [tryParseJson(text)].flat().map((request) => (isJsonObject(request) ? request['id'] : undefined));
}

function rewrite(text: string, asked: Set<unknown>): string | undefined {
  // The answer to a notification.
  if (text === '') return text;
  const parsed = tryParseJson(text);
  const mark = Math.random().toString(36);
  const exact = tryParseJson(markNumbers(text, mark));
  const answers = [parsed]
    .flat()
    .flatMap((item, index) => rewriteAnswer(item, [exact].flat()[index], asked) ?? []);
  if (answers.length === 0) return undefined;
  const json = JSON.stringify(Array.isArray(parsed) ? answers : answers[0]);
  return json.replace(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1');
}

/** Makes texts of all numbers, because `JSON.parse` rounds those beyond 2^53. */
function markNumbers(json: string, mark: string): string {
  let isInText = false;
  // Not a text at a time, because a regular expression for whole texts overflows the stack for long ones.
  return json.replace(/\\.|"|-?\d[\d.eE+-]*/g, (token) => {
    if (token === '"') isInText = !isInText;
    return isInText || /["\\]/.test(token) ? token : `"${mark}${token}"`;
  });
}

/** Writes a response or notification anew. `exact` is the same with exact numbers. */
function rewriteAnswer(answer: unknown, exact: unknown, asked: Set<unknown>): object | undefined {
  if (!isJsonObject(answer) || !isJsonObject(exact)) return undefined;
  const { method, params, error } = answer;
  const jsonrpc = '2.0';
  if (typeof method === 'string') {
    const isNotification = /^[a-z]+Notification$/i.test(method) && isJsonObject(params);
    if (!isNotification || typeof params['subscription'] !== 'number') return undefined;
    const { subscription, result } = exact['params'] as JsonObject;
    return { jsonrpc, method, params: { subscription, result } };
  }
  const id = asked.delete(answer['id']) ? exact['id'] : null;
  if (isJsonObject(error) && Number.isInteger(error['code'])) {
    return { jsonrpc, id, error: rewriteError(Number(error['code']), error['data']) };
  }
  return 'result' in answer && !error ? { jsonrpc, id, result: exact['result'] } : undefined;
}

function rewriteError(code: number, data: unknown): object {
  const leftOut = 'The cluster’s own text is left out, because its URL may hold an API key.';
  if (code !== RPC_ERROR.PREFLIGHT_FAILURE) return { code, message: `Error ${code}. ${leftOut}` };
  const err = rewriteTransactionError(isJsonObject(data) ? data['err'] : null);
  const reason = err === null ? `Error ${code}` : getTransactionErrorText(err as TransactionErrorJson);
  // The logs are texts in an error of the provider, too. A simulation has them in its result.
  return { code, message: `Transaction simulation failed: ${reason}. ${leftOut}`, data: { err, logs: null } };
}

/**
 * Keeps of a transaction's error its structure, its numbers and the names that Solana has; other names become
 * `Unknown`.
 */
function rewriteTransactionError(error: unknown): unknown {
  if (typeof error === 'string') return isErrorName(error) ? error : 'Unknown';
  if (typeof error === 'number') return error;
  if (Array.isArray(error)) return error.map(rewriteTransactionError);
  if (!isJsonObject(error)) return null;
  const members = Object.entries(error);
  return Object.fromEntries(
    members.map(([name, value]) => [isErrorName(name) ? name : 'Unknown', rewriteTransactionError(value)]),
  );
}

/** Whether kit knows a name as that of a transaction's or instruction's error, or it is a part of one. */
function isErrorName(name: string): boolean {
  if (['InstructionError', 'Custom', 'account_index'].includes(name)) return true;
  const errors = [name, { InstructionError: [0, name] }].map(getSolanaErrorFromTransactionError);
  return errors.some(({ context }) => !('errorName' in context));
}

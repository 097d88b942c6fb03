import { decodeBase64 } from 'mobile-wallet-standard/endpoint';
import { ChainError, type ChainErrorReason } from '../explain/chain.js';
import { tryParseJson } from '../explain/foreign.js';
import type { Account, TransactionErrorJson } from '../explain/svm.js';
import { createPassOn } from './cluster-answer.js';
import { getFetchFailure, postToCluster } from './cluster-request.js';
import { REFUSAL_REASONS, RPC_ERROR } from './rpc-error.js';

/** Calls one method of a cluster's HTTP JSON-RPC; rejects with a `ChainError`. */
export type ClusterRpc = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** An account as a cluster writes it in base64. */
export type AccountJson = Readonly<{
  lamports: number;
  data: readonly [string, string];
  owner: string;
  executable: boolean;
}> | null;

/** An account with its address, as a cluster writes it. */
export type KeyedAccountJson = Readonly<{ pubkey: string; account: AccountJson }>;

type ErrorJson = Readonly<{
  code: number;
  message: string;
  data?: Readonly<{ err?: TransactionErrorJson | null; logs?: readonly string[] | null }> | null;
}>;

/** What is read of the cluster is confirmed. */
export const COMMITMENT = 'confirmed';
/** The most accounts that a validator returns at once. */
const ACCOUNT_LIMIT = 100;
const REASONS: ReadonlyMap<number, ChainErrorReason> = new Map([
  [RPC_ERROR.INVALID_PARAMS, 'malformed'],
  [RPC_ERROR.PREFLIGHT_FAILURE, 'preflight'],
  [RPC_ERROR.SIGNATURE_VERIFICATION_FAILURE, 'signature'],
  [RPC_ERROR.MIN_CONTEXT_SLOT_NOT_REACHED, 'behind'],
]);

/**
 * Creates a client of the cluster at `url`. Its errors have texts of the cluster only if the URL can hold no
 * API key.
 */
export function createClusterRpc(url: string): ClusterRpc {
  const passOn = createPassOn(url);
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    // The original error is not the cause here, because its text may contain the URL.
    const fail = (error: unknown): never => {
      throw new ChainError('unavailable', `The cluster cannot be reached${getFetchFailure(error)}`);
    };
    const response = await postToCluster(url, body).catch(fail);
    const text = await response.text().catch(fail);
    const answer = tryParseJson(passOn(text, new Set([1])) ?? '') as
      | Readonly<{ result?: unknown; error?: ErrorJson }>
      | undefined;
    if (answer?.error) throw createClusterError(answer.error);
    if (answer?.result === undefined) {
      throw new ChainError('unavailable', `The cluster answered ${method} with HTTP ${response.status}`);
    }
    return answer.result;
  };
}

function createClusterError({ code, message, data }: ErrorJson): ChainError {
  const reason = REFUSAL_REASONS.get(data?.err) ?? REASONS.get(code) ?? 'unavailable';
  return new ChainError(reason, String(message), { logs: data?.logs ?? [] });
}

/** Returns the accounts at base58 addresses; `undefined` where there is none. */
export async function fetchAccounts(
  rpc: ClusterRpc,
  addresses: readonly string[],
): Promise<readonly (Account | undefined)[]> {
  const accounts: (Account | undefined)[] = [];
  for (let start = 0; start < addresses.length; start += ACCOUNT_LIMIT) {
    const chunk = addresses.slice(start, start + ACCOUNT_LIMIT);
    const found = await fetchValue<readonly AccountJson[]>(rpc, 'getMultipleAccounts', [chunk]);
    accounts.push(...chunk.map((address, index) => readAccountJson(address, found[index])));
  }
  return accounts;
}

/** Converts an account from the JSON of the RPC. `BigInt` of a text would quote it in an error. */
export function readAccountJson(address: string, json: AccountJson | undefined): Account | undefined {
  if (!json) return undefined;
  const { owner, lamports, data, executable } = json;
  return { address, owner, lamports: BigInt(Number(lamports)), data: decodeBase64(data[0]), executable };
}

/** Calls a method that reads what is confirmed, and returns the value in the context of its result. */
export async function fetchValue<T>(
  rpc: ClusterRpc,
  method: string,
  params: readonly unknown[],
  config: object = { encoding: 'base64' },
): Promise<T> {
  return ((await rpc(method, [...params, { ...config, commitment: COMMITMENT }])) as Readonly<{ value: T }>)
    .value;
}

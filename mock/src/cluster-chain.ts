import { decodeBase58, decodeBase64, encodeBase64 } from 'mobile-wallet-standard/endpoint';
import {
  type Chain,
  ChainError,
  type ChainErrorReason,
  type SendOptions,
  type TransactionOutcome,
  type TransactionSummary,
} from './chain.js';
import { createRedaction, getFetchFailure, postToCluster } from './cluster-url.js';
import {
  type DecodedTransaction,
  decodeTransaction,
  describeMessage,
  getBalanceChanges,
  getLookupTableAddresses,
  getTransactionAccounts,
  type LookupTables,
  parseLookupTable,
} from './describe-transaction.js';
import { RPC_ERROR } from './rpc-error.js';
import { getTransactionErrorText, type TransactionErrorJson } from './transaction-error.js';

type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>;
type ErrorJson = Readonly<{
  code: number;
  message: string;
  data?: Readonly<{ err?: TransactionErrorJson | null; logs?: readonly string[] | null }> | null;
}>;
type AccountJson = Readonly<{ lamports: number; data: readonly [string, string] }> | null;
type SimulationJson = Readonly<{
  err: TransactionErrorJson | null;
  logs?: readonly string[] | null;
  accounts?: readonly AccountJson[] | null;
}>;
type Effects = Pick<TransactionSummary, 'balanceChanges' | 'logs' | 'error'>;

const COMMITMENT = 'confirmed';
/** The most accounts that a validator returns at once. Few transactions change more. */
const ACCOUNT_LIMIT = 100;
const REASONS: ReadonlyMap<unknown, ChainErrorReason> = new Map<unknown, ChainErrorReason>([
  [RPC_ERROR.INVALID_PARAMS, 'malformed'],
  [RPC_ERROR.PREFLIGHT_FAILURE, 'preflight'],
  [RPC_ERROR.SIGNATURE_VERIFICATION_FAILURE, 'signature'],
  [RPC_ERROR.MIN_CONTEXT_SLOT_NOT_REACHED, 'behind'],
  ['AlreadyProcessed', 'replay'],
  ['BlockhashNotFound', 'expired'],
  ['SignatureFailure', 'signature'],
]);

/**
 * Creates a chain that is a real cluster, over its HTTP JSON-RPC at `url` (https://solana.com/docs/rpc/http).
 *
 * `sendTransaction` resolves when the cluster has accepted the transaction; the dapp has to find out whether it was
 * executed. When the cluster cannot be reached, `describeTransaction` describes only the bytes and adds an `error`.
 * Balances beyond 2^53 lamports (nine million SOL) are not exact.
 */
export function createClusterChain(url: string): Chain {
  const rpc = createRpc(url);
  return {
    sendTransaction: async (wire, options) => send(rpc, wire, options),
    describeTransaction: async (wire) => describe(rpc, decodeTransaction(wire)),
  };
}

async function send(rpc: Rpc, wire: Uint8Array, options: SendOptions = {}): Promise<TransactionOutcome> {
  decodeTransaction(wire);
  const { commitment, ...others } = options;
  const config = { ...others, encoding: 'base64', preflightCommitment: commitment ?? COMMITMENT };
  const signature = await rpc('sendTransaction', [encodeBase64(wire), config]);
  return { signature: decodeBase58(String(signature)) };
}

async function describe(rpc: Rpc, decoded: DecodedTransaction): Promise<TransactionSummary> {
  const message = describeMessage(decoded.message);
  try {
    const tables = await fetchLookupTables(rpc, decoded);
    const [fee, effects] = await Promise.all([fetchFee(rpc, decoded), fetchEffects(rpc, decoded, tables)]);
    return { ...describeMessage(decoded.message, tables), ...(fee !== undefined && { fee }), ...effects };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { ...message, balanceChanges: [], error: text, logs: [] };
  }
}

async function fetchLookupTables(rpc: Rpc, { message }: DecodedTransaction): Promise<LookupTables> {
  const addresses = getLookupTableAddresses(message);
  if (addresses.length === 0) return new Map();
  const accounts = await fetchAccounts(rpc, addresses, {});
  return new Map(
    addresses.flatMap((address, index): readonly [string, readonly string[]][] => {
      const account = accounts[index];
      return account ? [[address, parseLookupTable(decodeBase64(account.data[0]))]] : [];
    }),
  );
}

async function fetchFee(rpc: Rpc, { transaction }: DecodedTransaction): Promise<bigint | undefined> {
  const message = encodeBase64(Uint8Array.from(transaction.messageBytes));
  const fee = await fetchValue(rpc, 'getFeeForMessage', [message, { commitment: COMMITMENT }]);
  return typeof fee === 'number' ? BigInt(fee) : undefined;
}

async function fetchEffects(rpc: Rpc, decoded: DecodedTransaction, tables: LookupTables): Promise<Effects> {
  const addresses = getTransactionAccounts(decoded.message, tables)
    .filter(({ address, writable }) => writable && !address.includes('['))
    .map(({ address }) => address)
    .slice(0, ACCOUNT_LIMIT);
  const simulate = async (replaceRecentBlockhash: boolean) => {
    const accounts = { encoding: 'base64', addresses };
    const config = { encoding: 'base64', sigVerify: false, replaceRecentBlockhash, accounts };
    const params = [encodeBase64(decoded.wire), { ...config, commitment: COMMITMENT }];
    return (await fetchValue(rpc, 'simulateTransaction', params)) as SimulationJson;
  };
  const [before, simulation] = await Promise.all([
    fetchAccounts(rpc, addresses, { dataSlice: { offset: 0, length: 0 } }),
    simulate(false),
  ]);
  // Also show the effects of a transaction whose blockhash has expired.
  const effects = simulation.err === 'BlockhashNotFound' ? await simulate(true) : simulation;
  const err = effects.err ?? simulation.err;
  return {
    balanceChanges:
      effects.err === null
        ? getBalanceChanges(addresses, getLamports(before), getLamports(effects.accounts))
        : [],
    logs: effects.logs ?? [],
    ...(err !== null && { error: getTransactionErrorText(err) }),
  };
}

function getLamports(accounts: readonly AccountJson[] | null | undefined): readonly (number | undefined)[] {
  return (accounts ?? []).map((account) => account?.lamports);
}

async function fetchAccounts(
  rpc: Rpc,
  addresses: readonly string[],
  config: Readonly<Record<string, unknown>>,
): Promise<readonly AccountJson[]> {
  const params = [addresses, { ...config, encoding: 'base64', commitment: COMMITMENT }];
  return (await fetchValue(rpc, 'getMultipleAccounts', params)) as readonly AccountJson[];
}

async function fetchValue(rpc: Rpc, method: string, params: readonly unknown[]): Promise<unknown> {
  return ((await rpc(method, params)) as Readonly<{ value: unknown }>).value;
}

function createRpc(url: string): Rpc {
  const redact = createRedaction(url);
  return async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    // The original error is not the cause here, because its text may contain the URL.
    const response = await postToCluster(url, body).catch((error: unknown) => {
      throw new ChainError('unavailable', `The cluster cannot be reached${getFetchFailure(error)}`);
    });
    const answer = (await response.json().catch(() => undefined)) as
      | Readonly<{ result?: unknown; error?: ErrorJson }>
      | undefined;
    if (answer?.error) throw createClusterError(answer.error, redact);
    if (answer?.result === undefined) {
      throw new ChainError('unavailable', `The cluster answered ${method} with HTTP ${response.status}`);
    }
    return answer.result;
  };
}

function createClusterError(
  { code, message, data }: ErrorJson,
  redact: (text: string) => string,
): ChainError {
  const reason = REASONS.get(data?.err) ?? REASONS.get(code) ?? 'unavailable';
  return new ChainError(reason, redact(String(message)), { logs: data?.logs ?? [] });
}

import { isAddress } from '@solana/kit';
import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import type { TransactionSummary } from '../explain/chain.js';
import {
  type DecodedTransaction,
  describeMessage,
  getLookupTableAddresses,
  getTransactionAccounts,
  readLookupTables,
} from '../explain/describe-transaction.js';
import { getErrorMessage } from '../explain/foreign.js';
import type { CallsJson } from '../explain/inner-instructions.js';
import type { IdlPrograms } from '../explain/instructions/idl-programs.js';
import type { TransactionErrorJson } from '../explain/svm.js';
import {
  type AccountJson,
  type ClusterRpc,
  fetchAccounts,
  fetchValue,
  readAccountJson,
} from './cluster-rpc.js';
import { summarize } from './summarize.js';

type SimulationJson = Readonly<{
  err: TransactionErrorJson | null;
  logs?: readonly string[] | null;
  accounts?: readonly AccountJson[] | null;
  unitsConsumed?: number;
  innerInstructions?: readonly CallsJson[] | null;
}>;

/** The most accounts that a validator returns of a simulation. Few transactions change more. */
const ACCOUNT_LIMIT = 100;

/** Describes a transaction by simulating it on a cluster; without one, by its bytes alone. */
export async function describeOnCluster(
  rpc: ClusterRpc,
  decoded: DecodedTransaction,
  idls?: IdlPrograms,
): Promise<TransactionSummary> {
  try {
    return await simulate(rpc, decoded, idls);
  } catch (error) {
    const described = describeMessage(decoded.message, undefined, idls);
    return { ...described, balanceChanges: [], error: getErrorMessage(error), logs: [] };
  }
}

async function simulate(
  rpc: ClusterRpc,
  decoded: DecodedTransaction,
  idls?: IdlPrograms,
): Promise<TransactionSummary> {
  const { message } = decoded;
  const tables = readLookupTables(await fetchAccounts(rpc, getLookupTableAddresses(message)));
  const addresses = getTransactionAccounts(message, tables)
    .flatMap(({ address, writable }) => (writable && isAddress(address) ? [address] : []))
    .slice(0, ACCOUNT_LIMIT);
  const [fee, before, simulation] = await Promise.all([
    fetchFee(rpc, decoded),
    fetchAccounts(rpc, addresses),
    fetchSimulation(rpc, decoded, addresses, false),
  ]);
  // Also show the effects of a transaction whose blockhash has expired.
  const effects =
    simulation.err === 'BlockhashNotFound'
      ? await fetchSimulation(rpc, decoded, addresses, true)
      : simulation;
  const changes = addresses.map((address, index) => ({
    before: before[index],
    after: readAccountJson(address, effects.accounts?.[index]),
  }));
  const after = new Map(changes.map((change, index) => [addresses[index] ?? '', change.after]));
  const { unitsConsumed } = effects;
  const simulated = {
    err: effects.err ?? simulation.err,
    innerInstructions: effects.innerInstructions ?? [],
    changes: effects.err === null ? changes : [],
    fee,
    unitsConsumed: unitsConsumed === undefined ? undefined : BigInt(Number(unitsConsumed)),
    logs: effects.logs ?? [],
  };
  const find = async (keys: readonly string[]) => fetchAccounts(rpc, keys);
  return summarize(decoded, simulated, { tables, after, find, idls });
}

async function fetchFee(rpc: ClusterRpc, { transaction }: DecodedTransaction): Promise<bigint | undefined> {
  const message = encodeBase64(Uint8Array.from(transaction.messageBytes));
  const fee = await fetchValue(rpc, 'getFeeForMessage', [message], {});
  return typeof fee === 'number' ? BigInt(fee) : undefined;
}

async function fetchSimulation(
  rpc: ClusterRpc,
  { wire }: DecodedTransaction,
  addresses: readonly string[],
  replaceRecentBlockhash: boolean,
): Promise<SimulationJson> {
  const config = {
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash,
    accounts: { encoding: 'base64', addresses },
    innerInstructions: true,
  };
  return fetchValue(rpc, 'simulateTransaction', [encodeBase64(wire)], config);
}

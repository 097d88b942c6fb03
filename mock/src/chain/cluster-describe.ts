import { encodeBase64 } from 'mobile-wallet-standard/endpoint';
import type { TransactionSummary } from '../explain/chain.js';
import {
  type DecodedTransaction,
  describeMessage,
  getLookupTableAddresses,
  type LookupTables,
  parseLookupTable,
} from '../explain/describe-transaction.js';
import { getErrorMessage } from '../explain/foreign.js';
import { addInnerInstructions, type CallsJson } from '../explain/inner-instructions.js';
import type { IdlPrograms } from '../explain/instructions/idl-programs.js';
import type { TransactionErrorJson } from '../explain/transaction-error.js';
import {
  type AccountJson,
  type ClusterRpc,
  COMMITMENT,
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
    const tables = await fetchLookupTables(rpc, decoded);
    return await simulate(rpc, decoded, tables, idls);
  } catch (error) {
    const text = getErrorMessage(error);
    return {
      ...describeMessage(decoded.message, undefined, idls),
      balanceChanges: [],
      error: text,
      logs: [],
    };
  }
}

async function fetchLookupTables(rpc: ClusterRpc, { message }: DecodedTransaction): Promise<LookupTables> {
  const accounts = await fetchAccounts(rpc, getLookupTableAddresses(message));
  const found = accounts.flatMap((account) => account ?? []);
  return new Map(found.map(({ address, data }) => [address, parseLookupTable(data)]));
}

async function fetchFee(rpc: ClusterRpc, { transaction }: DecodedTransaction): Promise<bigint | undefined> {
  const message = encodeBase64(Uint8Array.from(transaction.messageBytes));
  const fee = await fetchValue(rpc, 'getFeeForMessage', [message, { commitment: COMMITMENT }]);
  return typeof fee === 'number' ? BigInt(fee) : undefined;
}

async function simulate(
  rpc: ClusterRpc,
  decoded: DecodedTransaction,
  tables: LookupTables,
  idls?: IdlPrograms,
): Promise<TransactionSummary> {
  const described = describeMessage(decoded.message, tables, idls);
  const addresses = described.accounts
    .filter(({ address, isWritable }) => isWritable && !address.includes('['))
    .map(({ address }) => address)
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
  const found = new Map(changes.map(({ after }, index) => [addresses[index], after]));
  const { unitsConsumed } = effects;
  return summarize(
    decoded,
    described,
    {
      err: effects.err ?? simulation.err,
      instructions: addInnerInstructions(described, effects.innerInstructions ?? [], idls),
      changes: effects.err === null ? changes : [],
      fee,
      unitsConsumed: unitsConsumed === undefined ? undefined : BigInt(Number(unitsConsumed)),
      logs: effects.logs ?? [],
    },
    async (keys) => {
      const fetched = await fetchAccounts(rpc, keys);
      return keys.map((key, index) => found.get(key) ?? fetched[index]);
    },
  );
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
    commitment: COMMITMENT,
  };
  return fetchValue(rpc, 'simulateTransaction', [encodeBase64(wire), config]);
}

import type { FailedTransactionMetadata, SimulatedTransactionInfo, TransactionMetadata } from 'litesvm';
import { encodeBase58, encodeBase64 } from 'mobile-wallet-standard/endpoint';
import type { DecodedTransaction, TransactionAccount } from '../describe-transaction.js';
import { getTransactionErrorJson, type TransactionErrorJson } from '../transaction-error.js';
import { getFee } from './fee.js';

/** An instruction that a program has called, as Solana's JSON-RPC writes it; `data` is base58. */
export type InnerInstruction = Readonly<{
  programIdIndex: number;
  accounts: readonly number[];
  data: string;
  stackHeight: number;
}>;

/** The outcome of a transaction, sent or simulated. Balances are lamports, in the order of `accounts`. */
export type Execution = Readonly<{
  err: TransactionErrorJson | null;
  logs: readonly string[];
  unitsConsumed: bigint;
  fee: bigint;
  returnData: Readonly<{ programId: string; data: readonly [string, 'base64'] }> | null;
  innerInstructions: readonly Readonly<{ index: number; instructions: readonly InnerInstruction[] }>[];
  accounts: readonly TransactionAccount[];
  preBalances: readonly bigint[];
  postBalances: readonly bigint[];
}>;

/** What LiteSVM returns for a transaction, simulated or sent. */
export type LiteSvmResult = FailedTransactionMetadata | SimulatedTransactionInfo | TransactionMetadata;

/** Converts LiteSVM's result to plain values. */
export function createExecution(
  { message }: DecodedTransaction,
  result: LiteSvmResult,
  balances: Pick<Execution, 'accounts' | 'preBalances' | 'postBalances'>,
): Execution {
  const meta = getMetadata(result);
  const returned = meta.returnData();
  const innerInstructions = meta.innerInstructions().map((calls, index) => ({
    index,
    instructions: calls.map((call): InnerInstruction => {
      const instruction = call.instruction();
      return {
        programIdIndex: instruction.programIdIndex(),
        accounts: Array.from(instruction.accounts()),
        data: encodeBase58(instruction.data()),
        stackHeight: call.stackHeight(),
      };
    }),
  }));
  return {
    err: 'err' in result ? getTransactionErrorJson(result) : null,
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    fee: getFee(message),
    returnData:
      returned.data().length === 0
        ? null
        : {
            programId: encodeBase58(returned.programId()),
            data: [encodeBase64(returned.data()), 'base64'],
          },
    innerInstructions: innerInstructions.filter(({ instructions }) => instructions.length > 0),
    ...balances,
  };
}

/** Creates the outcome of a transaction that is refused before any program runs. */
export function createRefusal({ message }: DecodedTransaction, err: TransactionErrorJson): Execution {
  return {
    err,
    logs: [],
    unitsConsumed: 0n,
    fee: getFee(message),
    returnData: null,
    innerInstructions: [],
    accounts: [],
    preBalances: [],
    postBalances: [],
  };
}

/** Whether the programs of a transaction ran, which puts it into a block. LiteSVM has a signature only for those. */
export function isExecuted(result: LiteSvmResult): boolean {
  return getMetadata(result)
    .signature()
    .some((byte) => byte !== 0);
}

function getMetadata(result: LiteSvmResult): TransactionMetadata {
  return 'meta' in result ? result.meta() : result;
}

import type { FailedTransactionMetadata, SimulatedTransactionInfo, TransactionMetadata } from 'litesvm';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import type { InnerInstruction, SvmResult, TransactionErrorJson } from '../../explain/svm.js';

/** What LiteSVM returns for a transaction, simulated or sent. */
export type LiteSvmResult = FailedTransactionMetadata | SimulatedTransactionInfo | TransactionMetadata;

/** Matches the name of an error in LiteSVM's text, which begins with the error. */
const NAME = /\{ err: (?:InstructionError\(\d+, )?(\w+)/;

/** Converts LiteSVM's result to plain values. */
export function readResult(result: LiteSvmResult): SvmResult {
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
  const data = returned.data();
  return {
    err: 'err' in result ? getErrorJson(result) : null,
    logs: meta.logs(),
    unitsConsumed: meta.computeUnitsConsumed(),
    returnData: data.length === 0 ? null : { programId: encodeBase58(returned.programId()), data },
    innerInstructions: innerInstructions.filter(({ instructions }) => instructions.length > 0),
  };
}

/**
 * Whether the programs of a transaction ran, which puts it into a block. LiteSVM has a signature only for
 * those.
 */
export function isExecuted(result: LiteSvmResult): boolean {
  return getMetadata(result)
    .signature()
    .some((byte) => byte !== 0);
}

function getMetadata(result: LiteSvmResult): TransactionMetadata {
  return 'meta' in result ? result.meta() : result;
}

/** Converts LiteSVM's error to the JSON of Solana's RPC. */
function getErrorJson(failed: FailedTransactionMetadata): TransactionErrorJson {
  // LiteSVM returns the numbers of errors and does not export their names, but its text contains them.
  const [, name = 'SanitizeFailure'] = NAME.exec(failed.toString()) ?? [];
  const error = failed.err();
  if (typeof error === 'number') return name;
  if ('accountIndex' in error) return { [name]: { account_index: error.accountIndex } };
  if (!('err' in error)) return { [name]: error.index };
  const reason = error.err();
  const isCustom = typeof reason === 'object' && 'code' in reason;
  return { InstructionError: [error.index, isCustom ? { Custom: reason.code } : name] };
}

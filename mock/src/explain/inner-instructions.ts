import { AccountRole, type Address } from '@solana/kit';
import { decodeBase58 } from 'mobile-wallet-standard/endpoint';
import type { InstructionSummary } from './chain.js';
import { type DescribedMessage, summarizeInstruction } from './describe-transaction.js';
import type { IdlPrograms } from './instructions/idl-programs.js';

/** A call as JSON-RPC writes it: its data in base58, or what a cluster has parsed of a known program. */
type CallJson = Readonly<{
  programId: string;
  program?: string;
  parsed?: unknown;
  accounts?: readonly string[];
  data?: string;
  stackHeight?: number | null;
}>;

/** The calls of one of a transaction's instructions, by its index. */
export type CallsJson = Readonly<{ index: number; instructions: readonly CallJson[] }>;

/** In base58, the 10 KiB that an instruction's data may have. */
export const LONGEST_DATA = 13_985;
/** The height of calls that a transaction's own instruction makes. */
const FIRST_HEIGHT = 2;

/** Returns the instructions of a message with those that they called. */
export function addInnerInstructions(
  { instructions }: DescribedMessage,
  called: readonly CallsJson[],
  idls?: IdlPrograms,
): readonly InstructionSummary[] {
  return instructions.map((instruction, position) => {
    const calls = called.find(({ index }) => index === position)?.instructions ?? [];
    return nest(
      instruction,
      calls.map((call) => ({ height: call.stackHeight ?? FIRST_HEIGHT, summary: describeCall(call, idls) })),
    );
  });
}

/**
 * Adds calls to the instruction that made them; those that are higher on the stack were made by the one
 * before.
 */
function nest(
  caller: InstructionSummary,
  calls: readonly Readonly<{ height: number; summary: InstructionSummary }>[],
): InstructionSummary {
  const [first] = calls;
  if (!first) return caller;
  const starts = calls.flatMap(({ height }, index) => (height <= first.height ? [index] : []));
  const inner = starts.flatMap((start, index) => {
    const [call, ...deeper] = calls.slice(start, starts[index + 1]);
    return call ? [nest(call.summary, deeper)] : [];
  });
  return { ...caller, inner };
}

function describeCall(call: CallJson, idls?: IdlPrograms): InstructionSummary {
  if ('parsed' in call) return describeParsedCall(call);
  const { programId, accounts = [], data = '' } = call;
  const instruction = {
    programAddress: programId as Address,
    // What an instruction may do with an account does not change its description.
    accounts: accounts.map((address) => ({ address: address as Address, role: AccountRole.READONLY })),
    data: decodeBase58(data, LONGEST_DATA),
  };
  return summarizeInstruction(instruction, idls);
}

/** Describes a call of which a cluster tells the type and arguments, or a text, and not the bytes. */
function describeParsedCall({ programId, program, parsed }: CallJson): InstructionSummary {
  const common = {
    program: programId,
    accounts: [],
    data: new Uint8Array(),
    ...(program !== undefined && { programName: program }),
  };
  if (typeof parsed !== 'object' || parsed === null) return { ...common, text: JSON.stringify(parsed) };
  const { type, info }: Readonly<{ type?: unknown; info?: unknown }> = parsed;
  const fields = Object.entries(info ?? {}).map(([name, value]): readonly [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return { ...common, text: String(type), fields };
}

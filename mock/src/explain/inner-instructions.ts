import { type Address, AccountRole as KitRole } from '@solana/kit';
import { decodeBase58 } from 'mobile-wallet-standard/endpoint';
import type { AccountRole, InstructionSummary } from './chain.js';
import { type DescribedMessage, summarizeInstruction } from './describe-transaction.js';
import type { IdlPrograms } from './instructions/idl-programs.js';
import type { InnerInstruction } from './svm.js';

/** The calls of one of a transaction's instructions, by its index; `T` is a call. */
type Called<T> = Readonly<{ index: number; instructions: readonly T[] }>;

/** A call as a cluster writes it: its data in base58, or what a cluster has parsed of a known program. */
type CallJson = Readonly<{
  programId: string;
  program?: string;
  parsed?: unknown;
  accounts?: readonly string[];
  data?: string;
  stackHeight?: number | null;
}>;

/** The calls of one instruction as a cluster writes them. */
export type CallsJson = Called<CallJson>;

/** In base58, the 10 KiB that an instruction's data may have. */
const LONGEST_DATA = 13_985;
/** The height of calls that a transaction's own instruction makes. */
const FIRST_HEIGHT = 2;

/** Returns the instructions of a message with those that they called. */
export function addInnerInstructions(
  described: DescribedMessage,
  called: readonly Called<InnerInstruction>[],
  idls?: IdlPrograms,
): readonly InstructionSummary[] {
  const { accounts } = described;
  const getAddress = (index: number): string => accounts[index]?.address ?? '';
  return addCalls(described, called, (call) =>
    describeCall(getAddress(call.programIdIndex), call.accounts.map(getAddress), call.data, accounts, idls),
  );
}

/** Does the same with what the JSON-RPC of a cluster says. */
export function addJsonCalls(
  described: DescribedMessage,
  called: readonly CallsJson[],
  idls?: IdlPrograms,
): readonly InstructionSummary[] {
  return addCalls(described, called, (call) =>
    'parsed' in call
      ? describeParsedCall(call)
      : describeCall(call.programId, call.accounts ?? [], call.data ?? '', described.accounts, idls),
  );
}

function addCalls<T extends Readonly<{ stackHeight?: number | null }>>(
  { instructions }: DescribedMessage,
  called: readonly Called<T>[],
  describe: (call: T) => InstructionSummary,
): readonly InstructionSummary[] {
  return instructions.map((instruction, position) => {
    const calls = called.find(({ index }) => index === position)?.instructions ?? [];
    return nest(
      instruction,
      calls.map((call) => ({ height: call.stackHeight ?? FIRST_HEIGHT, summary: describe(call) })),
    );
  });
}

/** Adds calls to the instruction that made them; those that are higher on the stack were made by the one before. */
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

function describeCall(
  program: string,
  accounts: readonly string[],
  data: string,
  roles: readonly AccountRole[],
  idls?: IdlPrograms,
): InstructionSummary {
  const writable = new Set(roles.flatMap(({ address, isWritable }) => (isWritable ? [address] : [])));
  const metas = accounts.map((address) => ({
    address: address as Address,
    role: writable.has(address) ? KitRole.WRITABLE : KitRole.READONLY,
  }));
  const instruction = {
    programAddress: program as Address,
    accounts: metas,
    data: decodeBase58(data, LONGEST_DATA),
  };
  return summarizeInstruction(instruction, idls);
}

/** Describes a call whose bytes the cluster does not tell: its type and arguments, or a text. */
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

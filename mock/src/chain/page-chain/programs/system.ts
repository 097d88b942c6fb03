import {
  getAllocateInstructionDataDecoder,
  getAssignInstructionDataDecoder,
  getCreateAccountInstructionDataDecoder,
  getTransferSolInstructionDataDecoder,
  identifySystemInstruction,
  SYSTEM_PROGRAM_ADDRESS,
  SystemInstruction,
} from '@solana-program/system';
import {
  fail,
  type InstructionAccount,
  type Invocation,
  type Program,
  readData,
  resizeData,
  setLamports,
  setOwner,
  takeAccounts,
} from '../program.js';

const ALREADY_IN_USE = { Custom: 0 };
const RESULT_WITH_NEGATIVE_LAMPORTS = { Custom: 1 };
const INVALID_DATA_LENGTH = { Custom: 3 };
const LONGEST_DATA = 10n * 1024n * 1024n;

const HANDLERS: ReadonlyMap<SystemInstruction, Program['run']> = new Map([
  [SystemInstruction.TransferSol, transferSol],
  [SystemInstruction.CreateAccount, createAccount],
  [SystemInstruction.Allocate, allocateSpace],
  [SystemInstruction.Assign, assignOwner],
]);

/**
 * The System program: transfers, and new accounts. It knows no nonces, and no accounts that are derived with
 * a seed.
 */
export const SYSTEM: Program = {
  units: 150,
  size: 21,
  isBuiltin: true,
  run(invocation) {
    const type = readData(() => identifySystemInstruction(invocation.data));
    const handle = HANDLERS.get(type) ?? fail('InvalidInstructionData');
    handle(invocation);
  },
};

function transferSol(invocation: Invocation): void {
  const { amount } = readData(() => getTransferSolInstructionDataDecoder().decode(invocation.data));
  const { from, to } = takeAccounts(invocation, ['from', 'to'], 'MissingAccount');
  transfer(from, to, amount);
}

function createAccount(invocation: Invocation): void {
  const decoder = getCreateAccountInstructionDataDecoder();
  const { lamports, space, programAddress } = readData(() => decoder.decode(invocation.data));
  const { from, to } = takeAccounts(invocation, ['from', 'to'], 'MissingAccount');
  if (to.account.lamports > 0n) {
    fail(ALREADY_IN_USE, `Create Account: account ${describe(to)} already in use`);
  }
  allocate(invocation, to, space);
  assign(invocation, to, programAddress);
  transfer(from, to, lamports);
}

function allocateSpace(invocation: Invocation): void {
  const { space } = readData(() => getAllocateInstructionDataDecoder().decode(invocation.data));
  const { account } = takeAccounts(invocation, ['account'], 'MissingAccount');
  allocate(invocation, account, space);
}

function assignOwner(invocation: Invocation): void {
  const { programAddress } = readData(() => getAssignInstructionDataDecoder().decode(invocation.data));
  const { account } = takeAccounts(invocation, ['account'], 'MissingAccount');
  assign(invocation, account, programAddress);
}

function transfer(from: InstructionAccount, to: InstructionAccount, amount: bigint): void {
  const { account } = from;
  if (!from.isSigner) {
    fail('MissingRequiredSignature', `Transfer: \`from\` account ${account.address} must sign`);
  }
  if (account.data.length > 0) fail('InvalidArgument', 'Transfer: `from` must not carry data');
  if (amount > account.lamports) {
    const line = `Transfer: insufficient lamports ${account.lamports}, need ${amount}`;
    fail(RESULT_WITH_NEGATIVE_LAMPORTS, line);
  }
  setLamports(SYSTEM_PROGRAM_ADDRESS, from, account.lamports - amount);
  setLamports(SYSTEM_PROGRAM_ADDRESS, to, to.account.lamports + amount);
}

function allocate({ accounts }: Invocation, target: InstructionAccount, space: bigint): void {
  const { account } = target;
  if (!isSigner(accounts, account.address)) {
    fail('MissingRequiredSignature', `Allocate: 'to' account ${describe(target)} must sign`);
  }
  if (account.data.length > 0 || account.owner !== SYSTEM_PROGRAM_ADDRESS) {
    fail(ALREADY_IN_USE, `Allocate: account ${describe(target)} already in use`);
  }
  if (space > LONGEST_DATA) {
    fail(INVALID_DATA_LENGTH, `Allocate: requested ${space}, max allowed ${LONGEST_DATA}`);
  }
  resizeData(target, Number(space));
}

function assign({ accounts }: Invocation, target: InstructionAccount, owner: string): void {
  if (target.account.owner === owner) return;
  if (!isSigner(accounts, target.account.address)) {
    fail('MissingRequiredSignature', `Assign: account ${describe(target)} must sign`);
  }
  setOwner(SYSTEM_PROGRAM_ADDRESS, target, owner);
}

/** Whether an account signs at any of its places among the instruction's accounts. */
function isSigner(accounts: readonly InstructionAccount[], address: string): boolean {
  return accounts.some((candidate) => candidate.account.address === address && candidate.isSigner);
}

/** Returns the address as the System program logs it. */
function describe({ account }: InstructionAccount): string {
  return `Address { address: ${account.address}, base: None }`;
}

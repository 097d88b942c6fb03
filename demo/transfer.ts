import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstruction,
  type BlockhashLifetimeConstraint,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';

const SYSTEM_PROGRAM = address('11111111111111111111111111111111');
const TRANSFER = 2;

/** The parts of a transfer. `amount` is in lamports. */
export type Transfer = Readonly<{
  from: string;
  to: string;
  amount: bigint;
  lifetime: BlockhashLifetimeConstraint;
  /** The newest transaction version that the wallet supports. */
  version: 'legacy' | 0;
  /** An address that no other transaction names, by which this one is found on the chain. */
  reference?: string;
}>;

/** Returns the wire bytes of an unsigned transaction that transfers SOL. The sender pays the fee. */
export function createTransfer({ from, to, amount, lifetime, version, reference }: Transfer): Uint8Array {
  const sender = address(from);
  const message = pipe(
    createTransactionMessage({ version }),
    (empty) => setTransactionMessageFeePayer(sender, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) =>
      appendTransactionMessageInstruction(
        addReference(createTransferInstruction(sender, address(to), amount), reference),
        timed,
      ),
  );
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)));
}

/** An instruction as the chain executes it: the accounts in their order, and the data in base58. */
export type Executed = Readonly<{ program: string; accounts: readonly string[]; data: string }>;

/** Returns the instruction of a transaction (wire bytes) that names an address. */
export function findNaming(wire: Uint8Array, reference: string): Executed {
  const { messageBytes } = getTransactionDecoder().decode(wire);
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (message.version === 1) throw new Error('This page makes no transactions of version 1.');
  const addresses: readonly string[] = message.staticAccounts;
  for (const { programAddressIndex, accountIndices = [], data = new Uint8Array() } of message.instructions) {
    const accounts = accountIndices.map((index) => addresses[index] ?? '');
    if (!accounts.includes(reference)) continue;
    return { program: addresses[programAddressIndex] ?? '', accounts, data: getBase58Decoder().decode(data) };
  }
  throw new Error('No instruction names the reference.');
}

/** Adds an account that the instruction only names, as Solana Pay does. */
export function addReference(instruction: Instruction, reference: string | undefined): Instruction {
  if (reference === undefined) return instruction;
  const account = { address: address(reference), role: AccountRole.READONLY };
  return { ...instruction, accounts: [...(instruction.accounts ?? []), account] };
}

/**
 * Returns the data of the System program's `Transfer`: its number as u32, then the lamports as u64,
 * little-endian.
 */
function createTransferInstruction(from: Address, to: Address, amount: bigint): Instruction {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, TRANSFER, true);
  view.setBigUint64(4, amount, true);
  return {
    programAddress: SYSTEM_PROGRAM,
    accounts: [
      { address: from, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data,
  };
}

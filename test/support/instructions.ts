import { AccountRole, type Address, address, createNoopSigner, type Instruction } from '@solana/kit';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { describeInstruction } from '../../mock/src/explain/instructions/describe-instruction.js';

/** Addresses to name things with in tests of instructions. Each is its own kind of person or account. */
export const [ME, THIEF, ACCOUNT, MINT, OTHER, PROGRAM] = [1, 2, 3, 4, 5, 6].map((byte) =>
  address(encodeBase58(new Uint8Array(32).fill(byte))),
) as [Address, Address, Address, Address, Address, Address];

/** Signs nothing; the clients need only its address. */
export const signer = createNoopSigner(ME);

/**
 * Describes an instruction of a client of kit, or of one's own making, as far as it is for the user to read.
 */
export function describe(instruction: Instruction) {
  const { warnings, takesBack: _, ...description } = describeWhole(instruction);
  return {
    ...description,
    ...(warnings && { warnings: warnings.map(({ right: _, ...warning }) => warning) }),
  };
}

/** Describes an instruction with what the screens need to know. */
export function describeWhole(instruction: Instruction) {
  return describeInstruction({
    programAddress: instruction.programAddress,
    accounts: (instruction.accounts ?? []).map(({ address, role }) => ({ address, role })),
    data: instruction.data ?? new Uint8Array(),
  });
}

/** Creates an instruction by hand. */
export function createInstruction(
  program: string,
  accounts: readonly string[],
  data: Iterable<number>,
): Instruction {
  return {
    programAddress: address(program),
    accounts: accounts.map((account) => ({ address: account as Address, role: AccountRole.WRITABLE })),
    data: Uint8Array.from(data),
  };
}

export const u16 = (value: number): readonly number[] => [...new Uint8Array(Uint16Array.of(value).buffer)];
export const u32 = (value: number): readonly number[] => [...new Uint8Array(Uint32Array.of(value).buffer)];
export const u64 = (value: bigint): readonly number[] => [...new Uint8Array(BigUint64Array.of(value).buffer)];

import {
  type Address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransactionMessage,
  createTransactionMessage,
  downgradeRoleToNonSigner,
  downgradeRoleToReadonly,
  getCompiledTransactionMessageEncoder,
  getTransactionEncoder,
  type Instruction,
  isSolanaError,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
  type TransactionMessageBytes,
} from '@solana/kit';
import * as budget from '@solana-program/compute-budget';
import fc from 'fast-check';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { isChainError } from '../../mock/src/explain/chain.js';
import { type DecodedTransaction, decodeTransaction } from '../../mock/src/explain/describe-transaction.js';
import { anyone, INSTRUCTIONS, INSTRUCTIONS_SYSVAR, wallet } from './random-instructions.js';
import { type Compiled, CROWDS, FLAWS, fill, overfill, spoil } from './unusual-messages.js';

const HASH = { blockhash: blockhash(encodeBase58(new Uint8Array(32).fill(9))), lastValidBlockHeight: 0n };
const MOST_UNITS = 1_400_000;
const MOST_LOADED = 64 * 1024 * 1024;
/**
 * What is drawn for each transaction. The first value of each dimension is the usual one. `default` leaves a
 * limit out; in version 1, where that would mean 0, it sets the largest. `absent` leaves it out there, too.
 */
export const DIMENSIONS = {
  version: ['legacy', 0, 1],
  payer: ['wallet', 'anyone'],
  units: ['default', 'absent', 0, 1, 300_000, 2_000_000],
  /** Micro-lamports for each unit, and in version 1 the whole priority fee in lamports. */
  fee: ['default', 0n, 1n, 1_000_000n, 2n ** 64n - 1n],
  heap: ['default', 0, 32 * 1024, 33_000, 256 * 1024, 300 * 1024],
  /** `exact` is what the transaction loads. */
  loaded: ['default', 'absent', 'exact', 'one less', 0, 1, MOST_LOADED, MOST_LOADED + 1],
  crowd: CROWDS,
  message: FLAWS,
  /** Whether the signatures, which are wrong, are verified. */
  verify: [false, true],
  /** What an instruction lacks. */
  damage: ['none', 'signer', 'writable', 'account'],
} as const;

type Drawn = { readonly [K in keyof typeof DIMENSIONS]: (typeof DIMENSIONS)[K][number] };
/** A transaction as it is drawn. */
type RandomTransaction = Drawn &
  Readonly<{
    feePayer: Address;
    index: number;
    instructions: readonly (readonly [name: string, Instruction])[];
  }>;

type Limits = Readonly<{
  units?: number | undefined;
  fee?: bigint | undefined;
  heap?: number | undefined;
  loaded?: number | undefined;
}>;

const named = fc.oneof(
  ...Object.entries(INSTRUCTIONS).map(([name, made]) => made.map((value) => [name, value] as const)),
);

const usual = Object.fromEntries(Object.entries(DIMENSIONS).map(([name, [value]]) => [name, value])) as Drawn;

const unusual = fc.oneof(
  ...Object.entries(DIMENSIONS).map(([name, values]) =>
    fc.constantFrom(...values.slice(1)).map((value) => ({ [name]: value }) as Partial<Drawn>),
  ),
);

/** LiteSVM takes the fee from the account after the sysvar of instructions. */
const anyPayer = anyone.filter((key) => key !== INSTRUCTIONS_SYSVAR);

/** Draws a transaction with at most three unusual values. */
export const randomTransaction: fc.Arbitrary<RandomTransaction> = fc
  .record({
    version: fc.constantFrom(...DIMENSIONS.version),
    unusual: fc.array(unusual, { maxLength: 3 }),
    feePayer: wallet,
    otherPayer: anyPayer,
    index: fc.nat(40),
    // A transaction succeeds only if all its instructions do.
    instructions: fc.oneof(fc.tuple(named), fc.array(named, { minLength: 1, maxLength: 3 })),
  })
  .map(({ version, unusual, feePayer, otherPayer, ...others }) => {
    const drawn: Drawn = { ...usual, version, ...unusual[0], ...unusual[1], ...unusual[2] };
    return {
      ...others,
      ...drawn,
      // Older versions are too small for so many, and only version 0 has lookup tables.
      version: /accounts|signers/.test(drawn.crowd) ? 1 : drawn.message.includes('table') ? 0 : drawn.version,
      feePayer: drawn.payer === 'wallet' ? feePayer : otherPayer,
      // The small chain does not count the units of a larger heap.
      units: drawn.heap === 256 * 1024 ? usual.units : drawn.units,
    };
  });

/**
 * Creates the transaction that was drawn; `undefined` if it is too large for the network, or kit refuses to
 * make it. `getLoadedSize` returns what loading these accounts counts.
 */
export function tryCreate(...args: Parameters<typeof createTransaction>): DecodedTransaction | undefined {
  try {
    return createTransaction(...args);
  } catch (error) {
    if (isSolanaError(error) || isChainError(error, 'malformed')) return undefined;
    throw error;
  }
}

function createTransaction(
  drawn: RandomTransaction,
  getLoadedSize: (addresses: readonly Address[]) => number,
): DecodedTransaction {
  const { feePayer, version, units, fee, heap, loaded } = drawn;
  const limits = {
    units: typeof units === 'number' ? units : version === 1 && units === 'default' ? MOST_UNITS : undefined,
    fee: fee === 'default' ? undefined : fee,
    heap: heap === 'default' ? undefined : heap,
  };
  const instructions = drawn.instructions.map(([, instruction]) => damage(instruction, drawn));
  const build = (limit: number | undefined): Compiled => {
    const all = { ...limits, loaded: limit };
    const fillers = fill(compile(feePayer, version, instructions, all), drawn.crowd);
    return overfill(compile(feePayer, version, [...instructions, ...fillers], all), drawn.crowd);
  };
  const exact = getLoadedSize(build(1).staticAccounts);
  const sizes = {
    default: version === 1 ? MOST_LOADED : undefined,
    absent: undefined,
    exact,
    'one less': exact - 1,
  };
  return encode(spoil(build(typeof loaded === 'number' ? loaded : sizes[loaded]), drawn.message, feePayer));
}

/** Creates a transaction with nothing unusual but its flaw. */
export function createPlain(
  payer: Address,
  instructions: readonly Instruction[],
  flaw: Drawn['message'] = 'none',
): DecodedTransaction {
  return encode(spoil(compile(payer, 0, instructions, {}), flaw, payer));
}

/** Takes a signature, the right to write, or the last account from an instruction. */
function damage(instruction: Instruction, { damage: harm, index }: RandomTransaction): Instruction {
  const { accounts = [] } = instruction;
  if (harm === 'none' || accounts.length === 0) return instruction;
  if (harm === 'account') return { ...instruction, accounts: accounts.slice(0, -1) };
  const downgrade = harm === 'signer' ? downgradeRoleToNonSigner : downgradeRoleToReadonly;
  const harmed = accounts.map((meta, at) =>
    at === index % accounts.length ? { address: meta.address, role: downgrade(meta.role) } : meta,
  );
  return { ...instruction, accounts: harmed };
}

function compile(
  payer: Address,
  version: 'legacy' | 0 | 1,
  instructions: readonly Instruction[],
  { units, fee, heap, loaded }: Limits,
): Compiled {
  if (version === 1) {
    const compiled = pipe(
      createTransactionMessage({ version }),
      (message) => setTransactionMessageFeePayer(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(HASH, message),
      (message) => appendTransactionMessageInstructions([...instructions], message),
      (message) => compileTransactionMessage(message),
    );
    // Kit refuses what is out of range.
    const numbers = [units, loaded, heap].map((value) =>
      value === undefined ? [] : ([{ kind: 'u32', value }] as const),
    );
    const mask = numbers.map((present, index) => present.length << (index + 2));
    const prices = fee === undefined ? [] : [{ kind: 'u64', value: fee } as const];
    return {
      ...compiled,
      configMask: mask.reduce((all, bit) => all | bit, fee === undefined ? 0 : 0b11),
      configValues: [...prices, ...numbers.flat()],
    };
  }
  const limits = [
    units === undefined ? [] : [budget.getSetComputeUnitLimitInstruction({ units })],
    fee === undefined ? [] : [budget.getSetComputeUnitPriceInstruction({ microLamports: fee })],
    heap === undefined ? [] : [budget.getRequestHeapFrameInstruction({ bytes: heap })],
    loaded === undefined
      ? []
      : [budget.getSetLoadedAccountsDataSizeLimitInstruction({ accountDataSizeLimit: loaded })],
  ].flat();
  return pipe(
    createTransactionMessage({ version }),
    (message) => setTransactionMessageFeePayer(payer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(HASH, message),
    (message) => appendTransactionMessageInstructions([...limits, ...instructions], message),
    (message) => compileTransactionMessage(message),
  );
}

function encode(message: Compiled): DecodedTransaction {
  const signers = message.staticAccounts.slice(0, message.header.numSignerAccounts);
  // They are wrong, but LiteSVM tells by the first whether a transaction was executed.
  const signature = signatureBytes(new Uint8Array(64).fill(1));
  const signatures = Object.fromEntries(signers.map((key) => [key, signature]));
  const messageBytes = getCompiledTransactionMessageEncoder().encode(message) as TransactionMessageBytes;
  return decodeTransaction(Uint8Array.from(getTransactionEncoder().encode({ messageBytes, signatures })));
}

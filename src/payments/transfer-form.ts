import {
  type Address,
  address,
  getAddressEncoder,
  getProgramDerivedAddress,
  isAddress,
  type ReadonlyUint8Array,
} from '@solana/kit';
import { assertArgument } from '../util/errors.js';

/** The System program's address. */
export const SYSTEM_PROGRAM: Address = /* @__PURE__ */ address('11111111111111111111111111111111');
/** The Associated Token Account program's address. */
export const ASSOCIATED_TOKEN_PROGRAM: Address = /* @__PURE__ */ address(
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
);
const TOKEN_PROGRAM: Address = /* @__PURE__ */ address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

/** A token. */
export type PaymentMint = Readonly<{
  /** The mint's address. */
  address: Address;
  /** How many digits the token has behind the point. A transfer with another number fails. */
  decimals: number;
  /** The program that owns the mint: by default the Token program. Tokens of Token-2022 need its address. */
  program?: Address;
}>;

/** What a payment is. */
export type PaymentTerms = Readonly<{
  /** The account that is to have the money. Of tokens, the owner, and not the account that holds them. */
  recipient: Address;
  /** In the smallest unit: lamports, or that of the token. */
  amount: bigint;
  /** The address that only this payment names: see {@link createReference}. */
  reference: Address;
  /** The token to pay in; SOL by default. */
  mint?: PaymentMint | undefined;
}>;

/** How the transfer of a payment looks on the chain, whoever pays. */
export type TransferForm = Readonly<{
  isToken: boolean;
  program: Address;
  /** What holds the money afterwards. */
  destination: Address;
  /** The accounts before the reference. `undefined`: one of the payer's. */
  accounts: readonly (Address | undefined)[];
  /** The data before and behind the amount. */
  head: readonly number[];
  tail: readonly number[];
}>;

const AMOUNT_LENGTH = 8;
const MAX_AMOUNT = 2n ** 64n;

/** Checks what a payment is, and returns how its transfer looks. @throws `INVALID_ARGUMENT` */
export async function createTransferForm(terms: PaymentTerms): Promise<TransferForm> {
  const { recipient, amount, reference, mint } = terms;
  assertAddress(recipient, 'recipient');
  assertAddress(reference, 'reference');
  const isAmount = typeof amount === 'bigint' && amount > 0n && amount < MAX_AMOUNT;
  assertArgument(isAmount, 'amount', 'must be a bigint above 0 of at most 64 bits');
  if (mint === undefined) {
    return {
      isToken: false,
      program: SYSTEM_PROGRAM,
      destination: recipient,
      accounts: [undefined, recipient],
      head: [2, 0, 0, 0],
      tail: [],
    };
  }
  const { decimals, program } = mint;
  assertAddress(mint.address, 'mint.address');
  assertAddress(program ?? TOKEN_PROGRAM, 'mint.program');
  const isByte = Number.isInteger(decimals) && decimals >= 0 && decimals < 256;
  assertArgument(isByte, 'mint.decimals', 'must be an integer from 0 to 255');
  const destination = await findTokenAccount(recipient, mint);
  return {
    isToken: true,
    program: getProgram(mint),
    destination,
    accounts: [undefined, mint.address, destination, undefined],
    head: [12],
    tail: [decimals],
  };
}

/** Throws `INVALID_ARGUMENT` unless a value is an address. */
export function assertAddress(value: unknown, argument: string): void {
  assertArgument(typeof value === 'string' && isAddress(value), argument, 'must be an address in base58');
}

/** Returns the program that owns a mint. */
export function getProgram({ program = TOKEN_PROGRAM }: PaymentMint): Address {
  return program;
}

/** Returns the account that holds an owner's tokens: its associated token account. */
export async function findTokenAccount(owner: Address, mint: PaymentMint): Promise<Address> {
  const seeds = [owner, getProgram(mint), mint.address].map((seed) => getAddressEncoder().encode(seed));
  const [account] = await getProgramDerivedAddress({ programAddress: ASSOCIATED_TOKEN_PROGRAM, seeds });
  return account;
}

/** Encodes the data of a transfer. */
export function encodeTransfer({ head, tail }: TransferForm, amount: bigint): Uint8Array {
  const data = Uint8Array.of(...head, ...Array<number>(AMOUNT_LENGTH).fill(0), ...tail);
  new DataView(data.buffer).setBigUint64(head.length, amount, true);
  return data;
}

/** Returns the amount that data transfers; `undefined` if they are those of another instruction. */
export function decodeTransfer({ head, tail }: TransferForm, data: ReadonlyUint8Array): bigint | undefined {
  const isTransfer =
    data.length === head.length + AMOUNT_LENGTH + tail.length &&
    head.every((byte, index) => byte === data[index]);
  return isTransfer ? new DataView(Uint8Array.from(data).buffer).getBigUint64(head.length, true) : undefined;
}

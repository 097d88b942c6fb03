import { type Address, address, none, some } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import {
  AccountState,
  findAssociatedTokenPda,
  getMintEncoder,
  getTokenEncoder,
  getTokenSize,
  type Mint,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { NATIVE_MINT } from '../../explain/instructions/program-addresses.js';
import { readMint, readTokenAccount } from '../../explain/parsed-account.js';
import type { Account } from '../../explain/svm.js';
import type { Ledger } from './ledger.js';

/** An account to write by hand. Addresses are base58. */
export type WrittenAccount = Readonly<{
  /** The account's address. */
  address: string;
  /** The account's balance. Without lamports, the account is removed. */
  lamports: bigint | number;
  /** The program that owns it; the system program by default. */
  owner?: string;
  /** No data by default. */
  data?: Uint8Array;
  /** Whether the account is a program; `false` by default. */
  executable?: boolean;
}>;

/** Tokens to write by hand. Addresses are base58. */
export type WrittenTokens = Readonly<{
  /** Who owns them. */
  owner: string;
  /** The token's mint. If it is not there, it is created with `decimals`, for the Token program. */
  mint: string;
  /** How many the owner has afterwards, in smallest units. */
  amount: bigint | number;
  /** The decimals of a mint that is created; 6 by default. */
  decimals?: number;
}>;

const DECIMALS = 6;

/** Adds what an account has by default. Throws if an address is none. */
export function readWrittenAccount({
  address: key,
  lamports,
  owner = SYSTEM_PROGRAM_ADDRESS,
  data = new Uint8Array(),
  executable = false,
}: WrittenAccount): Account {
  return { address: address(key), owner: address(owner), lamports: BigInt(lamports), data, executable };
}

/** Writes the associated account of the owner, and the supply of the mint. Returns the account's address. */
export async function writeTokens(
  ledger: Ledger,
  { owner: holder, mint: key, amount: wanted, decimals = DECIMALS }: WrittenTokens,
): Promise<string> {
  const { svm } = ledger;
  const [owner, mint, amount] = [address(holder), address(key), BigInt(wanted)];
  await svm.load?.([mint]);
  const found = svm.getAccount(mint);
  const known = readMint(found);
  if (found && !known) throw new TypeError(`${mint} is no mint of a token program.`);
  const tokenProgram = address(found?.owner ?? TOKEN_PROGRAM_ADDRESS);
  const [account] = await findAssociatedTokenPda({ owner, mint, tokenProgram });
  await svm.load?.([account]);
  const before = readTokenAccount(svm.getAccount(account))?.amount ?? 0n;
  const isNative = mint === NATIVE_MINT;
  if (!isNative) {
    const nobody = none<Address>();
    const created: Mint = {
      mintAuthority: nobody,
      supply: 0n,
      decimals,
      isInitialized: true,
      freezeAuthority: nobody,
    };
    const { supply, ...rest } = known ?? created;
    const plain = getMintEncoder().encode({ ...rest, supply: supply + amount - before });
    const data = Uint8Array.from(found?.data ?? plain);
    // Extensions may be behind it.
    data.set(plain);
    const lamports = found?.lamports ?? svm.getMinimumBalance(BigInt(data.length));
    ledger.setAccount({ address: mint, owner: tokenProgram, lamports, data, executable: false });
  }
  const rent = svm.getMinimumBalance(BigInt(getTokenSize()));
  const data = getTokenEncoder().encode({
    mint,
    owner,
    amount,
    delegate: null,
    state: AccountState.Initialized,
    isNative: isNative ? some(rent) : none(),
    delegatedAmount: 0n,
    closeAuthority: null,
  });
  ledger.setAccount({
    address: account,
    owner: tokenProgram,
    lamports: isNative ? rent + amount : rent,
    data: Uint8Array.from(data),
    executable: false,
  });
  return account;
}

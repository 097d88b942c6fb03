import { readFileSync } from 'node:fs';
import { address } from '@solana/kit';
import type { LiteSVM } from 'litesvm';
import { getErrorMessage } from '../../explain/foreign.js';
import type { Account } from '../../explain/svm.js';
import { type KeyedAccountJson, readAccountJson } from '../cluster-rpc.js';
import { readWrittenAccount, type WrittenAccount } from '../svm/written-accounts.js';
import { writeAccount } from './lite-svm.js';

/** A program of one's own: its base58 address, and the ELF file (`.so`) that `cargo build-sbf` makes. */
export type ProgramFile = Readonly<{
  /** The program's address. */
  address: string;
  /** The path of its ELF file (`.so`), from the working directory. */
  file: string;
}>;

/** An account with which a chain starts. Addresses are base58. */
export type GenesisAccount =
  | WrittenAccount
  /**
   * What `solana account <address> --output json` prints. `address` takes the place of the address in the
   * file.
   */
  | Readonly<{
      /** The path of the file, from the working directory. */
      file: string;
      /** The account's address, if it is not the one in the file. */
      address?: string;
    }>;

/** Adds programs and accounts to a LiteSVM; throws when a file cannot be read or has something else in it. */
export function addGenesis(
  svm: LiteSVM,
  programs: readonly ProgramFile[],
  accounts: readonly GenesisAccount[],
): void {
  for (const program of programs) {
    const key = explain(`"${program.address}" is not the address of a program`, () =>
      address(program.address),
    );
    const elf = readFile(program.file);
    explain(`${program.file} is not a program that LiteSVM can load`, () => svm.addProgram(key, elf));
  }
  for (const account of accounts) {
    const read = 'file' in account ? readAccountFile(account) : account;
    explain(`The account ${read.address} cannot be added`, () => writeAccount(svm, readWrittenAccount(read)));
  }
}

function readAccountFile({ file, address: key }: Extract<GenesisAccount, { file: string }>): Account {
  const text = new TextDecoder().decode(readFile(file));
  return explain(`${file} is not what \`solana account --output json\` prints`, () => {
    const { pubkey, account }: KeyedAccountJson = JSON.parse(text);
    const read = readAccountJson(key ?? address(pubkey), account);
    if (!read) throw new TypeError('It has no account');
    return { ...read, owner: address(read.owner) };
  });
}

function readFile(file: string): Uint8Array {
  return explain(`${file} cannot be read`, () => readFileSync(file));
}

function explain<T>(problem: string, action: () => T): T {
  try {
    return action();
  } catch (cause) {
    throw new Error(`${problem}: ${getErrorMessage(cause)}`, { cause });
  }
}

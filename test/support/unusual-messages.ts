import {
  AccountRole,
  type Address,
  address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  type Instruction,
} from '@solana/kit';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { MEMO_PROGRAM_ADDRESSES } from '../../mock/src/explain/instructions/program-addresses.js';

export type Compiled = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;

/** Up to how many of what a message is filled. Kit makes none with more than 64 or 12. */
export const CROWDS = [
  'none',
  'instructions 60',
  'instructions 64',
  'instructions 65',
  'accounts 64',
  'accounts 65',
  'signers 12',
  'signers 13',
] as const;

/** What no client makes. */
export const FLAWS = [
  'none',
  'read-only payer',
  'all writable',
  'payer as program',
  'doubled account',
  'no such table',
  'no table',
] as const;

const MEMO = address(MEMO_PROGRAM_ADDRESSES.version1);
/** Addresses without accounts, which fill a transaction up. */
const FILLERS = Array.from({ length: 65 }, (_, index) =>
  address(encodeBase58(new Uint8Array(32).fill(99).fill(index, 0, 1))),
);

/** Returns the memos that fill the transaction up. */
export function fill(compiled: Compiled, crowd: string): readonly Instruction[] {
  const [what, most = 0] = crowd.replace('65', '64').replace('13', '12').split(' ');
  const count = 'instructions' in compiled ? compiled.instructions.length : compiled.numInstructions;
  const missing = (there: number) => Math.max(0, Number(most) - there);
  if (what === 'instructions') {
    return Array.from({ length: missing(count) }, () => ({ programAddress: MEMO }));
  }
  const isSigners = what === 'signers';
  // The program of the memo is an account as well.
  const there = isSigners ? compiled.header.numSignerAccounts : compiled.staticAccounts.length + 1;
  const role = isSigners ? AccountRole.READONLY_SIGNER : AccountRole.READONLY;
  const accounts = FILLERS.slice(0, missing(there)).map((key) => ({ address: key, role }));
  return accounts.length > 0 ? [{ programAddress: MEMO, accounts }] : [];
}

/** Adds one more than kit allows. */
export function overfill(compiled: Compiled, crowd: string): Compiled {
  const { header, staticAccounts } = compiled;
  if (crowd === 'signers 13') {
    return { ...compiled, header: { ...header, numSignerAccounts: header.numSignerAccounts + 1 } };
  }
  if (crowd === 'instructions 65' && compiled.version !== 1) {
    return { ...compiled, instructions: [...compiled.instructions, ...compiled.instructions.slice(-1)] };
  }
  if (compiled.version !== 1) return compiled;
  if (crowd === 'instructions 65') {
    const instructionHeaders = [...compiled.instructionHeaders, ...compiled.instructionHeaders.slice(-1)];
    const instructionPayloads = [...compiled.instructionPayloads, ...compiled.instructionPayloads.slice(-1)];
    return {
      ...compiled,
      instructionHeaders,
      instructionPayloads,
      numInstructions: instructionHeaders.length,
    };
  }
  if (crowd !== 'accounts 65') return compiled;
  const more = [...staticAccounts, ...FILLERS.slice(-1)];
  const numReadonlyNonSignerAccounts = header.numReadonlyNonSignerAccounts + 1;
  return {
    ...compiled,
    header: { ...header, numReadonlyNonSignerAccounts },
    staticAccounts: more,
    numStaticAccounts: more.length,
  };
}

/** Makes a message what no client makes. */
export function spoil(compiled: Compiled, flaw: string, feePayer: Address): Compiled {
  const { header, staticAccounts } = compiled;
  if (flaw === 'read-only payer') {
    return { ...compiled, header: { ...header, numReadonlySignerAccounts: header.numSignerAccounts } };
  }
  if (flaw === 'all writable') {
    return { ...compiled, header: { ...header, numReadonlyNonSignerAccounts: 0 } };
  }
  if (flaw === 'doubled account') {
    return { ...compiled, staticAccounts: [...staticAccounts.slice(0, -1), feePayer] };
  }
  if (flaw.includes('table') && compiled.version === 0) {
    const lookupTableAddress = flaw === 'no table' ? feePayer : (FILLERS[0] ?? feePayer);
    const addressTableLookups = [{ lookupTableAddress, writableIndexes: [0], readonlyIndexes: [] }];
    return { ...compiled, addressTableLookups };
  }
  if (flaw !== 'payer as program') return compiled;
  if (compiled.version !== 1) {
    const [first, ...others] = compiled.instructions;
    return { ...compiled, instructions: first ? [{ ...first, programAddressIndex: 0 }, ...others] : [] };
  }
  const [first, ...others] = compiled.instructionHeaders;
  return { ...compiled, instructionHeaders: first ? [{ ...first, programAccountIndex: 0 }, ...others] : [] };
}

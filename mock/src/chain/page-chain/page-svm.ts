import { address, getPublicKeyFromAddress, isAddress, verifySignature } from '@solana/kit';
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  findAssociatedTokenPda,
  getMintEncoder,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { encodeBase58, encodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { type DecodedTransaction, getInstructions } from '../../explain/describe-transaction.js';
import type { ReadableInstruction } from '../../explain/instructions/instruction.js';
import { NATIVE_MINT } from '../../explain/instructions/program-addresses.js';
import type { Account, Svm } from '../../explain/svm.js';
import { createClock, createFixedAccounts } from './fixed-accounts.js';
import { getMinimumBalance } from './rent.js';
import { type Prepared, type Run, runTransaction } from './run-transaction.js';

/** The small chain's programs and accounts. It can keep some accounts for ever, and replace the others. */
export type PageSvm = Svm &
  Readonly<{
    /** Makes all accounts that are there now a part of every state, like the programs. */
    keepAccounts(): void;
    /** Returns the accounts that have come since. */
    getNewAccounts(): readonly Account[];
    /** Replaces the accounts that have come since. */
    replaceNewAccounts(next: readonly Account[]): void;
  }>;

/** 32 bytes, like every hash. */
const GENESIS_HASH = encodeBase58(encodeUtf8('A small chain simulated in pages'));

/**
 * Creates an {@link Svm} in TypeScript, for pages. It has only a few programs, no lookup tables and no
 * nonces.
 */
export function createPageSvm(): PageSvm {
  const accounts = new Map<string, Account>();
  const kept = new Map<string, Account>();
  const prepared = new WeakMap<DecodedTransaction, Prepared>();
  const getAccount = (address: string): Account | undefined => accounts.get(address);

  function put(account: Account): void {
    if (account.lamports > 0n) accounts.set(account.address, account);
    else accounts.delete(account.address);
  }

  function keepAccounts(): void {
    for (const account of accounts.values()) kept.set(account.address, account);
  }

  function replaceNewAccounts(next: readonly Account[]): void {
    accounts.clear();
    for (const account of [...kept.values(), ...next]) put(account);
  }

  function run(decoded: DecodedTransaction, verify: boolean): Run {
    const { isSigned, associated } = prepared.get(decoded) ?? { isSigned: false, associated: [] };
    return runTransaction(decoded, getAccount, { isSigned: isSigned || !verify, associated });
  }

  for (const account of [...createFixedAccounts(), createNativeMint()]) put(account);
  keepAccounts();

  return {
    genesisHash: GENESIS_HASH,
    firstSlot: 1n,
    epochSchedule: { slotsPerEpoch: 432_000n, firstNormalEpoch: 0n, firstNormalSlot: 0n },
    getAccount,
    getBalance: (address) => getAccount(address)?.lamports ?? 0n,
    getProgramAccounts: (program) => [...accounts.values()].filter(({ owner }) => owner === program),
    setAccount: put,
    getMinimumBalance,
    startBlock: (block) => {
      const sysvar = createClock(block);
      put(sysvar);
      kept.set(sysvar.address, sysvar);
    },
    reset: () => replaceNewAccounts([]),
    prepare: async (decoded) => {
      const derived = getInstructions(decoded.message).map(deriveAssociatedAddress);
      const associated = await Promise.all(derived);
      prepared.set(decoded, { isSigned: await isSigned(decoded), associated });
    },
    simulate: (decoded, verify) => {
      const { changed, ...result } = run(decoded, verify);
      return { ...result, postAccounts: result.err === null ? changed : [] };
    },
    execute: (decoded, verify) => {
      const { changed, ...result } = run(decoded, verify);
      for (const account of changed) put(account);
      return result;
    },
    keepAccounts,
    getNewAccounts: () => [...accounts.values()].filter(({ address }) => !kept.has(address)),
    replaceNewAccounts,
  };
}

/** Returns the mint of wrapped SOL, which every chain has. */
function createNativeMint(): Account {
  const mint = { mintAuthority: null, supply: 0n, decimals: 9, isInitialized: true, freezeAuthority: null };
  const data = Uint8Array.from(getMintEncoder().encode(mint));
  const lamports = getMinimumBalance(data.length);
  return { address: NATIVE_MINT, owner: TOKEN_PROGRAM_ADDRESS, lamports, data, executable: false };
}

/** Verifies a transaction's signatures by WebCrypto. */
async function isSigned({ transaction }: DecodedTransaction): Promise<boolean> {
  const { messageBytes, signatures } = transaction;
  const verified = Object.entries(signatures).map(async ([signer, signature]) => {
    if (!signature) return false;
    return verifySignature(await getPublicKeyFromAddress(address(signer)), signature, messageBytes);
  });
  // A browser rejects the import of an address that is no public key, which nobody can sign for.
  return Promise.all(verified).then(
    (results) => results.every(Boolean),
    () => false,
  );
}

async function deriveAssociatedAddress(instruction: ReadableInstruction): Promise<string | undefined> {
  if (instruction.programAddress !== ASSOCIATED_TOKEN_PROGRAM_ADDRESS) return undefined;
  const [, , owner, mint, , tokenProgram] = instruction.accounts.map((account) => account.address);
  if (!owner || !mint || !tokenProgram || ![owner, mint, tokenProgram].every(isAddress)) return undefined;
  const [derived] = await findAssociatedTokenPda({ owner, mint, tokenProgram });
  return derived;
}

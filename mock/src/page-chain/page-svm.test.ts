import {
  type AccountMeta,
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  downgradeRoleToNonSigner,
  downgradeRoleToReadonly,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
} from '@solana/kit';
import * as budget from '@solana-program/compute-budget';
import * as system from '@solana-program/system';
import * as token from '@solana-program/token';
import fc from 'fast-check';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { describe, expect, it } from 'vitest';
import { decodeTransaction } from '../describe-transaction.js';
import { MEMO_PROGRAM_ADDRESSES } from '../instructions/program-addresses.js';
import { createLiteSvm } from '../litesvm/lite-svm.js';
import type { Svm, SvmResult } from '../svm/svm.js';
import { createPageSvm } from './page-svm.js';

/** The sequences are the same in every run, so that the test always takes as long and finds as much. */
const SEED = 14;
const RUNS = 12;
const TIMEOUT_MS = 120_000;
const SOL = 1_000_000_000n;
const TOKEN = token.TOKEN_PROGRAM_ADDRESS;
const HASH = blockhash(encodeBase58(new Uint8Array(32).fill(9)));

const create = (name: number): Address => address(encodeBase58(new Uint8Array(32).fill(name)));
const WALLETS = [create(11), create(12), create(13)] as const;
const MINTS = [create(21), create(22), address('So11111111111111111111111111111111111111112')] as const;
const BLANK = [create(31), create(32)] as const;
const [ALICE, BOB] = WALLETS;
const [GOLD, IRON, WRAPPED] = MINTS;

async function findToken(owner: Address, mint: Address): Promise<Address> {
  const [found] = await token.findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN });
  return found;
}

const HOLDINGS = await Promise.all(WALLETS.flatMap((owner) => MINTS.map((mint) => findToken(owner, mint))));
const MEMO_PROGRAMS = [MEMO_PROGRAM_ADDRESSES.current, MEMO_PROGRAM_ADDRESSES.version1].map((key) =>
  address(key),
);
const ALL = [...WALLETS, ...MINTS, ...BLANK, ...HOLDINGS];

const wallet = fc.constantFrom(...WALLETS);
const mint = fc.constantFrom(...MINTS);
const holding = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...HOLDINGS) },
  { weight: 1, arbitrary: fc.constantFrom(...ALL) },
);
const anyone = fc.constantFrom(...ALL);
const signer = fc
  .oneof({ weight: 5, arbitrary: wallet }, { weight: 1, arbitrary: anyone })
  .map((key) => createNoopSigner(key));
const lamports = fc.oneof(
  fc.constantFrom(0n, 1n, 5_000n, 890_880n, 1_461_600n, 2_039_280n, SOL),
  fc.bigInt({ min: 0n, max: 3n * SOL }),
);
const amount = fc.oneof(fc.constantFrom(0n, 1n, 10n, 2n ** 64n - 1n), fc.bigInt({ min: 0n, max: 2_000n }));
const decimals = fc.oneof(fc.constant(6), fc.constantFrom(0, 9));
const space = fc.constantFrom(0, 10, 82, 165, 10 * 1024 * 1024 + 1);
const program = fc.constantFrom(system.SYSTEM_PROGRAM_ADDRESS, TOKEN);

const INSTRUCTIONS: Readonly<Record<string, fc.Arbitrary<Instruction>>> = {
  transferSol: fc
    .record({ source: signer, destination: anyone, amount: lamports })
    .map((input) => system.getTransferSolInstruction(input)),
  createAccount: fc
    .record({
      payer: signer,
      newAccount: anyone.map((key) => createNoopSigner(key)),
      lamports,
      space,
      programAddress: program,
    })
    .map((input) => system.getCreateAccountInstruction(input)),
  allocate: fc
    .record({ newAccount: anyone.map((key) => createNoopSigner(key)), space })
    .map((input) => system.getAllocateInstruction(input)),
  assign: fc
    .record({ account: anyone.map((key) => createNoopSigner(key)), programAddress: program })
    .map((input) => system.getAssignInstruction(input)),
  initializeMint: fc
    .record({
      mint: fc.oneof(mint, anyone),
      decimals,
      mintAuthority: wallet,
      freezeAuthority: fc.option(wallet),
    })
    .map((input) => token.getInitializeMintInstruction(input)),
  initializeMint2: fc
    .record({
      mint: fc.oneof(mint, anyone),
      decimals,
      mintAuthority: wallet,
      freezeAuthority: fc.option(wallet),
    })
    .map((input) => token.getInitializeMint2Instruction(input)),
  initializeAccount: fc
    .record({ account: anyone, mint, owner: wallet })
    .map((input) => token.getInitializeAccountInstruction(input)),
  initializeAccount2: fc
    .record({ account: anyone, mint, owner: wallet })
    .map((input) => token.getInitializeAccount2Instruction(input)),
  initializeAccount3: fc
    .record({ account: anyone, mint, owner: wallet })
    .map((input) => token.getInitializeAccount3Instruction(input)),
  initializeImmutableOwner: holding.map((account) =>
    token.getInitializeImmutableOwnerInstruction({ account }),
  ),
  mintTo: fc
    .record({ mint, token: holding, mintAuthority: signer, amount })
    .map((input) => token.getMintToInstruction(input)),
  mintToChecked: fc
    .record({ mint, token: holding, mintAuthority: signer, amount, decimals })
    .map((input) => token.getMintToCheckedInstruction(input)),
  transfer: fc
    .record({ source: holding, destination: holding, authority: signer, amount })
    .map((input) => token.getTransferInstruction(input)),
  transferChecked: fc
    .record({ source: holding, mint, destination: holding, authority: signer, amount, decimals })
    .map((input) => token.getTransferCheckedInstruction(input)),
  approve: fc
    .record({ source: holding, delegate: wallet, owner: signer, amount })
    .map((input) => token.getApproveInstruction(input)),
  approveChecked: fc
    .record({ source: holding, mint, delegate: wallet, owner: signer, amount, decimals })
    .map((input) => token.getApproveCheckedInstruction(input)),
  revoke: fc.record({ source: holding, owner: signer }).map((input) => token.getRevokeInstruction(input)),
  burn: fc
    .record({ account: holding, mint, authority: signer, amount })
    .map((input) => token.getBurnInstruction(input)),
  burnChecked: fc
    .record({ account: holding, mint, authority: signer, amount, decimals })
    .map((input) => token.getBurnCheckedInstruction(input)),
  closeAccount: fc
    .record({ account: holding, destination: anyone, owner: signer })
    .map((input) => token.getCloseAccountInstruction(input)),
  setAuthority: fc
    .record({
      owned: fc.oneof(holding, mint),
      owner: signer,
      authorityType: fc.constantFrom(0, 1, 2, 3),
      newAuthority: fc.option(wallet),
    })
    .map((input) => token.getSetAuthorityInstruction(input)),
  freeze: fc
    .record({ account: holding, mint, owner: signer })
    .map((input) => token.getFreezeAccountInstruction(input)),
  thaw: fc
    .record({ account: holding, mint, owner: signer })
    .map((input) => token.getThawAccountInstruction(input)),
  syncNative: holding.map((account) => token.getSyncNativeInstruction({ account })),
  createAssociated: fc
    .record({ payer: signer, ata: holding, owner: wallet, mint })
    .map((input) => token.getCreateAssociatedTokenInstruction(input)),
  createAssociatedIdempotent: fc
    .record({ payer: signer, ata: holding, owner: wallet, mint })
    .map((input) => token.getCreateAssociatedTokenIdempotentInstruction(input)),
  memo: fc.record({
    programAddress: fc.constantFrom(...MEMO_PROGRAMS),
    data: fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => new TextEncoder().encode(text)),
      fc.uint8Array({ maxLength: 5 }),
    ),
    accounts: fc.array(
      wallet.map((key): AccountMeta => ({ address: key, role: AccountRole.READONLY_SIGNER })),
      {
        maxLength: 2,
      },
    ),
  }),
  computeUnitLimit: fc
    .constantFrom(0, 300_000, 2_000_000)
    .map((units) => budget.getSetComputeUnitLimitInstruction({ units })),
  computeUnitPrice: fc
    .constantFrom(0n, 1n, 1_000_000n)
    .map((microLamports) => budget.getSetComputeUnitPriceInstruction({ microLamports })),
  heap: fc
    .constantFrom(0, 32 * 1024, 33_000, 300 * 1024)
    .map((bytes) => budget.getRequestHeapFrameInstruction({ bytes })),
  loadedSize: fc
    .constantFrom(0, 64 * 1024 * 1024)
    .map((limit) => budget.getSetLoadedAccountsDataSizeLimitInstruction({ accountDataSizeLimit: limit })),
  garbage: fc.record({
    programAddress: fc.constantFrom(
      system.SYSTEM_PROGRAM_ADDRESS,
      budget.COMPUTE_BUDGET_PROGRAM_ADDRESS,
      create(41),
    ),
    accounts: fc.array(
      anyone.map((key): AccountMeta => ({ address: key, role: AccountRole.WRITABLE })),
      {
        maxLength: 3,
      },
    ),
    data: fc.uint8Array({ maxLength: 12 }),
  }),
};

/** Leaves an instruction as it is, or takes a signature, the right to write, or the last account from it. */
const damage = fc.oneof(
  { weight: 12, arbitrary: fc.constant('none' as const) },
  { weight: 1, arbitrary: fc.constantFrom('unsigned', 'readonly', 'shorter') },
);

const instruction = fc
  .tuple(fc.oneof(...Object.values(INSTRUCTIONS)), damage, fc.nat(7))
  .map(([original, harm, index]): Instruction => {
    const accounts = original.accounts ?? [];
    if (harm === 'none' || accounts.length === 0) return original;
    if (harm === 'shorter') return { ...original, accounts: accounts.slice(0, -1) };
    const downgrade = harm === 'unsigned' ? downgradeRoleToNonSigner : downgradeRoleToReadonly;
    const harmed = accounts.map((meta, at) =>
      at === index % accounts.length ? { address: meta.address, role: downgrade(meta.role) } : meta,
    );
    return { ...original, accounts: harmed };
  });

const sequence = fc.array(
  fc.record({
    payer: fc.oneof({ weight: 9, arbitrary: wallet }, { weight: 1, arbitrary: anyone }),
    instructions: fc.array(instruction, { minLength: 1, maxLength: 3 }),
    version: fc.constantFrom('legacy' as const, 0 as const),
  }),
  { minLength: 1, maxLength: 12 },
);

function compile(payer: Address, instructions: readonly Instruction[], version: 'legacy' | 0 = 0) {
  const message = pipe(
    createTransactionMessage({ version }),
    (empty) => setTransactionMessageFeePayer(payer, empty),
    (paid) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: HASH, lastValidBlockHeight: 0n }, paid),
    (timed) => appendTransactionMessageInstructions([...instructions], timed),
  );
  const transaction = compileTransaction(message);
  // Nobody verifies it, but LiteSVM tells by the signature whether a transaction was executed.
  const signatures = { ...transaction.signatures, [payer]: signatureBytes(new Uint8Array(64).fill(1)) };
  return decodeTransaction(Uint8Array.from(getTransactionEncoder().encode({ ...transaction, signatures })));
}

/** Some gold and iron in the hands of Alice and Bob, and a little wrapped SOL. */
const SETUP: readonly Instruction[] = [GOLD, IRON].flatMap((key, index) => [
  system.getCreateAccountInstruction({
    payer: createNoopSigner(ALICE),
    newAccount: createNoopSigner(key),
    lamports: 1_461_600n,
    space: 82,
    programAddress: TOKEN,
  }),
  token.getInitializeMint2Instruction({
    mint: key,
    decimals: index === 0 ? 6 : 0,
    mintAuthority: ALICE,
    freezeAuthority: index === 0 ? BOB : null,
  }),
]);

async function getMoreSetup(): Promise<readonly (readonly Instruction[])[]> {
  return Promise.all(
    [ALICE, BOB].flatMap((owner) =>
      MINTS.map(async (key) => {
        const ata = await findToken(owner, key);
        const open = token.getCreateAssociatedTokenInstruction({
          payer: createNoopSigner(ALICE),
          ata,
          owner,
          mint: key,
        });
        if (key !== WRAPPED) {
          const mintAuthority = createNoopSigner(ALICE);
          return [open, token.getMintToInstruction({ mint: key, token: ata, mintAuthority, amount: 1_000n })];
        }
        const pay = system.getTransferSolInstruction({
          source: createNoopSigner(ALICE),
          destination: ata,
          amount: 500n,
        });
        return [open, pay, token.getSyncNativeInstruction({ account: ata })];
      }),
    ),
  );
}

function fund(svm: Svm, balances: readonly bigint[]): void {
  for (const [index, key] of WALLETS.entries()) {
    const balance = balances[index] ?? 0n;
    if (balance === 0n) continue;
    const owner = system.SYSTEM_PROGRAM_ADDRESS;
    svm.setAccount({ address: key, owner, lamports: balance, data: new Uint8Array(), executable: false });
  }
}

/** What both chains must say alike. Real programs vary in their compute units, and repeat what a call has returned. */
function getOutcome({
  err,
  logs,
  innerInstructions,
  isExecuted,
}: SvmResult & Readonly<{ isExecuted: boolean }>) {
  return {
    err,
    isExecuted,
    innerInstructions,
    logs: logs
      .filter((line) => !/ consumed \d+ of |^Program return: /.test(line))
      .map((line) => line.replace(/failed: \w+ utf-8 .*/, 'failed: not UTF-8')),
  };
}

/** Returns all accounts. Those of the Token program are decoded, because it leaves the bytes of what it takes out. */
function getState(svm: Svm) {
  return ALL.map((key) => {
    const account = svm.getAccount(key);
    if (account?.owner !== TOKEN) return account;
    const { data } = account;
    if (data.length === token.getMintSize()) return { ...account, data: token.getMintDecoder().decode(data) };
    const isToken = data.length === token.getTokenSize();
    return isToken ? { ...account, data: token.getTokenDecoder().decode(data) } : account;
  });
}

describe('the small chain beside LiteSVM', () => {
  it('does the same with any sequence of transactions', { timeout: TIMEOUT_MS }, async () => {
    const setup = [SETUP, ...(await getMoreSetup())].map((instructions) => compile(ALICE, instructions));
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.tuple(lamports, lamports), sequence, async (balances, transactions) => {
        const real = createLiteSvm();
        const small = createPageSvm();
        for (const svm of [real, small]) fund(svm, [10n * SOL, ...balances]);
        const random = transactions.map(({ payer, instructions, version }) =>
          compile(payer, instructions, version),
        );
        for (const [index, decoded] of [...setup, ...random].entries()) {
          await small.prepare?.(decoded);
          const expected = getOutcome(real.execute(decoded, false));
          const got = getOutcome(small.execute(decoded, false));
          seen.add(JSON.stringify(expected.err));
          expect(got, `transaction ${index - setup.length}`).toEqual(expected);
          expect(getState(small)).toEqual(getState(real));
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
    // The transactions are of use only if many of them succeed, and the others fail in many ways.
    expect(seen).toContain('null');
    expect(seen.size).toBeGreaterThan(20);
  });
});

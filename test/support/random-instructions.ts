import {
  type AccountMeta,
  AccountRole,
  type Address,
  address,
  createNoopSigner,
  type Instruction,
} from '@solana/kit';
import * as budget from '@solana-program/compute-budget';
import * as system from '@solana-program/system';
import * as token from '@solana-program/token';
import fc from 'fast-check';
import { encodeBase58 } from 'mobile-wallet-standard/endpoint';
import { createLiteSvm } from '../../mock/src/chain/litesvm/lite-svm.js';
import { MEMO_PROGRAM_ADDRESSES } from '../../mock/src/explain/instructions/program-addresses.js';

export const INSTRUCTIONS_SYSVAR = address('Sysvar1nstructions1111111111111111111111111');
const TOKEN = token.TOKEN_PROGRAM_ADDRESS;
const create = (name: number): Address => address(encodeBase58(new Uint8Array(32).fill(name)));
export const WALLETS = [create(11), create(12), create(13)] as const;
export const MINTS = [
  create(21),
  create(22),
  address('So11111111111111111111111111111111111111112'),
] as const;
export const MEMO_PROGRAMS = [
  address(MEMO_PROGRAM_ADDRESSES.current),
  address(MEMO_PROGRAM_ADDRESSES.version1),
] as const;

export async function findToken(owner: Address, mint: Address): Promise<Address> {
  const [found] = await token.findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN });
  return found;
}

const HOLDINGS = await Promise.all(WALLETS.flatMap((owner) => MINTS.map((mint) => findToken(owner, mint))));
const LITESVM = createLiteSvm();

/** The accounts that instructions name, by kind. */
export const ACCOUNTS: Readonly<Record<string, readonly Address[]>> = {
  wallet: WALLETS,
  mint: MINTS,
  token: HOLDINGS,
  blank: [create(31), create(32)],
  program: [TOKEN, token.ASSOCIATED_TOKEN_PROGRAM_ADDRESS, ...MEMO_PROGRAMS],
  /** All that LiteSVM has, and those without an account. */
  reserved: [
    ...['NativeLoader1111111111111111111111111111111', 'Sysvar1111111111111111111111111111111111111'].flatMap(
      (owner) => [owner, ...LITESVM.getProgramAccounts(owner).map((account) => account.address)],
    ),
    'AddressLookupTab1e1111111111111111111111111',
    'Config1111111111111111111111111111111111111',
    'Feature111111111111111111111111111111111111',
    'LoaderV411111111111111111111111111111111111',
    'Stake11111111111111111111111111111111111111',
    'StakeConfig11111111111111111111111111111111',
    'SysvarRewards111111111111111111111111111111',
    INSTRUCTIONS_SYSVAR,
    'ZkTokenProof1111111111111111111111111111111',
  ].map((key) => address(key)),
  /** Addresses that only begin like reserved ones. */
  lookalike: [
    'SysvarC1ock11111111111111111111111111111112',
    'Vote111111111111111111111111111111111111112',
  ].map((key) => address(key)),
  incinerator: [address('1nc1nerator11111111111111111111111111111111')],
};

/** Mostly the one who has everything, so that instructions succeed now and then. */
export const wallet = fc.oneof(
  { weight: 4, arbitrary: fc.constant(WALLETS[0]) },
  { weight: 1, arbitrary: fc.constantFrom(...WALLETS) },
);
const mint = fc.constantFrom(...MINTS);
const common = fc.constantFrom(...WALLETS, ...MINTS, ...HOLDINGS);
export const anyone = fc.oneof(
  { weight: 3, arbitrary: common },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...Object.values(ACCOUNTS)).chain((keys) => fc.constantFrom(...keys)),
  },
);
const holding = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...HOLDINGS.slice(0, MINTS.length)) },
  { weight: 4, arbitrary: fc.constantFrom(...HOLDINGS) },
  { weight: 1, arbitrary: anyone },
);
const signer = fc
  .oneof({ weight: 5, arbitrary: wallet }, { weight: 1, arbitrary: anyone })
  .map((key) => createNoopSigner(key));
export const lamports = fc.oneof(
  fc.constantFrom(0n, 1n, 5_000n, 890_880n, 1_461_600n, 2_039_280n, 1_000_000_000n),
  fc.bigInt({ min: 0n, max: 3_000_000_000n }),
);
const amount = fc.oneof(fc.constantFrom(0n, 1n, 10n, 2n ** 64n - 1n), fc.bigInt({ min: 0n, max: 2_000n }));
const decimals = fc.oneof(fc.constant(6), fc.constantFrom(0, 9));
const space = fc.constantFrom(0, 10, 82, 165, 10 * 1024 * 1024 + 1);
const program = fc.constantFrom(system.SYSTEM_PROGRAM_ADDRESS, TOKEN);

/** What a transaction may do, by name. */
export const INSTRUCTIONS: Readonly<Record<string, fc.Arbitrary<Instruction>>> = {
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

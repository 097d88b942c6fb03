import { isOption, unwrapOption } from '@solana/kit';
import { parseSystemInstruction, SYSTEM_PROGRAM_ADDRESS, SystemInstruction } from '@solana-program/system';
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  AssociatedTokenInstruction,
  parseAssociatedTokenInstruction,
  parseTokenInstruction,
  TokenInstruction,
} from '@solana-program/token';
import { decodeUtf8 } from 'mobile-wallet-standard/endpoint';
import type { ReadableInstruction } from '../../explain/instructions/instruction.js';
import { MEMO_PROGRAM_ADDRESSES } from '../../explain/instructions/program-addresses.js';
import { getTokenAmount, TOKEN_PROGRAMS } from '../../explain/parsed-account.js';
import { parseExtensionInstruction, type Row } from '../../explain/token-extensions.js';

/** What a validator tells of an instruction: its type and arguments, or the text of a memo. */
type Parsed = string | Readonly<{ type: string; info: Info }>;
type Info = Readonly<Record<string, unknown>>;
type Parse = (instruction: ReadableInstruction) => Parsed | undefined;

/** Arguments of which a validator also tells that there are none. */
const NULLABLE: readonly string[] = ['newAuthority', 'rateAuthority'];

const SYSTEM: Readonly<Record<SystemInstruction, Row | undefined>> = {
  [SystemInstruction.CreateAccount]: ['createAccount', 'source newAccount'],
  [SystemInstruction.Assign]: ['assign', 'account'],
  [SystemInstruction.TransferSol]: ['transfer', 'source destination'],
  [SystemInstruction.CreateAccountWithSeed]: ['createAccountWithSeed', 'source newAccount'],
  [SystemInstruction.AdvanceNonceAccount]: [
    'advanceNonce',
    'nonceAccount recentBlockhashesSysvar nonceAuthority',
  ],
  [SystemInstruction.WithdrawNonceAccount]: [
    'withdrawFromNonce',
    'nonceAccount destination recentBlockhashesSysvar rentSysvar nonceAuthority',
  ],
  [SystemInstruction.InitializeNonceAccount]: [
    'initializeNonce',
    'nonceAccount recentBlockhashesSysvar rentSysvar',
  ],
  [SystemInstruction.AuthorizeNonceAccount]: ['authorizeNonce', 'nonceAccount nonceAuthority'],
  [SystemInstruction.UpgradeNonceAccount]: ['upgradeNonce', 'nonceAccount'],
  [SystemInstruction.Allocate]: ['allocate', 'account'],
  [SystemInstruction.AllocateWithSeed]: ['allocateWithSeed', 'account'],
  [SystemInstruction.AssignWithSeed]: ['assignWithSeed', 'account'],
  [SystemInstruction.TransferSolWithSeed]: ['transferWithSeed', 'source sourceBase destination'],
  [SystemInstruction.CreateAccountAllowPrefund]: undefined,
};

/** How a validator names what its client names otherwise. */
const SYSTEM_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': { programAddress: 'owner' },
  createAccountWithSeed: { amount: 'lamports', baseAccount: 'base' },
  transfer: { amount: 'lamports' },
  transferWithSeed: { amount: 'lamports', fromSeed: 'sourceSeed', fromOwner: 'sourceOwner' },
  withdrawFromNonce: { withdrawAmount: 'lamports' },
  authorizeNonce: { newNonceAuthority: 'newAuthorized' },
};

const TOKEN: Readonly<Partial<Record<TokenInstruction, Row>>> = {
  [TokenInstruction.InitializeMint]: ['initializeMint', 'mint rentSysvar'],
  [TokenInstruction.InitializeMint2]: ['initializeMint2', 'mint'],
  [TokenInstruction.InitializeAccount]: ['initializeAccount', 'account mint owner rentSysvar'],
  [TokenInstruction.InitializeAccount2]: ['initializeAccount2', 'account mint rentSysvar'],
  [TokenInstruction.InitializeAccount3]: ['initializeAccount3', 'account mint'],
  [TokenInstruction.InitializeMultisig]: ['initializeMultisig', 'multisig rentSysvar signers…'],
  [TokenInstruction.InitializeMultisig2]: ['initializeMultisig2', 'multisig signers…'],
  [TokenInstruction.Transfer]: ['transfer', 'source destination', 'authority'],
  [TokenInstruction.Approve]: ['approve', 'source delegate', 'owner'],
  [TokenInstruction.Revoke]: ['revoke', 'source', 'owner'],
  [TokenInstruction.MintTo]: ['mintTo', 'mint account', 'mintAuthority'],
  [TokenInstruction.Burn]: ['burn', 'account mint', 'authority'],
  [TokenInstruction.CloseAccount]: ['closeAccount', 'account destination', 'owner'],
  [TokenInstruction.FreezeAccount]: ['freezeAccount', 'account mint', 'freezeAuthority'],
  [TokenInstruction.ThawAccount]: ['thawAccount', 'account mint', 'freezeAuthority'],
  [TokenInstruction.TransferChecked]: ['transferChecked', 'source mint destination', 'authority'],
  [TokenInstruction.ApproveChecked]: ['approveChecked', 'source mint delegate', 'owner'],
  [TokenInstruction.MintToChecked]: ['mintToChecked', 'mint account', 'mintAuthority'],
  [TokenInstruction.BurnChecked]: ['burnChecked', 'account mint', 'authority'],
  [TokenInstruction.SyncNative]: ['syncNative', 'account'],
  [TokenInstruction.GetAccountDataSize]: ['getAccountDataSize', 'mint'],
  [TokenInstruction.InitializeImmutableOwner]: ['initializeImmutableOwner', 'account'],
  [TokenInstruction.AmountToUiAmount]: ['amountToUiAmount', 'mint'],
  [TokenInstruction.UiAmountToAmount]: ['uiAmountToAmount', 'mint'],
};

const CREATION = 'source account wallet mint systemProgram tokenProgram';
const ASSOCIATED: Readonly<Record<AssociatedTokenInstruction, Row>> = {
  [AssociatedTokenInstruction.CreateAssociatedToken]: ['create', CREATION],
  [AssociatedTokenInstruction.CreateAssociatedTokenIdempotent]: ['createIdempotent', CREATION],
  [AssociatedTokenInstruction.RecoverNestedAssociatedToken]: [
    'recoverNested',
    'nestedSource nestedMint destination nestedOwner ownerMint wallet tokenProgram',
  ],
};

const parseSystem: Parse = (instruction) => {
  const { instructionType, data } = parseSystemInstruction(instruction);
  const row = SYSTEM[instructionType];
  if (!row) return undefined;
  const names = { ...SYSTEM_NAMES[''], ...SYSTEM_NAMES[row[0]] };
  const renamed = Object.entries(data).map(([name, value]) => [names[name] ?? name, value] as const);
  return fillRow(row, instruction, Object.fromEntries(renamed));
};

const parseToken: Parse = (instruction) => {
  const extension = parseExtensionInstruction(instruction);
  if (extension) return fillRow(extension.row, instruction, extension.data);
  const { instructionType, ...parsed } = parseTokenInstruction(instruction);
  const row = TOKEN[instructionType];
  return row && fillRow(row, instruction, 'data' in parsed ? { ...parsed.data } : {});
};

const parseAssociatedToken: Parse = (instruction) => {
  // Without data it creates an account, too; the parser does not know this older form.
  const data = instruction.data.length === 0 ? Uint8Array.of(0) : instruction.data;
  const { instructionType } = parseAssociatedTokenInstruction({ ...instruction, data });
  return fillRow(ASSOCIATED[instructionType], instruction, {});
};

const parseMemo: Parse = ({ data }) => decodeUtf8(Uint8Array.from(data));

const PROGRAMS: ReadonlyMap<string, readonly [name: string, parse: Parse]> = new Map(
  [
    { name: 'system', parse: parseSystem, addresses: [SYSTEM_PROGRAM_ADDRESS] },
    {
      name: 'spl-associated-token-account',
      parse: parseAssociatedToken,
      addresses: [ASSOCIATED_TOKEN_PROGRAM_ADDRESS],
    },
    // A validator names both Token programs alike here.
    { name: 'spl-token', parse: parseToken, addresses: [...TOKEN_PROGRAMS.keys()] },
    { name: 'spl-memo', parse: parseMemo, addresses: Object.values(MEMO_PROGRAM_ADDRESSES) },
  ].flatMap(({ name, parse, addresses }) =>
    addresses.map((address): [string, readonly [string, Parse]] => [address, [name, parse]]),
  ),
);

/**
 * Parses an instruction of System, the Token programs, Associated Token or Memo as a validator does in the
 * encoding `jsonParsed`; returns `undefined` for any other, and for one that is incomplete.
 */
export function tryParseInstruction(
  instruction: ReadableInstruction,
): Readonly<{ program: string; parsed: Parsed }> | undefined {
  const [program, parse] = PROGRAMS.get(instruction.programAddress) ?? [];
  try {
    const parsed = parse?.(instruction);
    return program !== undefined && parsed !== undefined ? { program, parsed } : undefined;
  } catch {
    // The data or the list of accounts ends early, or a memo is not UTF-8.
    return undefined;
  }
}

/** Names the accounts, and adds the arguments as a validator writes them. */
function fillRow([type, accounts, authority]: Row, { accounts: metas }: ReadableInstruction, data: Info) {
  const addresses = metas.map(({ address }) => address);
  const names = accounts.split(' ');
  const named = names.map((name, index) => {
    const address = addresses[index];
    if (address === undefined) throw new RangeError(`It has no account ${index}`);
    return name.endsWith('…') ? [name.slice(0, -1), addresses.slice(index)] : [name, address];
  });
  return {
    type,
    info: {
      ...Object.fromEntries(named),
      ...formatArguments(data),
      ...(authority !== undefined && nameAuthority(authority, addresses.slice(names.length))),
    },
  };
}

/** Names who signs for an instruction: the last account, or a shared one and its signers behind it. */
function nameAuthority(name: string, [address, ...signers]: readonly string[]): Info {
  if (address === undefined) throw new RangeError(`It has no ${name}`);
  const shared = `multisig${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return signers.length > 0 ? { [shared]: address, signers } : { [name]: address };
}

/** Leaves out the bytes that name the instruction, and writes amounts as texts. */
function formatArguments({ amount, decimals, feeAmount, ...others }: Info): Info {
  const rest = Object.entries(others)
    .map(([name, value]) => [name, isOption(value) ? unwrapOption(value) : value] as const)
    .filter(([name, value]) => !name.endsWith('iscriminator') && (value !== null || NULLABLE.includes(name)));
  const plain = Object.fromEntries(rest);
  if (typeof amount !== 'bigint') return { ...plain, ...(decimals !== undefined && { decimals }) };
  if (typeof decimals !== 'number') return { ...plain, amount: `${amount}` };
  return {
    ...plain,
    tokenAmount: getTokenAmount(amount, decimals),
    ...(typeof feeAmount === 'bigint' && { feeAmount: getTokenAmount(feeAmount, decimals) }),
  };
}

import { type Address, none, type Option, some, unwrapOption } from '@solana/kit';
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import {
  AccountState,
  AuthorityType,
  getInitializeAccount3InstructionDataDecoder,
  getInitializeMintInstructionDataDecoder,
  getMintDecoder,
  getMintSize,
  getSetAuthorityInstructionDataDecoder,
  getTokenDecoder,
  getTokenSize,
  TOKEN_PROGRAM_ADDRESS,
  type Token,
  TokenInstruction,
} from '@solana-program/token';
import { NATIVE_MINT } from '../../../explain/instructions/program-addresses.js';
import {
  type InstructionAccount,
  type Invocation,
  type Program,
  resizeData,
  setLamports,
  setOwner,
} from '../program.js';
import { getMinimumBalance, RENT_ADDRESS } from '../rent.js';
import {
  addAmount,
  assertAuthority,
  assertTokenOwned,
  failProgram,
  failToken,
  readMint,
  readToken,
  readTokenData,
  takeTokenAccounts,
  writeMint,
  writeToken,
} from './token-state.js';

/** Runs the instructions that make, change or close mints and accounts. */
export const ACCOUNT_HANDLERS: readonly (readonly [TokenInstruction, Program['run']])[] = [
  [TokenInstruction.InitializeMint, (invocation) => initializeMint(invocation, ['mint', 'rent'])],
  [TokenInstruction.InitializeMint2, (invocation) => initializeMint(invocation, ['mint'])],
  [TokenInstruction.InitializeAccount, (invocation) => initializeAccount(invocation, ['owner', 'rent'])],
  [TokenInstruction.InitializeAccount2, (invocation) => initializeAccount(invocation, ['rent'])],
  [TokenInstruction.InitializeAccount3, (invocation) => initializeAccount(invocation, [])],
  [TokenInstruction.InitializeImmutableOwner, initializeImmutableOwner],
  [TokenInstruction.GetAccountDataSize, getAccountDataSize],
  [TokenInstruction.Revoke, revoke],
  [TokenInstruction.CloseAccount, closeAccount],
  [TokenInstruction.SetAuthority, setAuthority],
  [TokenInstruction.FreezeAccount, (invocation) => setFrozen(invocation, true)],
  [TokenInstruction.ThawAccount, (invocation) => setFrozen(invocation, false)],
  [TokenInstruction.SyncNative, syncNative],
];

function initializeMint(invocation: Invocation, names: readonly ('mint' | 'rent')[]): void {
  const decoder = getInitializeMintInstructionDataDecoder();
  const { decimals, mintAuthority, freezeAuthority } = readTokenData(() => decoder.decode(invocation.data));
  const taken = takeTokenAccounts(invocation, names);
  const { mint, rent }: Readonly<{ mint: InstructionAccount; rent?: InstructionAccount }> = taken;
  if (mint.account.data.length !== getMintSize()) failProgram('InvalidAccountData');
  if (getMintDecoder().decode(mint.account.data).isInitialized) failToken(6);
  assertExempt(mint, rent);
  const authorities = { mintAuthority: some(mintAuthority), freezeAuthority };
  writeMint(mint, { ...authorities, supply: 0n, decimals, isInitialized: true });
}

/** Makes an account one that holds tokens of a mint. Without an account for it, the owner is in the data. */
function initializeAccount(invocation: Invocation, others: readonly ('owner' | 'rent')[]): void {
  const { account, mint, ...taken } = takeTokenAccounts(invocation, ['account', 'mint', ...others]);
  const { owner: holder, rent }: Readonly<{ owner?: InstructionAccount; rent?: InstructionAccount }> = taken;
  const owner =
    holder?.account.address ??
    readTokenData(() => getInitializeAccount3InstructionDataDecoder().decode(invocation.data)).owner;
  assertNew(account);
  assertExempt(account, rent);
  const reserve = getMinimumBalance(getTokenSize());
  const isNative = mint.account.address === NATIVE_MINT;
  if (!isNative) assertReadableMint(mint);
  writeToken(account, {
    mint: mint.account.address,
    owner,
    amount: isNative ? account.account.lamports - reserve : 0n,
    delegate: none(),
    state: AccountState.Initialized,
    isNative: isNative ? some(reserve) : none(),
    delegatedAmount: 0n,
    closeAuthority: none(),
  });
}

/** Sets the amount of an account with wrapped SOL to the lamports that it has. */
function syncNative(invocation: Invocation): void {
  const { account } = takeTokenAccounts(invocation, ['account']);
  assertTokenOwned(account);
  const token = readToken(account);
  const reserve = unwrapOption(token.isNative) ?? failToken(19);
  const amount = account.account.lamports - reserve;
  if (amount < token.amount) failProgram('InvalidInstructionData');
  writeToken(account, { ...token, amount });
}

function revoke(invocation: Invocation): void {
  const token = readToken(takeTokenAccounts(invocation, ['source']).source);
  const { source, owner } = takeTokenAccounts(invocation, ['source', 'owner']);
  if (token.state === AccountState.Frozen) failToken(17);
  assertAuthority(token.owner, owner);
  writeToken(source, { ...token, delegate: none(), delegatedAmount: 0n });
}

function closeAccount(invocation: Invocation): void {
  const names = ['account', 'destination', 'authority'] as const;
  const { account, destination, authority } = takeTokenAccounts(invocation, names);
  if (account.account === destination.account) failProgram('InvalidAccountData');
  const token = readToken(account);
  if (unwrapOption(token.isNative) === null && token.amount !== 0n) failToken(11);
  assertAuthority(unwrapOption(token.closeAuthority) ?? token.owner, authority);
  const { lamports } = account.account;
  setLamports(TOKEN_PROGRAM_ADDRESS, destination, addAmount(destination.account.lamports, lamports));
  setLamports(TOKEN_PROGRAM_ADDRESS, account, 0n);
  resizeData(account, 0);
  setOwner(TOKEN_PROGRAM_ADDRESS, account, SYSTEM_PROGRAM_ADDRESS);
}

function setFrozen(invocation: Invocation, isFrozen: boolean): void {
  const { account, mint, authority } = takeTokenAccounts(invocation, ['account', 'mint', 'authority']);
  const token = readToken(account);
  if (isFrozen === (token.state === AccountState.Frozen)) failToken(13);
  if (unwrapOption(token.isNative) !== null) failToken(10);
  if (mint.account.address !== token.mint) failToken(3);
  const freezer = unwrapOption(readMint(mint).freezeAuthority) ?? failToken(16);
  assertAuthority(freezer, authority);
  writeToken(account, { ...token, state: isFrozen ? AccountState.Frozen : AccountState.Initialized });
}

/** Changes who may mint, freeze, own or close. */
function setAuthority(invocation: Invocation): void {
  const decoder = getSetAuthorityInstructionDataDecoder();
  const { authorityType, newAuthority } = readTokenData(() => decoder.decode(invocation.data));
  const { owned, authority } = takeTokenAccounts(invocation, ['owned', 'authority']);
  const { length } = owned.account.data;
  if (length === getTokenSize()) {
    const token = readToken(owned);
    if (token.state === AccountState.Frozen) failToken(17);
    writeToken(owned, changeToken(token, authority, authorityType, newAuthority));
    return;
  }
  if (length !== getMintSize()) failProgram('InvalidArgument');
  const mint = readMint(owned);
  if (authorityType === AuthorityType.MintTokens) {
    assertAuthority(unwrapOption(mint.mintAuthority) ?? failToken(5), authority);
    writeMint(owned, { ...mint, mintAuthority: newAuthority });
    return;
  }
  if (authorityType !== AuthorityType.FreezeAccount) failToken(15);
  assertAuthority(unwrapOption(mint.freezeAuthority) ?? failToken(16), authority);
  writeMint(owned, { ...mint, freezeAuthority: newAuthority });
}

function changeToken(
  token: Token,
  authority: InstructionAccount,
  type: AuthorityType,
  newAuthority: Option<Address>,
): Token {
  if (type === AuthorityType.AccountOwner) {
    assertAuthority(token.owner, authority);
    const owner = unwrapOption(newAuthority) ?? failToken(12);
    const isNative = unwrapOption(token.isNative) !== null;
    const closeAuthority = isNative ? none<Address>() : token.closeAuthority;
    return { ...token, owner, delegate: none(), delegatedAmount: 0n, closeAuthority };
  }
  if (type !== AuthorityType.CloseAccount) failToken(15);
  assertAuthority(unwrapOption(token.closeAuthority) ?? token.owner, authority);
  return { ...token, closeAuthority: newAuthority };
}

/** Tells how large an account for a mint's tokens must be. */
function getAccountDataSize(invocation: Invocation): void {
  const { mint } = takeTokenAccounts(invocation, ['mint']);
  assertTokenOwned(mint);
  assertReadableMint(mint);
  // 165, as the program returns it: base64 of 8 bytes.
  invocation.log(`Program return: ${TOKEN_PROGRAM_ADDRESS} pQAAAAAAAAA=`);
}

/** Does nothing, because the Token program never changes the owner of an associated account by itself. */
function initializeImmutableOwner(invocation: Invocation): void {
  const { account } = takeTokenAccounts(invocation, ['account']);
  assertNew(account);
}

function assertNew({ account }: InstructionAccount): void {
  if (account.data.length !== getTokenSize()) failProgram('InvalidAccountData');
  if (getTokenDecoder().decode(account.data).state !== AccountState.Uninitialized) failToken(6);
}

function assertReadableMint({ account }: InstructionAccount): void {
  const isMint = account.data.length === getMintSize() && getMintDecoder().decode(account.data).isInitialized;
  if (!isMint) failToken(2);
}

function assertExempt({ account }: InstructionAccount, rent: InstructionAccount | undefined): void {
  if (rent && rent.account.address !== RENT_ADDRESS) failProgram('InvalidArgument');
  if (account.lamports < getMinimumBalance(account.data.length)) failToken(0);
}

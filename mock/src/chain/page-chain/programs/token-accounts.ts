import type { Address } from '@solana/kit';
import { none, type Option, some, unwrapOption } from '@solana/kit';
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
} from '@solana-program/token';
import { NATIVE_MINT } from '../../../explain/instructions/program-addresses.js';
import { type InstructionAccount, type Invocation, resizeData, setLamports, setOwner } from '../program.js';
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

/** Where an instruction has the owner of a new account: among its accounts, or in its data. */
export type OwnerPlace = 'account' | 'data';

/** Makes an account a mint. `hasRent` tells whether the instruction names the rent sysvar. */
export function initializeMint(invocation: Invocation, hasRent: boolean): void {
  const { data } = invocation;
  const { decimals, mintAuthority, freezeAuthority } = readTokenData(() =>
    getInitializeMintInstructionDataDecoder().decode(data),
  );
  const { mint, rent } = hasRent
    ? takeTokenAccounts(invocation, ['mint', 'rent'])
    : { rent: undefined, ...takeTokenAccounts(invocation, ['mint']) };
  if (mint.account.data.length !== getMintSize()) failProgram('InvalidAccountData');
  if (getMintDecoder().decode(mint.account.data).isInitialized) failToken(6);
  assertExempt(mint, rent);
  writeMint(mint, {
    mintAuthority: some(mintAuthority),
    supply: 0n,
    decimals,
    isInitialized: true,
    freezeAuthority,
  });
}

/** Makes an account one that holds tokens of a mint. */
export function initializeAccount(invocation: Invocation, place: OwnerPlace, hasRent: boolean): void {
  const { data } = invocation;
  const names = ['account', 'mint', ...(place === 'account' ? ['owner'] : []), ...(hasRent ? ['rent'] : [])];
  const taken: Readonly<Record<string, InstructionAccount | undefined>> = takeTokenAccounts(
    invocation,
    names,
  );
  const { account, mint } = takeTokenAccounts(invocation, ['account', 'mint']);
  const owner =
    (taken['owner']?.account.address as Address | undefined) ??
    readTokenData(() => getInitializeAccount3InstructionDataDecoder().decode(data)).owner;
  if (account.account.data.length !== getTokenSize()) failProgram('InvalidAccountData');
  if (getTokenDecoder().decode(account.account.data).state !== AccountState.Uninitialized) failToken(6);
  assertExempt(account, taken['rent']);
  const mintAddress = mint.account.address as Address;
  const reserve = getMinimumBalance(getTokenSize());
  const isNative = mintAddress === NATIVE_MINT;
  if (!isNative) assertReadableMint(mint);
  writeToken(account, {
    mint: mintAddress,
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
export function syncNative(invocation: Invocation): void {
  const { account } = takeTokenAccounts(invocation, ['account']);
  assertTokenOwned(account);
  const token = readToken(account);
  const reserve = unwrapOption(token.isNative) ?? failToken(19);
  const amount = account.account.lamports - reserve;
  if (amount < token.amount) failProgram('InvalidInstructionData');
  writeToken(account, { ...token, amount });
}

/** Takes a delegate's right to spend. */
export function revoke(invocation: Invocation): void {
  const token = readToken(takeTokenAccounts(invocation, ['source']).source);
  const { source, owner } = takeTokenAccounts(invocation, ['source', 'owner']);
  if (token.state === AccountState.Frozen) failToken(17);
  assertAuthority(token.owner, owner);
  writeToken(source, { ...token, delegate: none(), delegatedAmount: 0n });
}

/** Removes an account, and moves its lamports to another. */
export function closeAccount(invocation: Invocation): void {
  const { account, destination, authority } = takeTokenAccounts(invocation, [
    'account',
    'destination',
    'authority',
  ]);
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

/** Freezes or thaws an account. */
export function setFrozen(invocation: Invocation, isFrozen: boolean): void {
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
export function setAuthority(invocation: Invocation): void {
  const { data } = invocation;
  const { authorityType, newAuthority } = readTokenData(() =>
    getSetAuthorityInstructionDataDecoder().decode(data),
  );
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
export function getAccountDataSize(invocation: Invocation): void {
  const { mint } = takeTokenAccounts(invocation, ['mint']);
  assertTokenOwned(mint);
  assertReadableMint(mint);
  // 165, as the program returns it: base64 of 8 bytes.
  invocation.log(`Program return: ${TOKEN_PROGRAM_ADDRESS} pQAAAAAAAAA=`);
}

/** Does nothing, because the Token program never changes the owner of an associated account by itself. */
export function initializeImmutableOwner(invocation: Invocation): void {
  const { account } = takeTokenAccounts(invocation, ['account']);
  if (account.account.data.length !== getTokenSize()) failProgram('InvalidAccountData');
  if (getTokenDecoder().decode(account.account.data).state !== AccountState.Uninitialized) failToken(6);
}

function assertReadableMint({ account }: InstructionAccount): void {
  const isMint = account.data.length === getMintSize() && getMintDecoder().decode(account.data).isInitialized;
  if (!isMint) failToken(2);
}

function assertExempt({ account }: InstructionAccount, rent: InstructionAccount | undefined): void {
  if (rent && rent.account.address !== RENT_ADDRESS) failProgram('InvalidArgument');
  if (account.lamports < getMinimumBalance(account.data.length)) failToken(0);
}

import { address, some, unwrapOption } from '@solana/kit';
import {
  AccountState,
  getTransferCheckedInstructionDataDecoder,
  getTransferInstructionDataDecoder,
  TOKEN_PROGRAM_ADDRESS,
  type Token,
} from '@solana-program/token';
import { type InstructionAccount, type Invocation, setLamports } from '../program.js';
import {
  addAmount,
  assertAuthority,
  assertTokenOwned,
  failToken,
  isSame,
  readMint,
  readToken,
  readTokenData,
  spendAsDelegate,
  subtractAmount,
  takeTokenAccounts,
  writeMint,
  writeToken,
} from './token-state.js';

// Each of these instructions has a second form, which names the mint and its decimals.

/** Transfers an amount from one account to another. */
export function transfer(invocation: Invocation, isChecked: boolean): void {
  const { amount, decimals } = readAmount(invocation, isChecked);
  const { source, mint, destination, authority } = isChecked
    ? takeTokenAccounts(invocation, ['source', 'mint', 'destination', 'authority'])
    : { mint: undefined, ...takeTokenAccounts(invocation, ['source', 'destination', 'authority']) };
  const from = readToken(invocation, source);
  const to = readToken(invocation, destination);
  for (const token of [from, to]) assertNotFrozen(invocation, token);
  const left = subtractAmount(invocation, from.amount, amount);
  if (from.mint !== to.mint) failToken(invocation, 3);
  if (mint) assertMint(invocation, from, mint, decimals);
  const spent = spend(invocation, from, authority, amount);
  const isToSelf = source.account === destination.account;
  if (isToSelf || amount === 0n) {
    assertTokenOwned(invocation, source);
    assertTokenOwned(invocation, destination);
  }
  if (isToSelf) return;
  const more = addAmount(invocation, to.amount, amount);
  const moved = unwrapOption(from.isNative) === null ? 0n : amount;
  // As in a validator, which checks the balance of each account before its data.
  setLamports(TOKEN_PROGRAM_ADDRESS, source, source.account.lamports - moved);
  writeToken(source, { ...spent, amount: left });
  setLamports(TOKEN_PROGRAM_ADDRESS, destination, destination.account.lamports + moved);
  writeToken(destination, { ...to, amount: more });
}

/** Lets a delegate spend an amount. */
export function approve(invocation: Invocation, isChecked: boolean): void {
  const { amount, decimals } = readAmount(invocation, isChecked);
  const { source, mint, delegate, owner } = isChecked
    ? takeTokenAccounts(invocation, ['source', 'mint', 'delegate', 'owner'])
    : { mint: undefined, ...takeTokenAccounts(invocation, ['source', 'delegate', 'owner']) };
  const token = readToken(invocation, source);
  assertNotFrozen(invocation, token);
  if (mint) assertMint(invocation, token, mint, decimals);
  assertAuthority(invocation, token.owner, owner);
  writeToken(source, {
    ...token,
    delegate: some(address(delegate.account.address)),
    delegatedAmount: amount,
  });
}

/** Creates an amount of new tokens. */
export function mintTo(invocation: Invocation, isChecked: boolean): void {
  const { amount, decimals } = readAmount(invocation, isChecked);
  const { mint, destination, authority } = takeTokenAccounts(invocation, [
    'mint',
    'destination',
    'authority',
  ]);
  const token = readToken(invocation, destination);
  assertNotFrozen(invocation, token);
  assertNotNative(invocation, token);
  const minted = assertMint(invocation, token, mint, isChecked ? decimals : undefined);
  assertAuthority(invocation, unwrapOption(minted.mintAuthority) ?? failToken(invocation, 5), authority);
  if (amount === 0n) {
    assertTokenOwned(invocation, mint);
    assertTokenOwned(invocation, destination);
  }
  const supply = addAmount(invocation, minted.supply, amount);
  writeToken(destination, { ...token, amount: token.amount + amount });
  writeMint(mint, { ...minted, supply });
}

/** Destroys an amount of tokens. */
export function burn(invocation: Invocation, isChecked: boolean): void {
  const { amount, decimals } = readAmount(invocation, isChecked);
  const { source, mint, authority } = takeTokenAccounts(invocation, ['source', 'mint', 'authority']);
  const token = readToken(invocation, source);
  const minted = readMint(invocation, mint);
  assertNotFrozen(invocation, token);
  assertNotNative(invocation, token);
  const left = subtractAmount(invocation, token.amount, amount);
  assertMint(invocation, token, mint, isChecked ? decimals : undefined);
  const spent = spend(invocation, token, authority, amount);
  if (amount === 0n) {
    assertTokenOwned(invocation, source);
    assertTokenOwned(invocation, mint);
  }
  writeToken(source, { ...spent, amount: left });
  writeMint(mint, { ...minted, supply: minted.supply - amount });
}

function readAmount(
  invocation: Invocation,
  isChecked: boolean,
): Readonly<{ amount: bigint; decimals?: number }> {
  const { data } = invocation;
  // The amount and the decimals stand at the same places in all of these instructions.
  const decoder = isChecked
    ? getTransferCheckedInstructionDataDecoder()
    : getTransferInstructionDataDecoder();
  return readTokenData(invocation, () => decoder.decode(data));
}

/** Returns the account after its owner, or its delegate, has spent `amount`. */
function spend(invocation: Invocation, token: Token, authority: InstructionAccount, amount: bigint): Token {
  const isDelegate = isSame(token.delegate, authority.account.address);
  assertAuthority(invocation, isDelegate ? authority.account.address : token.owner, authority);
  return isDelegate ? spendAsDelegate(invocation, token, amount) : token;
}

/** Reads the mint; fails if it is not the account's, or has other decimals than the given ones. */
function assertMint(
  invocation: Invocation,
  token: Token,
  mint: InstructionAccount,
  decimals: number | undefined,
) {
  if (mint.account.address !== token.mint) failToken(invocation, 3);
  const read = readMint(invocation, mint);
  if (decimals !== undefined && decimals !== read.decimals) failToken(invocation, 18);
  return read;
}

function assertNotFrozen(invocation: Invocation, { state }: Token): void {
  if (state === AccountState.Frozen) failToken(invocation, 17);
}

function assertNotNative(invocation: Invocation, { isNative }: Token): void {
  if (unwrapOption(isNative) !== null) failToken(invocation, 10);
}

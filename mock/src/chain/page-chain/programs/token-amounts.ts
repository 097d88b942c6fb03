import { none, some, unwrapOption } from '@solana/kit';
import {
  AccountState,
  getTransferCheckedInstructionDataDecoder,
  getTransferInstructionDataDecoder,
  TOKEN_PROGRAM_ADDRESS,
  type Token,
  TokenInstruction,
} from '@solana-program/token';
import { type InstructionAccount, type Invocation, type Program, setLamports } from '../program.js';
import {
  addAmount,
  assertAuthority,
  assertTokenOwned,
  failToken,
  readMint,
  readToken,
  readTokenData,
  subtractAmount,
  takeTokenAccounts,
  writeMint,
  writeToken,
} from './token-state.js';

/**
 * Runs the instructions that move, create or destroy tokens. Each has a second form, which names the mint and
 * its decimals.
 */
export const AMOUNT_HANDLERS: readonly (readonly [TokenInstruction, Program['run']])[] = [
  [TokenInstruction.Transfer, (invocation) => transfer(invocation, false)],
  [TokenInstruction.TransferChecked, (invocation) => transfer(invocation, true)],
  [TokenInstruction.Approve, (invocation) => approve(invocation, false)],
  [TokenInstruction.ApproveChecked, (invocation) => approve(invocation, true)],
  [TokenInstruction.MintTo, (invocation) => mintTo(invocation, false)],
  [TokenInstruction.MintToChecked, (invocation) => mintTo(invocation, true)],
  [TokenInstruction.Burn, (invocation) => burn(invocation, false)],
  [TokenInstruction.BurnChecked, (invocation) => burn(invocation, true)],
];

function transfer(invocation: Invocation, isChecked: boolean): void {
  const { amount, decimals } = readAmount(invocation, isChecked);
  const { source, mint, destination, authority } = isChecked
    ? takeTokenAccounts(invocation, ['source', 'mint', 'destination', 'authority'])
    : { mint: undefined, ...takeTokenAccounts(invocation, ['source', 'destination', 'authority']) };
  const from = readToken(source);
  const to = readToken(destination);
  for (const token of [from, to]) assertNotFrozen(token);
  const left = subtractAmount(from.amount, amount);
  if (from.mint !== to.mint) failToken(3);
  if (mint) readMatchingMint(from, mint, decimals);
  const spent = spend(from, authority, amount);
  const isToSelf = source.account === destination.account;
  if (isToSelf || amount === 0n) assertTokenOwned(source, destination);
  if (isToSelf) return;
  const more = addAmount(to.amount, amount);
  const moved = unwrapOption(from.isNative) === null ? 0n : amount;
  // As in a validator, which checks the balance of each account before its data.
  setLamports(TOKEN_PROGRAM_ADDRESS, source, source.account.lamports - moved);
  writeToken(source, { ...spent, amount: left });
  setLamports(TOKEN_PROGRAM_ADDRESS, destination, destination.account.lamports + moved);
  writeToken(destination, { ...to, amount: more });
}

function approve(invocation: Invocation, isChecked: boolean): void {
  const { amount, decimals } = readAmount(invocation, isChecked);
  const { source, mint, delegate, owner } = isChecked
    ? takeTokenAccounts(invocation, ['source', 'mint', 'delegate', 'owner'])
    : { mint: undefined, ...takeTokenAccounts(invocation, ['source', 'delegate', 'owner']) };
  const token = readToken(source);
  assertNotFrozen(token);
  if (mint) readMatchingMint(token, mint, decimals);
  assertAuthority(token.owner, owner);
  writeToken(source, { ...token, delegate: some(delegate.account.address), delegatedAmount: amount });
}

function mintTo(invocation: Invocation, isChecked: boolean): void {
  const { amount, decimals } = readAmount(invocation, isChecked);
  const names = ['mint', 'destination', 'authority'] as const;
  const { mint, destination, authority } = takeTokenAccounts(invocation, names);
  const token = readToken(destination);
  assertNotFrozen(token);
  assertNotNative(token);
  const minted = readMatchingMint(token, mint, decimals);
  assertAuthority(unwrapOption(minted.mintAuthority) ?? failToken(5), authority);
  if (amount === 0n) assertTokenOwned(mint, destination);
  const supply = addAmount(minted.supply, amount);
  writeToken(destination, { ...token, amount: token.amount + amount });
  writeMint(mint, { ...minted, supply });
}

function burn(invocation: Invocation, isChecked: boolean): void {
  const { amount, decimals } = readAmount(invocation, isChecked);
  const { source, mint, authority } = takeTokenAccounts(invocation, ['source', 'mint', 'authority']);
  const token = readToken(source);
  const minted = readMint(mint);
  assertNotFrozen(token);
  assertNotNative(token);
  const left = subtractAmount(token.amount, amount);
  readMatchingMint(token, mint, decimals);
  const spent = spend(token, authority, amount);
  if (amount === 0n) assertTokenOwned(source, mint);
  writeToken(source, { ...spent, amount: left });
  writeMint(mint, { ...minted, supply: minted.supply - amount });
}

/** The amount and the decimals stand at the same places in all of these instructions. */
function readAmount(
  { data }: Invocation,
  isChecked: boolean,
): Readonly<{ amount: bigint; decimals?: number }> {
  const decoder = isChecked
    ? getTransferCheckedInstructionDataDecoder()
    : getTransferInstructionDataDecoder();
  return readTokenData(() => decoder.decode(data));
}

/** Returns the account after its owner, or its delegate, has spent `amount`. */
function spend(token: Token, authority: InstructionAccount, amount: bigint): Token {
  const isDelegate = unwrapOption(token.delegate) === authority.account.address;
  assertAuthority(isDelegate ? authority.account.address : token.owner, authority);
  if (!isDelegate) return token;
  const delegatedAmount = subtractAmount(token.delegatedAmount, amount);
  return { ...token, delegatedAmount, delegate: delegatedAmount === 0n ? none() : token.delegate };
}

/** Reads the mint; fails if it is not the account's, or has other decimals than the given ones. */
function readMatchingMint(token: Token, mint: InstructionAccount, decimals: number | undefined) {
  if (mint.account.address !== token.mint) failToken(3);
  const read = readMint(mint);
  if (decimals !== undefined && decimals !== read.decimals) failToken(18);
  return read;
}

function assertNotFrozen({ state }: Token): void {
  if (state === AccountState.Frozen) failToken(17);
}

function assertNotNative({ isNative }: Token): void {
  if (unwrapOption(isNative) !== null) failToken(10);
}

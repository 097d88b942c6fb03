import { decodeUtf8 } from 'mobile-wallet-standard/endpoint';
import { formatAmount, formatNumber, shortenAddress } from './number-text.js';

/** What is known of an instruction's program, and of what it asks for. */
export type InstructionText = Readonly<{ programName?: string; text: string }>;

type Instruction = Readonly<{ program: string; accounts: readonly string[]; data: Uint8Array }>;
type Reader = (instruction: Instruction, view: DataView) => string | undefined;

const LAMPORTS_DECIMALS = 9;

const PROGRAMS: ReadonlyMap<string, Readonly<{ name: string; read?: Reader }>> = new Map([
  ['11111111111111111111111111111111', { name: 'System', read: readSystem }],
  ['ComputeBudget111111111111111111111111111111', { name: 'Compute Budget', read: readComputeBudget }],
  ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', { name: 'Memo', read: readMemo }],
  ['Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo', { name: 'Memo (version 1)', read: readMemo }],
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', { name: 'Token', read: readToken }],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', { name: 'Token-2022', read: readToken }],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', { name: 'Associated Token', read: readAssociatedToken }],
  ['AddressLookupTab1e1111111111111111111111111', { name: 'Address Lookup Table' }],
  ['Stake11111111111111111111111111111111111111', { name: 'Stake' }],
  ['Vote111111111111111111111111111111111111111', { name: 'Vote' }],
  ['BPFLoaderUpgradeab1e11111111111111111111111', { name: 'BPF Upgradeable Loader' }],
]);

/**
 * Puts an instruction in words where its program and its form are known: System, Memo, Compute Budget and the
 * common ones of the token programs. All others show their data as hexadecimal. Never throws.
 */
export function getInstructionText(instruction: Instruction): InstructionText {
  const program = PROGRAMS.get(instruction.program);
  const text = readInstruction(instruction, program?.read) ?? getHex(instruction.data);
  return program ? { programName: program.name, text } : { text };
}

function readInstruction(instruction: Instruction, read: Reader | undefined): string | undefined {
  const { data } = instruction;
  try {
    return read?.(instruction, new DataView(data.buffer, data.byteOffset, data.byteLength));
  } catch {
    // Data that ends early, or text that is not UTF-8: shown as bytes.
    return undefined;
  }
}

function readSystem({ accounts }: Instruction, view: DataView): string | undefined {
  switch (view.getUint32(0, true)) {
    case 0:
      return `Create account ${shorten(accounts[1])} with ${readSol(view, 4)} and ${formatNumber(view.getBigUint64(12, true))} bytes`;
    case 1:
      return `Assign account ${shorten(accounts[0])} to another program`;
    case 2:
      return `Transfer ${readSol(view, 4)} to ${shorten(accounts[1])}`;
    case 4:
      return `Advance nonce ${shorten(accounts[0])}`;
    case 5:
      return `Withdraw ${readSol(view, 4)} from nonce ${shorten(accounts[0])} to ${shorten(accounts[1])}`;
    case 8:
      return `Allocate ${formatNumber(view.getBigUint64(4, true))} bytes for account ${shorten(accounts[0])}`;
    case 11:
      return `Transfer ${readSol(view, 4)} from derived account ${shorten(accounts[0])} to ${shorten(accounts[2])}`;
    default:
      return undefined;
  }
}

function readComputeBudget(_: Instruction, view: DataView): string | undefined {
  switch (view.getUint8(0)) {
    case 1:
      return `Request a heap of ${formatNumber(view.getUint32(1, true))} bytes`;
    case 2:
      return `Limit compute units to ${formatNumber(view.getUint32(1, true))}`;
    case 3:
      return `Pay ${formatNumber(view.getBigUint64(1, true))} micro-lamports per compute unit`;
    case 4:
      return `Limit loaded account data to ${formatNumber(view.getUint32(1, true))} bytes`;
    default:
      return undefined;
  }
}

function readMemo({ data }: Instruction): string {
  // As a JSON string, so that line breaks and control characters of a stranger's text stay visible.
  return `Memo ${JSON.stringify(decodeUtf8(data))}`;
}

function readToken({ accounts }: Instruction, view: DataView): string | undefined {
  switch (view.getUint8(0)) {
    case 3:
      return `Transfer ${formatNumber(view.getBigUint64(1, true))} units of a token to ${shorten(accounts[1])}`;
    case 4:
      return `Allow ${shorten(accounts[1])} to spend ${formatNumber(view.getBigUint64(1, true))} units of a token`;
    case 6:
      return `Change an authority of ${shorten(accounts[0])}`;
    case 9:
      return `Close token account ${shorten(accounts[0])}`;
    case 12:
      return `Transfer ${readTokens(view)} of token ${shorten(accounts[1])} to ${shorten(accounts[2])}`;
    case 13:
      return `Allow ${shorten(accounts[2])} to spend ${readTokens(view)} of token ${shorten(accounts[1])}`;
    default:
      return undefined;
  }
}

function readAssociatedToken({ accounts, data }: Instruction): string | undefined {
  const creates = data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1));
  return creates ? `Create account for token ${shorten(accounts[3])} of ${shorten(accounts[2])}` : undefined;
}

function readSol(view: DataView, offset: number): string {
  return `${formatAmount(view.getBigUint64(offset, true), LAMPORTS_DECIMALS)} SOL`;
}

function readTokens(view: DataView): string {
  return formatAmount(view.getBigUint64(1, true), view.getUint8(9));
}

/** What is no address, such as a place in a lookup table, stays whole. */
function shorten(address: string | undefined): string {
  if (address === undefined) throw new RangeError('The instruction has too few accounts');
  return /^\w{32,44}$/.test(address) ? shortenAddress(address) : address;
}

function getHex(data: Uint8Array): string {
  return `0x${Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

import {
  type AccountMeta,
  getAddressDecoder,
  getOptionDecoder,
  getStructDecoder,
  getU8Decoder,
  unwrapOption,
} from '@solana/kit';
import {
  AssociatedTokenInstruction,
  type BatchInstructionData,
  parseAssociatedTokenInstruction,
  parseTokenInstruction,
  TokenInstruction,
} from '@solana-program/token';
import type { Right } from '../rights.js';
import { AUTHORITIES } from '../rights-table.js';
import { formatCount, formatHex, formatSol } from '../text.js';
import { warnOfRight, warnOfUnnamedInstruction } from '../warnings/instruction-warnings.js';
import {
  type Describe,
  describeRow,
  formatTokens,
  getSigners,
  type InstructionDescription,
  type ReadableInstruction,
  type Row,
  say,
  tryDescribe,
} from './instruction.js';
import { TOKEN_2022_PROGRAM_ADDRESS } from './program-addresses.js';
import { describeExtension } from './token-2022.js';

const SET_AUTHORITY = 6;
const BATCH = 255;
/** Programs count the greatest amount, or nearly that, as "any amount". Nobody has half of it. */
const UNLIMITED = 2n ** 63n;
/** What follows the first byte. The client knows only the first four types. */
const setAuthorityDecoder = getStructDecoder([
  ['type', getU8Decoder()],
  ['newAuthority', getOptionDecoder(getAddressDecoder())],
]);

/**
 * Describes the creation of the account in which an owner holds a token, and the rescue of tokens from a
 * wrong one.
 */
export const describeAssociatedToken: Describe = (instruction) => {
  // Without data it creates an account, too; the parser does not know this older form.
  const data = instruction.data.length === 0 ? Uint8Array.of(0) : instruction.data;
  const { instructionType, accounts } = parseAssociatedTokenInstruction({ ...instruction, data });
  if (instructionType === AssociatedTokenInstruction.RecoverNestedAssociatedToken) {
    return say`Recover token ${accounts.nestedTokenMintAddress} from a wrong account of ${accounts.walletAddress}`;
  }
  return say`Create account for token ${accounts.mint} of ${accounts.owner}`;
};

/**
 * Describes the instructions of Token and of Token-2022, which has all of them in the same form, and more.
 */
export const describeToken: Describe = (instruction) => {
  const isExtended = instruction.programAddress === TOKEN_2022_PROGRAM_ADDRESS;
  return (isExtended ? describeExtension(instruction) : undefined) ?? describeShared(instruction);
};

function describeShared(instruction: ReadableInstruction): ReturnType<Describe> {
  if (instruction.data[0] === SET_AUTHORITY) return describeRow(describeSetAuthority, instruction);
  const parsed = parseTokenInstruction(instruction);
  if (parsed.instructionType === TokenInstruction.Batch) return describeBatch(parsed.data, instruction);
  const { instructionType, accounts, data } = parsed;
  switch (instructionType) {
    case TokenInstruction.InitializeMint:
    case TokenInstruction.InitializeMint2:
      return say`Set up token ${accounts.mint} with ${formatCount(data.decimals, 'decimal')}, made by ${data.mintAuthority}`;
    case TokenInstruction.InitializeAccount:
      return say`Set up account ${accounts.account} for token ${accounts.mint} of ${accounts.owner}`;
    case TokenInstruction.InitializeAccount2:
    case TokenInstruction.InitializeAccount3:
      return say`Set up account ${accounts.account} for token ${accounts.mint} of ${data.owner}`;
    case TokenInstruction.InitializeMultisig:
    case TokenInstruction.InitializeMultisig2:
      return say`Set up the shared account ${accounts.multisig}, of whose owners ${data.m} must sign`;
    case TokenInstruction.InitializeImmutableOwner:
      return say`Keep the owner of token account ${accounts.account} for ever`;
    case TokenInstruction.Transfer:
      return say`Transfer ${formatTokens(data)} of a token to ${accounts.destination}`;
    case TokenInstruction.TransferChecked:
      return say`Transfer ${formatTokens(data)} of token ${accounts.mint} to ${accounts.destination}`;
    case TokenInstruction.Approve:
      return describeApproval(data, 'a token', accounts, getSigners(instruction, 2));
    case TokenInstruction.ApproveChecked:
      return describeApproval(data, say`token ${accounts.mint}`, accounts, getSigners(instruction, 3));
    case TokenInstruction.Revoke:
      return {
        text: say`Let nobody else spend from token account ${accounts.source} any more`,
        takesBack: accounts.source.address,
      };
    case TokenInstruction.MintTo:
    case TokenInstruction.MintToChecked:
      return say`Make ${formatTokens(data)} of token ${accounts.mint} for ${accounts.token}`;
    case TokenInstruction.Burn:
    case TokenInstruction.BurnChecked:
      return say`Destroy ${formatTokens(data)} of token ${accounts.mint} in ${accounts.account}`;
    case TokenInstruction.CloseAccount: {
      const [account, receiver] = [accounts.account.address, accounts.destination.address];
      return {
        text: say`Close token account ${account}`,
        warnings: [warnOfRight({ kind: 'closing', over: account, to: receiver }, getSigners(instruction, 2))],
      };
    }
    case TokenInstruction.FreezeAccount:
      return say`Freeze token account ${accounts.account}`;
    case TokenInstruction.ThawAccount:
      return say`Unfreeze token account ${accounts.account}`;
    case TokenInstruction.SyncNative:
      return say`Count the SOL in token account ${accounts.account} anew`;
    case TokenInstruction.GetAccountDataSize:
    case TokenInstruction.AmountToUiAmount:
    case TokenInstruction.UiAmountToAmount:
      return say`Ask for facts about token ${accounts.mint}`;
    case TokenInstruction.WithdrawExcessLamports: {
      const [over, to] = [accounts.source.address, accounts.destination.address];
      return {
        text: say`Move the SOL that ${over} does not need to ${to}`,
        warnings: [warnOfRight({ kind: 'rest', over, to }, getSigners(instruction, 2))],
      };
    }
    case TokenInstruction.UnwrapLamports: {
      const sol = data.amount.__option === 'Some' ? formatSol(data.amount.value) : 'all SOL';
      return say`Unwrap ${sol} of token account ${accounts.source} to ${accounts.destination}`;
    }
    default:
      return undefined;
  }
}

/** Describes several instructions in one. */
function describeBatch(
  { data: batch }: BatchInstructionData,
  instruction: ReadableInstruction,
): InstructionDescription {
  let next = 0;
  const descriptions = batch.map(({ numberOfAccounts, instructionData: data }) => {
    const accounts = instruction.accounts.slice(next, next + numberOfAccounts);
    next += numberOfAccounts;
    // The program refuses a batch in a batch, which could be nested deeper than this process can follow.
    const description =
      data[0] === BATCH ? undefined : tryDescribe({ ...instruction, accounts, data }, describeToken);
    const unnamed = warnOfUnnamedInstruction('Token', false);
    return description ?? { text: `0x${formatHex(data, '')}`, warnings: [unnamed] };
  });
  return {
    text: `${formatCount(batch.length, 'instruction')} in one: ${descriptions.map(({ text }) => text).join('; ')}`,
    warnings: descriptions.flatMap(({ warnings = [] }) => warnings),
  };
}

/**
 * Describes a permission to spend from a token account. Permission to spend nothing takes back an older one.
 */
function describeApproval(
  tokens: Readonly<{ amount: bigint; decimals?: number }>,
  token: string,
  { source, delegate }: Readonly<Record<'source' | 'delegate', AccountMeta>>,
  signers: readonly string[],
): InstructionDescription {
  const isUnlimited = tokens.amount >= UNLIMITED;
  const amount = isUnlimited ? 'any amount' : formatTokens(tokens);
  const text = say`Allow ${delegate} to spend ${amount} of ${token}`;
  const [over, to] = [source.address, delegate.address];
  if (tokens.amount === 0n) return { text, takesBack: over };
  const { amount: most, decimals } = tokens;
  const right: Right = isUnlimited
    ? { kind: 'spend-all', over, to }
    : { kind: 'spend-some', over, to, amount: most, ...(decimals !== undefined && { decimals }) };
  return { text, warnings: [warnOfRight(right, signers, amount)] };
}

/** Describes that a right over a mint or a token account goes to somebody else, or is given up. */
const describeSetAuthority: Row = (account, instruction) => {
  const { type, newAuthority } = setAuthorityDecoder.decode(instruction.data, 1);
  const [kind, can] = AUTHORITIES[type] ?? [];
  if (kind === undefined) throw new RangeError('This authority is unknown');
  const signers = getSigners(instruction, 1);
  const over = account(0);
  const to = unwrapOption(newAuthority);
  if (to === null) {
    return {
      text: say`Let nobody ${can} (${over}) any more`,
      // To be the only one who can close one's account is no loss.
      warnings: kind === 'close' ? [] : [warnOfRight({ kind, over }, signers)],
    };
  }
  if (kind === 'own-tokens') {
    return {
      text: say`Make ${to} the owner of token account ${over}`,
      warnings: [warnOfRight({ kind: 'changed-owner', over, to }, signers)],
    };
  }
  return {
    text: say`Let ${to} ${can} (${over})`,
    warnings: [warnOfRight({ kind, over, to }, signers)],
  };
};

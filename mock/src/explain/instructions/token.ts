import {
  getBatchInstructionDataDecoder,
  parseTokenInstruction,
  TokenInstruction,
} from '@solana-program/token';
import { formatCount, formatHex, formatSol } from '../text.js';
import { warnOfClose } from './authority-warnings.js';
import {
  type Describe,
  formatTokens,
  getSigners,
  type InstructionDescription,
  type ReadableInstruction,
  shorten,
  tryDescribe,
} from './instruction.js';
import { describeApproval, describeSetAuthority, SET_AUTHORITY } from './token-authorities.js';

const BATCH = 255;

/** Describes the instructions of the Token program. Those of Token-2022 that it shares have the same form. */
export function describeToken(instruction: ReadableInstruction): InstructionDescription | string | undefined {
  return describeBatch(instruction, describeToken) ?? describeSingle(instruction);
}

/** Describes several instructions in one. Returns `undefined` for all others. */
export function describeBatch(
  instruction: ReadableInstruction,
  describe: Describe,
): InstructionDescription | undefined {
  if (instruction.data[0] !== BATCH) return undefined;
  const batch = getBatchInstructionDataDecoder().decode(instruction.data).data;
  let next = 0;
  const descriptions = batch.map(({ numberOfAccounts, instructionData }) => {
    const accounts = instruction.accounts.slice(next, next + numberOfAccounts);
    next += numberOfAccounts;
    // The program refuses a batch in a batch, which could be nested deeper than this process can follow.
    const isKnown = instructionData[0] !== BATCH;
    const description = isKnown && tryDescribe({ ...instruction, accounts, data: instructionData }, describe);
    // The warnings of the others count even if one is unknown.
    return description || { text: `0x${formatHex(instructionData, '')}` };
  });
  return {
    text: `${formatCount(batch.length, 'instruction')} in one: ${descriptions.map(({ text }) => text).join('; ')}`,
    warnings: descriptions.flatMap(({ warnings = [] }) => warnings),
  };
}

function describeSingle(instruction: ReadableInstruction): InstructionDescription | string | undefined {
  if (instruction.data[0] === SET_AUTHORITY) return describeSetAuthority(instruction);
  const parsed = parseTokenInstruction(instruction);
  switch (parsed.instructionType) {
    case TokenInstruction.InitializeMint:
    case TokenInstruction.InitializeMint2: {
      const decimals = formatCount(parsed.data.decimals, 'decimal');
      return `Set up token ${shorten(parsed.accounts.mint)} with ${decimals}, made by ${shorten(parsed.data.mintAuthority)}`;
    }
    case TokenInstruction.InitializeAccount:
      return getAccountText(parsed.accounts, parsed.accounts.owner.address);
    case TokenInstruction.InitializeAccount2:
    case TokenInstruction.InitializeAccount3:
      return getAccountText(parsed.accounts, parsed.data.owner);
    case TokenInstruction.InitializeMultisig:
    case TokenInstruction.InitializeMultisig2:
      return `Set up the shared account ${shorten(parsed.accounts.multisig)}, of whose owners ${parsed.data.m} must sign`;
    case TokenInstruction.InitializeImmutableOwner:
      return `Keep the owner of token account ${shorten(parsed.accounts.account)} for ever`;
    case TokenInstruction.Transfer:
      return `Transfer ${formatTokens(parsed.data)} of a token to ${shorten(parsed.accounts.destination)}`;
    case TokenInstruction.TransferChecked: {
      const { mint, destination } = parsed.accounts;
      return `Transfer ${formatTokens(parsed.data)} of token ${shorten(mint)} to ${shorten(destination)}`;
    }
    case TokenInstruction.Approve: {
      const { source, delegate } = parsed.accounts;
      return describeApproval(parsed.data, { source, delegate, signers: getSigners(instruction, 2) });
    }
    case TokenInstruction.ApproveChecked: {
      const { source, mint, delegate } = parsed.accounts;
      return describeApproval(parsed.data, { source, mint, delegate, signers: getSigners(instruction, 3) });
    }
    case TokenInstruction.Revoke:
      return `Let nobody else spend from token account ${shorten(parsed.accounts.source)} any more`;
    case TokenInstruction.MintTo:
    case TokenInstruction.MintToChecked: {
      const { mint, token } = parsed.accounts;
      return `Make ${formatTokens(parsed.data)} of token ${shorten(mint)} for ${shorten(token)}`;
    }
    case TokenInstruction.Burn:
    case TokenInstruction.BurnChecked: {
      const { mint, account } = parsed.accounts;
      return `Destroy ${formatTokens(parsed.data)} of token ${shorten(mint)} in ${shorten(account)}`;
    }
    case TokenInstruction.CloseAccount: {
      const { account, destination } = parsed.accounts;
      return {
        text: `Close token account ${shorten(account)}`,
        warnings: warnOfClose(account.address, destination.address, getSigners(instruction, 2)),
      };
    }
    case TokenInstruction.FreezeAccount:
      return `Freeze token account ${shorten(parsed.accounts.account)}`;
    case TokenInstruction.ThawAccount:
      return `Unfreeze token account ${shorten(parsed.accounts.account)}`;
    case TokenInstruction.SyncNative:
      return `Count the SOL in token account ${shorten(parsed.accounts.account)} anew`;
    case TokenInstruction.GetAccountDataSize:
    case TokenInstruction.AmountToUiAmount:
    case TokenInstruction.UiAmountToAmount:
      return `Ask for facts about token ${shorten(parsed.accounts.mint)}`;
    case TokenInstruction.WithdrawExcessLamports: {
      const { source, destination } = parsed.accounts;
      return `Move the SOL that ${shorten(source)} does not need to ${shorten(destination)}`;
    }
    case TokenInstruction.UnwrapLamports: {
      const { amount } = parsed.data;
      const sol = amount.__option === 'Some' ? formatSol(amount.value) : 'all SOL';
      return `Unwrap ${sol} of token account ${shorten(parsed.accounts.source)} to ${shorten(parsed.accounts.destination)}`;
    }
    default:
      return undefined;
  }
}

function getAccountText(
  { account, mint }: Readonly<Record<'account' | 'mint', Parameters<typeof shorten>[0]>>,
  owner: string,
): string {
  return `Set up account ${shorten(account)} for token ${shorten(mint)} of ${shorten(owner)}`;
}

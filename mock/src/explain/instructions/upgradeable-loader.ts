import { getU32Decoder, getU64Decoder } from '@solana/kit';
import { formatNumber } from '../text.js';
import type { Warning } from '../warnings.js';
import { warnOfAuthority, warnOfClose } from './authority-warnings.js';
import { getAccount, type InstructionDescription, type ReadableInstruction, shorten } from './instruction.js';

const KIND_LENGTH = 4;
/** The accounts of an instruction that closes a program. One that closes a buffer has fewer. */
const CLOSED_PROGRAM = 3;

/** Describes how programs are deployed, upgraded and closed. */
export function describeUpgradeableLoader(
  instruction: ReadableInstruction,
): InstructionDescription | string | undefined {
  const { data } = instruction;
  const account = (index: number): string => shorten(getAccount(instruction, index));
  switch (getU32Decoder().decode(data)) {
    case 0:
      return `Set up buffer ${account(0)} for a program`;
    case 1: {
      const length = getU64Decoder().decode(data, KIND_LENGTH + 4);
      return `Write ${formatNumber(length)} bytes of a program to buffer ${account(0)}`;
    }
    case 2:
      return `Deploy program ${account(2)} from buffer ${account(3)}, which ${account(7)} can upgrade`;
    case 3:
      return `Upgrade program ${account(1)} from buffer ${account(2)}`;
    case 4:
    case 7:
      return describeNewAuthority(instruction);
    case 5:
      return describeClose(instruction);
    case 6:
    case 9: {
      const length = getU32Decoder().decode(data, KIND_LENGTH);
      return `Give program ${account(1)} ${formatNumber(length)} bytes more`;
    }
    case 8:
      return `Move program ${account(1)} to the next loader`;
    default:
      return undefined;
  }
}

function describeNewAuthority(instruction: ReadableInstruction): InstructionDescription {
  const [program, authority] = [shorten(getAccount(instruction, 0)), getAccount(instruction, 1)];
  const newAuthority = instruction.accounts[2]?.address;
  const change =
    newAuthority === undefined
      ? `nobody upgrade the program at ${program} any more`
      : `${shorten(newAuthority)} upgrade the program at ${program}`;
  const warning: Pick<Warning, 'code' | 'level' | 'text'> = {
    code: 'upgrade-authority',
    level: 'danger',
    text:
      newAuthority === undefined
        ? `After this, nobody can ever upgrade the program at ${program} again.`
        : `This lets ${change} instead of you. Whoever upgrades a program can take what it keeps.`,
  };
  return { text: `Let ${change}`, warnings: warnOfAuthority(warning, newAuthority, [authority]) };
}

function describeClose(instruction: ReadableInstruction): InstructionDescription {
  const [closed, receiver] = [getAccount(instruction, 0), getAccount(instruction, 1)];
  const authority = instruction.accounts[2]?.address;
  const program = instruction.accounts[CLOSED_PROGRAM]?.address;
  const signers = authority === undefined ? [] : [authority];
  if (program === undefined) {
    return {
      text: `Close buffer ${shorten(closed)}`,
      warnings: warnOfClose(closed, receiver, signers),
    };
  }
  const warning: Warning = {
    code: 'close-program',
    level: 'danger',
    text: `This removes the program ${shorten(program)} for good. Whatever it keeps for its users is lost.`,
    signers,
  };
  return {
    text: `Close program ${shorten(program)}`,
    warnings: [warning, ...warnOfClose(closed, receiver, signers)],
  };
}

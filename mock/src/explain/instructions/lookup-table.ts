import { getU32Decoder, getU64Decoder } from '@solana/kit';
import { formatCount } from '../text.js';
import { warnOfClose } from './authority-warnings.js';
import {
  getAccount,
  getSigners,
  type InstructionDescription,
  type ReadableInstruction,
  shorten,
} from './instruction.js';

const KIND_LENGTH = 4;

/** Describes instructions about tables of addresses, which make transactions smaller. */
export function describeLookupTable(
  instruction: ReadableInstruction,
): InstructionDescription | string | undefined {
  const table = getAccount(instruction, 0);
  switch (getU32Decoder().decode(instruction.data)) {
    case 0:
      return `Create lookup table ${shorten(table)} for ${shorten(getAccount(instruction, 1))}`;
    case 1:
      return `Let nobody change lookup table ${shorten(table)} any more`;
    case 2: {
      const count = Number(getU64Decoder().decode(instruction.data, KIND_LENGTH));
      return `Add ${formatCount(count, 'address').replace(/addresss$/, 'addresses')} to lookup table ${shorten(table)}`;
    }
    case 3:
      return `Stop using lookup table ${shorten(table)}`;
    case 4:
      return {
        text: `Close lookup table ${shorten(table)}`,
        warnings: warnOfClose(table, getAccount(instruction, 2), getSigners(instruction, 1).slice(0, 1)),
      };
    default:
      return undefined;
  }
}

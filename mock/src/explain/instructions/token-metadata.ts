import {
  addDecoderSizePrefix,
  containsBytes,
  getStructDecoder,
  getU8Decoder,
  getU32Decoder,
  getUtf8Decoder,
  type ReadonlyUint8Array,
} from '@solana/kit';
import { quoteText } from '../text.js';
import type { Warning } from '../warnings.js';
import {
  getAccount,
  getSigners,
  type InstructionDescription,
  type ReadableInstruction,
  shorten,
} from './instruction.js';

type Read = (instruction: ReadableInstruction) => InstructionDescription | string;

const NAME_LENGTH = 8;
const FIELDS = ['name', 'symbol', 'link'];
const FREE_FIELD = 3;

const textDecoder = addDecoderSizePrefix(getUtf8Decoder(), getU32Decoder());
const descriptionDecoder = getStructDecoder([
  ['name', textDecoder],
  ['symbol', textDecoder],
]);
const keyDecoder = getStructDecoder([
  ['idempotent', getU8Decoder()],
  ['key', textDecoder],
]);

/**
 * The instructions of the interfaces `spl_token_metadata_interface` and `spl_token_group_interface`, by the first eight
 * bytes of the SHA-256 of each one's name.
 */
const INSTRUCTIONS: readonly (readonly [name: readonly number[], read: Read])[] = [
  [[210, 225, 30, 162, 88, 184, 77, 141], describeInitialization],
  [[221, 233, 49, 45, 181, 202, 220, 200], describeUpdate],
  [[234, 18, 32, 56, 89, 141, 37, 181], describeRemoval],
  [[215, 228, 166, 228, 84, 100, 86, 123], describeNewAuthority],
  [
    [250, 166, 180, 250, 13, 12, 184, 70],
    (instruction) => `Ask for the description of token ${name(instruction)}`,
  ],
  [
    [121, 113, 108, 39, 54, 51, 0, 4],
    (instruction) => `Make a group of tokens of token ${name(instruction, 1)}`,
  ],
  [[108, 37, 171, 143, 248, 30, 18, 110], (instruction) => `Change the size of group ${name(instruction)}`],
  [[161, 105, 88, 1, 237, 221, 216, 203], describeNewAuthority],
  [
    [152, 32, 222, 176, 223, 237, 116, 134],
    (instruction) => `Put token ${name(instruction, 1)} into group ${name(instruction, 3)}`,
  ],
];

/** Describes the instructions about the name and the group of a token. Returns `undefined` for all others. */
export function describeTokenMetadata(
  instruction: ReadableInstruction,
): InstructionDescription | string | undefined {
  const { data } = instruction;
  if (data.length < NAME_LENGTH) return undefined;
  return INSTRUCTIONS.find(([bytes]) => containsBytes(data, Uint8Array.from(bytes), 0))?.[1](instruction);
}

function describeInitialization(instruction: ReadableInstruction): string {
  const description = descriptionDecoder.decode(getArguments(instruction));
  return `Name token ${name(instruction, 2)} ${quoteText(description.name)} (${quoteText(description.symbol)})`;
}

function describeUpdate(instruction: ReadableInstruction): string {
  const bytes = getArguments(instruction);
  const field = getU8Decoder().decode(bytes);
  if (field > FREE_FIELD) throw new RangeError('This field is unknown');
  const [key, offset] = field === FREE_FIELD ? textDecoder.read(bytes, 1) : [FIELDS[field] ?? '', 1];
  return `Change ${quoteText(key)} of token ${name(instruction)} to ${quoteText(textDecoder.decode(bytes, offset))}`;
}

function describeRemoval(instruction: ReadableInstruction): string {
  const { key } = keyDecoder.decode(getArguments(instruction));
  return `Remove ${quoteText(key)} from the description of token ${name(instruction)}`;
}

function describeNewAuthority(instruction: ReadableInstruction): InstructionDescription {
  const warning: Warning = {
    code: 'change-authority',
    level: 'caution',
    text: `After this, you can no longer change the description or the group of token ${name(instruction)}.`,
    signers: getSigners(instruction, 1),
  };
  return {
    text: `Let somebody else change the description or the group of token ${name(instruction)}`,
    warnings: [warning],
  };
}

function getArguments({ data }: ReadableInstruction): ReadonlyUint8Array {
  return data.slice(NAME_LENGTH);
}

function name(instruction: ReadableInstruction, index = 0): string {
  return shorten(getAccount(instruction, index));
}

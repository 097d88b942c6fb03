import { getStructDecoder, getU8Decoder, getU64Decoder } from '@solana/kit';
import type { Warning } from '../warnings.js';
import {
  type Describe,
  formatTokens,
  getAccount,
  getSigners,
  type InstructionDescription,
  type ReadableInstruction,
  shorten,
} from './instruction.js';
import { describeBatch, describeToken } from './token.js';
import { describeTokenMetadata } from './token-metadata.js';

/** The part of an instruction after the byte, or the bytes, that name it. */
type Extension = (instruction: ReadableInstruction) => InstructionDescription | string;

const AMOUNT_OFFSET = 2;
const amountDecoder = getStructDecoder([
  ['amount', getU64Decoder()],
  ['decimals', getU8Decoder()],
]);
const feeDecoder = getStructDecoder([
  ['amount', getU64Decoder()],
  ['decimals', getU8Decoder()],
  ['fee', getU64Decoder()],
]);

/** Returns a description with the short address of the instruction's account at `index` in the place of `…`. */
const about =
  (text: string, index = 0): Extension =>
  (instruction) =>
    text.replace('…', shorten(getAccount(instruction, index)));

/** The instructions that Token-2022 adds, by their first byte, or by the first and the second. */
const EXTENSIONS: Readonly<Record<string, Extension>> = {
  '25': about('Set who can close token …'),
  '26.0': about('Set up a fee for transfers of token …'),
  '26.1': describeTransferWithFee,
  '26.2': about('Withdraw withheld fees of token …'),
  '26.3': about('Withdraw withheld fees of token …'),
  '26.4': about('Collect withheld fees of token …'),
  '26.5': about('Change the fee for transfers of token …'),
  '27.0': about('Set up secret transfers of token …'),
  '27.1': about('Change secret transfers of token …'),
  '27.2': about('Set up secret transfers for token account …'),
  '27.3': about('Approve secret transfers for token account …'),
  '27.4': about('Empty the secret balance of token account …'),
  '27.5': (instruction) => describeSecretBalance(instruction, 'to'),
  '27.6': (instruction) => describeSecretBalance(instruction, 'from'),
  '27.7': describeSecretTransfer,
  '27.8': about('Add what came to the secret balance of token account …'),
  '27.9': about('Accept secret transfers to token account …'),
  '27.10': about('Refuse secret transfers to token account …'),
  '27.11': about('Accept public transfers to token account …'),
  '27.12': about('Refuse public transfers to token account …'),
  '27.13': describeSecretTransfer,
  '27.14': about('Set up secret transfers for token account …'),
  '28.0': about('Set whether new accounts of token … are frozen'),
  '28.1': about('Change whether new accounts of token … are frozen'),
  '29': about('Make token account … larger for more features'),
  '30.0': about('Demand a memo with each transfer to token account …'),
  '30.1': about('Demand no memo any more with transfers to token account …'),
  '31': about('Set up wrapped SOL', 0),
  '32': about('Make token … one that cannot be transferred'),
  '33.0': about('Set up interest of token …'),
  '33.1': about('Change the interest rate of token …'),
  '34.0': about('Protect token account … from programs that act in its owner’s name'),
  '34.1': describeGuardRemoval,
  '35': about('Set who can take token … out of every account'),
  '36.0': about('Set up a program that each transfer of token … calls'),
  '36.1': about('Change the program that each transfer of token … calls'),
  '39.0': about('Set where the description of token … is'),
  '39.1': about('Change where the description of token … is'),
  '40.0': about('Set the group of token …'),
  '40.1': about('Change the group of token …'),
  '41.0': about('Set the group that token … belongs to'),
  '41.1': about('Change the group that token … belongs to'),
  '43.0': about('Set the factor by which amounts of token … are shown'),
  '43.1': about('Change the factor by which amounts of token … are shown'),
  '44.0': about('Set who can stop all transfers of token …'),
  '44.1': about('Stop all transfers of token …'),
  '44.2': about('Allow transfers of token … again'),
  '46.0': about('Set who must allow that token … is destroyed'),
};

/** Describes the instructions of Token-2022: those of Token, those of its extensions, and descriptions of tokens. */
export const describeToken2022: Describe = (instruction) => {
  const [first, second] = instruction.data;
  const extension = EXTENSIONS[`${first}`] ?? EXTENSIONS[`${first}.${second}`];
  return (
    extension?.(instruction) ??
    describeTokenMetadata(instruction) ??
    describeBatch(instruction, describeToken2022) ??
    describeToken(instruction)
  );
};

function describeTransferWithFee(instruction: ReadableInstruction): string {
  const { fee, ...tokens } = feeDecoder.decode(instruction.data, AMOUNT_OFFSET);
  const [mint, destination] = [getAccount(instruction, 1), getAccount(instruction, 2)];
  const kept = formatTokens({ amount: fee, decimals: tokens.decimals });
  return `Transfer ${formatTokens(tokens)} of token ${shorten(mint)}, less a fee of ${kept}, to ${shorten(destination)}`;
}

function describeSecretBalance(instruction: ReadableInstruction, direction: 'to' | 'from'): string {
  const tokens = amountDecoder.decode(instruction.data, AMOUNT_OFFSET);
  const [account, mint] = [getAccount(instruction, 0), getAccount(instruction, 1)];
  return `Move ${formatTokens(tokens)} of token ${shorten(mint)} ${direction} the secret balance of ${shorten(account)}`;
}

function describeSecretTransfer(instruction: ReadableInstruction): InstructionDescription {
  const [source, mint, destination] = [0, 1, 2].map((index) => shorten(getAccount(instruction, index)));
  const warning: Warning = {
    code: 'secret-amount',
    level: 'caution',
    text: `This transfers a secret amount of token ${mint} out of your token account ${source}. The wallet cannot show how much.`,
    signers: getSigners(instruction, 3),
  };
  return { text: `Transfer a secret amount of token ${mint} to ${destination}`, warnings: [warning] };
}

function describeGuardRemoval(instruction: ReadableInstruction): InstructionDescription {
  const account = shorten(getAccount(instruction, 0));
  const warning: Warning = {
    code: 'guard-removal',
    level: 'caution',
    text: `This removes the protection of your token account ${account} from programs that act in your name.`,
    signers: getSigners(instruction, 1),
  };
  return {
    text: `Protect token account ${account} no more from programs that act in its owner’s name`,
    warnings: [warning],
  };
}

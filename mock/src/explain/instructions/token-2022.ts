import { getStructDecoder, type ReadonlyUint8Array, unwrapOption } from '@solana/kit';
import type { Right } from '../rights.js';
import type { AuthorityKind } from '../rights-table.js';
import { formatHex, quoteText } from '../text.js';
import { DECODERS } from '../token-extensions.js';
import { warnOfRight } from '../warnings/instruction-warnings.js';
import { type Describe, describeRow, formatTokens, getSigners, type Row, say } from './instruction.js';

/** The bytes that name an extension and its instruction. */
const EXTENSION_LENGTH = 2;
/** The first bytes of an instruction of another interface. */
const NAME_LENGTH = 8;
const FIELDS = ['name', 'symbol', 'link'];
const FREE_FIELD = 3;

const { option, nonZero, text: textDecoder, u8, u64 } = DECODERS;
const amountDecoder = getStructDecoder([
  ['amount', u64],
  ['decimals', u8],
]);
const feeDecoder = getStructDecoder([
  ['fee', option],
  ['withheld', option],
]);
const nameDecoder = getStructDecoder([
  ['name', textDecoder],
  ['symbol', textDecoder],
]);

const describeTransferWithFee: Row = (account, { data }) => {
  const [tokens, feeOffset] = amountDecoder.read(data, EXTENSION_LENGTH);
  const kept = formatTokens({ ...tokens, amount: u64.decode(data, feeOffset) });
  return say`Transfer ${formatTokens(tokens)} of token ${account(1)}, less a fee of ${kept}, to ${account(2)}`;
};

const describeSecretBalance =
  (direction: 'to' | 'from'): Row =>
  (account, { data }) => {
    const amount = formatTokens(amountDecoder.decode(data, EXTENSION_LENGTH));
    return say`Move ${amount} of token ${account(1)} ${direction} the secret balance of ${account(0)}`;
  };

const describeSecretTransfer: Row = (account, instruction) => ({
  text: say`Transfer a secret amount of token ${account(1)} to ${account(2)}`,
  warnings: [
    warnOfRight({ kind: 'secret-amount', over: account(0), to: account(2) }, getSigners(instruction, 3)),
  ],
});

const describeGuardRemoval: Row = (account, instruction) => ({
  text: say`Protect token account ${account(0)} no more from programs that act in its owner’s name`,
  warnings: [warnOfRight({ kind: 'guard', over: account(0) }, getSigners(instruction, 1))],
});

const describeNewDescriber: Row = (account, instruction) => {
  const to = readAddress(instruction.data, NAME_LENGTH);
  const change = say`change the description or the group of token ${account(0)}`;
  const right: Right = { kind: 'describer', over: account(0), ...(to !== undefined && { to }) };
  return {
    text: to === undefined ? `Let nobody ${change} any more` : say`Let ${to} ${change}`,
    warnings: [warnOfRight(right, getSigners(instruction, 1))],
  };
};

/** Who gets which right over a token that is being set up. */
type NewRight = readonly [kind: AuthorityKind, to: string | undefined];

/**
 * Describes how a token is set up, and warns of who gets a right over it. Only the transaction's signers can
 * be concerned, because the instruction needs no signature.
 */
const describeSetup =
  (text: string, readRights: (data: ReadonlyUint8Array) => readonly NewRight[]): Row =>
  (account, { data }) => ({
    text: text.replace('{0}', say`${account(0)}`),
    warnings: readRights(data).flatMap(([kind, to]) =>
      to === undefined ? [] : [warnOfRight({ kind, over: account(0), to, isNew: true })],
    ),
  });

/** The same for a single right, whose address follows the number of the instruction. */
const describeNewRight = (text: string, kind: AuthorityKind, offset = EXTENSION_LENGTH): Row =>
  describeSetup(text, (data) => [[kind, readAddress(data, offset)]]);

/** Reads an address; `undefined` for one of zeros, which stands for none. */
function readAddress(data: ReadonlyUint8Array, offset: number): string | undefined {
  return nonZero.decode(data, offset) ?? undefined;
}

/** The instructions that Token-2022 adds, by their first byte, or by the first and the second. */
const EXTENSIONS: Readonly<Record<string, Row>> = {
  '25': describeSetup('Set who can close token {0}', (data) => [
    ['close-token', unwrapOption(option.decode(data, 1)) ?? undefined],
  ]),
  '26.0': describeSetup('Set up a fee for transfers of token {0}', (data) => {
    const { fee, withheld } = feeDecoder.decode(data, EXTENSION_LENGTH);
    return [
      ['fee', unwrapOption(fee) ?? undefined],
      ['withheld-fees', unwrapOption(withheld) ?? undefined],
    ];
  }),
  '26.1': describeTransferWithFee,
  '26.2': 'Withdraw withheld fees of token {0}',
  '26.3': 'Withdraw withheld fees of token {0}',
  '26.4': 'Collect withheld fees of token {0}',
  '26.5': 'Change the fee for transfers of token {0}',
  '27.0': describeNewRight('Set up secret transfers of token {0}', 'secret-transfers'),
  '27.1': 'Change secret transfers of token {0}',
  '27.2': 'Set up secret transfers for token account {0}',
  '27.3': 'Approve secret transfers for token account {0}',
  '27.4': 'Empty the secret balance of token account {0}',
  '27.5': describeSecretBalance('to'),
  '27.6': describeSecretBalance('from'),
  '27.7': describeSecretTransfer,
  '27.8': 'Add what came to the secret balance of token account {0}',
  '27.9': 'Accept secret transfers to token account {0}',
  '27.10': 'Refuse secret transfers to token account {0}',
  '27.11': 'Accept public transfers to token account {0}',
  '27.12': 'Refuse public transfers to token account {0}',
  '27.13': describeSecretTransfer,
  '27.14': 'Set up secret transfers for token account {0}',
  '28.0': 'Set whether new accounts of token {0} are frozen',
  '28.1': 'Change whether new accounts of token {0} are frozen',
  '29': 'Make token account {0} larger for more features',
  '30.0': 'Demand a memo with each transfer to token account {0}',
  '30.1': 'Demand no memo any more with transfers to token account {0}',
  '31': 'Set up wrapped SOL',
  '32': 'Make token {0} one that cannot be transferred',
  '33.0': describeNewRight('Set up interest of token {0}', 'interest'),
  '33.1': 'Change the interest rate of token {0}',
  '34.0': 'Protect token account {0} from programs that act in its owner’s name',
  '34.1': describeGuardRemoval,
  '35': describeNewRight('Set who can take token {0} out of every account', 'take-everywhere', 1),
  '36.0': describeNewRight('Set up a program that each transfer of token {0} calls', 'hook'),
  '36.1': 'Change the program that each transfer of token {0} calls',
  '39.0': describeNewRight('Set where the description of token {0} is', 'description'),
  '39.1': 'Change where the description of token {0} is',
  '40.0': describeNewRight('Set the group of token {0}', 'group'),
  '40.1': 'Change the group of token {0}',
  '41.0': describeNewRight('Set the group that token {0} belongs to', 'member'),
  '41.1': 'Change the group that token {0} belongs to',
  '43.0': describeNewRight('Set the factor by which amounts of token {0} are shown', 'scale'),
  '43.1': 'Change the factor by which amounts of token {0} are shown',
  '44.0': describeNewRight('Set who can stop all transfers of token {0}', 'pause'),
  '44.1': 'Stop all transfers of token {0}',
  '44.2': 'Allow transfers of token {0} again',
  '46.0': describeNewRight('Set who must allow that token {0} is destroyed', 'destroy'),
};

/**
 * The instructions of the interfaces `spl_token_metadata_interface` and `spl_token_group_interface`, by the
 * first eight bytes of the SHA-256 of each one's name.
 */
const INTERFACES: Readonly<Record<string, Row>> = {
  d2e11ea258b84d8d: (account, { data }) => {
    const { name, symbol } = nameDecoder.decode(data, NAME_LENGTH);
    return say`Name token ${account(2)} ${quoteText(name)} (${quoteText(symbol)})`;
  },
  dde9312db5cadcc8: (account, { data }) => {
    const [field, start] = u8.read(data, NAME_LENGTH);
    if (field > FREE_FIELD) throw new RangeError('This field is unknown');
    const [key, offset] = field === FREE_FIELD ? textDecoder.read(data, start) : [FIELDS[field] ?? '', start];
    const value = textDecoder.decode(data, offset);
    return say`Change ${quoteText(key)} of token ${account(0)} to ${quoteText(value)}`;
  },
  // A byte before the field says what to do if there is no such field.
  ea122038598d25b5: (account, { data }) => {
    const key = textDecoder.decode(data, NAME_LENGTH + 1);
    return say`Remove ${quoteText(key)} from the description of token ${account(0)}`;
  },
  d7e4a6e45464567b: describeNewDescriber,
  faa6b4fa0d0cb846: 'Ask for the description of token {0}',
  '79716c2736330004': 'Make a group of tokens of token {1}',
  '6c25ab8ff81e126e': 'Change the size of group {0}',
  a1695801edddd8cb: describeNewDescriber,
  '9820deb0dfed7486': 'Put token {1} into group {3}',
};

/** Describes the instructions that only Token-2022 has. */
export const describeExtension: Describe = (instruction) => {
  const { data } = instruction;
  const [first, second] = data;
  const row = EXTENSIONS[`${first}`] ?? EXTENSIONS[`${first}.${second}`];
  return describeRow(row ?? INTERFACES[formatHex(data.slice(0, NAME_LENGTH), '')], instruction);
};

import {
  type AccountMeta,
  getAddressDecoder,
  getOptionDecoder,
  getStructDecoder,
  getU8Decoder,
} from '@solana/kit';
import type { Warning } from '../warnings.js';
import { warnOfAuthority } from './authority-warnings.js';
import {
  formatTokens,
  getAccount,
  getSigners,
  type InstructionDescription,
  type ReadableInstruction,
  shorten,
} from './instruction.js';

/** The first byte of the instruction that changes an authority. */
export const SET_AUTHORITY = 6;

/** Programs count the greatest amount, or nearly that, as "any amount". Nobody has half of it. */
const UNLIMITED = 2n ** 63n;
const OWNER = 2;
const CLOSE = 3;
/** What each authority of a mint or a token account may do. The last fourteen exist in Token-2022 alone. */
const RIGHTS: readonly string[] = [
  'make more of the token',
  'freeze accounts of the token',
  'spend what the account holds',
  'close the account and take its SOL',
  'change the fee of transfers',
  'withdraw withheld fees',
  'close the token',
  'change the interest rate',
  'take the token out of every account',
  'approve accounts for secret transfers',
  'change the program that each transfer calls',
  'withdraw secretly withheld fees',
  'change where the token’s description is',
  'change the group of the token',
  'change the membership of the token in a group',
  'change the factor by which amounts are shown',
  'stop all transfers of the token',
  'allow tokens to be destroyed',
];

const setAuthorityDecoder = getStructDecoder([
  ['discriminator', getU8Decoder()],
  ['type', getU8Decoder()],
  ['newAuthority', getOptionDecoder(getAddressDecoder())],
]);

/** Describes a permission to spend from a token account. It lasts until it is used up, replaced or revoked. */
export function describeApproval(
  tokens: Readonly<{ amount: bigint; decimals?: number }>,
  { source, mint, delegate, signers }: Approval,
): InstructionDescription {
  const token = mint ? `token ${shorten(mint)}` : 'a token';
  const isUnlimited = tokens.amount >= UNLIMITED;
  const amount = isUnlimited ? 'any amount' : formatTokens(tokens);
  const limit = isUnlimited ? 'all that your token account' : `up to ${amount} of what your token account`;
  const warning: Pick<Warning, 'code' | 'level' | 'text'> = {
    code: isUnlimited ? 'unlimited-delegate' : 'delegate',
    level: isUnlimited ? 'danger' : 'caution',
    text: `This lets ${shorten(delegate)} take ${limit} ${shorten(source)} holds or will hold, at any later time and without asking you again.`,
  };
  return {
    text: `Allow ${shorten(delegate)} to spend ${amount} of ${token}`,
    warnings: tokens.amount === 0n ? [] : warnOfAuthority(warning, delegate.address, signers),
  };
}

type Approval = Readonly<{
  source: AccountMeta;
  mint?: AccountMeta;
  delegate: AccountMeta;
  signers: readonly string[];
}>;

/** Describes that a right over a mint or a token account goes to somebody else, or is given up. */
export function describeSetAuthority(instruction: ReadableInstruction): InstructionDescription {
  const { type, newAuthority } = setAuthorityDecoder.decode(instruction.data);
  const account = shorten(getAccount(instruction, 0));
  const right = RIGHTS[type];
  if (right === undefined) throw new RangeError('This authority is unknown');
  const signers = getSigners(instruction, 1);
  if (newAuthority.__option === 'None') {
    const text = `Let nobody ${right} (${account}) any more`;
    const warning = `After this, nobody can ever ${right} again (${account}).`;
    return {
      text,
      // To be the only one who can close one's account is no loss.
      warnings:
        type === CLOSE
          ? []
          : warnOfAuthority(
              { code: 'give-up-authority', level: 'caution', text: warning },
              undefined,
              signers,
            ),
    };
  }
  const receiver = newAuthority.value;
  if (type === OWNER) {
    const text = `This makes ${shorten(receiver)} the owner of your token account ${account}. You lose all that it holds.`;
    return {
      text: `Make ${shorten(receiver)} the owner of token account ${account}`,
      warnings: warnOfAuthority({ code: 'change-owner', level: 'danger', text }, receiver, signers),
    };
  }
  const text = `This lets ${shorten(receiver)} ${right} (${account}) instead of you.`;
  return {
    text: `Let ${shorten(receiver)} ${right} (${account})`,
    warnings: warnOfAuthority({ code: 'change-authority', level: 'caution', text }, receiver, signers),
  };
}

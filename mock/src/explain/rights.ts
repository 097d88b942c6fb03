import {
  AUTHORITIES,
  FOR_GOOD,
  OTHERS,
  type OtherKind,
  type RightKind,
  type RightTexts,
} from './rights-table.js';

/**
 * What a user gives away by an instruction, where that is no amount of an own account: a right, or what is
 * only under the user's control.
 */
export type Right = Readonly<{
  kind: RightKind;
  /** The account, the token or the program that it is over, in base58. */
  over: string;
  /** Who gets it, in base58; absent if nobody has it any more, or anybody. */
  to?: string;
  /** The most that can be taken: of a token in smallest units, of SOL in lamports. */
  amount?: bigint;
  /** The decimals of the amount, if the instruction names them. */
  decimals?: number;
  /** Whether what it is over is only being set up, so that the user did not have the right before. */
  isNew?: boolean;
}>;

/**
 * Returns how the wallet speaks of a right. The texts of an authority over a token are made from what it
 * allows.
 */
export function getRightTexts({ kind, to, isNew = false }: Right): RightTexts {
  const authority = AUTHORITIES.find(([each]) => each === kind);
  if (!authority) return OTHERS[kind as OtherKind];
  const [, can, canByName, picture] = authority;
  const common = {
    level: 'caution',
    gives: `the right to ${canByName}`,
    thing: kind === 'close' || kind === 'own-tokens' ? 'token account' : 'token',
    until: FOR_GOOD,
  } as const;
  if (to === undefined) {
    return {
      ...common,
      code: 'give-up-authority',
      picture: 'lock',
      question: `Let nobody ${canByName} any more?`,
      warning: `After this, nobody can ever ${can} again ({over}).`,
      risk: 'Nobody can ever do that again.',
    };
  }
  return {
    ...common,
    code: 'change-authority',
    picture,
    question: `Let {to} ${canByName}?`,
    warning: `This lets {to} ${can} ({over})${isNew ? '' : ' instead of you'}.`,
    risk: isNew ? 'You do not get this right yourself.' : 'You lose this right, and cannot take it back.',
  };
}

/** Fills the placeholders of a text of the table. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

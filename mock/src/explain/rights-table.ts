/** What a right is drawn as. */
export type RightPicture = 'hand' | 'key' | 'coins' | 'stop' | 'lock' | 'program' | 'pen' | 'out';

/**
 * How the wallet speaks of a right. In the texts, `{to}` stands for who gets it, `{over}` for what it is
 * over, `{token}` and `{tokens}` for the token and what one has of it, `{amount}` for the most that can be
 * taken, and `{held}` for what the account has now.
 */
export type RightTexts = Readonly<{
  /** The code of the warning. */
  code: string;
  /** `danger` can cost all that an account has; `caution` is unusual. */
  level: 'danger' | 'caution';
  picture: RightPicture;
  /** Asks whether the user wants that. */
  question: string;
  /** What the user gives away. */
  gives: string;
  /** How much that is now, if the wallet knows it. */
  now?: string;
  /** What `over` is the address of. */
  thing: string;
  /** How long. */
  until: string;
  /** The warning that is shown by itself. */
  warning: string;
  /** The warning below the question, which has said the rest. */
  risk: string;
  /** Who gets it, if that is not a stranger. */
  receiver?: string;
}>;

/** Until when a right lasts that nothing ends. */
export const FOR_GOOD = 'for good';
const UNTIL_REVOKED = 'you revoke it';

/**
 * The authorities over a token or a token account, by the number that the token programs give them: what
 * whoever has one can do, the same with the token's name, and a picture. The last fourteen exist in
 * Token-2022 alone.
 */
export const AUTHORITIES = [
  ['mint', 'make more of the token', 'make more of {token}', 'coins'],
  ['freeze', 'freeze accounts of the token', 'freeze accounts of {token}', 'stop'],
  ['own-tokens', 'spend what the account holds', 'spend your {tokens}', 'key'],
  ['close', 'close the account and take its SOL', 'close your account of {token} and take its SOL', 'out'],
  ['fee', 'change the fee of transfers', 'change the fee of {token}', 'coins'],
  ['withheld-fees', 'withdraw withheld fees', 'take the fees of {token}', 'hand'],
  ['close-token', 'close the token', 'close {token}', 'stop'],
  ['interest', 'change the interest rate', 'change the interest of {token}', 'pen'],
  ['take-everywhere', 'take the token out of every account', 'take {token} out of every account', 'hand'],
  [
    'secret-transfers',
    'approve accounts for secret transfers',
    'approve secret transfers of {token}',
    'lock',
  ],
  ['hook', 'change the program that each transfer calls', 'change what {token} calls', 'program'],
  ['secret-fees', 'withdraw secretly withheld fees', 'take the secret fees of {token}', 'hand'],
  ['description', 'change where the token’s description is', 'change the description of {token}', 'pen'],
  ['group', 'change the group of the token', 'change the group of {token}', 'pen'],
  [
    'member',
    'change the membership of the token in a group',
    'change the group that {token} belongs to',
    'pen',
  ],
  ['scale', 'change the factor by which amounts are shown', 'change how {token} is counted', 'pen'],
  ['pause', 'stop all transfers of the token', 'stop all transfers of {token}', 'stop'],
  ['destroy', 'allow tokens to be destroyed', 'allow that {token} is destroyed', 'out'],
] as const satisfies readonly (readonly [
  kind: string,
  can: string,
  canByName: string,
  picture: RightPicture,
])[];

/** An authority over a token or a token account. */
export type AuthorityKind = (typeof AUTHORITIES)[number][0];
/** A right that is no such authority. */
export type OtherKind = keyof typeof OTHERS;

/** The name of a right in the table. */
export type RightKind = AuthorityKind | OtherKind;

/** All other rights. */
export const OTHERS = {
  'spend-all': {
    code: 'unlimited-delegate',
    level: 'danger',
    picture: 'hand',
    question: 'Let {to} take all your {tokens}?',
    gives: 'all {tokens}',
    now: 'now {held}, and what follows',
    thing: 'token account',
    until: UNTIL_REVOKED,
    warning:
      'This lets {to} take all that your token account {over} holds or will hold, at any later time and without asking you again.',
    risk: 'It can be taken at any later time, and you are not asked again.',
  },
  'spend-some': {
    code: 'delegate',
    level: 'caution',
    picture: 'hand',
    question: 'Let {to} take up to {amount}?',
    gives: 'up to {amount}',
    now: 'you have {held} now',
    thing: 'token account',
    until: 'it is used up, or you revoke it',
    warning:
      'This lets {to} take up to {amount} of what your token account {over} holds or will hold, at any later time and without asking you again.',
    risk: 'It can be taken at any later time, and you are not asked again.',
  },
  'own-account': {
    code: 'assign',
    level: 'danger',
    picture: 'key',
    question: 'Hand your account over to {to}?',
    gives: 'the account, with all its SOL',
    thing: 'account',
    until: FOR_GOOD,
    warning:
      'This hands the account {over} over to the program {to}, which can then take all its SOL. You can no longer use the account yourself.',
    risk: 'The program can take all SOL in it, and you can no longer use it yourself.',
    receiver: 'a program',
  },
  'fill-account': {
    code: 'allocate',
    level: 'danger',
    picture: 'lock',
    question: 'Make your account unable to pay?',
    gives: 'paying with the account',
    thing: 'account',
    until: FOR_GOOD,
    warning: 'This gives the account {over} data, and an account with data can never pay SOL again.',
    risk: 'An account with data can never pay SOL again.',
  },
  nonce: {
    code: 'nonce-authority',
    level: 'danger',
    picture: 'key',
    question: 'Give your nonce account to {to}?',
    gives: 'the nonce, and the SOL in it',
    thing: 'nonce account',
    until: FOR_GOOD,
    warning: 'This gives {to} control of nonce {over}, and of the SOL in it. You lose both.',
    risk: 'You lose the nonce and the SOL in it.',
  },
  'stake-withdrawer': {
    code: 'stake-authority',
    level: 'danger',
    picture: 'key',
    question: 'Let {to} withdraw your staked SOL?',
    gives: 'all staked SOL',
    thing: 'stake account',
    until: FOR_GOOD,
    warning: 'This lets {to} withdraw from stake account {over} instead of you. You lose all SOL in it.',
    risk: 'You lose all SOL in the stake account.',
  },
  'stake-validator': {
    code: 'stake-authority',
    level: 'caution',
    picture: 'pen',
    question: 'Let {to} choose the validator of your stake?',
    gives: 'choosing the validator',
    thing: 'stake account',
    until: 'whoever can withdraw takes it back',
    warning: 'This lets {to} choose the validator of stake account {over} instead of you.',
    risk: 'It can also stop the staking.',
  },
  'stake-lockup': {
    code: 'stake-lockup',
    level: 'caution',
    picture: 'lock',
    question: 'Change how long your stake is locked?',
    gives: 'withdrawing staked SOL',
    thing: 'stake account',
    until: 'the lock ends',
    warning: 'This can lock the stake account {over}, so that nobody can withdraw from it for a long time.',
    risk: 'Nobody may be able to withdraw from it for a long time.',
  },
  upgrade: {
    code: 'upgrade-authority',
    level: 'danger',
    picture: 'program',
    question: 'Let {to} upgrade your program?',
    gives: 'upgrading the program',
    thing: 'program',
    until: FOR_GOOD,
    warning:
      'This lets {to} upgrade the program at {over} instead of you. Whoever upgrades a program can take what it keeps.',
    risk: 'Whoever upgrades a program can take what it keeps.',
  },
  'last-upgrade': {
    code: 'upgrade-authority',
    level: 'danger',
    picture: 'lock',
    question: 'Let nobody upgrade your program any more?',
    gives: 'upgrading the program',
    thing: 'program',
    until: FOR_GOOD,
    warning: 'After this, nobody can ever upgrade the program at {over} again.',
    risk: 'Nobody can ever upgrade it again.',
  },
  'close-program': {
    code: 'close-program',
    level: 'danger',
    picture: 'out',
    question: 'Remove your program?',
    gives: 'the program, and what it keeps',
    thing: 'program',
    until: FOR_GOOD,
    warning: 'This removes the program {over} for good. Whatever it keeps for its users is lost.',
    risk: 'Whatever it keeps for its users is lost.',
  },
  'last-table-change': {
    code: 'give-up-authority',
    level: 'caution',
    picture: 'lock',
    question: 'Let nobody change your lookup table any more?',
    gives: 'changing and closing the table',
    thing: 'lookup table',
    until: FOR_GOOD,
    warning: 'After this, nobody can ever change or close the lookup table {over} again.',
    risk: 'Nobody can ever change or close it again.',
  },
  describer: {
    code: 'change-authority',
    level: 'caution',
    picture: 'pen',
    question: 'Let {to} describe {token}?',
    gives: 'the right to describe {token}',
    thing: 'token',
    until: FOR_GOOD,
    warning: 'After this, you can no longer change the description or the group of token {over}.',
    risk: 'You can no longer change the description or the group yourself.',
  },
  'secret-amount': {
    code: 'secret-amount',
    level: 'caution',
    picture: 'out',
    question: 'Send a secret amount of {token}?',
    gives: 'a secret amount',
    thing: 'token account',
    until: FOR_GOOD,
    warning:
      'This transfers a secret amount of a token out of your token account {over}. The wallet cannot show how much.',
    risk: 'The wallet cannot show how much.',
  },
  guard: {
    code: 'guard-removal',
    level: 'caution',
    picture: 'stop',
    question: 'Let programs act in your name?',
    gives: 'protection from programs',
    thing: 'token account',
    until: 'you protect it again',
    warning: 'This removes the protection of your token account {over} from programs that act in your name.',
    risk: 'Programs can use the token account in your name again.',
    receiver: 'any program',
  },
  withdrawal: {
    code: 'withdrawal',
    level: 'danger',
    picture: 'out',
    question: 'Send {amount} that you control to {to}?',
    gives: '{amount}',
    thing: 'account',
    until: FOR_GOOD,
    warning: 'This moves {amount} out of {over}, which is under your control, to {to}.',
    risk: 'It comes out of an account that you control, and does not come back.',
  },
  rest: {
    code: 'withdrawal',
    level: 'caution',
    picture: 'out',
    question: 'Send SOL that you control to {to}?',
    gives: 'the SOL that it does not need',
    thing: 'account',
    until: FOR_GOOD,
    warning: 'This moves SOL out of {over}, which is under your control, to {to}.',
    risk: 'It comes out of an account that you control, and does not come back.',
  },
  closing: {
    code: 'close-account',
    level: 'caution',
    picture: 'out',
    question: 'Close an account, and give its SOL to {to}?',
    gives: 'the account, and its SOL',
    thing: 'account',
    until: FOR_GOOD,
    warning: 'This closes the account {over} for good, and gives all its SOL to {to}.',
    risk: 'The account is gone for good.',
  },
  'changed-owner': {
    code: 'change-owner',
    level: 'danger',
    picture: 'key',
    question: 'Give all your {tokens} to {to}?',
    gives: 'all {tokens}',
    now: 'now {held}, and what follows',
    thing: 'token account',
    until: FOR_GOOD,
    warning: 'This makes {to} the owner of your token account {over}. You lose all that it holds.',
    risk: 'You lose all that the token account holds or will hold.',
  },
} as const satisfies Readonly<Record<string, RightTexts>>;

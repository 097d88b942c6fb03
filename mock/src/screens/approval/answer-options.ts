import { JSON_RPC, WALLET_RPC } from 'mobile-wallet-standard/endpoint';
import type { OtherAnswer } from '../../wallet/answers.js';
import type { ApprovalDecision, ApprovalRequest } from '../../wallet/approval.js';

/** What an answer asks for besides its kind: the payloads that have the error, a code and a message, or a fault. */
export type AnswerFields = Readonly<
  | {
      type: 'payloads';
      legend: string;
      answer: 'invalid-payloads' | 'not-submitted';
      names: readonly string[];
    }
  | { type: 'error' }
  | { type: 'fault' }
>;

/** One way to answer a request. */
export type AnswerOption = Readonly<{
  title: string;
  /** What happens then. */
  hint: string;
  /** The code of the error that the dapp gets, if it gets one. */
  code?: number;
  decision: ApprovalDecision;
  fields?: AnswerFields;
}>;

/** Answers that belong together. */
export type AnswerGroup = Readonly<{ title: string; options: readonly AnswerOption[] }>;

const DECLINED = { approved: false } as const;

const APPROVAL: AnswerOption = {
  title: 'Approve',
  hint: 'As the button does.',
  decision: { approved: true },
};

const CHAIN_NOT_SUPPORTED = createError(
  WALLET_RPC.CHAIN_NOT_SUPPORTED,
  'Chain not supported',
  'The wallet does not have this network.',
);

const GENERAL_ERRORS: readonly AnswerOption[] = [
  createError(JSON_RPC.INTERNAL_ERROR, 'Internal error', 'Something in the wallet went wrong.'),
  {
    title: 'Another error',
    hint: 'With a code and a message of your choice.',
    decision: DECLINED,
    fields: { type: 'error' },
  },
];

const ABSENCES: readonly AnswerOption[] = [
  { title: 'Never answer', hint: 'The connection stays open.', decision: instead({ type: 'silence' }) },
  {
    title: 'Close the app',
    hint: 'The wallet closes the connection, as when the user leaves it.',
    decision: instead({ type: 'close' }),
  },
  { title: 'Crash', hint: 'The connection is lost.', decision: instead({ type: 'crash' }) },
];

const MISTAKES: readonly AnswerOption[] = [
  {
    title: 'Answer twice',
    hint: 'The same reply comes again.',
    decision: { approved: true, instead: { type: 'twice' } },
  },
  {
    title: 'Faulty reply',
    hint: 'The reply breaks a rule of the protocol.',
    decision: { approved: true },
    fields: { type: 'fault' },
  },
];

/**
 * Returns the answers that a wallet may give to a request, right or wrong. Yes and no are among them, because they can come
 * late.
 *
 * @param canApprove whether the user has chosen all that an approval needs
 */
export function getAnswerGroups(request: ApprovalRequest, canApprove: boolean): readonly AnswerGroup[] {
  const isConnection = request.type === 'authorize' || request.type === 'sign-in';
  const refusal: AnswerOption = {
    title: 'Decline',
    hint: 'As the button does.',
    code: isConnection ? WALLET_RPC.AUTHORIZATION_FAILED : WALLET_RPC.NOT_SIGNED,
    decision: DECLINED,
  };
  const errors = isConnection ? [CHAIN_NOT_SUPPORTED, ...GENERAL_ERRORS] : getErrors(request);
  const groups: readonly AnswerGroup[] = [
    { title: 'Yes or no', options: [APPROVAL, refusal] },
    { title: 'An error', options: errors },
    { title: 'No answer', options: ABSENCES },
    { title: 'Yes, but with a mistake', options: MISTAKES },
  ];
  return groups
    .map(({ title, options }) => ({
      title,
      options: options.filter(({ decision }) => canApprove || !decision.approved),
    }))
    .filter(({ options }) => options.length > 0);
}

function getErrors(request: ApprovalRequest): readonly AnswerOption[] {
  const names = getPayloadNames(request);
  return [
    createError(
      WALLET_RPC.AUTHORIZATION_FAILED,
      'Not authorized',
      'The wallet does not know the app any more.',
    ),
    {
      title: 'Forget the app',
      hint: 'The same, and the app’s tokens are gone.',
      code: WALLET_RPC.AUTHORIZATION_FAILED,
      decision: instead({ type: 'forget-token' }),
    },
    {
      title: 'Cannot sign this',
      hint: 'The wallet cannot sign some of it.',
      code: WALLET_RPC.INVALID_PAYLOADS,
      decision: DECLINED,
      fields: { type: 'payloads', legend: 'Cannot be signed', answer: 'invalid-payloads', names },
    },
    ...(request.type === 'sign-and-send-transactions'
      ? [
          {
            title: 'Not all sent',
            hint: 'The wallet signs all, and sends only some.',
            code: WALLET_RPC.NOT_SUBMITTED,
            decision: DECLINED,
            fields: { type: 'payloads', legend: 'Are not sent', answer: 'not-submitted', names },
          } as const,
        ]
      : []),
    createError(WALLET_RPC.TOO_MANY_PAYLOADS, 'Too many at once', 'The wallet takes fewer in one request.'),
    CHAIN_NOT_SUPPORTED,
    ...GENERAL_ERRORS,
  ];
}

function createError(code: number, title: string, hint: string): AnswerOption {
  return { title, hint, code, decision: instead({ type: 'error', code }) };
}

function instead(answer: OtherAnswer): ApprovalDecision {
  return { approved: false, instead: answer };
}

/** Names the payloads of a request as the views do. */
function getPayloadNames(request: ApprovalRequest): readonly string[] {
  if (request.type === 'sign-messages') return request.messages.map((_, index) => `Message ${index + 1}`);
  if (!('transactions' in request)) return [];
  return request.transactions.map((_, index) => `Transaction ${index + 1}`);
}

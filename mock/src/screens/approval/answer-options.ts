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

const COMMON_ERRORS: readonly AnswerOption[] = [
  error(WALLET_RPC.CHAIN_NOT_SUPPORTED, 'Chain not supported', 'The wallet does not have this network.'),
  error(JSON_RPC.INTERNAL_ERROR, 'Internal error', 'Something in the wallet went wrong.'),
  {
    title: 'Another error',
    hint: 'With a code and a message of your choice.',
    decision: { approved: false },
    fields: { type: 'error' },
  },
];

const ABSENCES: readonly AnswerOption[] = [
  instead('Never answer', 'The connection stays open.', { type: 'silence' }),
  instead('Close the app', 'The wallet closes the connection, as when the user leaves it.', {
    type: 'close',
  }),
  instead('Crash', 'The connection is lost.', { type: 'crash' }),
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
  const code = isConnection ? WALLET_RPC.AUTHORIZATION_FAILED : WALLET_RPC.NOT_SIGNED;
  const hint = 'As the button does.';
  const groups: readonly AnswerGroup[] = [
    {
      title: 'Yes or no',
      options: [
        { title: 'Approve', hint, decision: { approved: true } },
        { title: 'Decline', hint, code, decision: { approved: false } },
      ],
    },
    { title: 'An error', options: [...(isConnection ? [] : getErrors(request)), ...COMMON_ERRORS] },
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
  const { AUTHORIZATION_FAILED, INVALID_PAYLOADS, NOT_SUBMITTED, TOO_MANY_PAYLOADS } = WALLET_RPC;
  const decision = { approved: false } as const;
  const names = getPayloadNames(request);
  const unsigned: AnswerOption = {
    title: 'Cannot sign this',
    hint: 'The wallet cannot sign some of it.',
    code: INVALID_PAYLOADS,
    decision,
    fields: { type: 'payloads', legend: 'Cannot be signed', answer: 'invalid-payloads', names },
  };
  const unsent: AnswerOption = {
    title: 'Not all sent',
    hint: 'The wallet signs all, and sends only some.',
    code: NOT_SUBMITTED,
    decision,
    fields: { type: 'payloads', legend: 'Are not sent', answer: 'not-submitted', names },
  };
  return [
    error(AUTHORIZATION_FAILED, 'Not authorized', 'The wallet does not know the app any more.'),
    {
      ...instead('Forget the app', 'The same, and the app’s tokens are gone.', { type: 'forget-token' }),
      code: AUTHORIZATION_FAILED,
    },
    unsigned,
    ...(request.type === 'sign-and-send-transactions' ? [unsent] : []),
    error(TOO_MANY_PAYLOADS, 'Too many at once', 'The wallet takes fewer in one request.'),
  ];
}

function error(code: number, title: string, hint: string): AnswerOption {
  return { ...instead(title, hint, { type: 'error', code }), code };
}

function instead(title: string, hint: string, answer: OtherAnswer): AnswerOption {
  return { title, hint, decision: { approved: false, instead: answer } };
}

function getPayloadNames(request: ApprovalRequest): readonly string[] {
  if ('messages' in request) return request.messages.map((_, index) => `Message ${index + 1}`);
  if (!('transactions' in request)) return [];
  return request.transactions.map((_, index) => `Transaction ${index + 1}`);
}

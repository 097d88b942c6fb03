import { JSON_RPC, WALLET_RPC } from 'mobile-wallet-standard/endpoint';
import type { OtherAnswer } from '../../wallet/answers.js';
import type { ApprovalDecision, ApprovalRequest } from '../../wallet/approval.js';
import {
  type AnswerFields,
  createErrorFields,
  createFaultFields,
  createPayloadFields,
} from './answer-fields.js';

/** One way to answer a request. */
export type AnswerOption = Readonly<{
  title: string;
  /** What happens then. */
  hint: string;
  /** The code of the error that the dapp gets, if it gets one. */
  code?: number;
  decision: ApprovalDecision;
  /** Asks for what else the answer needs. */
  fields?: AnswerFields;
}>;

/** Answers that belong together. */
export type AnswerGroup = Readonly<{ title: string; options: readonly AnswerOption[] }>;

/**
 * Returns the answers that a wallet may give to a request, right or wrong. Yes and no are among them, because they can come
 * late.
 *
 * @param canApprove whether the user has chosen all that an approval needs
 */
export function getAnswerGroups(request: ApprovalRequest, canApprove: boolean): readonly AnswerGroup[] {
  const groups: readonly AnswerGroup[] = [
    { title: 'Yes or no', options: [APPROVAL, createRefusal(isConnection(request))] },
    { title: 'An error', options: isConnection(request) ? createConnectionErrors() : createErrors(request) },
    { title: 'No answer', options: ABSENCES },
    { title: 'Yes, but with a mistake', options: createMistakes() },
  ];
  return groups
    .map(({ title, options }) => ({
      title,
      options: options.filter(({ decision }) => canApprove || !decision.approved),
    }))
    .filter(({ options }) => options.length > 0);
}

const APPROVAL: AnswerOption = {
  title: 'Approve',
  hint: 'As the button does.',
  decision: { approved: true },
};

const ABSENCES: readonly AnswerOption[] = [
  { title: 'Never answer', hint: 'The connection stays open.', decision: instead({ type: 'silence' }) },
  {
    title: 'Close the app',
    hint: 'The wallet closes the connection, as when the user leaves it.',
    decision: instead({ type: 'close' }),
  },
  { title: 'Crash', hint: 'The connection is lost.', decision: instead({ type: 'crash' }) },
];

function createRefusal(isOfConnection: boolean): AnswerOption {
  return {
    title: 'Decline',
    hint: 'As the button does.',
    code: isOfConnection ? WALLET_RPC.AUTHORIZATION_FAILED : WALLET_RPC.NOT_SIGNED,
    decision: { approved: false },
  };
}

function createConnectionErrors(): readonly AnswerOption[] {
  return [
    createError(
      WALLET_RPC.CHAIN_NOT_SUPPORTED,
      'Chain not supported',
      'The wallet does not have this network.',
    ),
    ...createGeneralErrors(),
  ];
}

function createErrors(request: ApprovalRequest): readonly AnswerOption[] {
  const payloads = getPayloadNames(request);
  const notSubmitted = (indexes: readonly number[]): OtherAnswer => ({ type: 'not-submitted', indexes });
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
      decision: { approved: false },
      fields: createPayloadFields('Cannot be signed', payloads, (indexes) => ({
        type: 'invalid-payloads',
        indexes,
      })),
    },
    ...(request.type === 'sign-and-send-transactions'
      ? [
          {
            title: 'Not all sent',
            hint: 'The wallet signs all, and sends only some.',
            code: WALLET_RPC.NOT_SUBMITTED,
            decision: { approved: false },
            fields: createPayloadFields('Are not sent', payloads, notSubmitted),
          },
        ]
      : []),
    createError(WALLET_RPC.TOO_MANY_PAYLOADS, 'Too many at once', 'The wallet takes fewer in one request.'),
    createError(
      WALLET_RPC.CHAIN_NOT_SUPPORTED,
      'Chain not supported',
      'The wallet does not have this network.',
    ),
    ...createGeneralErrors(),
  ];
}

function createGeneralErrors(): readonly AnswerOption[] {
  return [
    createError(JSON_RPC.INTERNAL_ERROR, 'Internal error', 'Something in the wallet went wrong.'),
    {
      title: 'Another error',
      hint: 'With a code and a message of your choice.',
      decision: { approved: false },
      fields: createErrorFields(),
    },
  ];
}

function createMistakes(): readonly AnswerOption[] {
  return [
    {
      title: 'Answer twice',
      hint: 'The same reply comes again.',
      decision: { approved: true, instead: { type: 'twice' } },
    },
    {
      title: 'Faulty reply',
      hint: 'The reply breaks a rule of the protocol.',
      decision: { approved: true },
      fields: createFaultFields(),
    },
  ];
}

function createError(code: number, title: string, hint: string): AnswerOption {
  return { title, hint, code, decision: instead({ type: 'error', code }) };
}

function instead(answer: OtherAnswer): ApprovalDecision {
  return { approved: false, instead: answer };
}

function isConnection({ type }: ApprovalRequest): boolean {
  return type === 'authorize' || type === 'sign-in';
}

/** Names the payloads of a request as the views do. */
function getPayloadNames(request: ApprovalRequest): readonly string[] {
  if (request.type === 'sign-messages') return request.messages.map((_, index) => `Message ${index + 1}`);
  if (!('transactions' in request)) return [];
  return request.transactions.map((_, index) => `Transaction ${index + 1}`);
}

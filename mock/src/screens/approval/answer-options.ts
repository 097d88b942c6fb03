import { JSON_RPC_CODES, WALLET_RPC_CODES } from 'mobile-wallet-standard/endpoint';
import type { ApprovalDecision, ApprovalRequest, OtherAnswer } from '../../wallet/approval.js';

/** One way to answer a request. */
export type AnswerOption = Readonly<{
  title: string;
  /** What happens then. */
  hint: string;
  /** The code of the error that the dapp gets, if it gets one. */
  code?: number;
}> &
  Readonly<
    | { decision: ApprovalDecision; asks?: undefined }
    | {
        /**
         * The kind of answer for which the user fills in which payloads have the error, a code and a message,
         * or a fault.
         */
        asks: 'invalid-payloads' | 'not-submitted' | 'error' | 'fault';
      }
  >;

/** Answers that belong together. */
export type AnswerGroup = Readonly<{ title: string; options: readonly AnswerOption[] }>;

const { AUTHORIZATION_FAILED, CHAIN_NOT_SUPPORTED, INVALID_PAYLOADS } = WALLET_RPC_CODES;
const { NOT_SIGNED, NOT_SUBMITTED, TOO_MANY_PAYLOADS } = WALLET_RPC_CODES;

const COMMON_ERRORS: readonly AnswerOption[] = [
  error(CHAIN_NOT_SUPPORTED, 'Chain not supported', 'The wallet does not have this network.'),
  error(JSON_RPC_CODES.INTERNAL_ERROR, 'Internal error', 'Something in the wallet went wrong.'),
  { title: 'Another error', hint: 'With a code and a message of your choice.', asks: 'error' },
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
    decision: { instead: { type: 'twice' } },
  },
  { title: 'Faulty reply', hint: 'The reply breaks a rule of the protocol.', asks: 'fault' },
];

/**
 * Returns the answers that a wallet may give to a request, right or wrong. Yes and no are among them, because
 * they can come late.
 *
 * @param canApprove whether the user has chosen all that an approval needs
 */
export function getAnswerGroups({ type }: ApprovalRequest, canApprove: boolean): readonly AnswerGroup[] {
  const isConnection = type === 'authorize' || type === 'sign-in';
  const code = isConnection ? AUTHORIZATION_FAILED : NOT_SIGNED;
  const hint = 'As the button does.';
  const approve: AnswerOption = { title: 'Approve', hint, decision: { approved: true } };
  const decline: AnswerOption = { title: 'Decline', hint, code, decision: { approved: false } };
  return [
    { title: 'Yes or no', options: canApprove ? [approve, decline] : [decline] },
    { title: 'An error', options: [...(isConnection ? [] : getSigningErrors(type)), ...COMMON_ERRORS] },
    { title: 'No answer', options: ABSENCES },
    ...(canApprove ? [{ title: 'Yes, but with a mistake', options: MISTAKES }] : []),
  ];
}

function getSigningErrors(type: ApprovalRequest['type']): readonly AnswerOption[] {
  const unsent: AnswerOption = {
    title: 'Not all sent',
    hint: 'The wallet signs all, and sends only some.',
    code: NOT_SUBMITTED,
    asks: 'not-submitted',
  };
  return [
    error(AUTHORIZATION_FAILED, 'Not authorized', 'The wallet does not know the app any more.'),
    {
      ...instead('Forget the app', 'The same, and the app’s tokens are gone.', { type: 'forget-token' }),
      code: AUTHORIZATION_FAILED,
    },
    {
      title: 'Cannot sign this',
      hint: 'The wallet cannot sign some of it.',
      code: INVALID_PAYLOADS,
      asks: 'invalid-payloads',
    },
    ...(type === 'sign-and-send-transactions' ? [unsent] : []),
    error(TOO_MANY_PAYLOADS, 'Too many at once', 'The wallet takes fewer in one request.'),
  ];
}

function error(code: number, title: string, hint: string): AnswerOption {
  return { ...instead(title, hint, { type: 'error', code }), code };
}

function instead(title: string, hint: string, answer: OtherAnswer): AnswerOption {
  return { title, hint, decision: { instead: answer } };
}

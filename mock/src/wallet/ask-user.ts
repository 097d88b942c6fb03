import {
  abortable,
  delay,
  type Identity,
  isJsonObject,
  WALLET_RPC_CODES,
} from 'mobile-wallet-standard/endpoint';
import type { ApprovalDecision, ApprovalSubject, OtherAnswer } from './approval.js';
import type { Authorization } from './authorizations.js';
import type { MockRequest, MockSession } from './mock-session.js';
import { readArray } from './params.js';
import { getMessage, leaveUnanswered, refuse } from './refusal.js';

/** The longest time that a timer can wait. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/**
 * Asks the user, unless a planned answer or a setting decides, and returns the decision once it is time to
 * act on it. Throws a RequestEnded if that is another answer than yes or no, or the signal's reason when the
 * session ends first.
 */
export async function askUser(
  session: MockSession,
  { identity, chain }: Pick<Authorization, 'identity' | 'chain'>,
  getSubject: () => ApprovalSubject | Promise<ApprovalSubject>,
): Promise<ApprovalDecision> {
  const { wallet, request, signal } = session;
  request.record.note({ identity, chain });
  const planned = wallet.plans.take(request.method);
  if (planned) return act(planned, session, identity);
  const setting = wallet.getSettings().decide;
  if (setting !== 'ask') return act({ approved: setting === 'approve' }, session, identity);
  const subject = await getSubject();
  signal.throwIfAborted();
  const question = { ...subject, identity, chain, id: wallet.getNextApprovalId() };
  const asked = Promise.resolve(wallet.approve(question, { signal }));
  return act(await abortable(asked, signal), session, identity);
}

/**
 * Acts on the answer that was planned for the request's method, although nobody is asked. Throws a
 * RequestEnded unless it is yes.
 */
export async function followPlan(session: MockSession, identity?: Identity): Promise<void> {
  const { wallet, request } = session;
  const decision = wallet.plans.takeFor(request.method);
  if (!decision) return;
  const { approved } = await act(decision, session, identity);
  if (!approved) refuse(WALLET_RPC_CODES.AUTHORIZATION_FAILED);
}

async function act(
  decision: ApprovalDecision,
  session: MockSession,
  identity: Identity | undefined,
): Promise<ApprovalDecision> {
  const { wallet, request, signal } = session;
  const { approved, instead, afterMs = wallet.getSettings().delayMs } = decision;
  request.record.note({
    decision: instead?.type ?? (approved ? 'approved' : 'declined'),
    decidedAt: Date.now(),
  });
  if (afterMs > 0) await delay(Math.min(afterMs, MAX_DELAY_MS), signal);
  request.replyAs = wallet.getSettings().fault;
  if (!instead) return decision;
  Object.assign(request, actOtherwise(instead, session, identity));
  return { ...decision, approved: true };
}

/**
 * Does what the answer says. Returns only if the request is to be approved, with what is special about that.
 */
function actOtherwise(
  answer: OtherAnswer,
  { wallet, association, request }: MockSession,
  identity: Identity | undefined,
): Partial<Pick<MockRequest, 'replyAs' | 'unsentIndexes'>> {
  const { method, params } = request;
  const payloads = (isJsonObject(params) && readArray(params, 'payloads')) || [];
  switch (answer.type) {
    case 'error':
      return refuse(answer.code, answer.message ?? getMessage(answer.code, method), answer.data);
    case 'invalid-payloads': {
      const valid = payloads.map((_, index) => !answer.indexes.includes(index));
      return refuse(WALLET_RPC_CODES.INVALID_PAYLOADS, undefined, { valid });
    }
    case 'not-submitted':
      if (method !== 'sign_and_send_transactions') {
        refuse(WALLET_RPC_CODES.NOT_SUBMITTED, undefined, { signatures: payloads.map(() => null) });
      }
      return { unsentIndexes: answer.indexes };
    case 'silence':
      return leaveUnanswered('silence');
    case 'close':
      return leaveUnanswered('closed');
    case 'crash':
      return leaveUnanswered('crashed');
    case 'forget-token': {
      const forgotten = identity ?? association.authorization?.identity;
      if (forgotten) wallet.authorizations.forget(forgotten);
      association.authorization = undefined;
      return refuse(
        WALLET_RPC_CODES.AUTHORIZATION_FAILED,
        getMessage(WALLET_RPC_CODES.AUTHORIZATION_FAILED, method),
      );
    }
    case 'twice':
      return { replyAs: 'twice' };
    case 'fault':
      return { replyAs: answer.name };
    default:
      throw new TypeError(`The mock wallet has no answer ${JSON.stringify(answer satisfies never)}`);
  }
}

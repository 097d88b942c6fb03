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

/** What came of a question: whether the wallet does what the dapp asks for, and with which accounts. */
export type Answer = Readonly<{ approved: boolean; accounts?: readonly string[] }>;

/**
 * Asks the user, unless a planned answer or a setting decides, and returns the answer once it is time to act
 * on it. Throws a RequestEnded if the wallet does something else instead, or the signal's reason when the
 * session ends first.
 */
export async function askUser(
  session: MockSession,
  dapp: Pick<Authorization, 'identity' | 'chain'>,
  getSubject: () => ApprovalSubject | Promise<ApprovalSubject>,
): Promise<Answer> {
  const { wallet, request } = session;
  request.record.note({ identity: dapp.identity, chain: dapp.chain });
  const { decide } = wallet.getSettings();
  const planned = wallet.plans.take(request.method);
  if (planned) return act(planned, session, dapp.identity);
  if (decide !== 'ask') return act({ approved: decide === 'approve' }, session, dapp.identity);
  return act(await ask(session, dapp, getSubject), session, dapp.identity);
}

async function ask(
  { wallet, signal }: MockSession,
  { identity, chain }: Pick<Authorization, 'identity' | 'chain'>,
  getSubject: () => ApprovalSubject | Promise<ApprovalSubject>,
): Promise<ApprovalDecision> {
  const subject = await getSubject();
  signal.throwIfAborted();
  const question = { ...subject, identity, chain, id: wallet.getNextApprovalId() };
  return abortable(Promise.resolve(wallet.approve(question, { signal })), signal);
}

/**
 * Acts on the answer that was planned for the request's method, although nobody is asked. Throws a
 * RequestEnded unless it is yes.
 */
export async function followPlan(session: MockSession, identity?: Identity): Promise<void> {
  const { wallet, request } = session;
  const planned = wallet.plans.takeFor(request.method);
  const answer = planned && (await act(planned, session, identity));
  if (answer?.approved === false) refuse(WALLET_RPC_CODES.AUTHORIZATION_FAILED);
}

/** Waits for as long as the decision says, and then does what it says. */
async function act(
  decision: ApprovalDecision,
  session: MockSession,
  identity: Identity | undefined,
): Promise<Answer> {
  const { wallet, request, signal } = session;
  const { instead, afterMs = wallet.getSettings().delayMs } = decision;
  const plain = decision.approved ? 'approved' : 'declined';
  request.record.note({ decision: instead?.type ?? plain, decidedAt: Date.now() });
  if (afterMs > 0) await delay(Math.min(afterMs, MAX_DELAY_MS), signal);
  request.replyAs = wallet.getSettings().fault;
  if (!decision.instead) return decision;
  // Whatever answer is left approves, and only the reply is special.
  Object.assign(request, actOtherwise(decision.instead, session, identity));
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

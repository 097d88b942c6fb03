import { ed25519 } from '@noble/curves/ed25519.js';
import type { Page, Request } from '@playwright/test';
import { answerJson } from './answer-json.js';

const ORGANIZATION = 'organization-of-the-user';

/** Answers Turnkey's servers: every account exists, and a login must be signed by the account's key. */
export async function answerTurnkey(page: Page): Promise<void> {
  await answerJson(page, 'https://authproxy.turnkey.com/v1/account', () => ({
    organizationId: ORGANIZATION,
  }));
  const api = 'https://api.turnkey.com/public/v1';
  await answerJson(page, `${api}/submit/stamp_login`, (request) => ({ activity: logIn(request) }));
  await answerJson(page, `${api}/query/get_user`, () => ({ user: { authenticators: [], apiKeys: [] } }));
}

/** Returns the outcome of a login: a session if the wallet's account has signed the request's body. */
function logIn(request: Request): object {
  const stamp = Buffer.from(request.headers()['x-stamp'] ?? '', 'base64url').toString();
  const { publicKey, scheme, signature } = JSON.parse(stamp);
  const body = request.postDataBuffer() ?? Buffer.alloc(0);
  const isSigned = ed25519.verify(Buffer.from(signature, 'hex'), body, Buffer.from(publicKey, 'hex'));
  if (!isSigned || scheme !== 'SIGNATURE_SCHEME_TK_API_ED25519') return { status: 'ACTIVITY_STATUS_FAILED' };
  const session = {
    exp: Math.floor(Date.now() / 1000) + 900,
    public_key: JSON.parse(body.toString()).parameters.publicKey,
    session_type: 'SESSION_TYPE_READ_WRITE',
    user_id: 'user',
    organization_id: ORGANIZATION,
  };
  const token = `e30.${Buffer.from(JSON.stringify(session)).toString('base64')}.e30`;
  return {
    id: 'activity',
    status: 'ACTIVITY_STATUS_COMPLETED',
    type: 'ACTIVITY_TYPE_STAMP_LOGIN',
    result: { stampLoginResult: { session: token } },
  };
}

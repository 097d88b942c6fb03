import { createRequest, verifySignIn } from './sign-in';

/** The users who have signed in, by session. Keep them in your database, and drop old ones. */
const sessions = new Map<string, { address: string; endsAt: number }>();

const SESSION_S = 86_400; // a day
const SESSION = '__Host-session'; // browsers let no other host set such a cookie, nor a subdomain
const COOKIE = 'HttpOnly; Secure; SameSite=Lax; Path=/';
/** Each request has a cookie of its own, because a user may have several tabs. */
const nameCookie = (nonce: string) => `__Host-nonce-${nonce}`;

function readCookie(request: Request, name: string): string {
  const cookies = request.headers.get('cookie')?.split('; ') ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/**
 * Answers `GET /sign-in` with what the user shall sign, `POST /sign-in` with a session, and
 * `DELETE /sign-in`, which ends it.
 */
export async function handleSignIn(request: Request): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (request.method === 'DELETE') {
    sessions.delete(readCookie(request, SESSION));
    headers.append('set-cookie', `${SESSION}=; Max-Age=0; ${COOKIE}`);
    return Response.json({}, { headers });
  }
  if (request.method === 'GET') {
    // Write your host here, because a request can name any.
    const asked = createRequest('localhost:5173', 'Sign in to Example');
    // The nonce belongs to this browser. Otherwise a stranger could sign the user in as somebody else.
    headers.append('set-cookie', `${nameCookie(asked.nonce)}=1; Max-Age=600; ${COOKIE}`);
    return Response.json(asked, { headers });
  }
  try {
    // Any page can post a form, but not JSON to another origin.
    if (!request.headers.get('content-type')?.startsWith('application/json')) throw new Error('Not JSON');
    const { nonce, signedMessage, signature } = await request.json();
    if (readCookie(request, nameCookie(nonce)) !== '1') throw new Error('Another browser was asked');
    const decode = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
    const address = await verifySignIn(nonce, decode(signedMessage), decode(signature));
    const session = crypto.randomUUID();
    sessions.set(session, { address, endsAt: Date.now() + SESSION_S * 1000 });
    headers.append('set-cookie', `${nameCookie(nonce)}=; Max-Age=0; ${COOKIE}`);
    headers.append('set-cookie', `${SESSION}=${session}; Max-Age=${SESSION_S}; ${COOKIE}`);
    return Response.json({ address }, { headers });
  } catch {
    return Response.json({ error: 'Sign in again' }, { status: 401, headers });
  }
}

/** Returns the address of the user who makes a request; `undefined` if nobody has signed in. */
export function getUser(request: Request): string | undefined {
  const session = sessions.get(readCookie(request, SESSION));
  return session && session.endsAt > Date.now() ? session.address : undefined;
}

import { createRequest, verifySignIn } from './sign-in';

/** The addresses of users who have signed in, by session. Keep them in your database. */
const sessions = new Map<string, string>();

const COOKIE = 'HttpOnly; Secure; SameSite=Lax; Path=/';

function readCookie(request: Request, name: string): string {
  const cookies = request.headers.get('cookie')?.split('; ') ?? [];
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

/** Answers `GET /sign-in` with what the user shall sign, and `POST /sign-in` with a session. */
export async function handleSignIn(request: Request): Promise<Response> {
  if (request.method === 'GET') {
    // Write your host here, because a request can name any.
    const asked = createRequest('localhost:5173', 'Sign in to Example');
    // The nonce belongs to this browser. Otherwise a stranger could sign the user in as somebody else.
    return Response.json(asked, { headers: { 'set-cookie': `nonce=${asked.nonce}; ${COOKIE}` } });
  }
  try {
    const { signedMessage, signature } = await request.json();
    const decode = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
    const nonce = readCookie(request, 'nonce');
    const address = await verifySignIn(nonce, decode(signedMessage), decode(signature));
    const session = crypto.randomUUID();
    sessions.set(session, address);
    const headers = { 'set-cookie': `session=${session}; Max-Age=86400; ${COOKIE}` };
    return Response.json({ address }, { headers });
  } catch {
    return Response.json({ error: 'Sign in again' }, { status: 401 });
  }
}

/** Returns the address of the user who makes a request; `undefined` if nobody has signed in. */
export const getUser = (request: Request) => sessions.get(readCookie(request, 'session'));
